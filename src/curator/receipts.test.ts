import { afterEach, beforeEach, expect, it } from 'vitest';
import { deriveId, type InjectionId, type RecordId } from '../memory/ids.ts';
import type { Injection } from '../memory/injection.ts';
import { Breather } from '../platform/breathe.ts';
import { judgedReceipts } from './receipts.ts';
import { SESSION, Workbench } from './workbench.fixture.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await Workbench.open();
});
afterEach(() => bench.dispose());

async function recordOf(content: string): Promise<RecordId> {
  const prompt = await bench.journal.promptOfTurn(await bench.turn({ user: content }));
  if (prompt === undefined) throw new Error('the turn has no prompt');
  return prompt.id;
}

/** What became of these records, given in these lines to a turn that answered so. */
async function outcomes(answer: string, items: readonly RecordId[], lines: readonly string[]) {
  const turn = await bench.journal.turn(await bench.turn({ user: 'go on', answer }));
  if (turn === undefined) throw new Error('there is no turn');
  const injection: Injection = {
    id: deriveId<InjectionId>(answer),
    ts: bench.now,
    sessionId: SESSION,
    workspace: bench.space,
    kind: 'prompt',
    items,
    text: ['<block>', 'From earlier sessions.', ...lines, '</block>'].join('\n'),
    detail: { turnId: turn.id, scores: items.map(() => 1), tokens: 10, tookMs: 1 },
  };
  const judged = await judgedReceipts(turn, [injection], bench, new Breather(bench.clock));
  return judged.map(({ outcome }) => outcome);
}

it('judges a record by what was shown of it, not by our words around it', async () => {
  const id = await recordOf(`The heron nests by the northern pond. ${'Nobody saw this. '.repeat(60)}`);
  const line = `- "imported-REC7" a tool printed, 2026-11-02, unconfirmed: "The heron nests by the northern pond."`;
  expect(await outcomes('imported-REC7 was printed on 2026-11-02 by the tool.', [id], [line])).toEqual(['ignored']);
  expect(await outcomes('It nests at the northern end.', [id], [line])).toEqual(['used']);
});

it('judges by the part that was shown, however short the record is, and each by its own line', async () => {
  const heron = await recordOf(
    `The heron nests by the pond. ${'Nobody saw this. '.repeat(20)} Profile blue-7 is for deploys.`,
  );
  const ferry = await recordOf('The ferry "Island" leaves at nine.');
  const lines = [
    '- 1a2b3c4d the user said, 2026-11-02: "The heron nests by the pond.…"',
    String.raw`- 5e6f7a8b the user said, 2026-11-02: "The ferry \"Island\" leaves at nine."`,
  ];
  expect(await outcomes('I chose blue-7 and deployed.', [heron, ferry], lines)).toEqual(['ignored', 'ignored']);
  expect(await outcomes('The ferry leaves from the Island pier.', [heron, ferry], lines)).toEqual(['ignored', 'used']);
});
