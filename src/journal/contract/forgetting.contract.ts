import { describe, expect, it } from 'vitest';
import type { ForgetReceipt } from '../../memory/forgetting.ts';
import { type ActId, deriveId } from '../../memory/ids.ts';
import type { Forgetting } from '../sqlite/forgetting.ts';
import { NOW, type OpenEmptyJournal, onJournal } from './samples.fixture.ts';

const COUNTS = {
  records: 1,
  turns: 1,
  sessions: 1,
  learnings: 0,
  actions: 0,
  fileLines: 0,
  injections: 0,
  acts: 0,
};

function forgettingOf(name: string, note = 'naïve 🙂'): Forgetting {
  return { id: deriveId<ActId>(name), note };
}

function receiptOf({ id }: Forgetting): ForgetReceipt {
  const verification = { needles: 2, files: 9, bytes: 1_000, tracesIn: [] };
  const times = { askedAt: NOW, finishedAt: NOW + 1 };
  return { id, ...times, selection: 'session', counts: COUNTS, copiesOutside: [], verification };
}

export function describeForgetting(open: OpenEmptyJournal): void {
  describe('a forgetting', () => {
    it('is kept while it is under way, beside others, and leaves a receipt (D-064, T-01)', () =>
      onJournal(open, async (journal, reopen) => {
        expect(await journal.forgettings()).toEqual([]);
        const [first, other] = [forgettingOf('first'), forgettingOf('other')];
        await journal.keepForgetting(first);
        await journal.keepForgetting(other);
        await journal.keepForgetting({ ...first, note: 'further on' });
        const again = await reopen();
        expect(await again.forgettings()).toEqual([{ ...first, note: 'further on' }, other]);
        await again.endForgetting(receiptOf(first));
        await again.endForgetting(receiptOf(first));
        expect(await again.forgettings()).toEqual([other]);
        await again.keepForgetting(forgettingOf('second'));
        await again.endForgetting(receiptOf(forgettingOf('second')));
        expect(await again.forgetReceipts(10)).toEqual(
          ['second', 'first'].map((name) => receiptOf(forgettingOf(name))),
        );
        expect(await again.forgetReceipts(1)).toHaveLength(1);
        expect((await again.verify()).problems).toEqual([]);
      }));
  });
}
