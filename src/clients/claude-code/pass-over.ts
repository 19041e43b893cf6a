/** Moves a session's transcript cursors to where its files end now: what stands before is never read. */
import { statSync } from 'node:fs';
import type { TranscriptCursors } from '../../capture/cursors.ts';
import type { SessionId } from '../../memory/ids.ts';
import { isTranscriptPath, transcriptFiles } from './transcript-file.ts';
import { FRESH_TRANSCRIPT, type TranscriptState } from './transcript-line.ts';

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
