import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SESSION, Workbench } from '../../curator/workbench.fixture.ts';
import { compactFile } from '../retention/compact-file.ts';
import { filesWith, forgetOn, searchOn } from './forget.fixture.ts';

it('writes a file anew when a piece of it lies between its rows, and looks again (D-064)', async () => {
  const bench = await Workbench.open();
  try {
    const word = 'quokkaberrypie';
    await bench.turn({ user: `Remember that ${word} is on the menu.` });
    const [record] = await bench.journal.recordsOfSession((await bench.journal.sessions({ limit: 1 }))[0]?.id as never);
    const remade: string[] = [];
    let looks = 0;
    const search = searchOn(bench);
    const prove = search.prove.bind(search);
    // What SQLite leaves behind comes by chance: here the first look finds it, and the next what is really there.
    search.prove = async (proving) => {
      looks += 1;
      const proof = await prove(proving);
      const path = 'memory/transcript.db';
      return looks > 1 ? proof : { ...proof, places: [path], betweenRows: [path] };
    };
    const remake = async (paths: readonly string[]) => {
      remade.push(...paths);
      compactFile(join(bench.memory, 'transcript.db'));
      await bench.journal.settleDisk();
    };
    const forget = forgetOn(bench, { search, remake });
    const receipt = await forget.run({ kind: 'record', ids: record === undefined ? [] : [record.id] }, () => undefined);
    expect(remade).toEqual(['memory/transcript.db']);
    expect(receipt.verification.tracesIn).toEqual([]);
    expect((await bench.journal.verify()).problems).toEqual([]);
  } finally {
    await bench.dispose();
  }
});

it('forgets beside a file that no key opens, and names it as one that was not searched (D-064)', async () => {
  const bench = await Workbench.open();
  try {
    await bench.turn({ user: 'Remember that quokkaberrypie is on the menu.' });
    await bench.curate();
    writeFileSync(join(bench.memory, 'transcript.db.damaged-1'), randomBytes(65_536));
    const receipt = await forgetOn(bench).run({ kind: 'session', id: SESSION }, () => undefined);
    expect(receipt.verification.tracesIn).toEqual([
      'memory/transcript.db.damaged-1: cannot be opened, so not searched',
    ]);
    expect(filesWith(bench.home, 'quokkaberrypie')).toEqual([]);
    expect(await bench.journal.forgettings()).toEqual([]);
  } finally {
    await bench.dispose();
  }
});

it('S-02: names no digest of ours as a trace of what retention had emptied, and does not say verified of nothing', async () => {
  const bench = await Workbench.open();
  try {
    await bench.turn({ user: 'Remember that quokkaberrypie is on the menu.' });
    const [record] = await bench.journal.recordsOfSession(SESSION);
    if (record === undefined) throw new Error('nothing was recorded');
    const contentHash = '0f'.repeat(32);
    await bench.journal.emptyRecords([{ id: record.id, contentHash, snippet: '' }]);
    const receipt = await forgetOn(bench).run({ kind: 'record', ids: [record.id] }, () => undefined);
    expect(await bench.journal.wasErased({ contentHash })).toBe(true);
    expect(receipt.verification).toMatchObject({ state: 'not-searchable', needles: 0, tracesIn: [] });
  } finally {
    await bench.dispose();
  }
});
