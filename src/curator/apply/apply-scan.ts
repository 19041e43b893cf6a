/**
 * A look at the project's folder, woven into files.md: how many files each folder holds, and nothing listed that is not
 * there any more (B-006, B-081). Lines a person or a curator wrote stay, whatever the disk says: a look takes back only
 * lines of the form it gives them. A folder whose name reads like a text is counted, not named (T-04).
 */
import { keysOf, lineKey, linesOf, textOf } from '../../files/file-text.ts';
import { fileSpec } from '../../files/manifest.ts';
import { placeLine } from '../../files/sections.ts';
import type { Scan } from '../../memory/act.ts';
import { isPlainPath } from '../../memory/quoted-name.ts';
import type { Draft } from './draft.ts';
import { putCurated } from './put-file.ts';
import {
  isFolderLine,
  lineOfFolder,
  lineOfLeftOut,
  pathOfLine,
  quotedPath,
  renewedLine,
  TOP_LEVEL,
} from './touched-files.ts';

const FOLDERS = 'Folders';
const MOST_FOLDERS = 40;

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
  let content = textOf(kept);
  for (const line of folderLines(paths, partial)) content = placeLine(content, fileSpec('files.md'), FOLDERS, line);
  await putCurated(draft, ref, content);
}

function folderLines(paths: readonly string[], partial: boolean): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const end = path.indexOf('/');
    const folder = end < 0 ? TOP_LEVEL : path.slice(0, end);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const all = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const named = all.filter(([folder]) => isPlainPath(folder));
  const lines = named.slice(0, MOST_FOLDERS).map(([folder, count]) => lineOfFolder(folder, count, partial));
  return named.length === all.length ? lines : [...lines, lineOfLeftOut(all.length - named.length)];
}
