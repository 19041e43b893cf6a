/**
 * What files.md learns from calls: files that the agent wrote, told from the space's root (B-006, B-081). And the form of
 * the lines that code writes there, by which it knows them again: a label, and the name quoted behind it (T-04).
 */
import { isAbsolute, normalize, relative } from 'node:path';
import { memo } from '../../memory/memo.ts';
import { isPlainPath, quotedName } from '../../memory/quoted-name.ts';
import type { CuratedTurn } from '../curator.ts';
import { callsIn } from '../rules/calls.ts';
import { editsOf } from '../rules/changes.ts';

export interface TouchedFile {
  readonly path: string;
  readonly how: 'created' | 'changed';
  /** YYYY-MM-DD. */
  readonly day: string;
}

/** In the order they were touched last, each once; created and then changed is created. */
export function touchedFiles(turns: readonly CuratedTurn[], root: string | null): readonly TouchedFile[] {
  const touched = new Map<string, TouchedFile>();
  if (root === null) return [];
  for (const curated of turns) {
    const day = new Date(curated.turn.timestamp).toISOString().slice(0, 10);
    for (const { path, how } of callsIn([curated]).flatMap(editsOf)) {
      const inside = insidePath(root, path);
      if (inside === undefined) continue;
      const earlier = touched.get(inside);
      touched.delete(inside);
      touched.set(inside, { path: inside, how: earlier?.how ?? how, day });
    }
  }
  return [...touched.values()];
}

/** What code writes about one file; 0.1.0 wrote the path as it is. */
const FILE_LINE = /^\s*[-*+] file (`[^`]+`): (created|changed), last on (\d{4}-\d{2}-\d{2})$/;
const OLD_FILE_LINE = /^\s*[-*+] (.+): (created|changed), last on (\d{4}-\d{2}-\d{2})$/;

/** What code writes about one folder; earlier releases counted its files, and the folders they did not name. */
const FOLDER_LINE = /^\s*[-*+] folder `[^`]+`(?:: mostly `\.\w+`)?$/;
const COUNTED_LINE = /^\s*[-*+] (?:folder `[^`]+`:|\(top level\)|[^/]+\/) \d+(?: or more)? files?$/;
const LEFT_OUT_LINE = /^\s*[-*+] \(left out\) \d+ folders?, by their names$/;

/** Longer paths are not told. */
const LONGEST_PATH = 160;
export const LONGEST_FOLDER = 80;

export function lineOfFile({ path, how, day }: TouchedFile): string {
  return `file ${quotedPath(path)}: ${how}, last on ${day}`;
}

/** As it stands in the line; undefined when code did not write the line. */
export const pathOfLine: (line: string) => string | undefined = memo(
  (line) => FILE_LINE.exec(line)?.[1] ?? quotedOld(line),
);

export function quotedPath(path: string): string {
  return quotedName(path, LONGEST_PATH);
}

/** `ending` is that of most of its files, with its dot. */
export function lineOfFolder(folder: string, ending: string | undefined): string {
  return `folder ${quotedName(`${folder}/`, LONGEST_FOLDER)}${ending === undefined ? '' : `: mostly \`${ending}\``}`;
}

/** A line of 0.1.0 as it is written now; undefined when its path would not be told. Others as they are. */
export function renewedLine(line: string): string | undefined {
  if (FILE_LINE.test(line)) return line;
  const [, path = '', how, day = ''] = OLD_FILE_LINE.exec(line) ?? [];
  if (how === undefined) return line;
  return isTold(path) ? `- ${lineOfFile({ path, how: how === 'created' ? how : 'changed', day })}` : undefined;
}

export function isFolderLine(line: string): boolean {
  return [FOLDER_LINE, COUNTED_LINE, LEFT_OUT_LINE].some((form) => form.test(line));
}

/** Whether code wrote the line, and so may take it back. */
export function isListing(line: string): boolean {
  return isFolderLine(line) || pathOfLine(line) !== undefined;
}

function quotedOld(line: string): string | undefined {
  const path = OLD_FILE_LINE.exec(line)?.[1];
  return path === undefined ? undefined : quotedPath(path);
}

/** A path is shown as a name: what reads like a text is not told. */
function isTold(path: string): boolean {
  return path.length <= LONGEST_PATH && isPlainPath(path);
}

function insidePath(root: string, path: string): string | undefined {
  const inside = isAbsolute(path) ? relative(root, path) : normalize(path);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) || !isTold(inside) ? undefined : inside;
}
