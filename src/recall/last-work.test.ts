import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOW, OTHER_SPACE, SPACE } from '../journal/contract/samples.fixture.ts';
import { APP_MARK } from '../memory/app.ts';
import { type AppId, deriveId, type LearningId, type SessionId, type TurnId } from '../memory/ids.ts';
import { type Learning, newLearning } from '../memory/learning.ts';
import type { MemoryRecord } from '../memory/record.ts';
import { SENSITIVE_TAG } from '../memory/sensitivity.ts';
import { sessionNamed, TemporaryMemory } from './index/temporary-memory.fixture.ts';
import { type LastWork, type LastWorkRequest, lastWork } from './last-work.ts';

let memory: TemporaryMemory;
let at = NOW;

beforeEach(async () => {
  memory = await TemporaryMemory.open();
});
afterEach(() => memory.close());

/** A closed turn: what was asked, what was said on the way, and what was said last. */
async function turn(
  session: string,
  asked: Partial<MemoryRecord> | string,
  ...said: readonly (Partial<MemoryRecord> | string)[]
): Promise<TurnId> {
  at += 60_000;
  const turnId = deriveId<TurnId>(session, String(at));
  const record = (given: Partial<MemoryRecord> | string, index: number): Partial<MemoryRecord> => ({
    type: index === 0 ? 'prompt' : 'assistant',
    source: index === 0 ? 'typed' : 'assistant',
    sessionId: sessionNamed(session),
    turnId,
    ts: at + index,
    ...(typeof given === 'string' ? { content: given } : given),
  });
  await memory.say(...[asked, ...said].map(record));
  await memory.journal.closeTurn(turnId, 'stop', at + 100);
  return turnId;
}

function looked(different: Partial<LastWorkRequest> = {}): LastWork {
  const request = { workspace: SPACE, sessionId: null, now: at + 1_000, ...different };
  return lastWork(memory.records(), memory.reader(), request);
}

function told(work: LastWork): readonly (string | undefined)[] {
  return work.turns.map(({ asked, answered }) => `${asked.content} → ${answered?.content}`);
}

function task(name: string, different: Partial<Learning> = {}): Learning {
  const id = deriveId<LearningId>(name);
  return newLearning(at, { id, workspace: SPACE, type: 'ACTION', content: name, trust: 'typed', ...different });
}

describe('what the last sessions came to', () => {
  it('is what was asked last and the last thing said in answer, newest session first', async () => {
    await turn('monday', 'Add the CSV export', 'Let me look.', 'Export added; dates still lack a time zone.');
    await turn('tuesday', 'Fix the rounding', 'Rounding fixed.');
    await turn('tuesday', 'Now the tests', 'I run them first.', 'All 41 tests pass.');
    memory.catchUp();
    expect(told(looked())).toEqual([
      'Now the tests → All 41 tests pass.',
      'Fix the rounding → Rounding fixed.',
      'Add the CSV export → Export added; dates still lack a time zone.',
    ]);
  });

  it('is not what the session that asks said itself, nor of another project, nor later than now', async () => {
    await turn('mine', 'Start the migration', 'Migration written.');
    const until = at + 1_000;
    await turn('other', 'Add a seed script', 'Seed script added.');
    await memory.append([{ workspace: OTHER_SPACE, content: 'elsewhere' }]);
    memory.indexer;
    expect(told(looked({ sessionId: sessionNamed('mine') }))).toEqual(['Add a seed script → Seed script added.']);
    expect(told(looked({ now: until }))).toEqual(['Start the migration → Migration written.']);
    expect(told(looked({ workspace: OTHER_SPACE }))).toEqual([]);
  });

  it('passes over thanks, and what nobody asked', async () => {
    await turn('one', 'Move the cache to Redis', 'The cache runs on Redis now.');
    await turn('one', 'ok thanks', 'You are welcome.');
    await turn('two', { content: 'nightly report', source: 'import' }, 'Report made.');
    memory.indexer;
    expect(told(looked())).toEqual(['Move the cache to Redis → The cache runs on Redis now.']);
  });

  it('keeps a short order that led to work', async () => {
    const call = { type: 'tool_use', source: 'tool', tool: 'Bash', content: '{"command":"npm test"}' } as const;
    await turn('one', 'run it', call, 'Done.');
    memory.indexer;
    expect(told(looked())).toEqual(['run it → Done.']);
  });

  it('L-12: takes what was said before a call for no answer', async () => {
    const call = { type: 'tool_use', source: 'tool', tool: 'Bash', content: '{"command":"npm test"}' } as const;
    await turn('one', 'Fix the flaky test', 'Let me run the tests.', call);
    memory.indexer;
    expect(told(looked())).toEqual(['Fix the flaky test → undefined']);
  });

  it('leaves out a turn with something that agents are not given', async () => {
    await turn('one', { content: 'My iban is …', tags: [SENSITIVE_TAG] }, 'Noted the account.');
    const [first] = await memory.say({
      sessionId: sessionNamed('two'),
      turnId: deriveId<TurnId>('marked'),
      ts: at + 1,
    });
    await memory.journal.closeTurn(deriveId<TurnId>('marked'), 'stop', at + 2);
    expect(told(looked({ sensitiveRecords: first === undefined ? [] : [first.id] }))).toEqual([]);
    expect(looked({ givesSensitive: true }).turns).toHaveLength(2);
  });

  it('does not take what a subagent said for the answer', async () => {
    await turn('one', 'Review the module', 'Two findings.', { content: 'subagent talk', metadata: { agent_id: 'a1' } });
    memory.indexer;
    expect(told(looked())).toEqual(['Review the module → Two findings.']);
  });

  it('is for an app what it was asked itself, and for nobody else', async () => {
    const app = 'mailer' as AppId;
    const mark = { [APP_MARK]: app };
    const asked = { content: 'Send the digest', source: 'assistant', metadata: mark } as const;
    await turn('of app', asked, { content: 'Digest sent to 12.', metadata: mark });
    memory.indexer;
    expect(told(looked({ app }))).toEqual(['Send the digest → Digest sent to 12.']);
    expect(told(looked())).toEqual([]);
    expect(told(looked({ app: 'other' as AppId }))).toEqual([]);
  });

  it('names open tasks, newest first, without those that are done', () => {
    memory.learn(
      task('Write the changelog'),
      task('Rotate the keys', { validTo: at }),
      task('Add a dark theme', { confirmedAt: at + 5 }),
      task('The API runs on 4000', { type: 'FACT' }),
      task('Call the bank', { sensitive: true }),
      task('Of another project', { workspace: OTHER_SPACE }),
      task('Just said', { sessionId: sessionNamed('mine') as SessionId }),
    );
    const { tasks } = looked({ sessionId: sessionNamed('mine') });
    expect(tasks.map(({ content }) => content)).toEqual(['Add a dark theme', 'Write the changelog']);
  });

  it('reads no more than a few sessions, however many there are', async () => {
    for (let number = 0; number < 8; number += 1)
      await turn(`s${number}`, `Request number ${number}`, `Did ${number}.`);
    memory.indexer;
    expect(told(looked())).toEqual([
      'Request number 7 → Did 7.',
      'Request number 6 → Did 6.',
      'Request number 5 → Did 5.',
    ]);
  });
});
