/**
 * How each of several known statements stands to a new one beside the others, as named figures: how rare among them the words
 * are that it shares with the new one, what of the new one stands in others and not in it, whether it is the one that has most
 * in common, and whether it says a value of the same kind. What two statements have to do with each other is in `features.ts`.
 * In: what was read of each. Time grows with the words of the new one times all words of the known ones.
 */
import { CHANGING, type Features, hasCue, isToldBy } from './features.ts';
import { dimensionOf } from './numbers.ts';
import type { Reading } from './reading.ts';
import { isSame } from './word-similarity.ts';

/** Of a kind, such as a length of time, a day, a product of one family or a name. */
interface Value {
  readonly kind: string;
  readonly value: string;
}

/** Kinds so wide that another value of them tells little. */
const WIDE_KINDS: ReadonlySet<string> = new Set(['name', 'number', 'code']);

interface Known {
  readonly readings: readonly Reading[];
  readonly values: readonly (readonly Value[])[];
  /** For each word of the new one, which lines have it, and how much it tells. */
  readonly holding: readonly (readonly boolean[])[];
  readonly weights: readonly number[];
  /** For each line, what the words are worth that it shares. */
  readonly sums: readonly number[];
  readonly rarityOf: (kind: string) => number;
}

export function featuresAmong(readings: readonly Reading[], next: Reading): readonly Features[] {
  const holding = next.words.map((word) => readings.map(({ words }) => words.some((other) => isSame(word, other))));
  const weights = holding.map((lines) => rarity(lines.filter(Boolean).length, readings.length));
  const values = readings.map(valuesOf);
  const kinds = new Map<string, number>();
  for (const line of values)
    for (const kind of new Set(line.map((value) => value.kind))) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const known: Known = {
    readings,
    values,
    holding,
    weights,
    sums: readings.map((_, line) => sum(weights.filter((_, at) => holding[at]?.[line]))),
    rarityOf: (kind) => (kinds.has(kind) ? rarity(kinds.get(kind) ?? 0, readings.length) : 0),
  };
  return readings.map((_, line) => featuresOfLine(known, line, next));
}

/** 1 for what one of them has, and less the more have it. */
function rarity(having: number, of: number): number {
  return having <= 1 ? 1 : Math.log((of + 1) / having) / Math.log(of + 1);
}

