/**
 * What a model wrote, read as an answer (A-060, B-060, D-052). Takes what models really write: fences, bullets, bold
 * labels, CRLF, prose around it, several versions of one file (the last counts), NONE beside other lines (those count).
 *
 * Guarantees: never throws; the result is in normal form; time is linear in the text, of which at most `ANSWER_CHARS`
 * are read; a file whose end is missing or in doubt is refused, never taken in part. With `length`, whatever still
 * stands open at the end was cut off and is dropped or refused.
 */
import type { MemoryFileName } from '../../memory/memory-file.ts';
import type { AnsweredAction, AnsweredLearning, CuratorAnswer, LineChange } from '../answer.ts';
import { NO_CITATION, splitCitation } from './citation.ts';
import { type Fence, fenceOf, reaches } from './fence-line.ts';
import { readFileSection } from './file-section.ts';
import { readJsonItems } from './json-learnings.ts';
import { ASKED, type ItemKind, type Label, labelOf } from './label-line.ts';
import { readLineChanges } from './line-edit.ts';
import { normalAnswer } from './normal-answer.ts';
import { fold } from './normal-parts.ts';

/** Six full files and a hundred learnings are a tenth of this. */
const ANSWER_CHARS = 1_000_000;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;
const BULLET = /^\s{0,8}(?:[-*+•]|\d{1,3}[.)])\s+/;

export function parseAnswer(text: string, ended: 'complete' | 'length' = 'complete'): CuratorAnswer {
  const cutOff = ended === 'length' || text.length > ANSWER_CHARS;
  const lines = text
    .slice(0, ANSWER_CHARS)
    .toWellFormed()
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/);
  const reader = new AnswerReader();
  for (let at = 0; at < lines.length; ) at = reader.read(lines, at, cutOff);
  return reader.finish(cutOff);
}

interface OpenItem {
  readonly kind: ItemKind;
  readonly parts: string[];
  /** The label stood alone: bullets below it are items of their own. */
  readonly listed: boolean;
}

class AnswerReader {
  readonly #learnings: AnsweredLearning[] = [];
  readonly #actions: AnsweredAction[] = [];
  readonly #done: string[] = [];
  /** Null for a refused one. */
  readonly #files = new Map<MemoryFileName, string | null>();
  readonly #edits = new Map<MemoryFileName, readonly LineChange[]>();
  readonly #prose: string[] = [];
  #item: OpenItem | null = null;
  /** Whether what was read last is a learning, which an ASKED line belongs to. */
  #isLearningLast = false;
  /** The fence around the whole answer, or around lines of it, while it is open. */
  #outer: Fence | null = null;

  /** Reads what begins at a line; gives the line to go on with. */
  read(lines: readonly string[], at: number, cutOff: boolean): number {
    const line = lines[at] ?? '';
    const label = labelOf(line);
    if (label?.kind === 'file') {
      this.#closeItem();
      const section = readFileSection(lines, at, label.rest, this.#outer);
      const whole = section.complete && !(cutOff && section.last);
      this.#readFile(label, whole ? section.content : null);
      return section.next;
    }
    if (label === null) this.#readPlainLine(line);
    else this.#openItem(label);
    return at + 1;
  }

  #readFile({ file, gives }: Label & { readonly kind: 'file' }, content: string | null): void {
    if (gives === 'edit' && content !== null) {
      this.#edits.set(file, [...(this.#edits.get(file) ?? []), ...readLineChanges(content)]);
      return;
    }
    this.#files.delete(file);
    this.#files.set(file, content);
  }

  finish(cutOff: boolean): CuratorAnswer {
    if (!cutOff) this.#closeItem();
    if (this.#learnings.length + this.#actions.length === 0)
      for (const { kind, text, tags } of readJsonItems(this.#prose.join('\n'))) this.#add(kind, text, tags);
    const files = [...this.#files].flatMap(([name, content]) => (content === null ? [] : [{ name, content }]));
    const refusedFiles = [...this.#files].flatMap(([name, content]) => (content === null ? [name] : []));
    const edits = [...this.#edits].map(([name, changes]) => ({ name, changes }));
    const said = { learnings: this.#learnings, actions: this.#actions, done: this.#done };
    return normalAnswer({ ...said, files, edits, refusedFiles });
  }

  #readPlainLine(line: string): void {
    const fence = fenceOf(line);
    if (fence !== null || line.trim() === '' || RULE.test(line)) {
      this.#closeItem();
      if (fence !== null) this.#passFence(fence);
    } else if (this.#item === null) {
      this.#prose.push(line);
    } else if (this.#item.listed && BULLET.test(line)) {
      const { kind } = this.#item;
      this.#closeItem();
      this.#continueItem({ kind, parts: [], listed: true }, line.replace(BULLET, ''));
    } else {
      this.#continueItem(this.#item, line);
    }
  }

  #passFence(fence: Fence): void {
    const closes = this.#outer !== null && fence.bare && reaches(fence, this.#outer);
    this.#outer = closes ? null : (this.#outer ?? fence);
  }

  #openItem(label: Exclude<Label, { readonly kind: 'file' }>): void {
    this.#closeItem();
    if (label.kind === 'nothing') return;
    this.#continueItem({ kind: label.item, parts: [], listed: label.rest.trim() === '' }, label.rest);
  }

  #continueItem(item: OpenItem, text: string): void {
    item.parts.push(text);
    this.#item = item;
    // A citation ends what it stands behind; what follows is prose. In a list, the next bullet is the next item.
    if (splitCitation(fold(text)) === null) return;
    this.#closeItem();
    if (item.listed) this.#item = { ...item, parts: [] };
  }

  #closeItem(): void {
    if (this.#item !== null) this.#add(this.#item.kind, this.#item.parts.join(' '), []);
    this.#item = null;
  }

  #add(kind: ItemKind, text: string, tags: readonly string[]): void {
    const folded = fold(text);
    const isOfLearning = this.#isLearningLast;
    this.#isLearningLast = kind !== 'DONE' && kind !== 'ACTION';
    if (kind === ASKED) {
      if (isOfLearning) this.#addAsked(folded);
      return;
    }
    if (kind === 'DONE') {
      this.#done.push(...idsIn(folded));
      return;
    }
    const { content, citation } = splitCitation(folded) ?? { content: folded, citation: NO_CITATION };
    const { turns, scope, subject, replaces, priority } = citation;
    if (kind === 'ACTION') this.#actions.push({ content, turns, priority });
    else
      this.#learnings.push({ type: kind, content, turns, scope, subject, replaces, tags: [...tags, ...citation.tags] });
  }

  /** Of the learning it stands behind. */
  #addAsked(text: string): void {
    const last = this.#learnings.pop();
    if (last === undefined) return;
    const { content } = splitCitation(text) ?? { content: text };
    this.#learnings.push({ ...last, asked: [...(last.asked ?? []), ...content.split('|')] });
  }
}

/** "3f2a91", "3f2a91, 77ab01", "3f2a91 (tests pass now)"; words without a digit are no id unless they stand alone. */
function idsIn(text: string): string[] {
  return text.split(/,| and /).flatMap((part) => {
    const [first = '', ...others] = part.trim().split(' ');
    return first !== '' && (others.length === 0 || /\d/.test(first)) ? [first] : [];
  });
}
