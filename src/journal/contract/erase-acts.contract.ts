import { describe, expect, it } from 'vitest';
import type { StoredAct } from '../../memory/act.ts';
import { EDIT_CHANGES, sampleCheckpoint, sampleCuration, sampleEdit, sampleScan } from './act-samples.fixture.ts';
import { type OpenEmptyJournal, OTHER_SPACE, onJournal, SPACE } from './samples.fixture.ts';

export function describeEraseActs(open: OpenEmptyJournal): void {
  describe('erasing acts', () => {
    it('empties what acts of the scopes said before a place, and keeps their place, turns and cost (D-064)', () =>
      onJournal(open, async (journal) => {
        const curation = sampleCuration();
        const scan = sampleScan();
        await journal.act(curation);
        await journal.act(sampleEdit());
        await journal.act(scan);
        const kept = [sampleCuration({ workspace: OTHER_SPACE }), sampleEdit(), sampleCheckpoint()];
        const places = [];
        for (const act of kept) places.push(await journal.act(act));
        expect(await journal.eraseActs([SPACE, null], places[1] ?? 0)).toBe(3);
        const [first, second, third, ...others] = (await journal.acts(0, 100)).map(({ seq: _, ...act }) => act);
        expect(first).toEqual({
          ...curation,
          files: [],
          settings: { ...curation.settings, root: null },
          promptHash: '',
          answers: [],
        });
        expect(second).toMatchObject({ kind: 'edit', change: { kind: 'erased' } });
        expect(third).toEqual({ ...scan, paths: [] });
        expect(others).toEqual(kept);
        expect(await journal.eraseActs([SPACE, null], places[1] ?? 0)).toBe(0);
        expect((await journal.verify()).problems).toEqual([]);
      }));

    it('leaves of every edit only that it was, and which release was deployed and where all began anew', () =>
      onJournal(open, async (journal) => {
        for (const change of EDIT_CHANGES) await journal.act(sampleEdit(change));
        const asked = [await journal.lastRelease(), await journal.lastRecurate()];
        await journal.eraseActs([SPACE], Number.MAX_SAFE_INTEGER);
        expect([await journal.lastRelease(), await journal.lastRecurate()]).toEqual(asked);
        const left = (await journal.acts(0, 100)).map((act: StoredAct) => (act.kind === 'edit' ? act.change : act));
        expect(left.filter(({ kind }) => kind !== 'erased')).toEqual([
          { kind: 'recurate', files: [] },
          { kind: 'deploy', release: '1.2.0', files: [] },
        ]);
        expect(left).toHaveLength(EDIT_CHANGES.length);
      }));
  });
}
