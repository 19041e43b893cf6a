/**
 * Single lines in a memory file: a list item under the heading of its section. The newest stands last, so that what a
 * model's prompt cache has seen stays in front, and the oldest is found first when lines must go.
 *
 * A person may have given the file another shape: headings we do not know stay as they are, and a section that was taken
 * out is made again, where the manifest has it, only when a line needs it. All texts are in normal form.
 */
import { keysOf, lineKey, linesOf, oneLine, textOf } from './file-text.ts';
import type { FileSpec } from './manifest.ts';
import { type OutlineLine, outlineOf } from './outline.ts';

/** Unchanged when the file says it already, in whichever section. */
export function placeLine(content: string, spec: FileSpec, section: string, text: string): string {
  const lines = content === '' ? [`# ${spec.title}`] : linesOf(content);
  const item = `- ${oneLine(text)}`;
  const key = lineKey(item);
  if (key === '' || keysOf(lines).has(key)) return content;
  const outline = outlineOf(lines);
  const heading = headingOf(outline, section);
  if (heading !== -1) return inserted(lines, afterText(outline, heading), [item]);
  return inserted(lines, placeOf(outline, spec, section), ['', `## ${section}`, item]);
}

export function dropLine(content: string, text: string): string {
  const key = lineKey(oneLine(text));
  if (key === '') return content;
  const kept = outlineOf(linesOf(content)).filter((line) => line.heading !== null || lineKey(line.text) !== key);
  return textOf(kept.map((line) => line.text));
}

/** A section stands below the title, at whatever level a person has put it. */
function headingOf(outline: readonly OutlineLine[], section: string): number {
  const name = section.toLowerCase();
  return outline.findIndex(
    ({ heading }) => heading !== null && heading.level > 1 && heading.name.toLowerCase() === name,
  );
}

/** Before the sections that come after it, else after those that come before it, else at the end. */
function placeOf(outline: readonly OutlineLine[], spec: FileSpec, section: string): number {
  const rank = spec.sections.indexOf(section);
  const placed = (sections: readonly string[]): number[] =>
    sections.map((name) => headingOf(outline, name)).filter((index) => index !== -1);
  const later = placed(spec.sections.slice(rank + 1));
  if (later.length > 0) return afterText(outline, -1, Math.min(...later));
  const earlier = placed(spec.sections.slice(0, rank));
  if (earlier.length === 0) return afterText(outline, outline.length - 1);
  const last = Math.max(...earlier);
  const level = outline[last]?.heading?.level ?? 0;
  const next = outline.findIndex(({ heading }, index) => index > last && heading !== null && heading.level <= level);
  return afterText(outline, last, next === -1 ? outline.length : next);
}

/** Behind the last line that is not blank, from `start` on and before `end`, by default the next heading. */
function afterText(outline: readonly OutlineLine[], start: number, end = nextHeading(outline, start)): number {
  let at = end;
  while (at > start + 1 && outline[at - 1]?.text.trim() === '') at -= 1;
  return at;
}

function nextHeading(outline: readonly OutlineLine[], start: number): number {
  const next = outline.findIndex(({ heading }, index) => index > start && heading !== null);
  return next === -1 ? outline.length : next;
}

/** A heading that follows keeps its distance. */
function inserted(lines: readonly string[], at: number, added: readonly string[]): string {
  const before = lines.slice(0, at);
  const after = lines.slice(at);
  const lead = before.length === 0 && added[0] === '' ? added.slice(1) : added;
  const gap = after.length > 0 && after[0]?.trim() !== '' && added[0] === '' ? [''] : [];
  return textOf([...before, ...lead, ...gap, ...after]);
}
