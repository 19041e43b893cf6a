/**
 * The bytes of one record or a list, as a program hands them in → each cleaned, still to be checked for form. Ids and names
 * are kept as they are given, so one that redaction would take out is only told. Runs in a worker for all that is large.
 */
import { CarryoverError } from '../memory/error.ts';
import { type Fields, isObject, text } from '../memory/json-guards.ts';
import { outsideMetadata } from '../memory/outside-metadata.ts';
import type { JsonObject } from '../memory/record.ts';
import { segmentedPrompt } from '../memory/record-segments.ts';
import { isDeeperThan } from '../platform/json-depth.ts';
import { cleanNow } from './clean-value.ts';
import { markerLinesOf } from './content-policy.ts';
import { parseCut } from './parse-json.ts';
import type { Findings, Reading, ReadingTools } from './reading.ts';

/** Of a body that has a form. */
const TYPED_DEPTH = 64;
export const RECORDS_PER_REQUEST = 1_000;
/** Below the body limit, so that a record that is too long is told so. */
export const CONTENT_CHARS = 12 * 1024 * 1024;
/** Twenty for each of as many records as a request may have. */
const MOST_VALUES = 20 * RECORDS_PER_REQUEST;

/** Kept as they are given. */
const NAMES = ['id', 'session_id', 'workspace'] as const;

interface CleanEntry {
  /** As it was given, but for the secrets in it. */
  readonly input: unknown;
  /** An id or a name looks like a secret. */
  readonly secretName: boolean;
  readonly findings: Findings;
}

export interface RecordsRead {
  readonly isList: boolean;
  readonly entries: readonly CleanEntry[];
}

export const recordReading: Reading<null, RecordsRead> = {
  name: 'records',
  read(bytes, _, tools) {
    refuseDeep(bytes);
    const { value, left } = parseCut(bytes, { values: MOST_VALUES, depth: TYPED_DEPTH + 1 });
    const isList = Array.isArray(value);
    const list: readonly unknown[] = isList ? value : [value];
    if (list.length === 0 || list.length > RECORDS_PER_REQUEST || (isList && left > 0))
      throw tooMany(list.length, left);
    return { isList, entries: list.map((entry) => cleanEntry(entry, tools)) };
  },
};

export function refuseDeep(bytes: Buffer): void {
  if (!isDeeperThan(bytes, TYPED_DEPTH)) return;
  throw new CarryoverError(`the body nests deeper than ${TYPED_DEPTH} levels`, {
    code: 'invalid-json',
    hint: 'send a flatter object',
  });
}

function tooMany(records: number, left: number): CarryoverError {
  return new CarryoverError(
    left > 0 ? `more than ${MOST_VALUES} values in one request` : `${records} records in one request`,
    { code: 'invalid-input', hint: `send 1 to ${RECORDS_PER_REQUEST} records, fewer when they hold much` },
  );
}

function tooLong(): CarryoverError {
  return new CarryoverError(`content: is longer than ${CONTENT_CHARS} characters`, {
    code: 'invalid-input',
    hint: 'send it in smaller parts',
  });
}

function cleanEntry(entry: unknown, { redactor }: ReadingTools): CleanEntry {
  if (!isObject(entry)) return { input: null, secretName: false, findings: { found: {}, failed: false } };
  // What redaction leaves of it may be shorter.
  if (text(entry.content).length > CONTENT_CHARS) throw tooLong();
  const given = Object.fromEntries(NAMES.flatMap((name) => (name in entry ? [[name, entry[name]]] : [])));
  const names = NAMES.map((name) => text(entry[name]));
  const rest = { ...entry, ...ownMetadata(entry) };
  for (const name of NAMES) delete rest[name];
  const { value, found, failed } = cleanNow(redactor, { rest, names });
  const clean = value as unknown as { readonly rest: Fields; readonly names: readonly string[] };
  const secretName = !failed && names.some((name, index) => name !== clean.names[index]);
  return { input: { ...withSegments(clean.rest), ...given }, secretName, findings: { found, failed } };
}

/** Whose words a prompt's parts are, and which markers stand in what is pasted, is told here, where it may take its time. */
function withSegments(input: Fields): Fields {
  if (input.type !== 'prompt' || typeof input.content !== 'string') return input;
  // What is no object is refused where the form is checked.
  if (input.metadata !== undefined && !isObject(input.metadata)) return input;
  const segmented = segmentedPrompt(input.content);
  const markers = markerLinesOf({ type: 'prompt', content: input.content, ...segmented });
  return { ...input, metadata: { ...input.metadata, ...segmented.metadata, ...markers } };
}

function ownMetadata({ metadata }: Fields): Record<string, unknown> {
  return isObject(metadata) ? { metadata: outsideMetadata(metadata as JsonObject) } : {};
}
