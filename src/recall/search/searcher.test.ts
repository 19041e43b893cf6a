import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOW, OTHER_SPACE, type SPACE } from '../../journal/contract/samples.fixture.ts';
import { sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import { sessionNamed } from '../index/temporary-memory.fixture.ts';
import type { RecallHit } from '../recall.ts';
import { ASKED_AT, type Asking, openAsking, question } from './asking.fixture.ts';
import { Searcher } from './searcher.ts';

const DAY_MS = 86_400_000;

let asking: Asking;
beforeEach(async () => {
  asking = await openAsking();
});
afterEach(() => asking.memory.close());

function fact(content: string, different: Parameters<typeof sampleLearning>[0] = {}) {
  return sampleLearning({ content, subject: null, ...different });
}

function scores(hits: readonly RecallHit[]): readonly (readonly [string, number])[] {
  return hits.map((hit) => [hit.kind === 'fact' ? hit.learning.id : hit.record.id, hit.score]);
}

describe('M-06: ways to ask for a learning', () => {
  it('find it in other words than its own, below what says them itself, and are not shown', () => {
    const asked = ['which pre-production machine', 'test box'];
    asking.memory.learn(
      fact('The staging host is called heron', { asked }),
      fact('The machine in the cellar is called lynx', { asked: [] }),
    );
    expect(asking.found('pre-production')).toEqual(['The staging host is called heron']);
    expect(asking.found('machine')[0]).toBe('The machine in the cellar is called lynx');
    for (const { snippet } of asking.ask('pre-production')) expect(snippet).not.toContain('pre-production');
  });
});

describe('any text is a question', () => {
  const SIGNS = [...'"\'`*()[]{}^~+-:;,.!?%_/\\|&<>=#@$', '""', '\0', '🙂', '…', '\u202e', '\u200b'];
  const OPERATORS = [
    'NEAR(',
    'NEAR/3',
    'a AND',
    'OR',
    'NOT b',
    '* OR *',
    'content:x',
    '{a b}: c',
    '^a',
    "'; DROP TABLE terms; --",
  ];
  const ODD = [...SIGNS, ...OPERATORS];

  it('whatever it holds: nothing in it is an operator (D-021, SRV-21)', async () => {
    await asking.memory.say('the harbour gate closes at noon', 'near the column word');
    asking.memory.learn(fact('the gate is green'));
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(fc.oneof(fc.constantFrom(...ODD, '\ud800', '\udc00'), fc.constantFrom('gate', 'the', 'noon')), {
          maxLength: 8,
        })
        .map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(text, fc.boolean(), (any, explain) => {
        for (const hit of asking.ask(any, { explain })) {
          expect(hit.score).toBeGreaterThan(0);
          expect(hit.snippet.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
    for (const odd of ODD) expect(asking.found(`${odd} harbour`)).toContain('the harbour gate closes at noon');
  });

  it('also none at all, only small words, ten kilobytes, or a megabyte', async () => {
    await asking.memory.say('the harbour gate closes at noon', 'to be or not to be');
    expect(asking.ask('')).toEqual([]);
    expect(asking.ask(' \n\t ')).toEqual([]);
    expect(asking.found('to be or not to be')).toContain('to be or not to be');
    expect(asking.found(`harbour ${'lorem ipsum dolor '.repeat(600)}`)[0]).toBe('the harbour gate closes at noon');
    expect(asking.found(`harbour ${'x'.repeat(1_000_000)}`)[0]).toBe('the harbour gate closes at noon');
  });

  it('T-02: finds nothing that is hidden, for agents and people, and finds it again when it is shown', async () => {
    const [old] = await asking.memory.say('the harbour gate closes at noon', 'the harbour cat');
    if (old === undefined) throw new Error('not stored');
    const stored = await asking.memory.journal.record(old.id);
    if (stored === undefined) throw new Error('not there');
    await asking.memory.journal.retention.hideRecords({ records: [stored], at: 0, ranMs: 0 });
    for (const audience of ['person', 'agent'] as const)
      expect(asking.found('harbour gate', { audience })).not.toContain('the harbour gate closes at noon');
    await asking.memory.journal.retention.showRecords([stored.seq]);
    expect(asking.found('harbour gate')).toContain('the harbour gate closes at noon');
  });

  it('and its words are alternatives: one that nothing holds takes away nothing', async () => {
    await asking.memory.say('the harbour gate closes at noon');
    expect(asking.found('harbour zygote quixotic marzipan')).toEqual(['the harbour gate closes at noon']);
  });

  it.each([0, -1, 0.5, Number.NaN])('asked for %s hits it gets none', async (limit) => {
    await asking.memory.say('the harbour gate');
    expect(asking.ask('harbour', { limit })).toEqual([]);
  });
});

describe('a space is its own', () => {
  it('no word, count or length of another space moves a score here (D-097)', async () => {
    const { memory } = asking;
    await memory.say(
      'the harbour gate closes at noon',
      { type: 'assistant', content: 'noted: the gate' },
      'and a kuberentes cluster in the gate house',
    );
    memory.learn(fact('the gate is green'), fact('likes the harbour', { workspace: null, scope: { kind: 'user' } }));
    const before = ['harbour gate', 'kubernetes', 'gatehouse', 'noon'].map((text) => scores(asking.ask(text)));
    expect(before.every((hits) => hits.length > 0)).toBe(true);
    const other = { workspace: OTHER_SPACE, sessionId: sessionNamed('other') };
    await memory.say(
      ...Array.from({ length: 30 }, (_, n) => ({
        ...other,
        content: `harbour gate kubernetes gatehouse ${'noon '.repeat(n)}`,
      })),
    );
    memory.learn(fact('the harbour gate is elsewhere', { workspace: OTHER_SPACE }));
    expect(['harbour gate', 'kubernetes', 'gatehouse', 'noon'].map((text) => scores(asking.ask(text)))).toEqual(before);
  });

  it('beside it only the facts of the person are seen, not what they said elsewhere', async () => {
    const { memory } = asking;
    const user = { workspace: null, scope: { kind: 'user' } } as const;
    await memory.say('harbour here', { content: 'harbour nowhere', workspace: null, sessionId: sessionNamed('none') });
    await memory.say({ content: 'harbour there', workspace: OTHER_SPACE, sessionId: sessionNamed('other') });
    memory.learn(fact('harbour of the person', user), fact('harbour of the other', { workspace: OTHER_SPACE }));
    expect(asking.found('harbour').toSorted()).toEqual(['harbour here', 'harbour of the person']);
    expect(asking.found('harbour', { workspace: null })).toEqual(['harbour of the person']);
    const { workspace: _, ...everywhere } = question('harbour');
    expect(asking.searcher.search(everywhere).hits).toHaveLength(5);
  });

  it('and what was asked before, here or elsewhere, moves no score either', async () => {
    const { memory } = asking;
    const user = { workspace: null, scope: { kind: 'user' } } as const;
    await memory.say('the harbour gate', 'a bridge', 'harbour bridge at noon');
    await memory.say(
      ...Array.from({ length: 9 }, (_, n) => ({
        content: `the harbour ${n} gate`,
        workspace: OTHER_SPACE,
        sessionId: sessionNamed('other'),
      })),
    );
    memory.learn(fact('gate'), fact('a long bridge', user), fact('noon', user), fact('harbour master'));
    const asked = [
      question('harbour bridge gate'),
      question('noon', { workspace: null }),
      question('gate noon', { workspace: OTHER_SPACE }),
      question('bridge master noon'),
    ];
    const fresh = asked.map((each) => scores(new Searcher(memory.reader(), memory.records()).search(each).hits));
    for (let round = 0; round < 2; round += 1)
      expect(asked.map((each) => scores(asking.searcher.search(each).hits))).toEqual(fresh);
  });

  it('that nobody has heard of has nothing in it', async () => {
    await asking.memory.say('harbour');
    expect(asking.ask('harbour', { workspace: 'unknown' as typeof SPACE })).toEqual([]);
  });
});

describe('a filter', () => {
  it('by session, type, kind and time shows what passes it and nothing else (D-021)', async () => {
    const { memory } = asking;
    await memory.say(
      { content: 'harbour one', sessionId: sessionNamed('a'), ts: NOW + 1_200 },
      { content: 'harbour two', sessionId: sessionNamed('b'), ts: NOW + 1_900, type: 'assistant' },
      { content: 'harbour three', sessionId: sessionNamed('b'), ts: NOW + 5_000, type: 'error' },
    );
    memory.learn(fact('harbour four', { sessionId: sessionNamed('b'), createdAt: NOW + 7_000 }));
    const found = (different: Parameters<typeof asking.found>[1]) =>
      asking
        .found('harbour', different)
        .map((text) => text.split(' ')[1])
        .toSorted();
    expect(found({ sessionId: sessionNamed('b') })).toEqual(['four', 'three', 'two']);
    expect(found({ sessionId: sessionNamed('never') })).toEqual([]);
    expect(found({ recordTypes: ['assistant', 'error'] })).toEqual(['three', 'two']);
    expect(found({ kind: 'facts' })).toEqual(['four']);
    expect(found({ kind: 'records' })).toEqual(['one', 'three', 'two']);
    expect(found({ since: NOW + 1_900 })).toEqual(['four', 'three', 'two']);
    expect(found({ since: NOW + 1_901 })).toEqual(['four', 'three']);
    expect(found({ until: NOW + 1_899 })).toEqual(['one']);
    expect(found({ since: NOW + 1_200, until: NOW + 1_200 })).toEqual(['one']);
  });

  it('keeps what is sensitive from agents, and what holds no more from everybody', () => {
    asking.memory.learn(fact('harbour code', { sensitive: true }), fact('harbour once', { validTo: NOW }));
    expect(asking.found('harbour')).toEqual([]);
    expect(asking.found('harbour', { audience: 'person' })).toEqual(['harbour code']);
    expect(asking.found('harbour', { givesSensitive: true })).toEqual(['harbour code']);
  });

  it('finds the one that holds among five hundred that do not', () => {
    asking.memory.learn(
      fact('the harbour gate code is green since the storm of that long and windy winter'),
      ...Array.from({ length: 500 }, (_, n) => fact(`harbour gate code ${n}`, { validTo: NOW })),
    );
    expect(asking.found('harbour gate code')).toEqual([
      'the harbour gate code is green since the storm of that long and windy winter',
    ]);
  });

  it('finds the one of a session, of a type or of a kind among thousands of others', async () => {
    const { memory } = asking;
    const quiet = 'somewhere in a long sentence about quite other things the harbour is said';
    await memory.say(
      { content: quiet, sessionId: sessionNamed('mine') },
      { content: quiet, sessionId: sessionNamed('other'), type: 'error' },
      { content: quiet, sessionId: sessionNamed('third'), ts: NOW - DAY_MS },
    );
    memory.learn(fact(quiet));
    const { length } = await memory.say(
      ...Array.from({ length: 9_000 }, () => ({ content: 'harbour harbour', sessionId: sessionNamed('loud') })),
    );
    expect(length).toBe(9_000);
    expect(asking.found('harbour', { sessionId: sessionNamed('mine') })).toEqual([quiet]);
    expect(asking.found('harbour', { recordTypes: ['error'] })).toEqual([quiet]);
    expect(asking.found('harbour', { until: NOW - 1 })).toEqual([quiet]);
    expect(asking.found('harbour', { kind: 'facts' })).toEqual([quiet]);
    expect(asking.ask('harbour', { limit: 100 }).filter(({ kind }) => kind === 'fact')).toHaveLength(1);
  });
});

describe('the order', () => {
  it('is the same for the same question, and the newer goes first where all else is equal', async () => {
    await asking.memory.say(
      ...Array.from({ length: 6 }, (_, n) => ({ content: 'harbour gate', sessionId: sessionNamed(String(n)) })),
    );
    const first = asking.ask('harbour gate');
    expect(new Set(first.map(({ score }) => score)).size).toBe(1);
    expect(first.map((hit) => hit.kind === 'record' && hit.record.seq)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(scores(asking.ask('harbour gate'))).toEqual(scores(first));
  });

  it('prefers a fact to what it was made of, a pinned one to another, one a person said to one a tool printed (D-091)', async () => {
    await asking.memory.say('harbour gate is green');
    asking.memory.learn(
      fact('harbour gate is green', { trust: 'tool' }),
      fact('harbour gate is green', { pinned: true }),
      fact('harbour gate is green'),
    );
    const hits = asking.ask('harbour gate');
    const facts = hits.flatMap((hit) => (hit.kind === 'fact' ? [[hit.learning.pinned, hit.learning.trust]] : []));
    expect(facts).toEqual([
      [true, 'typed'],
      [false, 'typed'],
      [false, 'tool'],
    ]);
    expect(hits.findIndex(({ kind }) => kind === 'record')).toBeGreaterThan(1);
  });

  it('prefers what the agent said when that is asked for', async () => {
    const same = 'the marmalade recipe needs seville oranges';
    const session = { sessionId: sessionNamed('recipes') };
    await asking.memory.say(
      { ...session, content: 'hello there' },
      { ...session, content: same },
      { ...session, content: same, type: 'assistant' },
    );
    const best = (text: string) => {
      const [hit] = asking.ask(text);
      return hit?.kind === 'record' ? hit.record.type : undefined;
    };
    expect(best('marmalade recipe oranges')).toBe('prompt');
    expect(best('what did you suggest for the marmalade recipe?')).toBe('assistant');
  });

  it('prefers words that stand together as they were asked', async () => {
    const each = (content: string, name: string) => ({ content, sessionId: sessionNamed(name) });
    await asking.memory.say(each('the red door and a blue house', 'a'), each('the blue door and a red house', 'b'));
    expect(asking.found('blue door')[0]).toBe('the blue door and a red house');
    expect(asking.found('red door')[0]).toBe('the red door and a blue house');
  });

  it('prefers the day, the month or the week that the question names', async () => {
    const on = (date: string) => ({
      content: 'went to the harbour',
      ts: Date.parse(`${date}T12:00:00Z`),
      sessionId: sessionNamed(date),
    });
    await asking.memory.say(on('2025-05-20'), on('2025-08-03'), on('2025-11-05'), on('2025-11-12'));
    const now = Date.parse('2025-11-13T09:00:00Z');
    const best = (text: string) => {
      const [hit] = asking.ask(text, { now });
      return hit?.kind === 'record' ? new Date(hit.record.ts).toISOString().slice(0, 10) : undefined;
    };
    expect(best('harbour in May')).toBe('2025-05-20');
    expect(best('harbour on 3 August')).toBe('2025-08-03');
    expect(best('harbour on 2025-05-20')).toBe('2025-05-20');
    expect(best('harbour yesterday')).toBe('2025-11-12');
    expect(best('harbour a week ago')).toBe('2025-11-05');
  });

  it('shows other sessions after the first twenty, as far as there are any', async () => {
    await asking.memory.say(
      ...Array.from({ length: 30 }, () => ({ content: 'harbour harbour gate', sessionId: sessionNamed('loud') })),
      ...['x', 'y', 'z'].map((name) => ({
        content: 'harbour among many quite different other words',
        sessionId: sessionNamed(name),
      })),
    );
    const sessions = asking
      .ask('harbour gate', { limit: 33 })
      .map((hit) => (hit.kind === 'record' ? hit.record.sessionId : null));
    expect(new Set(sessions.slice(0, 20))).toEqual(new Set([sessionNamed('loud')]));
    expect(new Set(sessions.slice(20, 23))).toEqual(new Set(['x', 'y', 'z'].map(sessionNamed)));
    expect(sessions).toHaveLength(33);
  });
});

describe('an explanation', () => {
  it('adds up to the score (D-091)', async () => {
    const session = (name: string) => ({ sessionId: sessionNamed(name) });
    await asking.memory.say(
      { ...session('a'), content: 'When is the harbour gate open?' },
      { ...session('a'), content: 'I always go to the harbour gate in May, 3 times', type: 'assistant' },
      { ...session('a'), content: 'harbour gate: ENOENT', type: 'error', tool: 'Bash' },
      { ...session('b'), content: 'my harbour has two gates' },
      { ...session('b'), content: 'and the harbour gate again', metadata: { speaker: 'Caroline' } },
    );
    asking.memory.learn(
      fact('the harbour gate is green', { pinned: true, confidence: 0.4, trust: 'tool' }),
      fact('likes the gate', { workspace: null, scope: { kind: 'user' } }),
    );
    const hits = asking.ask('how many times did Caroline see the harbour gate in May?', { explain: true });
    expect(hits).toHaveLength(7);
    for (const { score, explanation, kind } of hits) {
      const {
        words = 0,
        held = 1,
        session: inSession = 0,
        phrase = 0,
        type = 1,
        ...factors
      } = explanation?.parts ?? {};
      const product = Object.values(factors).reduce((all, factor) => all * factor, 1);
      const sum =
        kind === 'fact' ? (words * held + phrase) * product : (words * held * product + inSession + phrase) * type;
      expect(sum).toBeCloseTo(score, 4);
      const weights = explanation?.words.map(({ weight }) => weight) ?? [];
      expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    }
    expect(hits.find(({ kind }) => kind === 'fact')?.explanation?.words.map(({ word }) => word)).toEqual(
      expect.arrayContaining(['harbour', 'gate']),
    );
    expect(asking.ask('harbour gate')[0]).not.toHaveProperty('explanation');
  });
});

describe('a long answer', () => {
  it('comes in parts that are, together, the whole (D-081)', async () => {
    await asking.memory.say(
      ...Array.from({ length: 430 }, (_, n) => ({ content: `harbour ${n}`, sessionId: sessionNamed(String(n % 7)) })),
    );
    const whole = asking.ask('harbour', { limit: 1_000 });
    const parts: RecallHit[][] = [];
    const last = asking.searcher.search(question('harbour', { limit: 1_000 }), (hits) => parts.push([...hits]));
    expect(parts.map((part) => part.length)).toEqual([200, 200]);
    expect([...parts.flat(), ...last.hits]).toEqual(whole);
    expect(whole).toHaveLength(430);
    const few: unknown[] = [];
    expect(asking.searcher.search(question('harbour', { limit: 200 }), (hits) => few.push(hits)).hits).toHaveLength(
      200,
    );
    expect(few).toEqual([]);
  });

  it('leaves out what was erased a moment ago, before the index has heard of it', async () => {
    const [first] = await asking.memory.say('harbour one', 'harbour two');
    if (first === undefined) throw new Error('nothing was stored');
    await asking.memory.journal.eraseRecords({ ids: [first.id], contentHashes: [], now: ASKED_AT });
    expect(asking.found('harbour')).toEqual(['harbour two']);
  });

  it('sees news of every kind at the next question', async () => {
    await asking.memory.say('harbour one');
    expect(asking.found('harbour')).toEqual(['harbour one']);
    await asking.memory.say({ content: 'harbour two', ts: NOW + DAY_MS, sessionId: sessionNamed('new') });
    expect(asking.ask('harbour')).toHaveLength(2);
    asking.memory.learn(fact('harbour three'));
    expect(asking.ask('harbour')).toHaveLength(3);
  });
});

describe('R-02: what has decayed', () => {
  it('is found by people and by no agent, and what has not decayed keeps its rank', () => {
    const old = NOW - 100 * DAY_MS;
    const known = [
      fact('the harbour gate sticks in winter', { type: 'timing', confirmedAt: old }),
      fact('the harbour gate needs two pulls', { type: 'timing', confirmedAt: NOW }),
      fact('the harbour gate is green', { type: 'FACT', confirmedAt: old }),
    ];
    asking.memory.learn(...known);
    const contents = (audience: 'person' | 'agent') => asking.found('harbour gate', { audience }).toSorted();
    expect(contents('agent')).toEqual(['the harbour gate is green', 'the harbour gate needs two pulls']);
    expect(contents('person')).toHaveLength(3);
  });
});
