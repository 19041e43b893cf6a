/**
 * Every text of a row redacted again: whoever made the file may have had other rules, or none. All else of it, ids and
 * names and places, is kept as it is, so it may not be what redaction would take out.
 */
import type { Cleaner } from '../../capture/redaction-pool.ts';
import { ID_FIELDS } from '../../journal/id-fields.ts';
import type { JournalRow } from '../../journal/sqlite/export-rows.ts';
import { isUuid } from '../../memory/ids.ts';
import { isObject } from '../../memory/json-guards.ts';

/** We make these of our own kinds of UUID. They look like the keys of others, which are random ones. */
const API_SESSION = /^api-[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export type Clean = Pick<Cleaner, 'clean'>;

export interface CleanRow<Row> {
  readonly row: Row;
  readonly redactions: number;
}

/** Ours are no secrets, also where every run of hex digits is taken for one. */
const HASHES: ReadonlySet<string> = new Set(['hash', 'promptHash', 'fingerprint']);
const HASH = /^[0-9a-f]{16,128}$/;

/** Undefined when an id looks like a secret. */
export async function cleanRow(cleaner: Clean, { kind, row }: JournalRow): Promise<CleanRow<JournalRow> | undefined> {
  switch (kind) {
    case 'session': {
      const { cwd, metadata, client } = row;
      return cleaned(cleaner, row, { cwd, metadata, client }, kind);
    }
    case 'record': {
      const { content, tags, metadata, tool, path } = row;
      return cleaned(cleaner, row, { content, tags, metadata, tool, path }, kind);
    }
    case 'turn': {
      const { userMessage, toolCalls, agentResponse, errors } = row;
      return cleaned(cleaner, row, { userMessage, toolCalls, agentResponse, errors }, kind);
    }
    case 'injection':
      return cleaned(cleaner, row, { text: row.text }, kind);
    case 'act':
      return cleanAct(cleaner, row);
    case 'model-call': {
      const { provider, model } = row;
      return cleaned(cleaner, row, { provider, model }, kind);
    }
    case 'forget-receipt': {
      const { copiesOutside, verification } = row;
      return cleaned(cleaner, row, { copiesOutside, verification }, kind);
    }
    default:
      return cleaned(cleaner, row, {}, kind);
  }
}

async function cleanAct(cleaner: Clean, act: Extract<JournalRow, { kind: 'act' }>['row']) {
  switch (act.kind) {
    case 'curation':
      return cleaned(cleaner, act, { answers: act.answers, settings: act.settings }, 'act');
    case 'edit':
      return withIdsOf(await cleaned(cleaner, act, { change: withoutIds(act.change) }, 'act', idsIn(act.change)), act);
    case 'scan':
      return cleaned(cleaner, act, { paths: act.paths }, 'act');
    case 'checkpoint':
      return withIdsOf(await cleaned(cleaner, act, { state: withoutIds(act.state) }, 'act', idsIn(act.state)), act);
  }
}

/** Redaction changes strings and nothing else: what comes back has the shape that was given. */
async function cleaned<Row extends object>(
  cleaner: Clean,
  row: Row,
  texts: Partial<Row>,
  kind: JournalRow['kind'],
  ids: readonly string[] = [],
): Promise<CleanRow<JournalRow> | undefined> {
  const kept = Object.entries(row).filter(([field]) => !(field in texts));
  const told = [...namesIn(Object.fromEntries(kept)), ...ids].filter(
    (name) => !isUuid(name) && !API_SESSION.test(name),
  );
  const { value, found } = await cleaner.clean({ texts, told });
  const clean = value as unknown as { readonly texts: Partial<Row>; readonly told: readonly string[] };
  if (told.some((name, index) => name !== clean.told[index])) return undefined;
  return { row: { kind, row: { ...row, ...clean.texts } } as unknown as JournalRow, redactions: sum(found) };
}

function withIdsOf(clean: CleanRow<JournalRow> | undefined, given: object): CleanRow<JournalRow> | undefined {
  if (clean === undefined) return undefined;
  const row = restoredIds(clean.row.row, given) as JournalRow['row'];
  return { ...clean, row: { kind: clean.row.kind, row } as JournalRow };
}

/** All strings in it but hashes. */
function namesIn(value: unknown, field = ''): readonly string[] {
  if (typeof value === 'string') return HASHES.has(field) && HASH.test(value) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((entry) => namesIn(entry, field));
  return isObject(value) ? Object.entries(value).flatMap(([key, entry]) => namesIn(entry, key)) : [];
}

function idsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => (ID_FIELDS.has(key) ? namesIn(entry) : idsIn(entry)));
}

/** The same shape; whoever redacts it sees nothing that only looks like a secret. */
function withoutIds<Value>(value: Value): Value {
  const blank = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(blank);
    if (!isObject(inner)) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([key, entry]) => [key, ID_FIELDS.has(key) ? null : blank(entry)]),
    );
  };
  return blank(value) as Value;
}

/** Both have the same shape. */
function restoredIds(clean: unknown, given: unknown): unknown {
  if (Array.isArray(clean) && Array.isArray(given))
    return clean.map((entry, index) => restoredIds(entry, given[index]));
  if (!isObject(clean) || !isObject(given)) return clean;
  return Object.fromEntries(
    Object.entries(clean).map(([key, entry]) => [
      key,
      ID_FIELDS.has(key) ? given[key] : restoredIds(entry, given[key]),
    ]),
  );
}

export function sum(found: Readonly<Record<string, number>>): number {
  return Object.values(found).reduce((all, count) => all + count, 0);
}
