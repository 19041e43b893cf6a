/**
 * Brings the journal up to date with what the client wrote into its transcript: texts before tool calls, denials, and
 * everything that happened while nobody listened. Idempotent: ids are those the hooks would have given.
 */
import type { Cleaner } from '../../capture/cleaner.ts';
import type { TranscriptCursors } from '../../capture/cursors.ts';
import type { RecordDraft } from '../../capture/draft.ts';
import type { TranscriptNews } from '../../capture/follower.ts';
import type { Intake } from '../../capture/intake.ts';
import type { CaptureTally } from '../../capture/tally.ts';
import type { RecordId, SessionId, TurnId } from '../../memory/ids.ts';
import { CLIENT } from './hook-event.ts';
import { roughCutLine } from './rough-cut.ts';
import { isTranscriptPath, readNewLines, transcriptFiles } from './transcript-file.ts';
import { FRESH_TRANSCRIPT, readTranscriptLine, type TranscriptState } from './transcript-line.ts';

export interface RepairOptions {
  readonly cleaner: Cleaner;
  readonly intake: Intake;
  readonly tally: CaptureTally;
  readonly cursors: TranscriptCursors<TranscriptState>;
  readonly redactionKey: string;
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
  const cursor = options.cursors.get(path) ?? { offset: 0, state: FRESH_TRANSCRIPT };
  const fresh = await readNewLines(path, cursor.offset);
  if (fresh === undefined || fresh.offset === cursor.offset) return false;
  // A file that was written anew begins without what its old lines left behind.
  let state = fresh.offset < cursor.offset ? FRESH_TRANSCRIPT : cursor.state;
  const drafts: RecordDraft[] = [];
  for (const line of fresh.lines) {
    if (!isWorthReading(line)) continue;
    const cleaned = await options.cleaner.clean(roughCutLine(line, options.redactionKey));
    options.tally.cleaned(cleaned);
    const result = readTranscriptLine(cleaned.value, session.id, state);
    state = result.state;
    drafts.push(...result.drafts);
    if (result.endedTurn !== undefined) news.ended.add(result.endedTurn);
  }
  if (drafts.length > 0) await storeDrafts(drafts, session, options);
  for (const { id } of drafts) news.seen.add(id);
  // The cursor moves only after the commit: a crash here reads the lines again.
  options.cursors.set(path, { offset: fresh.offset, state });
  return fresh.more;
}

async function storeDrafts(
  drafts: readonly RecordDraft[],
  session: TranscribedSession,
  { intake }: RepairOptions,
): Promise<void> {
  await intake.event({
    client: CLIENT,
    sessionId: session.id,
    cwd: session.cwd,
    transcriptPath: session.transcriptPath,
    at: drafts[0]?.ts ?? 0,
    drafts,
    signal: { kind: 'none' },
  });
}

/** Most lines are snapshots of prompts and settings: large, and nothing to keep. They are not even redacted. */
function isWorthReading(line: unknown): boolean {
  if (typeof line !== 'object' || line === null || !('type' in line)) return false;
  if (line.type === 'user' || line.type === 'assistant') return true;
  return (
    line.type === 'attachment' &&
    'attachment' in line &&
    JSON.stringify(line.attachment ?? null).includes('"queued_command"')
  );
}
