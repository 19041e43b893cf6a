/**
 * Which version of a file a person began with: mostly the one on disk. An editor that was opened before the curator wrote
 * and saves after it began with an older one: then none of what came since is in what it saved, neither as it was nor
 * made into something else, and the person added something. Whoever only takes out new lines means to.
 *
 * Limit: who takes out every new line and adds an unrelated one within the hour is taken for such an editor; the lines
 * come back once, and stay away when they are taken out again.
 */
import { keysOf, lineKey, linesOf } from '../files/file-text.ts';
import { lineChanges } from '../files/line-changes.ts';
import type { FileVersion } from '../memory/memory-file.ts';
import { isAkin, statementOf } from '../memory/similarity.ts';

/** An editor that is open longer than this has told its user that the file changed. */
const EDITOR_OPEN_MS = 60 * 60_000;

export interface EditedFile {
  /** Newest first. */
  readonly versions: readonly FileVersion[];
  /** The version last put on disk; undefined when that is not known. */
  readonly onDisk: number | undefined;
  readonly content: string;
  readonly now: number;
}

export function startedFrom({ versions, onDisk, content, now }: EditedFile): string {
  const standing = versions.find(({ version }) => version === onDisk);
  if (standing === undefined) return closest(versions, content);
  let best = standing.content;
  let replacedAt = standing.ts;
  for (const older of versions.filter(({ version }) => version < standing.version)) {
    if (now - replacedAt > EDITOR_OPEN_MS) break;
    replacedAt = older.ts;
    const isCloser = distance(older.content, content) < distance(best, content);
    if (isCloser && isUnaware(older.content, standing.content, content)) best = older.content;
  }
  return best;
}

function closest(versions: readonly FileVersion[], content: string): string {
  const texts = versions.map((version) => version.content);
  return texts.reduce(
    (best, text) => (distance(text, content) < distance(best, content) ? text : best),
    texts[0] ?? '',
  );
}

function distance(before: string, after: string): number {
  const { added, removed } = lineChanges(before, after);
  return added.length + removed.length;
}

function isUnaware(older: string, standing: string, content: string): boolean {
  const news = lineChanges(older, standing).added;
  const own = lineChanges(older, content).added;
  const present = keysOf(linesOf(content));
  const isMadeFrom = (line: string) => own.some((mine) => isAkin(statementOf(mine), statementOf(line)));
  return news.length > 0 && own.length > 0 && news.every((line) => !present.has(lineKey(line)) && !isMadeFrom(line));
}
