/**
 * Our lines in a repository's `info/exclude`: they keep the settings file that holds the token out of every commit, in
 * all worktrees, without changing a file that the project shares. Pure.
 */
import { sep } from 'node:path';

const NOTE = '# carryover: this file holds a private token';

export function addExclusion(text: string | null, pattern: string): string {
  const before = text ?? '';
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  const gap = before === '' || before.endsWith('\n') ? '' : lineEnd;
  return `${before}${gap}${NOTE}${lineEnd}${pattern}${lineEnd}`;
}

/** Only a pattern under our note is ours: someone else may have written the same line. */
export function removeExclusion(text: string, pattern: string): string {
  const lines = text.split(/(?<=\n)/);
  const at = lines.findIndex((line, index) => line.trim() === NOTE && lines[index + 1]?.trim() === pattern);
  return at < 0 ? text : lines.toSpliced(at, 2).join('');
}

export function hasExclusion(text: string | null, pattern: string): boolean {
  return text !== null && removeExclusion(text, pattern) !== text;
}

/** The pattern that names exactly this file, given its path from the top of the repository. */
export function exclusionPattern(pathFromTop: string): string {
  const escaped = pathFromTop
    .split(sep)
    .join('/')
    .replace(/[*?[\\]|^[#!]| $/g, '\\$&');
  // Without a slash a pattern matches in every folder.
  return escaped.includes('/') ? escaped : `/${escaped}`;
}
