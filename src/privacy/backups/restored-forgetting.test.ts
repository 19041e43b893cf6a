import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rememberedLearning } from '../../curator/remembered-learning.ts';
import { Workbench } from '../../curator/workbench.fixture.ts';
import { deriveId, type LearningId, newId, type SessionId } from '../../memory/ids.ts';
import { homePaths } from '../../platform/paths.ts';
import { filesWith, forgetOn } from '../forget/forget.fixture.ts';
import { makeBackup } from './make-backup.ts';
import { restoreJournal } from './restore-journal.ts';

it('what was forgotten is forgotten again after a restore: records, a person’s own words, sessions, spaces (D-064)', async () => {
  const bench = await Workbench.open();
  try {
    const paths = homePaths(bench.home);
    mkdirSync(paths.run);
    const identity = { anchor: '/other', root: '/other/wombatproject', kind: 'folder', fingerprint: 'o' } as const;
    const { id: other } = await bench.journal.resolveSpace(identity, bench.now);
    const ownWords = (word: string, workspace = bench.space) =>
      rememberedLearning(bench.now, {
        id: newId<LearningId>(bench.now),
        workspace,
        content: `The ${word} vault is blue.`,
        sensitive: false,
      });
    const [mine, theirs, kept] = [ownWords('quokkamarmalade'), ownWords('wombatjam', other), ownWords('marmot')];
    for (const learning of [mine, theirs, kept]) await bench.edit({ kind: 'remember', learning });
    const session = deriveId<SessionId>('ended');
    await bench.turn({ user: 'I prefer zebracake over tabs.', session });
    await bench.curate();
    const file = makeBackup({
      journal: paths.journal,
      folder: join(bench.home, 'elsewhere'),
      megabytes: 9,
      now: bench.now,
    }).path;
    bench.now += 5_000;
    const forgets = () => forgetOn(bench, { jobKey: paths.forgettingKey, reserve: paths.reserve });
    for (const selection of [
      { kind: 'learning', ids: [mine.id] },
      { kind: 'session', id: session },
      { kind: 'space', id: other },
    ] as const)
      await forgets().run(selection, () => undefined);
    await bench.close();
    const restored = await restoreJournal({ paths, file, clock: bench.clock, mayForgottenReturn: async () => false });
    expect(restored.carriedOver).toMatchObject({ isForgottenAgain: true });
    rmSync(file);
    await bench.reopen();
    await bench.rebuild();
    expect((await forgets().resume())[0]?.verification.tracesIn).toEqual([]);
    for (const word of ['quokkamarmalade', 'wombatjam', 'wombatproject', 'zebracake'])
      expect([word, filesWith(bench.home, word)]).toEqual([word, []]);
    expect(await bench.journal.session(session)).toBeUndefined();
    expect(await bench.journal.spaceIds()).toEqual([bench.space]);
    expect((await bench.contents()).join()).toContain('marmot');
    expect(await forgets().resume()).toEqual([]);
    bench.now += 1;
    // One that was made after all of it brings nothing back, and nothing is forgotten twice.
    const newer = makeBackup({
      journal: paths.journal,
      folder: join(bench.home, 'elsewhere'),
      megabytes: 9,
      now: bench.now,
    }).path;
    await bench.close();
    const again = await restoreJournal({
      paths,
      file: newer,
      clock: bench.clock,
      mayForgottenReturn: async () => false,
    });
    expect(again.carriedOver).toMatchObject({ isForgottenAgain: false });
  } finally {
    await bench.dispose();
  }
});
