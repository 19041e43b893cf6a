import { afterEach, describe, expect, it } from 'vitest';
import type { Claim } from '../knowledge/queue.ts';
import type { TurnId } from '../memory/ids.ts';
import { backOffMs } from '../platform/back-off.ts';
import { defaultConfig } from '../platform/config.ts';
import { ProviderError, type ProviderProblem, type Question } from './llm/provider.ts';
import { CurationScheduler } from './scheduler.ts';
import { Workbench, type WorkbenchOptions } from './workbench.fixture.ts';

const HOUR_MS = 3_600_000;
let bench: Workbench;
afterEach(() => bench.dispose());

type Answer = NonNullable<WorkbenchOptions['answer']>;

/** Only user.md: the files are not what is tested here. */
async function open(answer: Answer, options: WorkbenchOptions = {}): Promise<void> {
  bench = await Workbench.open({ ...options, answer, config: { 'files.preset': 'app', ...options.config } });
}

function failure(problem: ProviderProblem, retryAfterMs?: number): ProviderError {
  return new ProviderError(`it is ${problem}`, { code: `scripted-${problem}`, problem, retryAfterMs });
}

async function turns(count: number): Promise<readonly TurnId[]> {
  const ids: TurnId[] = [];
  for (let number = 1; number <= count; number += 1)
    ids.push(await bench.turn({ user: `turn ${number} says zebra${number}` }));
  return ids;
}

/** How often each turn was curated, by the acts. */
async function curations(): Promise<ReadonlyMap<TurnId, number>> {
  const counts = new Map<TurnId, number>();
  for (const act of await bench.journal.acts(0, 100_000))
    if (act.kind === 'curation') for (const { id } of act.turns) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

const queue = () => bench.knowledge.queue.summary();
/** As the timer does it. */
const looked = async () => {
  bench.scheduler.nudge();
  await new Promise((resolve) => setTimeout(resolve, 60));
  await bench.scheduler.quietly(async () => undefined);
};

describe('a model that fails (F-12)', () => {
  it.each<ProviderProblem>(['busy', 'setup'])(
    'with %s keeps every turn waiting, later and later, and is asked once',
    async (problem) => {
      let broken = true;
      await open(async () => {
        if (broken) throw failure(problem);
        return { text: 'NONE' };
      });
      const ids = await turns(30);
      expect(await bench.curate()).toMatchObject({
        curated: 0,
        parked: 0,
        waiting: 30,
        failure: { code: `scripted-${problem}` },
      });
      expect(bench.questions).toHaveLength(1);
      broken = false;
      expect(await bench.curate()).toMatchObject({ curated: 30, waiting: 0, failure: undefined });
      expect([...(await curations()).values()]).toEqual(ids.map(() => 1));
    },
  );

  it('with unusable answers to everything keeps all of them, and is left alone for a while', async () => {
    await open(async () => {
      throw failure('unusable');
    });
    await turns(60);
    await looked();
    expect(await queue()).toMatchObject({ waiting: 60, parked: 0 });
    expect(bench.questions.length).toBeLessThanOrEqual(7);
    expect(bench.scheduler.state.pausedUntil).toBeGreaterThan(bench.now);
  });

  it('and asks for time gets it, also from other spaces and looks in between (Retry-After)', async () => {
    await open(async () => {
      throw failure('busy', HOUR_MS);
    });
    await turns(30);
    await looked();
    bench.now += HOUR_MS - 1_000;
    await looked();
    expect(bench.questions).toHaveLength(1);
    bench.now += 2_000;
    await looked();
    expect(bench.questions).toHaveLength(2);
  });

  it('loses and doubles nothing over many batches of which a tenth fails, and never costs more than the cap', async () => {
    const BATCHES = 1_000;
    let seed = 42;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const PROBLEMS = ['busy', 'unusable', 'setup'] as const;
    await open(
      async () => {
        const draw = random();
        if (draw < 0.1) throw failure(PROBLEMS[Math.floor(draw * 30)] ?? 'busy');
        return { text: 'NONE' };
      },
      { mostUsd: 0.01, config: { 'curator.dailyUsd': 8, 'curator.sessionUsd': 1_000 } },
    );
    const ids: TurnId[] = [];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      ids.push(await bench.turn({ user: `turn ${batch}` }));
      await bench.curate();
    }
    for (let rounds = 0; rounds < 20 && (await queue()).waiting + (await queue()).parked > 0; rounds += 1) {
      await bench.knowledge.queue.retry(bench.now);
      await bench.curate();
    }
    expect(await queue()).toMatchObject({ waiting: 0, claimed: 0, parked: 0 });
    const counts = await curations();
    expect(ids.every((id) => counts.get(id) === 1)).toBe(true);
    expect((await bench.journal.spending({ since: 0 })).usd).toBeLessThanOrEqual(8);
    expect(bench.fallbacks.length).toBeGreaterThan(0);
    expect(bench.fallbacks.every(({ code }) => code === 'spend-cap')).toBe(true);
  });
});

