/**
 * Every text of a row redacted again: whoever made the file may have had other rules, or none. Ids and names are kept as
 * they are, so they may not be what redaction would take out.
 */
import type { Cleaner } from '../../capture/cleaner.ts';
import type { JournalRow } from '../../journal/journal.ts';

/** We make ids of these ourselves, also with a word in front that makes them look like keys. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export type Clean = Pick<Cleaner, 'clean'>;

export interface CleanRow<Row> {
  readonly row: Row;
  readonly redactions: number;
}

/** Undefined when an id looks like a secret. */
export async function cleanRow(cleaner: Clean, { kind, row }: JournalRow): Promise<CleanRow<JournalRow> | undefined> {
  switch (kind) {
    case 'session': {
      const { cwd, metadata, client } = row;
      return cleaned(cleaner, row, { cwd, metadata, client }, [row.id], kind);
    }
    case 'record': {
      const { content, tags, metadata, tool, path } = row;
      return cleaned(cleaner, row, { content, tags, metadata, tool, path }, [row.id], kind);
    }
    case 'turn': {
      const { userMessage, toolCalls, agentResponse, errors } = row;
      return cleaned(cleaner, row, { userMessage, toolCalls, agentResponse, errors }, [], kind);
    }
    case 'injection':
      return cleaned(cleaner, row, { text: row.text }, [row.id], kind);
    case 'act':
      return cleanAct(cleaner, row);
    case 'model-call': {
      const { provider, model } = row;
      return cleaned(cleaner, row, { provider, model }, [], kind);
    }
    case 'forget-receipt':
      return cleaned(cleaner, row, { copiesOutside: row.copiesOutside }, [], kind);
    default:
      return { row: { kind, row } as JournalRow, redactions: 0 };
  }
}

async function cleanAct(cleaner: Clean, act: Extract<JournalRow, { kind: 'act' }>['row']) {
  switch (act.kind) {
    case 'curation':
      return cleaned(cleaner, act, { answers: act.answers }, [], 'act');
    case 'edit':
      return cleaned(cleaner, act, { change: act.change }, [], 'act');
    case 'scan':
      return cleaned(cleaner, act, { paths: act.paths }, [], 'act');
    case 'checkpoint':
      return cleaned(cleaner, act, { state: act.state }, [], 'act');
  }
}

/** Redaction changes strings and nothing else: what comes back has the shape that was given. */
async function cleaned<Row extends object>(
  cleaner: Clean,
  row: Row,
  texts: Partial<Row>,
  names: readonly string[],
  kind: JournalRow['kind'],
): Promise<CleanRow<JournalRow> | undefined> {
  const told = names.map((name) => name.replace(UUID, ''));
  const { value, found } = await cleaner.clean({ texts, told });
  const clean = value as unknown as { readonly texts: Partial<Row>; readonly told: readonly string[] };
  if (told.some((name, index) => name !== clean.told[index])) return undefined;
  return { row: { kind, row: { ...row, ...clean.texts } } as unknown as JournalRow, redactions: sum(found) };
}

export function sum(found: Readonly<Record<string, number>>): number {
  return Object.values(found).reduce((all, count) => all + count, 0);
}
