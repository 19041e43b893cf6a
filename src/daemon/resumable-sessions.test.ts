import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TranscriptCursors } from '../capture/cursors.ts';
import { openJournal } from '../journal/journal.ts';
import { deriveId, type SessionId } from '../memory/ids.ts';
import { systemClock } from '../platform/clock.ts';
import { resumableSessions } from './resumable-sessions.ts';

it('follows the transcript of a session only where its client writes one, whatever a restored row says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-resumable-'));
  const projects = join(folder, 'projects', 'x');
  mkdirSync(projects, { recursive: true });
  const journal = await openJournal({
    path: join(folder, 'transcript.db'),
    backupFolder: folder,
    clock: systemClock,
    exists: existsSync,
  });
  const session = (name: string, client: string, file = (id: SessionId) => join(projects, `${id}.jsonl`)) => {
    const id = deriveId<SessionId>(name);
    writeFileSync(file(id), '{}\n');
    return { id, client, workspace: null, cwd: null, startedAt: 0, metadata: { transcript_path: file(id) } };
  };
  const own = session('own', 'claude-code');
  const elsewhere = session('elsewhere', 'claude-code', (id) => join(folder, `${id}.jsonl`));
  const named = session('named', 'claude-code', () => join(projects, 'another.jsonl'));
  await journal.append({ sessions: [own, elsewhere, named, session('imported', 'import')] });
  const now = systemClock.now();
  const silent = {
    id: deriveId<SessionId>('of a run'),
    client: 'run',
    workspace: null,
    cwd: null,
    startedAt: now,
    metadata: {},
  };
  await journal.append({ sessions: [silent] });
  const cursors = new TranscriptCursors<never>(join(folder, 'cursors.json'));
  const found = await resumableSessions(journal, cursors, now);
  expect(found).toEqual([{ id: own.id, cwd: null, transcriptPath: own.metadata.transcript_path }]);
  await journal.close();
  rmSync(folder, { recursive: true });
});