it('back-off grows with each attempt, is never the same for all, ends at half an hour and keeps a longer wish', () => {
  const waits = Array.from({ length: 30 }, (_, attempt) =>
    Array.from({ length: 50 }, () => backOffMs(attempt + 1, undefined)),
  );
  for (const [index, tries] of waits.entries()) {
    const longest = Math.min(30 * 60_000, 5_000 * 2 ** index);
    expect(Math.min(...tries)).toBeGreaterThanOrEqual(longest / 2);
    expect(Math.max(...tries)).toBeLessThanOrEqual(longest + 1);
    expect(new Set(tries).size).toBeGreaterThan(10);
  }
  expect(backOffMs(1, HOUR_MS)).toBe(HOUR_MS);
});

describe('a turn that breaks every call it is in (F-13)', () => {
  const poisoned = ({ prompt }: Question, number: number) => new RegExp(`zebra${number}\\b`).test(prompt);

  it.each([1, 2, 3, 9, 16, 25])('is parked alone out of %i, wherever it stands, in few calls', async (size) => {
    for (const poison of new Set([1, Math.ceil(size / 2), size])) {
      let broken = true;
      await open(async (question) => {
        if (broken && poisoned(question, poison)) throw failure('unusable');
        return { text: 'NONE' };
      });
      const ids = await turns(size);
      expect(await bench.curate()).toMatchObject({ curated: size - 1, parked: 1, waiting: 0, failure: undefined });
      expect(bench.questions.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)) + 2);
      expect(await bench.knowledge.queue.parked(10)).toMatchObject([{ id: ids[poison - 1] }]);
      broken = false;
      await bench.knowledge.queue.retry(bench.now);
      expect(await bench.curate()).toMatchObject({ curated: 1, parked: 0 });
      expect([...(await curations()).values()]).toEqual(ids.map(() => 1));
      await bench.dispose();
    }
  });
});

