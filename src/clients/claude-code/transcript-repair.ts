/**
 * Brings the journal up to date with what the client wrote into its transcript: texts before tool calls, denials, and
 * everything that happened while nobody listened. Idempotent: ids are those the hooks would have given.
 *
 * A long transcript holds nobody up: other work gets its turn between lines, and records are stored in small batches.
 * The cursor follows each stored batch, so a crash reads at most the lines of one batch again. Large lines are read in a
 * worker, and many small ones together; of one that it does not come to the end of, only that it was there is kept.
 */
import { setImmediate as otherWork } from 'node:timers/promises';
import { type BytesReader, isSmall } from '../../capture/bytes-reader.ts';
import type { RecordDraft } from '../../capture/captured-event.ts';
import type { TranscriptCursors } from '../../capture/cursors.ts';
import type { Intake } from '../../capture/ingest.ts';
import type { CaptureTally } from '../../capture/tally.ts';
import type { TranscriptNews } from '../../capture/transcript-sync.ts';
import type { RecordId, SessionId, TurnId } from '../../memory/ids.ts';
import type { Clock } from '../../platform/clock.ts';
import { CLIENT } from './hook-event.ts';
import {
  type LineContext,
  type LineRead,
  type LinesRead,
  lineReading,
  linesReading,
  unreadLine,
} from './line-reading.ts';
import { isTranscriptPath, joinLines, type NewLine, readNewLines, transcriptFiles } from './transcript-file.ts';
import { FRESH_TRANSCRIPT, type TranscriptState } from './transcript-line.ts';

/** A hook is to be answered within a few milliseconds, whatever else is done. */
const PAUSE_AFTER_MS = 4;
/** Storing is one piece of work: this many records, or this much text, are a few milliseconds of it. */
const BATCH_RECORDS = 50;
const BATCH_CHARS = 64 * 1024;

export interface RepairOptions {
  readonly reader: BytesReader;
  readonly intake: Intake;
  readonly tally: CaptureTally;
  readonly cursors: TranscriptCursors<TranscriptState>;
  readonly clock: Clock;
  /** From when on a session's transcript is ours to keep. */
  readFrom(id: SessionId): Promise<number>;
}

export interface TranscribedSession {
  readonly id: SessionId;
  readonly cwd: string | null;
  readonly transcriptPath: string;
}

export async function repairFromTranscript(
  session: TranscribedSession,
  options: RepairOptions,
): Promise<TranscriptNews> {
  const news: News = { seen: new Set(), ended: new Set() };
  if (!isTranscriptPath(session.transcriptPath, session.id)) return news;
  for (const path of await transcriptFiles(session.transcriptPath)) {
    while (await readOnce(path, session, options, news)) {
      // Each step took a chunk and committed it; go on until the file has no more whole lines.
      await otherWork();
    }
  }
  return news;
}

interface News {
  readonly seen: Set<RecordId>;
  readonly ended: Set<TurnId>;
}

async function readOnce(
  path: string,
  session: TranscribedSession,
  options: RepairOptions,
  news: News,
): Promise<boolean> {
  const beginning = { ...FRESH_TRANSCRIPT, readFrom: await options.readFrom(session.id) };
  let known = options.cursors.get(path);
  const cursor = known ?? { offset: 0, state: beginning };
  const fresh = await readNewLines(path, cursor.offset);
  if (fresh === undefined || fresh.offset === cursor.offset) return false;
  // A file that was written anew begins without what its old lines left behind.
  let state = fresh.offset < cursor.offset ? beginning : cursor.state;
  let batch: RecordDraft[] = [];
  let batchChars = 0;
  /** False when the cursor was moved meanwhile: what was read is to be passed over. */
  const store = async (offset: number): Promise<boolean> => {
    if (options.cursors.get(path) !== known) return false;
    for (const id of await storeDrafts(batch, session, options)) news.seen.add(id);
    batch = [];
    batchChars = 0;
    if (options.cursors.get(path) !== known) return false;
    // The cursor moves only after the commit: a crash here reads the lines again.
    known = { offset, state };
    options.cursors.set(path, known);
    return true;
  };
  let workedSince = options.clock.elapsed();
  for (const group of groupsOf(fresh.lines)) {
    if (options.clock.elapsed() - workedSince > PAUSE_AFTER_MS) {
      await otherWork();
      workedSince = options.clock.elapsed();
    }
    const read = await readGroup(group, session, state, options);
    ({ state } = read);
    for (const { findings, endedTurn, drafts } of read.lines) {
      options.tally.cleaned(findings);
      if (endedTurn !== undefined) news.ended.add(endedTurn);
      batch.push(...drafts);
      for (const { content } of drafts) batchChars += content.length;
    }
    if (batch.length >= BATCH_RECORDS || batchChars >= BATCH_CHARS) {
      if (!(await store(group.at(-1)?.end ?? fresh.offset))) return false;
    }
  }
  return (await store(fresh.offset)) && fresh.more;
}

/** Small lines together, as many as a batch takes; a large one by itself. */
function groupsOf(lines: readonly NewLine[]): readonly (readonly NewLine[])[] {
  const groups: NewLine[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const isAlone = line.isBeginning || !isSmall(line.bytes);
    const last = groups.at(-1);
    if (isAlone || last === undefined || last.length >= BATCH_RECORDS || bytes + line.bytes.length > BATCH_CHARS) {
      groups.push([line]);
      bytes = isAlone ? Number.POSITIVE_INFINITY : line.bytes.length;
      continue;
    }
    last.push(line);
    bytes += line.bytes.length;
  }
  return groups;
}

async function readGroup(
  group: readonly NewLine[],
  session: TranscribedSession,
  state: TranscriptState,
  options: RepairOptions,
): Promise<LinesRead> {
  const { reader, intake, clock } = options;
  if (group.length > 1) {
    const workspace = await intake.workspaceOf({ sessionId: session.id, cwd: session.cwd });
    const context = { sessionId: session.id, state, now: clock.now(), workspace };
    const read = await reader.tryRead(linesReading, joinLines(group), context);
    if (read !== undefined) return read;
  }
  const lines: LineRead[] = [];
  for (const line of group) lines.push(await readLine(line, session, lines.at(-1)?.state ?? state, options));
  return { lines, state: lines.at(-1)?.state ?? state };
}

async function readLine(
  { bytes, isBeginning }: NewLine,
  session: TranscribedSession,
  state: TranscriptState,
  { reader, clock }: RepairOptions,
): Promise<LineRead> {
  const context: LineContext = { sessionId: session.id, state, isBeginning, now: clock.now() };
  const read = await reader.read(lineReading, bytes, context, { way: 'transcript', id: () => session.id });
  return 'unread' in read ? unreadLine(read.unread, context) : read.result;
}

/** Resolves to their ids. A line can tell of more than a batch takes; it is read again as a whole if not all was stored. */
async function storeDrafts(
  drafts: readonly RecordDraft[],
  session: TranscribedSession,
  { intake }: RepairOptions,
): Promise<readonly RecordId[]> {
  const stored: RecordId[] = [];
  for (let from = 0; from < drafts.length; from += BATCH_RECORDS) {
    const batch = drafts.slice(from, from + BATCH_RECORDS);
    const { ids } = await intake.event({
      client: CLIENT,
      sessionId: session.id,
      cwd: session.cwd,
      transcriptPath: session.transcriptPath,
      at: batch[0]?.ts ?? 0,
      drafts: batch,
      signal: { kind: 'none' },
    });
    stored.push(...ids);
  }
  return stored;
}
