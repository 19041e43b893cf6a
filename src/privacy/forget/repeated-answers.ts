/**
 * What the agent told again of a source, in the turn in which it read it: "everything from there" is meant with it, and
 * without the source nobody could tell any more whose words they are. By words: a sentence most of whose words stand in
 * the source. Limit: other words for the same are the agent's own.
 */
import type { Journal } from '../../journal/journal.ts';
import type { TurnId } from '../../memory/ids.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { coverage, termsOf } from '../../memory/similarity.ts';
import { piecesOf } from '../../text/sentence-ends.ts';

const RETOLD = 0.6;
/** Fewer words are anybody's. */
const LEAST_TERMS = 3;

export class Echoes {
  readonly #sources = new Map<TurnId, { readonly from: number; readonly terms: Set<string> }>();

  /** A record that came from the source. */
  add({ turnId, seq, content }: StoredRecord): void {
    if (turnId === null) return;
    const source = this.#sources.get(turnId) ?? { from: seq, terms: new Set<string>() };
    for (const term of termsOf(content)) source.terms.add(term);
    this.#sources.set(turnId, source);
  }

  async *in(journal: Pick<Journal, 'recordsOfTurn'>): AsyncGenerator<StoredRecord> {
    for (const [turn, { from, terms }] of this.#sources)
      for (const record of await journal.recordsOfTurn(turn, Number.MAX_SAFE_INTEGER))
        if (record.type === 'assistant' && record.seq > from && retells(record.content, terms)) yield record;
  }
}

function retells(said: string, source: ReadonlySet<string>): boolean {
  return piecesOf(said).some((sentence) => {
    const terms = termsOf(sentence);
    return terms.size >= LEAST_TERMS && coverage(terms, source) >= RETOLD;
  });
}
