import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from '../journal/journal.ts';
import { openJournal } from '../journal/sqlite/sqlite-journal.ts';
import { systemClock } from '../platform/clock.ts';
import { Cleaner } from './cleaner.ts';
import { Intake } from './intake.ts';
import { SpaceDirectory } from './space-directory.ts';
import { CaptureTally } from './tally.ts';

let folder: string;
let journal: Journal;
let intake: Intake;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'carryover-intake-')));
  journal = await openJournal({
    path: join(folder, 'transcript.db'),
    backupFolder: folder,
    clock: systemClock,
    exists: existsSync,
  });
  const cleaner = new Cleaner({ key: 'k', hex: 'code-aware', patterns: [], allow: [] }, 'unused-for-small-values.js');
  const spaces = new SpaceDirectory(journal, systemClock);
  intake = new Intake({
    journal,
    spaces,
    cleaner,
    clock: systemClock,
    tally: new CaptureTally(),
    redactionKey: 'k',
    paths: 'space',
  });
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('records handed in by a program (D-007, D-020)', () => {
  it('keep the id they came with, and the same id twice is one row', async () => {
    const record = { id: 'my-id', type: 'prompt', content: 'we deploy on Fridays', workspace: folder } as const;
    expect(await intake.records([record])).toMatchObject({ ids: ['my-id'], inserted: ['my-id'] });
    expect(await intake.records([record])).toMatchObject({ ids: ['my-id'], inserted: [], duplicates: ['my-id'] });
  });

  it('are refused when an id, a session or a workspace is a secret itself', async () => {
    const token = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
    for (const name of ['id', 'session_id', 'workspace']) {
      await expect(intake.records([{ type: 'prompt', content: 'x', [name]: token }])).rejects.toMatchObject({
        code: 'invalid-input',
      });
    }
    expect((await journal.counts()).records).toBe(0);
  });

  it('are refused with a workspace that is neither folder, id nor name', async () => {
    await expect(intake.records([{ type: 'prompt', content: 'x', workspace: '../up' }])).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });
});
