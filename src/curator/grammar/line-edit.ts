/**
 * The lines of an edit: `+ new line`, `- old line`, under the heading (`## Commands`) they stand in. A heading may be left
 * out. The edit ends at the first line that is none of these.
 */
import type { LineChange } from '../answer.ts';

const CHANGE = /^\s{0,3}([+\-−])(?:\s+|$)(.*)$/;
const HEADING = /^\s{0,3}#{1,6}\s+(.+)$/;

export function readLineChanges(content: string): readonly LineChange[] {
  const changes: LineChange[] = [];
  let section: string | null = null;
  for (const line of content.split('\n')) {
    const [, mark, text = ''] = CHANGE.exec(line) ?? [];
    const heading = HEADING.exec(line)?.[1];
    if (mark !== undefined) changes.push({ op: mark === '+' ? 'add' : 'remove', section, text });
    else if (heading !== undefined) section = heading;
    else if (line.trim() !== '') break;
  }
  return changes;
}

/** Those under no heading stand first, as normal-answer.ts puts them. */
export function renderLineChanges(changes: readonly LineChange[]): string {
  const lines: string[] = [];
  let section: string | null = null;
  for (const { op, section: under, text } of changes) {
    if (under !== null && under !== section) lines.push(`## ${under}`);
    section = under;
    lines.push(`${op === 'add' ? '+' : '-'} ${text}`);
  }
  return `${lines.join('\n')}\n`;
}
