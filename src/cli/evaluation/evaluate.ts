/**
 * Plays cases through the product and tells what it keeps of the answers: each case twice, in homes of its own, once with
 * whoever answers and once by the rules alone. Nothing is judged by a model. What a case's answers hold is compared item by
 * item with what was kept, held for a person or dropped, each with its reason.
 */
import type { AnsweredAction, AnsweredLearning } from '../../curator/answer.ts';
import { KEPT } from '../../curator/apply/unit-of-work.ts';
import { parseAnswer } from '../../curator/grammar/parse-answer.ts';
import type { Completion, Provider } from '../../curator/llm/provider.ts';
import { type Ask, AskedCase } from './asked-case.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import { type Item, meets, type Score, says, scoreOf } from './scores.ts';
import { type Learned, ThrowawayHome } from './throwaway-home.ts';

interface AnsweredItem extends Item {
  /** An expectation or something optional accepts it. */
  readonly isRight: boolean;
  /** `kept`, `held: ` and why, why it was dropped, or `vanished`, which must not be. */
  readonly outcome: string;
}

export interface CaseResult {
  readonly id: string;
  readonly lang: string;
  /** What was answered, before the product judged it. */
  readonly answered: readonly AnsweredItem[];
  readonly kept: readonly Item[];
  readonly raw: Score;
  readonly product: Score;
  readonly rules: Score;
  /** What product and rules kept, together. */
  readonly union: Score;
  /** Expectations that an answer met and the product did not keep. */
  readonly lost: readonly string[];
  /** Forbidden things that were kept. */
  readonly forbidden: readonly string[];
  /** Things that hold although something later took their place. */
  readonly outdated: readonly string[];
  /** Drops that belong to no single item: lines and updates of files, tasks said to be done. */
  readonly besides: Readonly<Record<string, number>>;
}

const BESIDES = ['refused-file', 'unsupported-line', 'shown-in-part', 'unknown-action', 'unsupported-done'];
const VANISHED = 'vanished';

/** In the order of the cases. `atOnce`: how many are played at a time, where whoever answers can bear it. */
export async function evaluate(
  cases: readonly EvaluationCase[],
  ask: Ask,
  { atOnce = 1, onCase = () => undefined }: { readonly atOnce?: number; readonly onCase?: (done: number) => void } = {},
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  const waiting = [...cases.entries()];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, one] = next;
      results[index] = await evaluateCase(one, ask);
      done += 1;
      onCase(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/** Throws what `ask` threw: a case that is answered in part says nothing of the product. */
async function evaluateCase(evaluated: EvaluationCase, ask: Ask): Promise<CaseResult> {
  const asked = new AskedCase(evaluated.id, ask);
  const withModel = await played(evaluated, asked.provider).finally(() => asked.throwFailure());
  const byRules = await played(evaluated);
  const raw = answeredItems(asked.answers);
  const { expect, optional = [], forbid = [], gone = [] } = evaluated;
  const { items: kept, lines } = withModel;
  const union = [...kept, ...byRules.items.filter(({ content }) => !kept.some((item) => item.content === content))];
  const isSaid = (words: readonly string[]) =>
    kept.some(({ content }) => says(content, words)) || lines.some((line) => says(line, words));
  return {
    id: evaluated.id,
    lang: evaluated.lang,
    answered: raw.map((item) => ({
      ...item,
      isRight: [...expect, ...optional].some((one) => meets(item, one)),
      outcome: outcomeOf(withModel.outcomes.get(item.content)),
    })),
    kept,
    raw: scoreOf(raw, evaluated),
    product: scoreOf(kept, evaluated),
    rules: scoreOf(byRules.items, evaluated),
    union: scoreOf(union, evaluated),
    lost: expect
      .filter((one) => raw.some((item) => meets(item, one)) && !kept.some((item) => meets(item, one)))
      .map(({ kind, quote }) => `${kind}: ${quote}`),
    forbidden: forbid.filter(({ words }) => isSaid(words)).map(({ words }) => words.join(' … ')),
    outdated: gone
      .filter(({ words }) => kept.some(({ content }) => says(content, words)))
      .map(({ words }) => words.join(' … ')),
    besides: Object.fromEntries(BESIDES.flatMap((reason) => entryOf(reason, withModel.dropped[reason]))),
  };
}

async function played(
  { turns }: EvaluationCase,
  provider?: Provider,
): Promise<Learned & { readonly outcomes: ReadonlyMap<string, readonly string[]> }> {
  const home = await ThrowawayHome.open(provider);
  try {
    for (const [index, turn] of turns.entries()) {
      await home.take(turn);
      if (turn.read !== true && index < turns.length - 1) continue;
      const { failure } = await home.curate();
      if (failure !== undefined) throw failure;
    }
    return { ...(await home.learned()), outcomes: home.outcomes };
  } finally {
    await home.close();
  }
}

/** Each text once: said twice in an answer, it is one item. */
function answeredItems(answers: readonly Completion[]): readonly Item[] {
  const items = answers
    .map(({ text, ended }) => parseAnswer(text, ended))
    .flatMap(({ learnings, actions }) => [...learnings.map(itemOf), ...actions.map(itemOf)]);
  return [...new Map(items.map((item) => [item.content, item])).values()];
}

function itemOf(answered: AnsweredLearning | AnsweredAction): Item {
  if (!('type' in answered)) return { kind: 'ACTION', content: answered.content, scope: 'space' };
  return { kind: answered.type, content: answered.content, scope: answered.scope ?? 'space' };
}

/** The best that became of it: what was kept once is kept, whatever became of its repetition. */
function outcomeOf(fates: readonly string[] = []): string {
  if (fates.includes(KEPT)) return KEPT;
  return fates.find((fate) => fate.startsWith('held: ')) ?? fates[0] ?? VANISHED;
}

function entryOf(reason: string, count: number | undefined): readonly (readonly [string, number])[] {
  return count === undefined ? [] : [[reason, count]];
}
