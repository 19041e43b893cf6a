/** What waits for a person's word may quote what is to be forgotten. */
import { afterEach, expect, it } from 'vitest';
import { SESSION, Workbench } from '../../curator/workbench.fixture.ts';
import type { Proposal } from '../../memory/proposal.ts';
import { filesWith, forgetOn } from './forget.fixture.ts';

let bench: Workbench;
afterEach(() => bench.dispose());

function proposalOf(content: string): Proposal {
  return {
    wish: { kind: 'request', method: 'POST', route: '/memories', path: {}, query: {}, body: { content } },
    right: 'remember',
    what: 'remember something',
    origin: { pid: 1, command: null, cwd: null, doubt: 'no terminal' },
    firstAt: bench.now,
    lastAt: bench.now,
    count: 1,
  };
}

it('T-01: a forgetting drops the proposals that hold its words, and no other', async () => {
  bench = await Workbench.open();
  await bench.turn({ user: 'I prefer the flamingo theme in every editor.' });
  const { proposals } = bench.journal;
  const other = await proposals.keep(proposalOf('the walrus font is nice'), 10);
  await proposals.keep(proposalOf('somebody wants the flamingo theme'), 10);
  const [prompt] = await bench.journal.recordsOfSession(SESSION);
  if (prompt === undefined) throw new Error('nothing was said');
  const receipt = await forgetOn(bench).run({ kind: 'record', ids: [prompt.id] }, () => undefined);
  expect((await proposals.list()).map(({ seq }) => seq)).toEqual([other.seq]);
  expect(receipt.verification).toMatchObject({ state: 'verified', tracesIn: [] });
  expect(filesWith(bench.home, 'flamingo')).toEqual([]);
});
