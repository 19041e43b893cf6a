/** `carryover files list|show|history|diff|undo`: the memory files and every version they had. */

import type { DaemonClient } from '../../http/client.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { MemoryFileName } from '../../memory/memory-file.ts';
import { systemClock } from '../../platform/clock.ts';
import { unifiedDiff } from '../../platform/unified-diff.ts';
import type { FileAnswer, FileContentAnswer, FileVersionAnswer } from '../answers.ts';
import { abandoned, agreed } from '../ask.ts';
import { currentHome, daemonClient } from '../home.ts';
import { fileNameOf, fileQueryOf, type Options, versionOf, workspaceOf } from '../options.ts';
import { ago, columns, moment, paint, paintDiff, safe, safeLines, say, sayJson } from '../terminal.ts';

export async function listFiles({ space, json }: Options): Promise<number> {
  const client = await daemonClient(currentHome());
  const query = { workspace: workspaceOf(space) };
  const answer = (await client.request('GET', '/files', { query })) as { readonly files: readonly FileAnswer[] };
  if (json === true) sayJson(answer);
  else for (const line of fileLines(answer.files, systemClock.now())) say(line);
  return 0;
}

export async function showFile({ space, at, json }: Options, [given = '']: readonly string[]): Promise<number> {
  const name = fileNameOf(given);
  const version = versionOf(at);
  const file = await readVersion(await daemonClient(currentHome()), name, space, version);
  if (json === true) sayJson(file);
  else say(file.content === '' ? `${name} is empty.` : safeLines(file.content.trimEnd()));
  return 0;
}

export async function showHistory({ space, limit, json }: Options, [given = '']: readonly string[]): Promise<number> {
  const name = fileNameOf(given);
  const client = await daemonClient(currentHome());
  const query = { ...fileQueryOf(name, space), limit: String(limit) };
  const answer = (await client.request('GET', `/files/${name}/history`, { query })) as {
    readonly versions: readonly FileVersionAnswer[];
  };
  if (json === true) sayJson(answer);
  else for (const line of historyLines(answer.versions)) say(line);
  return 0;
}

/** Without versions: what the last change did. With one: what has changed since it. With two: from the one to the other. */
export async function showDiff({ space, json }: Options, [given = '', from, to]: readonly string[]): Promise<number> {
  const name = fileNameOf(given);
  const [older, newer] = [versionOf(from), versionOf(to)];
  const client = await daemonClient(currentHome());
  const after = await readVersion(client, name, space, newer);
  const before = await versionBefore(client, name, space, older ?? after.version - 1);
  const diff = unifiedDiff(name, before?.content ?? null, after.content);
  if (json === true) sayJson({ name, from: before?.version ?? 0, to: after.version, diff });
  else say(diff === '' ? `${name} is the same in both versions.` : paintDiff(diff));
  return 0;
}

export async function undoFile({ space, to, yes, json }: Options, [given = '']: readonly string[]): Promise<number> {
  const name = fileNameOf(given);
  const wanted = versionOf(to);
  const client = await daemonClient(currentHome());
  const now = await readVersion(client, name, space);
  if (now.owner === 'deploy')
    throw new CarryoverError(`${name} is locked`, {
      code: 'locked-file',
      hint: 'only `carryover deploy DIR` changes it: deploy the release that you want back',
    });
  const target = await versionBefore(client, name, space, wanted ?? now.version - 1);
  if (target === undefined)
    throw new CarryoverError(`${name} has one version only`, {
      code: 'not-found',
      hint: 'there is nothing to go back to; edit the file itself, your change is taken over',
    });
  const diff = unifiedDiff(name, now.content, target.content);
  if (diff === '') {
    say(`${name} is already as it was in version ${target.version}.`);
    return 0;
  }
  if (json !== true) say(paintDiff(diff));
  if (!(await agreed(yes, `Bring ${name} back to version ${target.version}?`))) return abandoned();
  const body = { ...fileQueryOf(name, space), version: target.version };
  const file = (await client.request('POST', `/files/${name}/undo`, { body })) as FileAnswer;
  if (json === true) sayJson(file);
  else
    say(`${paint('green', '✓')} ${name} is as it was in version ${target.version}; this is version ${file.version}.`);
  return 0;
}

function readVersion(
  client: DaemonClient,
  name: MemoryFileName,
  space: unknown,
  version?: number,
): Promise<FileContentAnswer> {
  const query = { ...fileQueryOf(name, space), version };
  return client.request('GET', `/files/${name}`, { query }) as Promise<FileContentAnswer>;
}

/** Before the first version there was nothing. */
async function versionBefore(
  client: DaemonClient,
  name: MemoryFileName,
  space: unknown,
  version: number,
): Promise<FileContentAnswer | undefined> {
  return version < 1 ? undefined : readVersion(client, name, space, version);
}

export function fileLines(files: readonly FileAnswer[], now: number): readonly string[] {
  if (files.length === 0)
    return ['No memory files yet: they are written when turns are curated. `carryover curate` does it now.'];
  return columns(
    files.map((file) => {
      const lines = `${file.lines}/${file.limit_lines} lines`;
      return [
        file.name,
        file.workspace === null ? paint('dim', 'everywhere') : safe(file.space ?? file.workspace),
        file.over_limit ? paint('yellow', `${lines} !`) : lines,
        `${file.author}, ${ago(file.updated_at, now)}`,
        paint('dim', safe(file.path)),
      ];
    }),
  );
}

export function historyLines(versions: readonly FileVersionAnswer[]): readonly string[] {
  if (versions.length === 0) return ['No version yet.'];
  return columns(
    versions.map(({ version, ts, author, added, removed, lines }) => [
      `v${version}`,
      paint('dim', moment(ts)),
      author,
      `${paint('green', `+${added}`)} ${paint('red', `-${removed}`)}`,
      `${lines} lines`,
    ]),
  );
}
