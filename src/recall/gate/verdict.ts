/**
 * From figures to a verdict: how likely it is that a knowing colleague would have put this on the table. First each
 * candidate by itself; then whether the prompt needs anything of what there is; then each again, knowing that and how it stands
 * among the others. Logistic models, for facts and turns apart, because a fact is one sentence and a turn is many.
 * `npm run train:gate` makes the weights, and says how good they are in projects that they were not fitted on. Pure.
 */
import type { Candidate } from './candidate.ts';
import type { Features } from './features.ts';
import type { PromptWords } from './prompt-words.ts';
import weights from './verdict-weights.json' with { type: 'json' };

export type Figures = Readonly<Record<string, number>>;

export interface Model {
  readonly bias: number;
  readonly weights: Figures;
}

export type Models = Readonly<Record<keyof typeof weights, Model>>;

/** Odds beyond these are as good as certain. */
const MOST_ODDS = 9;
const SUMMED = 8;

export interface Verdict {
  readonly candidate: Candidate;
  readonly features: Features;
  /** Log-odds of the first look. */
  readonly odds: number;
  /** 0 … 1. */
  readonly likelihood: number;
}

export function verdictsOf(
  all: ReadonlyMap<Candidate, Features>,
  prompt: PromptWords,
  models: Models = weights,
): readonly Verdict[] {
  const first = [...all].map(([candidate, features]) => ({
    candidate,
    features,
    odds: oddsOf(candidate.fact === undefined ? models.turn : models.fact, features.figures),
  }));
  const opens = oddsOf(models.opens, opensFigures(first, prompt));
  const odds = descending(first);
  return first.map((one) => {
    const model = one.candidate.fact === undefined ? models.chosenTurn : models.chosenFact;
    return { ...one, likelihood: share(oddsOf(model, chosenFigures(one, odds, opens, prompt))) };
  });
}

interface Judged {
  readonly candidate: Candidate;
  readonly features: Features;
  readonly odds: number;
}

/** Whether the prompt needs anything of what there is. */
export function opensFigures(all: readonly Judged[], { asks, words, body, headWeight }: PromptWords): Figures {
  const odds = descending(all);
  const best = (isFact: boolean) =>
    Math.max(-MOST_ODDS, ...all.flatMap((one) => ((one.candidate.fact !== undefined) === isFact ? [one.odds] : [])));
  const [first = -MOST_ODDS, second = -MOST_ODDS] = odds;
  return {
    ...asks,
    first,
    second,
    margin: first - second,
    bestFact: best(true),
    bestTurn: best(false),
    likely: odds.slice(0, SUMMED).reduce((sum, one) => sum + share(one), 0),
    needFirst: asks.need * first,
    promptWords: Math.sqrt(words.size),
    headWeight,
    body,
  };
}

export function descending(all: readonly Pick<Judged, 'odds'>[]): readonly number[] {
  return all.map(({ odds }) => odds).sort((a, b) => b - a);
}

/** `odds` of all candidates, the highest first. */
export function chosenFigures(one: Judged, odds: readonly number[], opens: number, { asks }: PromptWords): Figures {
  const { figures } = one.features;
  const place = odds.indexOf(one.odds);
  const rival = odds[place === 0 ? 1 : 0] ?? -MOST_ODDS;
  const likely = odds.slice(0, SUMMED).reduce((sum, each) => sum + share(each), 0);
  return {
    odds: one.odds,
    opens,
    need: asks.need,
    oddsOpens: one.odds * opens,
    isFirst: Number(place === 0),
    isSecond: Number(place === 1),
    place: Math.log1p(place),
    behind: one.odds - rival,
    ahead: Math.max(0, one.odds - rival),
    likelyOthers: place < SUMMED ? likely - share(one.odds) : likely,
    isFound: figures.isFound ?? 0,
    age: figures.age ?? 0,
    isOfPerson: figures.isOfPerson ?? 0,
    isSuccessor: Number((figures.replacedHeld ?? 0) > 0),
    isAsked: Number((figures.askedCosine ?? 0) > 0),
  };
}

export function oddsOf({ bias, weights: known }: Model, figures: Figures): number {
  let odds = bias;
  for (const [name, weight] of Object.entries(known)) odds += weight * (figures[name] ?? 0);
  return Math.max(-MOST_ODDS, Math.min(MOST_ODDS, odds));
}

export function share(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
