import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everything } from '../curator/apply/scripted.fixture.ts';
import { giveInjection } from '../curator/receipts.ts';
import { SESSION, type SpokenTurn, Workbench } from '../curator/workbench.fixture.ts';
import { deriveId, type InjectionId, type LearningId, newId, type RecordId, type TurnId } from '../memory/ids.ts';
import type { Injection } from '../memory/injection.ts';
import type { Receipt } from '../memory/receipt.ts';
import { UsageJudge } from './judge-usage.ts';

let bench: Workbench;
let keeper: UsageJudge;
let fact: LearningId;
const errors: unknown[] = [];
const told: string[] = [];
beforeEach(async () => {
  errors.length = 0;
  told.length = 0;
  bench = await Workbench.open();
  await bench.turn({ user: 'Remember that the API runs on port 4000.' });
  await bench.curate();
  const [learning] = await bench.knowledge.learnings({ limit: 1 });
  fact = learning?.id ?? deriveId<LearningId>('none');
  const { journal, knowledge, clock } = bench;
  keeper = new UsageJudge({
    journal,
    knowledge,
    clock,
    onJudged: async (items) => void told.push(...items),
    onError: (error) => errors.push(error),
  });
});
afterEach(() => bench.dispose());

async function give(turnId: TurnId | null, items: Injection['items'], different: Partial<Injection> = {}) {
  const detail = { turnId, scores: items.map(() => 1), tokens: 10, tookMs: 1 };
  const base = { id: newId<InjectionId>(bench.now), ts: bench.now, sessionId: SESSION, workspace: bench.space };
  await giveInjection(bench.journal, bench.knowledge, {
    ...base,
    kind: 'prompt',
    items,
    text: 'known',
    detail,
    ...different,
  });
}

/** A closed turn, given these items before it answered. */
async function turnGiven(spoken: SpokenTurn, ...items: Injection['items']): Promise<TurnId> {
  const id = await bench.turn(spoken);
  await give(id, items);
  await judge(id);
  return id;
}

async function judge(id: TurnId): Promise<void> {
  const turn = await bench.journal.turn(id);
  if (turn !== undefined) keeper.closed(turn);
  await keeper.settled();
}

async function outcomes(): Promise<readonly Receipt['outcome'][]> {
  return (await bench.knowledge.receipts({ limit: 99 })).map(({ outcome }) => outcome).toReversed();
}

describe('what became of what was given', () => {
  it('is told by the answer and the tool calls of the turn', async () => {
    await turnGiven({ user: 'is the api up?', calls: [{ input: 'curl localhost:4000' }], answer: 'Yes.' }, fact);
    await turnGiven({ user: 'rename getUser', answer: 'Renamed in 7 files.' }, fact);
    await turnGiven({ user: 'where does it listen?', answer: 'The API runs on port 3000.' }, fact);
    expect(await outcomes()).toEqual(['used', 'ignored', 'ignored']);
    expect(told).toEqual([fact, fact, fact]);
    expect(await bench.knowledge.usage([fact])).toEqual(new Map([[fact, { given: 3, used: 1, ignored: 2 }]]));
    expect(errors).toEqual([]);
  });

  it('is judged again when the turn goes on', async () => {
    const id = await turnGiven({ user: 'is the api up?', answer: 'I am looking.' }, fact);
    expect(await outcomes()).toEqual(['ignored']);
    const late = { type: 'assistant', source: 'assistant', content: 'It answers on port 4000.' } as const;
    const [first] = await bench.journal.recordsOfTurn(id, Number.MAX_SAFE_INTEGER);
    if (first === undefined) throw new Error('the turn has no record');
    const { seq: _, ...record } = first;
    await bench.journal.append({
      records: [{ ...record, ...late, id: deriveId<RecordId>('late'), ts: record.ts + 9 }],
    });
    await bench.journal.closeTurn(id, 'late-event', bench.now);
    await judge(id);
    expect(await outcomes()).toEqual(['used']);
  });

  it('is told of a long record by what stood in the block, and of nothing that is gone or was there at the start', async () => {
    const long = `${'padding that nobody was shown, on and on. '.repeat(40)} deploys need VPN profile blue-7.`;
    const source = await bench.turn({ user: long });
    const [record] = await bench.journal.recordsOfTurn(source, Number.MAX_SAFE_INTEGER);
    if (record === undefined) throw new Error('the turn has no record');
    const id = await bench.turn({ user: 'deploy it', answer: 'I switched to blue-7 and deployed.' });
    const text =
      'memory of this project\n- 1a2b3c4d the user said, 2026-11-01: "deploys need VPN profile blue-7."\nend of memory';
    await give(id, [record.id, deriveId<LearningId>('gone')], { text });
    await give(id, [fact], { kind: 'boot' });
    await judge(id);
    const told = (await bench.knowledge.receipts({ limit: 9 })).map(({ item, outcome }) => [item, outcome]);
    expect(new Map(told as [string, unknown][])).toEqual(
      new Map([
        [record.id, 'used'],
        [deriveId('gone'), null],
        [fact, null],
      ]),
    );
  });

  it('comes out the same from a rebuild, also of turns that close while it runs (B-012)', async () => {
    await turnGiven({ user: 'is the api up?', calls: [{ input: 'curl localhost:4000' }], answer: 'Yes.' }, fact);
    await turnGiven({ user: 'rename getUser', answer: 'Renamed.' }, fact);
    await bench.curate();
    const before = { ...(await everything(bench)), receipts: await bench.knowledge.receipts({ limit: 99 }) };
    await bench.rebuild();
    expect({ ...(await everything(bench)), receipts: await bench.knowledge.receipts({ limit: 99 }) }).toEqual(before);
    const opened = deriveId<TurnId>('opened');
    await give(opened, [fact]);
    let meanwhile: Promise<void> | undefined;
    await bench.rebuild(() => {
      meanwhile ??= (async () => {
        const closed = await bench.turn({ user: 'is the api up?', answer: 'It listens on port 4000.' });
        await give(closed, [fact]);
        await judge(closed);
      })();
    });
    await meanwhile;
    expect(await outcomes()).toEqual(['used', 'ignored', null, 'used']);
  });

  it('is as it was when it was given, whatever is learned later', async () => {
    await turnGiven({ user: 'is the api up?', answer: 'Yes, on port 4000.' }, fact);
    await bench.turn({ user: 'Actually the API runs on port 5000 now, not 4000.' });
    await bench.curate();
    await bench.rebuild();
    expect(await outcomes()).toEqual(['used']);
  });
});
