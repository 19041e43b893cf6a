/**
 * A look at the project's folder, woven into files.md: where the bulk of its files is, and nothing listed that is not
 * there any more (B-006, B-081). A folder is told from the place where its files part ways, with what most of them are; small
 * ones, and how many files there are, anybody sees with one command, and they would change with every look (L-11). Lines a person
 * or a curator wrote stay, whatever the disk says: a look takes back only lines of the form it gives them. A folder
 * whose name reads like a text is not named (T-04).
 */
import { keysOf, lineKey, linesOf, textOf } from '../../files/file-text.ts';
import { fileSpec } from '../../files/manifest.ts';
import { placeLine } from '../../files/sections.ts';
import type { Scan } from '../../memory/act.ts';
import { isPlainPath } from '../../memory/quoted-name.ts';
import { putCurated } from './put-file.ts';
import { isFolderLine, LONGEST_FOLDER, lineOfFolder, pathOfLine, quotedPath, renewedLine } from './touched-files.ts';
import type { Draft } from './unit-of-work.ts';

const FOLDERS = 'Folders';
const MOST_FOLDERS = 40;
/** A smaller folder is no place to look for something. */
const LEAST_FILES = 5;
const ENDING = /\.\w{1,12}$/;

export async function applyScan(draft: Draft, { workspace, paths, partial }: Scan): Promise<void> {
  if (workspace === null) return;
  const ref = { name: 'files.md', workspace } as const;
  const current = await draft.file(ref);
  const human = keysOf(current?.humanLines ?? []);
  const there = new Set(paths.map(quotedPath));
  const isGone = (line: string) => {
    const path = pathOfLine(line);
    return path !== undefined && !partial && !there.has(path);
  };
  const kept = linesOf(current?.content ?? '').flatMap((line) => {
    if (human.has(lineKey(line))) return line;
    return isFolderLine(line) || isGone(line) ? [] : (renewedLine(line) ?? []);
  });
  let content = textOf(withoutEmpty(kept, human));
  for (const line of folderLines(paths)) content = placeLine(content, fileSpec('files.md'), FOLDERS, line);
  await putCurated(draft, ref, content);
}

/** A heading of ours under which nothing is left. */
function withoutEmpty(lines: readonly string[], human: ReadonlySet<string>): readonly string[] {
  const at = lines.indexOf(`## ${FOLDERS}`);
  const next = lines.findIndex((line, place) => place > at && line.trim() !== '');
  const isEmpty = at >= 0 && (next < 0 || lines[next]?.startsWith('#') === true);
  return isEmpty && !human.has(lineKey(lines[at] ?? '')) ? lines.toSpliced(at, Math.max(1, next - at)) : lines;
}

function folderLines(paths: readonly string[]): readonly string[] {
  const inside = Map.groupBy(
    paths.filter((path) => path.includes('/')),
    (path) => path.slice(0, path.indexOf('/')),
  );
  return [...inside.values()]
    .filter((files) => files.length >= LEAST_FILES)
    .map((files) => ({ folder: sharedFolder(files), files }))
    .filter(({ folder }) => isPlainPath(folder))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1))
    .slice(0, MOST_FOLDERS)
    .map(({ folder, files }) => lineOfFolder(folder, mainEnding(files)));
}

/** The deepest one that holds all of them and can be shown whole. */
function sharedFolder(files: readonly string[]): string {
  const parts = files.map((path) => path.split('/').slice(0, -1));
  const [first = []] = parts;
  let depth = 1;
  while (depth < first.length && parts.every((folders) => folders[depth] === first[depth])) depth += 1;
  while (depth > 1 && first.slice(0, depth).join('/').length >= LONGEST_FOLDER) depth -= 1;
  return first.slice(0, depth).join('/');
}

function mainEnding(files: readonly string[]): string | undefined {
  const endings = Map.groupBy(files, (path) => ENDING.exec(path)?.[0]);
  return [...endings].find(([, of]) => of.length > files.length / 2)?.[0];
}
