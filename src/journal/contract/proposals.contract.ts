import { describe, expect, it } from 'vitest';
import type { Proposal } from '../../memory/proposal.ts';
import { NOW, type OpenEmptyJournal, onJournal } from './samples.fixture.ts';

function proposalOf(content: string, at = NOW): Proposal {
  return {
    wish: { kind: 'request', method: 'POST', route: '/memory/pin', path: {}, query: {}, body: { content } },
    right: 'remember',
    what: 'keeps it',
    origin: { pid: 7, command: 'node x', cwd: '/x', doubt: 'it was asked without a terminal' },
    firstAt: at,
    lastAt: at,
    count: 1,
  };
}

export function describeProposals(open: OpenEmptyJournal): void {
  describe('proposals', () => {
    it('wait in their order, the same one once, until they are decided (T-05)', () =>
      onJournal(open, async (journal, reopen) => {
        const first = await journal.proposals.keep(proposalOf('a 🙂'), 2);
        const second = await journal.proposals.keep(proposalOf('b'), 2);
        const again = await journal.proposals.keep(proposalOf('a 🙂', NOW + 5), 2);
        expect(again).toMatchObject({ seq: first.seq, count: 2, firstAt: NOW, lastAt: NOW + 5 });
        await expect(journal.proposals.keep(proposalOf('c'), 2)).rejects.toMatchObject({ code: 'too-many-proposals' });
        const later = await reopen();
        expect(await later.proposals.list()).toEqual([again, second]);
        expect(await later.proposals.drop(first.seq)).toBe(true);
        expect(await later.proposals.drop(first.seq)).toBe(false);
        expect((await later.proposals.keep(proposalOf('c'), 2)).seq).toBeGreaterThan(second.seq);
        expect((await later.verify()).problems).toEqual([]);
      }));
  });
}