describe('what kills or stops the daemon (F-16)', () => {
  it('takes its turns into ever smaller company, and is parked after five claims', async () => {
    await open(async () => ({ text: 'NONE' }));
    await turns(10);
    await bench.scheduler.quietly(async () => undefined);
    const { queue: waiting } = bench.knowledge;
    await waiting.feed(
      (await bench.journal.turnRevisions(0, 100)).map(({ id, rev, sessionId, workspace, closedAt }) => ({
        id,
        rev,
        sessionId,
        workspace,
        closedAt,
        urgent: false,
        tokens: 0,
        tools: 0,
      })),
      1_000_000,
    );
    const sizes: number[] = [];
    for (let death = 1; death <= 5; death += 1) {
      const claim = await waiting.claim({ owner: `dead ${death}`, now: bench.now, leaseMs: 1, limit: 25 });
      sizes.push(claim?.turns.length ?? 0);
      await waiting.reclaim(`dead ${death + 1}`, bench.now, 5);
    }
    expect(sizes).toEqual([10, 7, 1, 1, 1]);
    expect(await waiting.parked(10)).toHaveLength(1);
    expect(await bench.curate()).toMatchObject({ curated: 9 });
    // A daemon that has run for a while tries it again, twice in all: somebody else may have ended the others.
    for (const death of [6, 7]) {
      expect(await waiting.retryAbandoned(bench.now, 7)).toBe(1);
      await waiting.claim({ owner: `dead ${death}`, now: bench.now, leaseMs: 1, limit: 25 });
      await waiting.reclaim(`dead ${death + 1}`, bench.now, 5);
    }
    expect(await waiting.retryAbandoned(bench.now, 7)).toBe(0);
    expect(await waiting.parked(10)).toHaveLength(1);
  });

  it('leaves its claims to whoever comes next, also when that one only works when asked (manual)', async () => {
    await open(async () => ({ text: 'NONE' }), { config: { 'curator.profile': 'manual' } });
    await turns(2);
    await bench.scheduler.curateNow();
    await turns(1);
    const [, , third] = await bench.journal.turnRevisions(0, 10);
    if (third === undefined) throw new Error('no turn');
    const { id, rev, sessionId, workspace, closedAt, seq } = third;
    await bench.knowledge.queue.feed(
      [{ id, rev, sessionId, workspace, closedAt, urgent: false, tokens: 0, tools: 0 }],
      seq,
    );
    expect(
      await bench.knowledge.queue.claim({ owner: 'dead', now: bench.now, leaseMs: HOUR_MS, limit: 25 }),
    ).toBeDefined();
    expect(await bench.curate()).toMatchObject({ curated: 1, waiting: 0 });
  });

  it('gives a batch back when it is stopped during a call: soon, at once due, and not as failing', async () => {
    await open(
      (question) =>
        new Promise((_, reject) => {
          question.signal.addEventListener('abort', () => reject(failure('busy')));
        }),
    );
    await turns(3);
    const running = bench.scheduler.curateNow();
    while (bench.questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await bench.scheduler.stop();
    await running;
    expect(await queue()).toMatchObject({ waiting: 3, claimed: 0 });
    expect(await bench.knowledge.queue.failingSince(bench.now + HOUR_MS)).toEqual([]);
    const claim = await bench.knowledge.queue.claim({ owner: 'next', now: bench.now, leaseMs: 1, limit: 25 });
    expect(claim?.turns.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });
});

describe('a model that is dead for a day (F-14)', () => {
  it('parks only what has failed for six hours and was tried just now; a retry catches up', async () => {
    let dead = true;
    await open(async () => {
      if (dead) throw failure('busy');
      return { text: 'NONE' };
    });
    const ids = await turns(60);
    for (let hour = 0; hour < 24; hour += 0.5) {
      bench.now += HOUR_MS / 2;
      await bench.scheduler.curateNow();
    }
    const { parked, waiting } = await queue();
    expect(parked).toBeGreaterThanOrEqual(25);
    expect(parked + waiting).toBe(60);
    expect((await bench.knowledge.queue.parked(1))[0]?.reason).toMatch(/six hours: it is busy/);
    dead = false;
    await bench.knowledge.queue.retry(bench.now);
    expect(await bench.curate()).toMatchObject({ curated: 60, parked: 0, waiting: 0 });
    expect([...(await curations()).values()]).toEqual(ids.map(() => 1));
  });

  it('does not park for the night in which the machine was off', async () => {
    let dead = true;
    await open(async () => {
      if (dead) throw failure('busy');
      return { text: 'NONE' };
    });
    await turns(25);
    await bench.curate();
    await bench.close();
    bench.now += 14 * HOUR_MS;
    dead = false;
    await bench.reopen();
    await looked();
    expect(await queue()).toMatchObject({ waiting: 0, parked: 0 });
  });

  it('does not slow down capture, and is tried now and then, with 50,000 turns waiting', async () => {
    await open(async () => ({ text: 'NONE' }));
    const id = await bench.turn({ user: 'first' });
    const [first] = await bench.journal.turnRevisions(0, 1);
    if (first === undefined) throw new Error('no turn');
    const { rev, sessionId, workspace, closedAt } = first;
    const common = { rev, sessionId, workspace, closedAt, urgent: false, tokens: 0, tools: 0 };
    const waiting = Array.from({ length: 50_000 }, (_, index) => ({ ...common, id: `${id}-${index}` as TurnId }));
    const { journal, knowledge, clock } = bench;
    await knowledge.queue.feed(waiting, first.seq);
    let tries = 0;
    const run = async (claim: Claim) => {
      tries += 1;
      return { curated: 0, parked: 0, waiting: claim.turns, failure: failure('busy') };
    };
    const scheduler = new CurationScheduler({
      journal,
      knowledge,
      batches: { run, extract: run, finish: async () => undefined },
      markers: { read: async () => undefined },
      clock,
      profile: () => 'batch',
      limits: defaultConfig,
      owner: 'the one',
      isUrgent: () => false,
      onProblem: () => undefined,
    });
    for (let hour = 0; hour < 24; hour += 1) {
      bench.now += HOUR_MS;
      await bench.turn({ user: `hour ${hour}` });
      scheduler.nudge();
      await new Promise((resolve) => setTimeout(resolve, 60));
      await scheduler.quietly(async () => undefined);
    }
    await scheduler.stop();
    const { waiting: left, parked } = await queue();
    expect(left + parked).toBe(50_024);
    expect(parked).toBeGreaterThan(0);
    expect(tries).toBe(24);
    expect((await knowledge.queue.parked(1))[0]?.reason).toMatch(/six hours/);
    expect(await knowledge.queue.retry(bench.now)).toBe(parked);
  });
});

describe('an answer', () => {
  it('with a file that is too long is asked for once more, and only once', async () => {
    const long = `USER_MD_UPDATE:\n\`\`\`\`\n${'- zebra1 is here\n'.repeat(300)}\`\`\`\`\n`;
    await open(async () => ({ text: long }));
    await turns(1);
    await bench.curate();
    expect(bench.questions).toHaveLength(2);
    expect(bench.questions[1]?.prompt).toMatch(/too long in: user\.md \(300 lines, the limit is 200\)/);
  });

  it('that was cut off keeps what was complete, and the file that was not is refused and counted', async () => {
    const text = 'PREFERENCE: turn says zebra1 always\nUSER_MD_UPDATE:\n````\n# User\n- half a';
    await open(async () => ({ text, ended: 'length' }));
    await turns(1);
    await bench.curate();
    expect(await bench.contents()).toEqual(['turn says zebra1 always']);
    expect((await bench.knowledge.counts()).dropped).toMatchObject({ 'refused-file': 1 });
    expect(bench.file('user.md')).not.toContain('half a');
  });

  it('at the cap comes from the rules, and that is said', async () => {
    await open(async () => ({ text: 'NONE' }), { mostUsd: 5, config: { 'curator.dailyUsd': 1 } });
    await bench.turn({ user: 'I prefer tabs over spaces.' });
    await bench.curate();
    expect(bench.questions).toHaveLength(0);
    expect(bench.fallbacks).toMatchObject([{ code: 'spend-cap' }]);
    expect(bench.file('user.md')).toMatch(/tabs/);
  });

  it('that could not be applied is not paid for again: it is applied first', async () => {
    await open(async () => ({ text: 'NONE' }));
    await turns(2);
    const commit = bench.knowledge.commit.bind(bench.knowledge);
    let full = true;
    bench.knowledge.commit = (change, previous) =>
      full ? Promise.reject(new Error('disk full')) : commit(change, previous);
    expect(await bench.curate()).toMatchObject({ curated: 0, waiting: 2, failure: { code: 'curation-failed' } });
    await bench.curate();
    full = false;
    expect(await bench.curate()).toMatchObject({ waiting: 0, failure: undefined });
    expect(bench.questions).toHaveLength(1);
    expect([...(await curations()).values()]).toEqual([1, 1]);
  });
});
