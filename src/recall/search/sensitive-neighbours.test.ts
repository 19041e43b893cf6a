import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOW } from '../../journal/contract/samples.fixture.ts';
import { deriveId, type RecordId, type TurnId } from '../../memory/ids.ts';
import { SENSITIVE_TAG } from '../../memory/sensitivity.ts';
import { sessionNamed } from '../index/temporary-memory.fixture.ts';
import { type Asking, openAsking } from './asking.fixture.ts';

const SAID = 'My doctor says I have narcolepsy, keep my mornings free';
const ANSWER = 'Mornings stay free from now on.';
const AFTER = 'Now rename the parser';

let asking: Asking;
let said: RecordId;

async function tell(tags: readonly string[]): Promise<void> {
  const common = { sessionId: sessionNamed('one'), turnId: deriveId<TurnId>('one') };
  await asking.memory.say({ ...common, content: 'Plan the week' });
  const [record] = await asking.memory.say({ ...common, content: SAID, tags });
  said = record?.id ?? said;
  await asking.memory.say({ ...common, type: 'assistant', source: 'assistant', content: ANSWER });
  await asking.memory.say({ ...common, content: AFTER });
  await asking.memory.say({ content: 'Parsers and mornings, elsewhere', sessionId: sessionNamed('two') });
}

beforeEach(async () => {
  asking = await openAsking();
});
afterEach(() => asking.memory.close());

describe('R-06: a word that only a withheld record holds', () => {
  it('finds none of its neighbours for an agent, and all of them for the person', async () => {
    await tell([SENSITIVE_TAG]);
    expect(asking.found('narcolepsy')).toEqual([]);
    expect(asking.found('narcolepsy doctor')).toEqual([]);
    expect(asking.found('narcolepsy', { audience: 'person' })).toEqual(expect.arrayContaining([SAID, ANSWER]));
    expect(asking.found('narcolepsy', { givesSensitive: true })).toContain(SAID);
  });

  it('lifts none of them either', async () => {
    await tell([SENSITIVE_TAG]);
    const scoresOf = (text: string) => asking.ask(text).map(({ snippet, score }) => [snippet, score]);
    expect(scoresOf('narcolepsy rename')).toEqual(scoresOf('neverheard rename'));
    expect(scoresOf('narcolepsy rename')).not.toEqual([]);
  });

  it('nor one that the person marked later, or that is on its way out', async () => {
    await tell([]);
    expect(asking.found('narcolepsy')).toContain(ANSWER);
    expect(asking.found('narcolepsy', { sensitiveRecords: [said] })).toEqual([]);
    const hidden = { records: [said], learnings: [], sessions: [], spaces: [], texts: [] };
    for (const audience of ['agent', 'person'] as const)
      expect(asking.found('narcolepsy', { hidden, audience })).toEqual([]);
  });

  it('nor one that is past its time', async () => {
    await tell([]);
    const { journal } = asking.memory;
    const stored = await journal.record(said);
    await journal.retention.hideRecords({ records: stored === undefined ? [] : [stored], at: NOW, ranMs: 1 });
    for (const audience of ['agent', 'person'] as const) expect(asking.found('narcolepsy', { audience })).toEqual([]);
  });
});
