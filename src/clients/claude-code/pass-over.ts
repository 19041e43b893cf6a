/** What is kept of a session's transcript while it is read, when some or all of it is not wanted any more. */
import { statSync } from 'node:fs';
import type { TranscriptCursors } from '../../capture/cursors.ts';
import type { SessionId } from '../../memory/ids.ts';
import { isTranscriptPath, transcriptFiles } from './transcript-file.ts';
import { FRESH_TRANSCRIPT, type TranscriptState } from './transcript-line.ts';

/** Moves its cursors to where its files end now: what stands before is never read. */
export async function passOverTranscript(
  sessionId: SessionId,
  transcriptPath: string,
  cursors: TranscriptCursors<TranscriptState>,
): Promise<void> {
  if (!isTranscriptPath(transcriptPath, sessionId)) return;
  for (const path of await transcriptFiles(transcriptPath)) {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > (cursors.get(path)?.offset ?? 0)) cursors.set(path, { offset: size, state: FRESH_TRANSCRIPT });
  }
}

/** What was called is kept with the cursor until there is an outcome; without it that is read by itself. */
export async function dropOpenCalls(
  sessionId: SessionId,
  transcriptPath: string,
  cursors: TranscriptCursors<TranscriptState>,
): Promise<void> {
  if (!isTranscriptPath(transcriptPath, sessionId)) return;
  for (const path of await transcriptFiles(transcriptPath)) {
    const cursor = cursors.get(path);
    if (cursor !== undefined) cursors.set(path, { ...cursor, state: { ...cursor.state, openCalls: {} } });
  }
}
