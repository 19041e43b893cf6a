/**
 * What is left of memory files. Lines go with what they tell, and with the curation that brought them in when nothing else
 * is known to say them: files have no evidence of their own. A person's own lines stay, unless they say a forgotten word.
 */
import { updateLearnings } from '../../curator/apply/update-files.ts';
import { lineKey, linesOf, textOf } from '../../files/file-text.ts';
import { lineChanges } from '../../files/line-changes.ts';
import { fileSpec } from '../../files/manifest.ts';
import { isHeading } from '../../files/outline.ts';
import { restating, telling } from '../../files/same-line.ts';
import { trimToLimit } from '../../files/trim.ts';
import type { ActId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { FileVersion } from '../../memory/memory-file.ts';
import type { Forgotten, Keeping } from './remove-from-state.ts';

interface FileCleaning {
  readonly forgotten: Forgotten;
  readonly keeping: Keeping;
  readonly gone: readonly Learning[];
  /** What is still known. */
  readonly told: readonly string[];
}

export function cleanFiles(
  files: readonly FileVersion[],
  cleaning: FileCleaning,
): { readonly versions: readonly FileVersion[]; readonly lines: number } {
  const versions: FileVersion[] = [];
  let lines = 0;
  for (const all of Map.groupBy(files, ({ workspace, name }) => `${workspace ?? ''}/${name}`).values()) {
    const goes = lineFilter(all, cleaning);
    const clean = all.filter(({ content }) => linesOf(content).every((line) => !goes(line)));
    versions.push(...clean);
    const newest = all.at(-1);
    if (newest === undefined || clean.includes(newest)) continue;
    const stay = linesOf(newest.content).filter((line) => !goes(line));
    lines += linesOf(newest.content).length - stay.length;
    versions.push({
      ...newest,
      version: newest.version + 1,
      ts: cleaning.keeping.ts,
      actId: cleaning.keeping.actId,
      author: 'curator',
      content: textOf(stay),
      humanLines: newest.humanLines.filter((line) => !goes(line)),
    });
  }
  return { versions, lines };
}

/** What holds again stands in its file again, where that is kept. */
export function withLinesOf(
  learnings: readonly Learning[],
  files: readonly FileVersion[],
  { actId, ts }: Keeping,
): readonly FileVersion[] {
  if (learnings.length === 0) return files;
  return [...Map.groupBy(files, ({ workspace, name }) => `${workspace ?? ''}/${name}`).values()].flatMap((all) => {
    const newest = all.at(-1);
    if (newest === undefined) return all;
    const { content, humanLines, name, version } = newest;
    const woven = updateLearnings(content, newest, learnings);
    if (woven === content) return all;
    const fitting = trimToLimit({ spec: fileSpec(name), content: woven, humanLines }).content;
    const isOwn = newest.actId === actId;
    const next: FileVersion = {
      ...newest,
      ...(isOwn ? {} : { version: version + 1, ts, actId, author: 'curator' }),
      content: fitting,
    };
    return [...(isOwn ? all.slice(0, -1) : all), next];
  });
}

function lineFilter(
  versions: readonly FileVersion[],
  { forgotten, gone, told }: FileCleaning,
): (line: string) => boolean {
  const human = new Set((versions.at(-1)?.humanLines ?? []).map(lineKey));
  const brought = linesOfActs(versions, forgotten.acts);
  const named = telling([
    ...gone.filter(({ id }) => forgotten.learnings.has(id)).map(({ content }) => content),
    ...forgotten.said,
  ]);
  const lost = telling(gone.map(({ content }) => content));
  const known = restating(told);
  const alsoKnown = telling(told);
  const decided = new Map<string, boolean>();
  const decide = (line: string, key: string): boolean => {
    if (key === '') return false;
    if (forgotten.tells(line)) return true;
    if (isHeading(line)) return false;
    if (named(key) && !alsoKnown(key)) return true;
    if (human.has(key)) return false;
    return (brought.has(key) || lost(key)) && !known(key) && !alsoKnown(key);
  };
  return (line) => {
    const before = decided.get(line);
    if (before !== undefined) return before;
    // Versions have most lines in common, and to judge one may take a while where much is known.
    const verdict = decide(line, lineKey(line));
    decided.set(line, verdict);
    return verdict;
  };
}

/** Lines that came in with a version one of the acts made. */
function linesOfActs(versions: readonly FileVersion[], acts: ReadonlySet<ActId>): ReadonlySet<string> {
  const keys = new Set<string>();
  let before = '';
  for (const { actId, content } of versions) {
    if (acts.has(actId)) for (const line of lineChanges(before, content).added) keys.add(lineKey(line));
    before = content;
  }
  return keys;
}
