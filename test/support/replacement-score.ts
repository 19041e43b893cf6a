/** How many changes of mind were seen beside all that is known, and how often something was taken for one that is none. */

/** One project: what is known of it, and what is said, each by itself, while all of that holds. */
export interface KnownProject {
  readonly id: string;
  readonly lang: string;
  readonly known: readonly string[];
  readonly said: readonly {
    readonly text: string;
    /** Places among the known ones; none for what replaces nothing. */
    readonly replaces: readonly number[];
    readonly kind: string;
  }[];
}

/** What came of one statement. */
export interface Outcome {
  readonly isTrue: boolean;
  readonly verdict: 'sure' | 'asked' | 'no';
  /** The one that was meant. */
  readonly isRight: boolean;
}

export function outcomeOf(
  replaces: readonly number[],
  choice: { readonly at: number; readonly sure: boolean } | undefined,
): Outcome {
  const verdict = choice === undefined ? 'no' : choice.sure ? 'sure' : 'asked';
  return { isTrue: replaces.length > 0, verdict, isRight: choice !== undefined && replaces.includes(choice.at) };
}

/** Totals alone. */
export function figuresOf(outcomes: readonly Outcome[]): string {
  const count = (isRight: boolean, verdict: Outcome['verdict']) =>
    outcomes.filter((one) => one.isRight === isRight && one.verdict === verdict).length;
  const changes = outcomes.filter(({ isTrue }) => isTrue).length;
  const found = count(true, 'sure') + count(true, 'asked');
  const share = changes === 0 ? '–' : (found / changes).toFixed(2).replace(/^0/, '');
  return [
    `${changes} true: ${share} found (${count(true, 'sure')} sure, ${count(true, 'asked')} asked)`,
    `of all ${outcomes.length} wrong: ${count(false, 'sure')} sure, ${count(false, 'asked')} asked`,
  ].join('; ');
}
