import type { DaemonClient } from '../http/client.ts';
import type { FileAnswer } from './answers.ts';

/** What people call their projects, by space id, as far as they have memory files; others go by their id. */
export async function spaceNames(client: DaemonClient): Promise<ReadonlyMap<string, string>> {
  const { files } = (await client.request('GET', '/files')) as { readonly files: readonly FileAnswer[] };
  return new Map(files.flatMap(({ workspace, space }) => (workspace && space ? [[workspace, space] as const] : [])));
}
