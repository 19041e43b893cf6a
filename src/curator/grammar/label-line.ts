/**
 * Lines that begin with a word of the grammar, as models write them: `FACT: …`, `- **FACT:** …`, `### USER_MD_UPDATE`,
 * `USER.MD UPDATE:`. A word in lower or mixed case counts only where it cannot be prose: when the line marks it as a
 * label (list, heading, emphasis), or when it is spelled with underscores. Every test looks at the line's beginning only.
 */
import { MEMORY_FILE_NAMES, type MemoryFileName } from '../../memory/memory-file.ts';

/** Below a learning: how somebody might ask for it. */
export const ASKED = 'ASKED';
export const ITEM_KINDS = [
  'FACT',
  'PATTERN',
  'CORRECTION',
  'PREFERENCE',
  'TOOL_INSTALL',
  'ACTION',
  'DONE',
  ASKED,
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

export type Label = ItemLabel | FileLabel | { readonly kind: 'nothing' };

interface ItemLabel {
  readonly kind: 'item';
  readonly item: ItemKind;
  readonly rest: string;
  /** Upper case and without decoration: ends even a file that stands in no fence. */
  readonly plain: boolean;
}

interface FileLabel {
  readonly kind: 'file';
  readonly file: MemoryFileName;
  /** The whole file, or lines of it. */
  readonly gives: 'update' | 'edit';
  readonly rest: string;
}

const LIST_OR_HEADING = /^ {0,3}(?:>[ \t]?)?(?:(?:[-*+•]|\d{1,3}[.)])[ \t]{1,4})?(?:#{1,6}[ \t]{1,4})?/;
const GAP = String.raw`(?:\\_|[_. -])`;
const WORD = new RegExp(
  String.raw`^([*_\x60]{0,3})(?:(${ITEM_KINDS.map((kind) => kind.replace('_', GAP)).join('|')})|(SOUL|OS|TOOLS|FILES|USER|CONTEXT)${GAP}MD${GAP}(UPDATE|EDIT))`,
  'i',
);
/** Emphasis and the longest spelling of a word, with room. */
const LONGEST_WORD = 40;
const COLON = /^[ \t]{0,2}[:：]/;
const DASH = /^[ \t]{0,2}[-–—]/;
const NOTHING = /^[ \t>#*_`-]{0,8}NONE[*_`.]{0,4}[ \t]{0,4}$/;

export function labelOf(line: string): Label | null {
  if (NOTHING.test(line)) return { kind: 'nothing' };
  const marks = LIST_OR_HEADING.exec(line)?.[0] ?? '';
  const found = WORD.exec(line.slice(marks.length, marks.length + LONGEST_WORD));
  if (found === null) return null;
  const [whole, emphasis = '', itemWord, fileWord, givesWord] = found;
  const word = whole.slice(emphasis.length);
  const decorated = marks.trim() !== '' || emphasis !== '';
  const upper = word === word.toUpperCase();
  if (!upper && !decorated && !word.includes('_')) return null;

  const { rest, separator } = afterWord(line.slice(marks.length + whole.length), emphasis);
  if (itemWord !== undefined) {
    const item = ITEM_KINDS.find((kind) => kind === itemWord.toUpperCase().replace(/^TOOL.*/, 'TOOL_INSTALL'));
    if (item === undefined || separator === 'none') return null;
    return { kind: 'item', item, rest, plain: upper && marks.trim() === '' };
  }
  const file = MEMORY_FILE_NAMES.find((name) => name === `${fileWord?.toLowerCase()}.md`);
  if (file === undefined || (separator === 'none' && rest.trim() !== '')) return null;
  return { kind: 'file', file, gives: givesWord?.toUpperCase() === 'EDIT' ? 'edit' : 'update', rest };
}

/** What follows the word, without the separator and without the end of the emphasis the word began. */
function afterWord(text: string, emphasis: string): { rest: string; separator: 'given' | 'none' } {
  let rest = text;
  let open = emphasis !== '';
  const closeEmphasis = () => {
    if (!open || !rest.startsWith(emphasis)) return;
    rest = rest.slice(emphasis.length);
    open = false;
  };
  closeEmphasis();
  const separator = COLON.exec(rest) ?? (emphasis !== '' && !open ? DASH.exec(rest) : null);
  rest = rest.slice(separator?.[0].length ?? 0);
  closeEmphasis();
  // "**FACT: the whole line is bold** (turns 3)"
  if (open) rest = rest.replace(emphasis, '');
  return { rest, separator: separator === null ? 'none' : 'given' };
}
