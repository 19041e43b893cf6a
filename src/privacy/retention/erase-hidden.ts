/**
 * Empties the text of records that were hidden long enough (D-016) and keeps what evidence and trust need of them; of what
 * was read or written in a file a short piece stays (D-015), never all of it. Before that, a copy of the journal is put
 * aside, and what came of them is kept as a checkpoint, so that a rebuild needs their text no more.
 *
 * Small steps with pauses between, so that captures hardly wait. Cut off at any moment, the next one goes on: whoever calls
 * this keeps a note that words may be left in logs or indexes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Projector } from '../../curator/projector.ts';
import type { Journal } from '../../journal/journal.ts';
import type { HiddenRecord } from '../../journal/sqlite/hidden-records.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { type ActId, newId } from '../../memory/ids.ts';
import { isEmptied, type StoredRecord } from '../../memory/record.ts';
import type { Clock } from '../../platform/clock.ts';
import { checkpointScopes } from '../checkpoint-scopes.ts';

export interface EraseOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly projector: Pick<Projector, 'recordFrom'>;
  readonly clock: Clock;
  hash(content: string): string;
  /** A copy of the journal that has the records up to this place is there, and stays. Rejects when it cannot be made. */
  copyBefore(through: number): Promise<void>;
  /** What was emptied must be nowhere else: index, rendered blocks. Called again when it fails. */
  onEmptied(): Promise<void>;
}

/** About what one step may hold up others for. */
const STEP_MS = 4;
const PAUSE_SHARE = 3;
/** About a millisecond to empty. */
const PAGE = 12;
/** One record may be megabytes: a page ends when it has this much. */
const PAGE_CHARS = 256 * 1024;
const SHRINK_STEP_MS = 5;
const SNIPPET_CHARS = 200;
const ARTIFACTS: ReadonlySet<StoredRecord['type']> = new Set(['tool_use', 'tool_result']);

/** How many were emptied; fewer than given when `isStopped` says so. */
export async function eraseHidden(
  hidden: readonly HiddenRecord[],
  options: EraseOptions,
  isStopped: () => boolean,
): Promise<number> {
  const { journal, clock } = options;
  const whole = hidden.filter(({ isEmptied }) => !isEmptied);
  if (whole.length > 0) {
    await options.copyBefore(whole.reduce((last, { seq }) => Math.max(last, seq), 0));
    await checkpoint(whole, options);
  }
  let emptied = 0;
  for await (const page of pagesOf(whole, journal)) {
    if (isStopped()) return emptied;
    const began = clock.elapsed();
    await journal.retention.emptyBeforeTurns(
      page.map((record) => ({
        id: record.id,
        contentHash: options.hash(record.content),
        snippet: snippetOf(record),
      })),
    );
    emptied += page.length;
    await sleep(Math.max(STEP_MS, PAUSE_SHARE * (clock.elapsed() - began)));
  }
  // A turn with thousands of records is made anew once, when most of what it would have to read is gone.
  for (const turn of new Set(hidden.flatMap(({ turnId }) => turnId ?? []))) {
    if (isStopped()) return emptied;
    const began = clock.elapsed();
    await journal.retention.remakeTurn(turn);
    await sleep(Math.max(STEP_MS, PAUSE_SHARE * (clock.elapsed() - began)));
  }
  await journal.settleDisk();
  while (!isStopped() && (await journal.shrink(SHRINK_STEP_MS))) await sleep(SHRINK_STEP_MS * PAUSE_SHARE);
  if (!isStopped()) await options.onEmptied();
  return emptied;
}

/** As they are now: one may have been forgotten or shown again meanwhile. */
async function* pagesOf(
  hidden: readonly HiddenRecord[],
  journal: Pick<Journal, 'record'>,
): AsyncGenerator<readonly StoredRecord[]> {
  let page: StoredRecord[] = [];
  let chars = 0;
  for (const { id } of hidden) {
    const record = await journal.record(id);
    if (record?.hidden === undefined || isEmptied(record)) continue;
    page.push(record);
    chars += record.content.length;
    if (page.length < PAGE && chars <= PAGE_CHARS) continue;
    yield page;
    [page, chars] = [[], 0];
  }
  if (page.length > 0) yield page;
}

async function checkpoint(
  hidden: readonly HiddenRecord[],
  { journal, knowledge, projector, clock }: EraseOptions,
): Promise<void> {
  const touched = [...new Set(hidden.map(({ workspace }) => workspace))];
  const scopes = await checkpointScopes(touched, await journal.spaceIds(), knowledge);
  await projector.recordFrom(async () => {
    const ts = clock.now();
    const state = await knowledge.scopeState(scopes);
    return { kind: 'checkpoint', id: newId<ActId>(ts), ts, workspace: null, cause: 'retention', scopes, state };
  });
}

/** Of a file or an output enough to recognise it by; at most half of it, so that what counts as emptied is. */
function snippetOf({ type, path, content }: StoredRecord): string {
  const chars = Math.min(SNIPPET_CHARS, Math.floor(content.length / 2));
  if (!ARTIFACTS.has(type) || path === null || chars === 0) return '';
  return `${content.slice(0, chars).toWellFormed()}…`;
}
