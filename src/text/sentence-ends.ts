/**
 * Where sentences end, in scripts with blanks and without: at a mark that is no part of an abbreviation, a number or a
 * name. Two ways to use it: `sentenceEnds` for prose, where a quotation or a code span stays whole, and `piecesOf` for any
 * text (an answer, an output, a log), of which nothing is left out and lines count, too. Linear in the text. Pure.
 */

const QUOTED =
  /`[^`\n]{1,300}`|"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|[「『][^」』\n]{1,300}[」』]/g;
/** Each run of marks is tried from its beginning alone: from every mark on, a long one would take minutes. */
const BOUNDARY = /[。！？]+["”’」』)）]*|(?<![.!?…])[.!?…]+["”’')\]]*(?=\s|$)/g;
const STRONG_CLAUSE = /[;；()（）–—]|(?<=\s)-{1,2}(?=\s)/;
const CLAUSE = /[;；()（）–—，、：]|[,:](?=\s|$)|(?<=\s)-{1,2}(?=\s)/;
const TRAILING = /(?<![.!?。！？])[.!?。！？]+$/;
const WORD_BEFORE = /[\p{L}.]{1,12}$/u;
/** "z.B", and one letter of "z. B." or "J. Smith". */
const INITIALS = /^\p{L}(?:\.\p{L})+$/u;
const ONE_LETTER = /(?:^|[^\p{L}\p{N}.])\p{L}$/u;
const INITIAL = /\p{Lu}$|\p{L}\.\s\p{L}$/u;
const GOES_ON = /^\s[\p{Ll}\p{Lu}\p{N}(]/u;
const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));
/** Something always follows them. */
const ABBREVIATIONS =
  words(`eg ie vs cf approx resp incl bzw ca ggf evtl inkl vgl sog mr mrs dr st sr sra srta dott prof
  sig ej p.ej др ул np tzn`);
/** Only a number follows them; "is it safe? no. Deploy it" are two sentences. */
const BEFORE_NUMBERS = words('no nr fig art vol pag sec стр гл');
/** They may end a sentence: then a capital follows. */
const MAY_END = words('etc usw ecc es itd itp im ms тыс руб max min inc ltd');

/** Where each sentence of a line or paragraph ends; the last is its length. */
export function sentenceEnds(text: string): readonly number[] {
  const ends = boundariesIn(text.replace(QUOTED, (span) => '_'.repeat(span.length)));
  return ends.at(-1) === text.length ? ends : [...ends, text.length];
}

/** Sentence by sentence and line by line, each with the blanks behind it: together they are the text. */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (const line of text.match(/[^\n]*\n+|[^\n]+$/g) ?? []) {
    let from = 0;
    for (const end of boundariesIn(line)) {
      const to = end + (line.length - end - line.slice(end).trimStart().length);
      pieces.push(line.slice(from, to));
      from = to;
    }
    if (from < line.length) pieces.push(line.slice(from));
  }
  return pieces;
}

function boundariesIn(text: string): readonly number[] {
  const ends: number[] = [];
  for (const { index, 0: mark } of text.matchAll(BOUNDARY)) {
    const end = index + mark.length;
    const after = text.slice(end, end + 3);
    if (mark === '.' ? isAbbreviation(text.slice(Math.max(0, index - 12), index), after) : isPause(mark, after))
      continue;
    ends.push(end);
  }
  return ends;
}

/** Three dots, and then it goes on. */
function isPause(mark: string, after: string): boolean {
  return /^(?:\.\.+|…)$/.test(mark) && /^\s\p{Ll}/u.test(after);
}

function isAbbreviation(before: string, after: string): boolean {
  const word = WORD_BEFORE.exec(before)?.[0].toLowerCase() ?? '';
  if (word === '' || !GOES_ON.test(after)) return false;
  if (ONE_LETTER.test(before))
    return /^\s(?:\p{Ll}|\p{L}\.)/u.test(after) || (INITIAL.test(before) && /\p{L}/u.test(after));
  const plain = word.replaceAll('.', '');
  if (INITIALS.test(word) || ABBREVIATIONS.has(word) || ABBREVIATIONS.has(plain)) return true;
  if (BEFORE_NUMBERS.has(plain)) return /^\s\p{N}/u.test(after);
  return MAY_END.has(plain) && !/^\s\p{Lu}/u.test(after);
}

/** What commas, colons, brackets and dashes part, without them. */
export function clausesOf(text: string): readonly string[] {
  return partedAt(CLAUSE, text);
}

/** Parted by what is stronger than a comma. */
export function strongClausesOf(text: string): readonly string[] {
  return partedAt(STRONG_CLAUSE, text);
}

function partedAt(marks: RegExp, text: string): readonly string[] {
  return piecesOf(text)
    .flatMap((piece) => piece.split(marks))
    .map((clause) => clause.trim().replace(TRAILING, ''))
    .filter((clause) => clause !== '');
}
