/**
 * Whether a statement turns around what was said: `always push` of `never push`. Each word counts as told with or
 * without a negation before it in its clause; two of them lift each other (`never push without asking` has asking told).
 *
 * Limits: English. It judges words both have; who says the same with opposite words (`no long answers`, `short answers`)
 * may be taken for turning it around, so the outcome is a reason to ask, not to forget.
 */
import { statementOf } from './likeness.ts';

const NEGATION =
  /^(?:not|no|never|none|nor|neither|nothing|nobody|without|don'?t|doesn'?t|didn'?t|won'?t|can'?t|cannot|isn'?t|aren'?t|wasn'?t|shouldn'?t|mustn'?t|needn'?t|wouldn'?t|avoid|avoids|stop|stops|skip|skips|hate|hates|dislike|dislikes|refuse|refuses|forbid|forbids|forbidden|unless)$/;
/** What is set against something else is as good as told not to be. */
const SET_AGAINST = /\b(?:instead of|rather than|as opposed to|over)\b/gi;
/** `No, …` answers what was said before. */
const ANSWERED_NO =
  /^\s*(?:no|nope|nah)(?:\s*[,.:;!–—-]|\s+(?=(?:use|it|it's|i|we|the|this|that|you|don't|never|always|please|just|run)\b))/i;
const CLAUSE = /[,;()\n]|[.!?](?=\s|$)|\bbut\b/i;
const SENTENCE = /\n|(?<![.!?。！？])[.!?。！？]+(?=\s|$)|(?<=[。！？])/u;
/** Of a clause's words, the share that turns it around. */
const TURNED = 0.5;

/** A term with how it was told; one may be told both ways. */
type Told = ReadonlyMap<string, ReadonlySet<boolean>>;

export function turnsAround(statement: string, said: string): boolean {
  const sentences = said.split(SENTENCE).map((sentence) => joined(clausesIn(sentence)));
  // A statement may put several things together; each of them counts.
  return clausesIn(statement).some((clause) => {
    const closest = mostLike(clause, sentences);
    return closest.length > 0 && closest.every((sentence) => isTurned(clause, sentence));
  });
}

function mostLike(clause: Told, sentences: readonly Told[]): readonly Told[] {
  const shared = sentences.map((sentence) => [...clause.keys()].filter((term) => sentence.has(term)).length);
  const most = Math.max(0, ...shared);
  return most === 0 ? [] : sentences.filter((_, at) => shared[at] === most);
}

function isTurned(clause: Told, sentence: Told): boolean {
  const turned = [...clause].filter(([term, ways]) => {
    const said = sentence.get(term);
    return said !== undefined && ![...ways].some((way) => said.has(way));
  });
  return turned.length > 0 && turned.length >= clause.size * TURNED;
}

function joined(clauses: readonly Told[]): Told {
  const all = new Map<string, ReadonlySet<boolean>>();
  for (const [term, ways] of clauses.flatMap((clause) => [...clause]))
    all.set(term, new Set([...(all.get(term) ?? []), ...ways]));
  return all;
}

function clausesIn(text: string): readonly Told[] {
  const plain = text.normalize('NFKC').replaceAll('’', "'").replace(ANSWERED_NO, ' ').replace(SET_AGAINST, 'not');
  return plain
    .replace(/\bnever,\s*ever\b/gi, 'never')
    .split(CLAUSE)
    .flatMap((clause) => {
      let isTold = true;
      // `never a and b` negates both, and tells of two things.
      return clause.split(/\band\b/i).map((part) => {
        const told = new Map<string, ReadonlySet<boolean>>();
        for (const token of part.split(/\s+/)) {
          const { words, values } = statementOf(token.replaceAll('`', ''));
          if (NEGATION.test(token.toLowerCase())) isTold = !isTold;
          else for (const term of [...words, ...values]) told.set(term, new Set([...(told.get(term) ?? []), isTold]));
        }
        return told;
      });
    });
}
