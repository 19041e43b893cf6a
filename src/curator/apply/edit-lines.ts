/**
 * Single lines of a curator's answer, put into the file it was shown: the outcome is judged like a whole file (rewrite.ts),
 * so what protects lines there protects them here. A line to remove is found by its text, or as the one line that is nearly
 * the same; where several could be meant, or none is near enough, none is touched.
 */
import { lineKey, linesOf, textOf } from '../../files/file-text.ts';
import type { FileSpec } from '../../files/manifest.ts';
import { isHeading } from '../../files/outline.ts';
import { placeLine } from '../../files/sections.ts';
import { likeness, statementOf } from '../../memory/similarity.ts';
import type { AnsweredEdit, LineChange } from '../answer.ts';

/** Likeness from which a line is the one that was meant, when no other comes close to it. */
const NEARLY = 0.8;
const APART = 0.2;
/** From here on a line may have been meant. */
const MAYBE = 0.5;
const BULLET = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

export interface EditedFile {
  readonly content: string;
  /** Lines that were to go and are not there for sure; `line` is what the nearest says. */
  readonly doubtful: readonly { readonly change: LineChange; readonly line: string }[];
  /** How many were to go and are not there at all. */
  readonly missing: number;
}

export function editedFile(shown: string, { changes }: AnsweredEdit, spec: FileSpec): EditedFile {
  const lines = linesOf(shown);
  const doubtful: EditedFile['doubtful'][number][] = [];
  const added: LineChange[] = [];
  let missing = 0;
  for (const [at, change] of changes.entries()) {
    const before = changes[at - 1];
    if (change.op === 'add') {
      if (!isInPlaceOf(change, before)) added.push(change);
      continue;
    }
    const next = changes[at + 1];
    const instead = next !== undefined && isInPlaceOf(next, change) ? next : undefined;
    const place = placeIn(lines, change.text);
    if (place.at >= 0)
      lines.splice(place.at, 1, ...(instead === undefined ? [] : [inStyleOf(lines[place.at], instead)]));
    else {
      if (place.nearest === undefined) missing += 1;
      else doubtful.push({ change, line: place.nearest });
      // It says something by itself, and what it was to replace stays beside it.
      if (instead !== undefined) added.push(instead);
    }
  }
  const section = (change: LineChange) => change.section ?? spec.sections.at(-1) ?? '';
  const content = added.reduce((text, change) => placeLine(text, spec, section(change), change.text), textOf(lines));
  return { content, doubtful, missing };
}

/** A line to add right behind one to remove. */
function isInPlaceOf(change: LineChange, before: LineChange | undefined): boolean {
  return change.op === 'add' && before?.op === 'remove' && before.section === change.section;
}

function inStyleOf(old: string | undefined, { text }: LineChange): string {
  return `${BULLET.exec(old ?? '')?.[0] ?? ''}${text}`;
}

function placeIn(lines: readonly string[], text: string): { readonly at: number; readonly nearest?: string } {
  const key = lineKey(text);
  const exact = lines.findIndex((line) => lineKey(line) === key && !isHeading(line));
  if (exact >= 0) return { at: exact };
  const statement = statementOf(text);
  const near = lines
    .map((line, at) => ({ line, at, alike: isHeading(line) ? 0 : likeness(statementOf(line), statement) }))
    .sort((a, b) => b.alike - a.alike);
  const [first, second] = near;
  if (first === undefined || first.alike < MAYBE) return { at: -1 };
  const isMeant = first.alike >= NEARLY && first.alike - (second?.alike ?? 0) >= APART;
  const isSameSense = statementOf(first.line).negated === statement.negated;
  return isMeant && isSameSense ? { at: first.at } : { at: -1, nearest: first.line };
}