function featuresOfLine(known: Known, line: number, next: Reading): Features {
  const found = new Map<string, number>();
  const set = (name: string, value: number | boolean) => {
    if (value !== false && value !== 0) found.set(name, Number(value));
  };
  const { holding, weights } = known;
  const old = known.readings[line] as Reading;
  const isHeld = (at: number) => holding[at]?.[line] === true;
  // What each word of the old one is worth in the new one.
  const held = old.words.map((word) =>
    most(next.words.map((other, at) => (isHeld(at) && isSame(word, other) ? (weights[at] ?? 0) : 0))),
  );
  const half = Math.ceil(held.length / 2);
  const mass = sum(held);
  const all = sum(weights);
  const own = known.sums[line] ?? 0;
  const others = known.sums.filter((_, at) => at !== line);
  const top = most(held);
  const shareOld = ratio(mass, mass + held.filter((worth) => worth === 0).length);
  const shareNew = ratio(own, all);
  const head = most(held.slice(0, half));
  const tail = most(held.slice(half));
  const elsewhere = weights.filter((_, at) => !isHeld(at) && holding[at]?.includes(true));
  const unseen = holding.filter((lines) => !lines.includes(true)).length;
  const margin = Math.max(-2, Math.min(2, own - most(others))) / 2;
  const isLastHeld = (held.at(-1) ?? 0) > 0;
  const isFirstFresh = next.words.length > 0 && !isHeld(0);
  const sameMeasures = old.measures.every(({ value }) => next.measures.some((other) => other.value === value));
  const isAll = held.every((worth) => worth > 0) && sameMeasures;
  set('rareTop', top);
  set('rareSum', Math.min(own, 3) / 3);
  set('rareShareOld', shareOld);
  set('rareShareNew', shareNew);
  set('rareHead', head);
  set('rareTail', tail);
  set('elsewhere', ratio(sum(elsewhere), all));
  set('margin', margin);
  set('allHeld', isAll);
  set('lastHeld', isLastHeld);
  set('firstFresh', isFirstFresh);

  const said = valuesOf(next);
  const { changed, kept, lost, missing } = kindsOf(known, line, said);
  const rare = (kinds: Iterable<string>) => most([...kinds].map(known.rarityOf));
  const kind = rare(changed);
  const narrow = rare([...changed].filter((one) => !WIDE_KINDS.has(one)));
  set('kindChanged', kind);
  set('kindNarrow', narrow);
  set('kindKept', rare(kept));
  set('kindElsewhere', missing);
  set('kindLost', lost);
  set('rareTop & kindChanged', top * kind);
  set('rareTop & kindNarrow', top * narrow);

  const manner = mannerOf(old, next);
  for (const [name, value] of [
    ['said', 1],
    ['rareTop', top],
    ['rareHead', head],
    ['rareTail', tail],
    ['rareShareOld', shareOld],
    ['rareShareNew', shareNew],
    ['kindChanged', kind],
    ['kindNarrow', narrow],
    ['kindKept', rare(kept)],
    ['kindKeptOnly', Number(kept.size > 0 && changed.size === 0)],
    ['kindNone', Number(changed.size === 0)],
    ['allHeld', Number(isAll)],
    ['lastHeld', Number(isLastHeld)],
    ['elsewhere', ratio(sum(elsewhere), all)],
    ['margin', margin],
    ['unseen', Math.min(unseen, 8) / 8],
    ['firstFresh', Number(isFirstFresh)],
    ['rareHead & kindChanged', head * kind],
    ['rareHead & no rareTail', head * (1 - tail)],
  ] as const)
    set(`${manner}: ${name}`, value);
  return found;
}

/** Said plainly, denied, or told as a change. */
function mannerOf(old: Reading, next: Reading): 'plain' | 'denied' | 'change' {
  const isDenied = hasCue(next, 'negation');
  const isChange = CHANGING.some((cue) => isToldBy(old, next, cue));
  if (!isChange && isDenied === hasCue(old, 'negation')) return 'plain';
  return isDenied ? 'denied' : 'change';
}

function kindsOf({ values, rarityOf }: Known, line: number, said: readonly Value[]) {
  const own = values[line] ?? [];
  const isSaid = (value: Value) => said.some((other) => other.kind === value.kind && other.value === value.value);
  const met = own.filter(({ kind }) => said.some((other) => other.kind === kind));
  const narrow = said.filter(({ kind }) => kind !== 'name');
  return {
    changed: new Set(met.filter((value) => !isSaid(value)).map(({ kind }) => kind)),
    kept: new Set(met.filter(isSaid).map(({ kind }) => kind)),
    lost: own.some(({ kind }) => kind !== 'name' && !said.some((other) => other.kind === kind)),
    missing: narrow.some(({ kind }) => rarityOf(kind) > 0 && !own.some((other) => other.kind === kind)),
  };
}

function valuesOf({ measures, chosen, members, compounds, words }: Reading): readonly Value[] {
  return [
    ...measures.map(({ unit, value }) => ({
      kind: unit === undefined ? 'number' : `in ${dimensionOf(unit)}`,
      value: `${value} ${unit}`,
    })),
    ...[...chosen].flatMap(([kind, values]) => [...values].map((value) => ({ kind, value }))),
    ...members.map(({ family, name }) => ({ kind: `family ${family}`, value: name })),
    ...[...compounds].map((value) => ({ kind: 'code', value })),
    ...words.filter(({ isName }) => isName).map(({ text }) => ({ kind: 'name', value: text })),
  ];
}

function most(values: readonly number[]): number {
  return values.reduce((highest, value) => Math.max(highest, value), 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
