/**
 * What the reader is not sure of, and the person has said in an earlier session, too: who says the same to an agent that cannot
 * know it any more means it to last. What is asked for again and again ("run the tests") does not: the reader must find it rather
 * lasting than passing, and what is to be done later is none of it. Only the person's typed words count, on both sides.
 *
 * A step at a time: what was said before is looked through only when there is something to compare it with.
 */
import type { SessionId } from '../../memory/ids.ts';
import { StatementIndex } from '../../memory/replacement/statement-index.ts';
import { saysTheSame } from '../../memory/similarity.ts';
import { sentencesOf } from '../../text/sentences.ts';
import type { EarlierPrompt } from '../curator.ts';
import { readInSteps, type Statement } from '../reader/read-message.ts';
import type { Said } from './user-messages.ts';

/**
 * How likely a sentence lasts that was said before, as a logit. Of the labelled sentences, from which the weights were made, 1 of
 * 3,251 tasks is likelier and 92 of 2,126 one-off wishes, which are hardly ever said twice; of 2,152 that last and that the usual
 * bar leaves out, 1,695.
 */
const AGAIN = 1;
/** Earlier sentences that are compared. */
const NEAREST = 5;
/** Longer than this it is no statement somebody makes. */
const LONGEST_CHARS = 240;

export class SaidAgain {
  readonly #earlier: EarlierPrompt[];
  readonly #index = new StatementIndex<string>();
  readonly #sentences = new Map<string, { readonly text: string; readonly sessionId: SessionId }>();
  #indexed = 0;

  constructor(earlier: readonly EarlierPrompt[]) {
    this.#earlier = [...earlier];
  }

  /** What is said again in this message, besides what was `read` of it; from then on it has been said. */
  *in(said: Said, read: readonly Statement[]): Generator<undefined, readonly Statement[]> {
    const { typed, sessionId, answer } = said;
    const isElsewhere = this.#earlier.some((prompt) => prompt.sessionId !== sessionId);
    const likely = isElsewhere ? yield* readInSteps(typed, { before: answer, atLeast: AGAIN }) : [];
    const open = likely.filter(
      ({ from, to, inner, isSure }) =>
        !isSure && inner !== 'later' && !read.some((other) => other.from < to && from < other.to),
    );
    if (open.length > 0) yield* this.#lookThrough();
    const again: Statement[] = [];
    for (const statement of open) {
      if (this.#isSaid(statement.quote, sessionId)) again.push(statement);
      yield;
    }
    this.#earlier.push({ sessionId, typed });
    return again;
  }

  #isSaid(quote: string, sessionId: SessionId): boolean {
    return this.#index
      .near(quote, NEAREST)
      .flatMap((id) => this.#sentences.get(id) ?? [])
      .some((earlier) => earlier.sessionId !== sessionId && saysTheSame(earlier.text, quote));
  }

  *#lookThrough(): Generator<undefined, void> {
    for (; this.#indexed < this.#earlier.length; this.#indexed += 1) {
      const prompt = this.#earlier[this.#indexed];
      if (prompt === undefined) return;
      for (const [at, { kind, text }] of sentencesOf(prompt.typed).entries()) {
        if (kind === 'heading' || text.length > LONGEST_CHARS) continue;
        const id = `${this.#indexed} ${at}`;
        this.#sentences.set(id, { text, sessionId: prompt.sessionId });
        this.#index.put(id, text);
        yield;
      }
    }
  }
}
