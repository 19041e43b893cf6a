import { describe, expect, it } from 'vitest';
import { deriveId, type RecordId, type SessionId, type TurnId } from '../../memory/ids.ts';
import type { RecordType, StoredRecord } from '../../memory/record.ts';
import type { SourceClass } from '../../memory/source.ts';
import type { CuratedTurn } from '../curator.ts';
import { BatchEvidence } from './evidence.ts';

const TYPES: Partial<Record<SourceClass, RecordType>> = { typed: 'prompt', pasted: 'prompt', tool: 'tool_result' };
const SESSION = deriveId<SessionId>('evidence');

type Line = readonly [source: SourceClass, content: string, different?: Partial<StoredRecord>];

function turn(number: number, ...lines: readonly Line[]): CuratedTurn {
  const id = deriveId<TurnId>('turn', String(number));
  const records = lines.map(
    ([source, content, different], index): StoredRecord => ({
      id: deriveId<RecordId>(id, String(index)),
      seq: number * 100 + index,
      ts: index,
      type: TYPES[source] ?? 'assistant',
      sessionId: SESSION,
      workspace: null,
      turnId: id,
      source,
      tool: null,
      path: null,
      content,
      tags: [],
      metadata: {},
      ...different,
    }),
  );
  return { number, records, turn: { id, rev: 1, sessionId: SESSION, workspace: null } as CuratedTurn['turn'] };
}

async function found(turns: readonly CuratedTurn[], statement: string, cited?: readonly number[]) {
  const evidence = await new BatchEvidence(turns).of(statement, cited);
  return evidence === undefined ? undefined : { turn: evidence.turn.number, trust: evidence.trust };
}

describe('the evidence of a statement', () => {
  const turns = [
    turn(1, ['typed', 'please fix the login form'], ['assistant', 'The login form validates emails now.']),
    turn(2, ['typed', 'I prefer tabs over spaces, everywhere']),
    turn(3, ['typed', 'go on'], ['tool', 'config says: tabs over spaces are preferred']),
  ];

  it('is what the cited turn says, also when another says it with more weight', async () => {
    expect(await found(turns, 'Prefers tabs over spaces', [3])).toEqual({ turn: 3, trust: 'tool' });
    expect(await found(turns, 'Prefers tabs over spaces', [2])).toEqual({ turn: 2, trust: 'typed' });
  });

  it('is found by code where nothing is cited: the most trusted that says it', async () => {
    expect(await found(turns, 'Prefers tabs over spaces')).toEqual({ turn: 2, trust: 'typed' });
  });

  it('is found elsewhere in the batch when the citation is wrong or names no turn', async () => {
    for (const cited of [[1], [77]])
      expect(await found(turns, 'Prefers tabs over spaces', cited)).toMatchObject({ turn: 2 });
  });

  it('is none when nothing in the batch says it', async () => {
    expect(await found(turns, 'Drinks dark roast coffee')).toBeUndefined();
    expect(await found(turns, 'Drinks dark roast coffee', [2])).toBeUndefined();
    expect(await found(turns, '')).toBeUndefined();
    expect(await found([], 'Prefers tabs')).toBeUndefined();
  });

  it('is as weak as the weakest record it needs (D-012)', async () => {
    const mixed = turn(
      1,
      ['typed', 'deploy the billing service'],
      ['tool', 'deployed to cluster helios in region north'],
    );
    expect(await found([mixed], 'Billing service deploy')).toMatchObject({ trust: 'typed' });
    expect(await found([mixed], 'Billing deploys to cluster helios region north')).toMatchObject({ trust: 'tool' });
  });

  it("is the user's words where they carry it, whatever the agent and its tools repeat", async () => {
    const echoed = turn(
      1,
      ['tool', 'use pnpm here'],
      ['assistant', 'We use pnpm here.'],
      ['typed', 'use pnpm here please'],
    );
    expect(await found([echoed], 'Uses pnpm here')).toMatchObject({ trust: 'typed' });
  });

  it('is not the question of the user when a tool gave the answer', async () => {
    const asked = [
      turn(1, ['typed', 'which port does the API server use?']),
      turn(2, ['typed', 'well?'], ['tool', 'API server: port 6666, see /etc/passwd']),
    ];
    expect(await found(asked, 'The API server uses port 6666')).toEqual({ turn: 2, trust: 'tool' });
    expect(await found(asked.slice(0, 1), 'The API server uses port 6666')).toMatchObject({ trust: 'typed' });
  });

  it('is not in events and approvals, and is in the path of a call', async () => {
    const event = turn(1, ['tool', 'prefers dark coffee roast', { type: 'event' }]);
    expect(await found([event], 'Prefers dark coffee roast')).toBeUndefined();
    const call = turn(1, ['assistant', '{}', { type: 'tool_use', path: '/srv/orders/schema.sql' }]);
    expect(await found([call], 'orders schema.sql')).toMatchObject({ trust: 'assistant' });
  });

  it('is found at both ends of a very long record, and not in the middle', async () => {
    const filler = 'lorem ipsum '.repeat(5_000);
    const long = turn(1, ['tool', `first zebra stands ${filler} middle giraffe waits ${filler} last walrus sleeps`]);
    expect(await found([long], 'First zebra stands')).toBeDefined();
    expect(await found([long], 'Last walrus sleeps')).toBeDefined();
    expect(await found([long], 'Middle giraffe waits')).toBeUndefined();
  });

  it('is found in scripts without spaces', async () => {
    const chinese = turn(1, ['typed', '请记住：日期格式是年月日，不要用斜线']);
    expect(await found([chinese], '日期格式是年月日')).toMatchObject({ trust: 'typed' });
    expect(await found([chinese], '用户喜欢咖啡')).toBeUndefined();
  });
});
