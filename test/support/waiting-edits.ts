/** Changes of memory files that were found on disk and wait for a person's word. */
import { callApi } from './api.ts';
import type { TestHome } from './home.ts';

export interface WaitingEdit {
  readonly id: string;
  readonly file: string;
  readonly reason: string;
  readonly diff: string;
}

/** After a look at the disk. */
export async function waitingEdits(home: TestHome): Promise<readonly WaitingEdit[]> {
  await callApi(home, '/files');
  const { reviews } = (await callApi(home, '/review?status=waiting')).body;
  return (reviews as readonly (WaitingEdit & { readonly on_disk?: boolean })[]).filter(
    ({ on_disk }) => on_disk === true,
  );
}

/** What a person says who wrote it themselves while agents were at work. */
export async function sayItIsMine(home: TestHome): Promise<void> {
  for (const { id } of await waitingEdits(home)) await callApi(home, `/review/${id}`, { decision: 'accepted' });
}
