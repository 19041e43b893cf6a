/** The other form of an answer (D-052): a JSON array of `{text, tags[]}`, with prose or a fence around it. */
import { isObject, text } from '../../memory/json-guards.ts';
import { ASKED, ITEM_KINDS, type ItemKind } from './label-line.ts';

export interface JsonItem {
  readonly kind: ItemKind;
  readonly text: string;
  readonly tags: readonly string[];
}

/** Each entry is a fact unless a tag names another type. Empty when there is no such array. */
export function readJsonItems(answer: string): JsonItem[] {
  const start = answer.search(/\[\s*\{/);
  if (start === -1) return [];
  const lastObject = answer.lastIndexOf('}') + 1;
  const whole = answer.slice(start, answer.lastIndexOf(']') + 1);
  // An array that was cut off still holds its complete entries.
  const parsed = parse(whole) ?? parse(straightQuotes(whole)) ?? parse(`${answer.slice(start, lastObject)}]`);
  return (Array.isArray(parsed) ? parsed : []).flatMap((entry: unknown) =>
    isObject(entry) && isNew(entry) ? [itemOf(entry)] : [],
  );
}

/** Whoever names an operation means it: only adding is one (POI-9). */
function isNew({ op = 'add' }: Readonly<Record<string, unknown>>): boolean {
  return op === 'add';
}

function itemOf(entry: Readonly<Record<string, unknown>>): JsonItem {
  const tags = (Array.isArray(entry.tags) ? entry.tags : []).map(text);
  const kind = kindOf(text(entry.type)) ?? tags.map(kindOf).find((named) => named !== undefined);
  return { kind: kind ?? 'FACT', text: text(entry.text), tags: tags.filter((tag) => kindOf(tag) === undefined) };
}

function kindOf(name: string): ItemKind | undefined {
  const word = name.slice(0, 20).toUpperCase().replace(/[ -]/g, '_');
  return ITEM_KINDS.find((kind) => kind === word && kind !== 'DONE' && kind !== ASKED);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function straightQuotes(json: string): string {
  return json.replace(/[“”„]/g, '"');
}
