/**
 * What files.md learns from calls: files that the agent wrote, told from the space's root (B-006, B-081). And the form of
 * the lines that code writes there, by which it knows them again.
 */
import { isAbsolute, relative } from 'node:path';
import type { CuratedTurn } from '../curator.ts';

export interface TouchedFile {
  readonly path: string;
  readonly how: 'created' | 'changed';
  /** YYYY-MM-DD. */
  readonly day: string;
}

const WRITING_TOOLS: ReadonlyMap<string, TouchedFile['how']> = new Map([
  ['Write', 'created'],
  ['Edit', 'changed'],
  ['MultiEdit', 'changed'],
  ['NotebookEdit', 'changed'],
]);

/** In the order they were touched last, each once; created and then changed is created. */
export function touchedFiles(turns: readonly CuratedTurn[], root: string | null): readonly TouchedFile[] {
  const touched = new Map<string, TouchedFile>();
  for (const { turn } of turns) {
    const day = new Date(turn.timestamp).toISOString().slice(0, 10);
    for (const { tool, outcome, path } of turn.toolCalls) {
      const how = WRITING_TOOLS.get(tool);
      const inside = path === undefined || root === null ? undefined : insidePath(root, path);
      if (how === undefined || outcome !== 'ok' || inside === undefined) continue;
      const earlier = touched.get(inside);
      touched.delete(inside);
      touched.set(inside, { path: inside, how: earlier?.how ?? how, day });
    }
  }
  return [...touched.values()];
}

/** What code writes about one file. */
const FILE_LINE = /^\s*[-*+] (.+): (?:created|changed), last on \d{4}-\d{2}-\d{2}$/;

/** What code writes about one folder. */
const FOLDER_LINE = /^\s*[-*+] (?:\(top level\)|[^/]+\/) \d+(?: or more)? files?$/;

export function lineOfFile({ path, how, day }: TouchedFile): string {
  return `${path}: ${how}, last on ${day}`;
}

/** Undefined when code did not write the line. */
export function pathOfLine(line: string): string | undefined {
  return FILE_LINE.exec(line)?.[1];
}

export function lineOfFolder(folder: string, count: number, partial: boolean): string {
  return `${folder} ${count}${partial ? ' or more' : ''} ${count === 1 && !partial ? 'file' : 'files'}`;
}

export function isFolderLine(line: string): boolean {
  return FOLDER_LINE.test(line);
}

/** Whether code wrote the line, and so may take it back. */
export function isListing(line: string): boolean {
  return isFolderLine(line) || pathOfLine(line) !== undefined;
}

function insidePath(root: string, path: string): string | undefined {
  const inside = isAbsolute(path) ? relative(root, path) : path;
  // A path is shown as one line of a file: what could break the line is not a path worth telling.
  const isPlain = !/[\p{Cc}\u2028\u2029`]/u.test(inside) && inside.length <= 200;
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) || !isPlain ? undefined : inside;
}
