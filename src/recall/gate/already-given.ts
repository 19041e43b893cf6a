/**
 * What a session reads in the block it started with, line by line: a fact whose words all stand in one of them is known
 * there, whatever id it has. The last few blocks are kept taken apart, because each prompt of a session asks again.
 */
import { coverage, statementOf, termsOf } from '../../memory/similarity.ts';

/** More sessions than people type in at a time. */
const BLOCKS = 8;
/** Of a statement's words; its numbers, paths and codes must all be there. */
const SAME_WORDS = 0.9;
/** Block lines hold JSON strings. */
const ESCAPE = /\\[nrt"\\]/g;

interface Line {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

export class ShownLines {
  readonly #blocks = new Map<string, readonly Line[]>();

  says(block: string, statement: string): boolean {
    const terms = termsOf(statement);
    const values = [...statementOf(statement).values];
    return this.#lines(block).some(
      (line) => coverage(terms, line.terms) >= SAME_WORDS && values.every((value) => line.text.includes(value)),
    );
  }

  #lines(block: string): readonly Line[] {
    const known = this.#blocks.get(block);
    if (known !== undefined) return known;
    const texts = block.split('\n').map((line) => line.replace(ESCAPE, ' '));
    const lines = texts.map((text) => ({ text: text.normalize('NFKC').toLowerCase(), terms: termsOf(text) }));
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size >= BLOCKS && oldest !== undefined) this.#blocks.delete(oldest);
    this.#blocks.set(block, lines);
    return lines;
  }
}
