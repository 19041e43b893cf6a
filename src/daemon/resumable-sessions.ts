/** Which sessions a daemon that starts goes on following. */
import { statSync } from 'node:fs';
import type { TranscriptCursors } from '../capture/cursors.ts';
import type { FollowedSession } from '../capture/transcript-sync.ts';
import { CLIENT } from '../clients/claude-code/hook-event.ts';
import { isTranscriptPath } from '../clients/claude-code/transcript-file.ts';
import type { TranscriptState } from '../clients/claude-code/transcript-line.ts';
import type { Journal } from '../journal/journal.ts';
import type { Session } from '../memory/session.ts';

/** Looked at, newest first: each costs one look at its transcript's size. */
const SESSIONS = 10_000;
const RECENT_MS = 24 * 60 * 60_000;

/** Sessions whose transcript has grown since it was last read, however long ago that was, and open ones of the last day. */
export async function resumableSessions(
  journal: Journal,
  cursors: TranscriptCursors<TranscriptState>,
  now: number,
): Promise<readonly FollowedSession[]> {
  const sessions = await journal.sessions({ limit: SESSIONS });
  return sessions.flatMap((session) => {
    const { id, cwd, lastRecordAt, startedAt, endedAt } = session;
    const transcriptPath = transcriptOf(session);
    if (transcriptPath === null) return [];
    const isOpen = endedAt === null && now - (lastRecordAt ?? startedAt) < RECENT_MS;
    const size = statSync(transcriptPath, { throwIfNoEntry: false })?.size ?? 0;
    const hasNews = size > (cursors.get(transcriptPath)?.offset ?? 0);
    return isOpen || hasNews ? [{ id, cwd, transcriptPath }] : [];
  });
}

/** What it tells is taken for the user's words, so it must be where the client itself writes it. */
function transcriptOf({ id, client, metadata: { transcript_path: path } }: Session): string | null {
  return client === CLIENT && typeof path === 'string' && isTranscriptPath(path, id) ? path : null;
}
