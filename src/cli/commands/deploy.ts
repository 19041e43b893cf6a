/** `carryover deploy DIR`: the only way in for soul.md and os.md. `--dry-run` shows what would change. */
import { resolve } from 'node:path';
import { type Deployment, readDeployment } from '../../files/deployment.ts';
import type { DaemonClient } from '../../http/client.ts';
import { CarryoverError } from '../../memory/error.ts';
import { unifiedDiff } from '../../platform/unified-diff.ts';
import type { FileAnswer, FileContentAnswer } from '../answers.ts';
import { currentHome, daemonClient } from '../home.ts';
import type { Options } from '../options.ts';
import { columns, paint, paintDiff, safe, say, sayJson } from '../terminal.ts';

export async function runDeploy({ dryRun, json }: Options, [folder = '']: readonly string[]): Promise<number> {
  const deployment = readDeployment(resolve(folder));
  const client = await daemonClient(currentHome());
  if (dryRun === true) return preview(client, deployment, json === true);
  const answer = (await client.request('POST', '/files/deploy', { body: deployment })) as {
    readonly release: string;
    readonly files: readonly FileAnswer[];
  };
  if (json === true) sayJson(answer);
  else {
    say(`${paint('green', '✓')} release ${safe(answer.release)} is deployed; sessions that start from now on have it`);
    const rows = answer.files.map((file) => [
      `  ${file.name}`,
      `version ${file.version}`,
      `${file.lines}/${file.limit_lines} lines`,
      paint('dim', safe(file.path)),
    ]);
    for (const line of columns(rows)) say(line);
  }
  return 0;
}

async function preview(client: DaemonClient, { release, files }: Deployment, json: boolean): Promise<number> {
  const diffs = await Promise.all(
    files.map(async ({ name, content }) => unifiedDiff(name, await deployed(client, name), content)),
  );
  const diff = diffs.join('');
  if (json) sayJson({ release, diff });
  else if (diff === '') say(`Release ${safe(release)} would change nothing.`);
  else say(`Release ${safe(release)} would change:\n${paintDiff(diff)}`);
  return 0;
}

async function deployed(client: DaemonClient, name: string): Promise<string | null> {
  try {
    return ((await client.request('GET', `/files/${name}`)) as FileContentAnswer).content;
  } catch (error) {
    if (error instanceof CarryoverError && error.code === 'not-found') return null;
    throw error;
  }
}
