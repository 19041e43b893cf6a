/** What is known already, as the curator is shown it (A-051, B-056): files with their limits, learnings, open actions, what waits. */
import { countLines } from '../../files/file-text.ts';
import type { CuratorFile, CuratorInput } from '../curator.ts';
import { type QuotedData, quotedLength, quoteWithin } from './quoted-data.ts';
import { sharesOf } from './shares.ts';

/** Of the room there is; the rest is for what happened. Six files at their limits, of lines as people write them, fit. */
const FILES_SHARE = 0.45;
const LEARNINGS_SHARE = 0.08;
const ACTIONS_SHARE = 0.04;
const HELD_SHARE = 0.03;
/** Enough for the forty words that are asked for. */
const ENTRY_CHARS = 400;
/** What is counted for the lines around a file. */
const FILE_FRAME_CHARS = 120;
/** Enough to tell apart what is shown, and short enough to be copied right. */
const SHORT_ID_CHARS = 8;

/** At most `room` characters, for a room of a few thousand and more. */
export function knownState({ files, recent, actions, held }: CuratorInput, room: number): string {
  const learnings = entries(
    recent.map(({ id, type, scope, subject, content }) => ({
      id,
      text: `${type} (scope ${scope.kind}${subject === null ? '' : `; about ${subject}`}) ${content}`,
    })),
    room * LEARNINGS_SHARE,
  );
  const open = entries(
    actions.map(({ id, priority, content }) => ({ id, text: `(priority ${priority}) ${content}` })),
    room * ACTIONS_SHARE,
  );
  const waiting = entries(
    held.map(({ content, reason }) => ({ id: '', text: `${content} (${reason})` })),
    room * HELD_SHARE,
  );
  return [
    '## Current memory',
    ...fileTexts(files, room * FILES_SHARE),
    `## Recent learnings (id, type, text; newest first)\n${learnings}`,
    `## Open actions (id, text)\n${open}`,
    ...(held.length === 0 ? [] : [`## Waiting for the user, not learned (text, why)\n${waiting}`]),
  ].join('\n\n');
}

/** Those that are shown whole in this room. */
export function shownWhole(files: readonly CuratorFile[], room: number): readonly CuratorFile['name'][] {
  return shownFiles(files, room * FILES_SHARE).flatMap(({ name, whole }) => (whole ? [name] : []));
}

function shownFiles(files: readonly CuratorFile[], room: number): readonly (CuratorFile & QuotedData)[] {
  const wanted = files.map(({ content }) => quotedLength(content, room));
  const shares = sharesOf(Math.floor(room) - files.length * FILE_FRAME_CHARS, wanted);
  return files.map((file, index) => ({ ...file, ...quoteWithin(file.content.trimEnd(), shares[index] ?? 0) }));
}

function fileTexts(files: readonly CuratorFile[], room: number): string[] {
  const shown = shownFiles(files, room);
  const yours = shown.filter(({ writable }) => writable).map(({ name }) => name);
  return [
    `Files you may change: ${yours.join(', ') || 'none'}.`,
    ...shown.map(({ name, limitLines, writable, whole, content, text }) => {
      const right = !writable ? 'read only' : whole ? 'yours to change' : 'shown in part, so only single lines';
      const head = `### ${name} (${countLines(content)} of at most ${limitLines} lines; ${right})`;
      return `${head}\n${content.trim() === '' ? '(empty)' : text}`;
    }),
  ];
}

interface Entry {
  readonly id: string;
  readonly text: string;
}

function entries(all: readonly Entry[], room: number): string {
  const idChars = shortIdChars(all.map(({ id }) => id));
  const lines: string[] = [];
  let left = room - ENTRY_CHARS;
  for (const { id, text } of all) {
    const line = quoteWithin(`${id.slice(0, idChars)} ${text.replace(/\s+/g, ' ')}`.trimStart(), ENTRY_CHARS).text;
    left -= line.length + 1;
    if (left < 0) break;
    lines.push(line);
  }
  if (lines.length < all.length) lines.push(`[${all.length - lines.length} older ones are not shown]`);
  return lines.join('\n') || '(none)';
}

function shortIdChars(ids: readonly string[]): number {
  let chars = SHORT_ID_CHARS;
  const longest = Math.max(SHORT_ID_CHARS, ...ids.map((id) => id.length));
  while (chars < longest && new Set(ids.map((id) => id.slice(0, chars))).size < ids.length) chars += 1;
  return chars;
}
