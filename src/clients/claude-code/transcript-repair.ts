/**
 * Brings the journal up to date with what the client wrote into its transcript: texts before tool calls, denials, and
 * everything that happened while nobody listened. Idempotent: ids are those the hooks would have given.
 *
 * A long transcript holds nobody up: other work gets its turn between lines, and records are stored in small batches.
 * The cursor follows each stored batch, so a crash reads at most the lines of one batch again. Limits: a single line is
 * parsed and cut in one go, so one of many megabytes is a pause; images and documents in it are dropped, not redacted.
 */
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Cleaner } from '../../capture/cleaner.ts';
import type { TranscriptCursors } from '../../capture/cursors.ts';
import type { RecordDraft } from '../../capture/draft.ts';
import type { TranscriptNews } from '../../capture/follower.ts';
import type { Intake } from '../../capture/intake.ts';
import type { CaptureTally } from '../../capture/tally.ts';
import type { RecordId, SessionId, TurnId } from '../../memory/ids.ts';
import { isObject } from '../../memory/unknown.ts';
import type { Clock } from '../../platform/clock.ts';
import { CLIENT } from './hook-event.ts';
import { roughCutLine } from './rough-cut.ts';
import { isTranscriptPath, readNewLines, transcriptFiles } from './transcript-file.ts';
import { FRESH_TRANSCRIPT, joinText, readTranscriptLine, type TranscriptState } from './transcript-line.ts';

/** A hook is to be answered within a few milliseconds, whatever else is done. */
const PAUSE_AFTER_MS = 4;
/** Storing is one piece of work: this many records, or this much text, are a few milliseconds of it. */
const BATCH_RECORDS = 50;
const BATCH_CHARS = 64 * 1024;
/** Content blocks inside the results of tools; deeper ones are no images. */
const MAX_BLOCK_DEPTH = 4;

export interface RepairOptions {
  readonly cleaner: Cleaner;
  readonly intake: Intake;
  readonly tally: CaptureTally;
  readonly cursors: TranscriptCursors<TranscriptState>;
  readonly redactionKey: string;
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
  for (const { value, end } of fresh.lines) {
    if (options.clock.elapsed() - workedSince > PAUSE_AFTER_MS) {
      await otherWork();
      workedSince = options.clock.elapsed();
    }
    if (!isWorthReading(value)) continue;
    const cleaned = await options.cleaner.clean(roughCutLine(withoutMedia(value), options.redactionKey));
    options.tally.cleaned(cleaned);
    const result = readTranscriptLine(cleaned.value, session.id, state);
    state = result.state;
    if (result.endedTurn !== undefined) news.ended.add(result.endedTurn);
    batch.push(...result.drafts);
    for (const { content } of result.drafts) batchChars += content.length;
    if (batch.length >= BATCH_RECORDS || batchChars >= BATCH_CHARS) {
      if (!(await store(end))) return false;
    }
  }
  return (await store(fresh.offset)) && fresh.more;
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

/** Most lines are snapshots of prompts and settings: large, and nothing to keep. They are not even redacted. */
function isWorthReading(line: unknown): boolean {
  if (!isObject(line)) return false;
  if (line.type === 'user' || line.type === 'assistant') return true;
  return line.type === 'attachment' && isObject(line.attachment) && line.attachment.type === 'queued_command';
}

/** Nothing is kept of the bytes of an image or a document, so nobody needs to look for secrets in them. */
function withoutMedia(line: unknown): unknown {
  if (!isObject(line)) return line;
  const { message, attachment } = line;
  const shown = isObject(message) ? withoutBlockMedia(message.content, 0) : undefined;
  return {
    ...line,
    ...(isObject(message) ? { message: { ...message, content: line.type === 'user' ? asOneText(shown) : shown } } : {}),
    ...(isObject(attachment) ? { attachment: { ...attachment, prompt: asOneText(attachment.prompt) } } : {}),
  };
}

/** A prompt of several parts is cleaned as the one text that it is: what is private may begin in one and end in another. */
function asOneText(blocks: unknown): unknown {
  if (!Array.isArray(blocks) || blocks.some((block) => isObject(block) && block.type === 'tool_result')) return blocks;
  return joinText(blocks);
}

function withoutBlockMedia(blocks: unknown, depth: number): unknown {
  if (!Array.isArray(blocks) || depth >= MAX_BLOCK_DEPTH) return blocks;
  return blocks.map((block: unknown) => {
    if (!isObject(block)) return block;
    if ((block.type === 'image' || block.type === 'document') && isObject(block.source)) {
      const { data: _, ...source } = block.source;
      return { ...block, source };
    }
    return Array.isArray(block.content) ? { ...block, content: withoutBlockMedia(block.content, depth + 1) } : block;
  });
}
