import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SESSION, Workbench } from '../../curator/workbench.fixture.ts';
import { deriveId, type RecordId } from '../../memory/ids.ts';
import { isEmptied, type MemoryRecord, type StoredRecord } from '../../memory/record.ts';
import { DAY, HOUR, retentionOn, TestMachine } from './retention.fixture.ts';
import type { Retention } from './retention.ts';

const KEPT_DAYS = 90;
const YEAR = 365 * DAY;
const AHEAD = 150 * DAY;
const BEHIND = -10 * YEAR;

/** A home whose truth is known: when each record was really made, whatever the clock said. */
class Truth {
  readonly bench: Workbench;
  readonly machine: TestMachine;
  readonly madeAt = new Map<string, number>();
  trueNow: number;
  retention: Retention;

  constructor(bench: Workbench) {
    this.bench = bench;
    this.machine = new TestMachine(bench);
    this.trueNow = bench.now;
    this.retention = retentionOn(bench, this.machine);
  }

  /** `ago` is in the past of a home from before there were marks, with a clock that was right. */
  async say(ago = 0): Promise<void> {
    const id = deriveId<RecordId>('said', String(this.madeAt.size));
    this.madeAt.set(id, this.trueNow - ago);
    const session = { id: SESSION, client: 'test', workspace: null, cwd: null, startedAt: 0, metadata: {} };
    const record: MemoryRecord = {
      ...{ id, ts: this.bench.now - ago, sessionId: SESSION, workspace: this.bench.space },
      ...{ turnId: null, tool: null, path: null, content: `words ${id}`, tags: [], metadata: {} },
      type: 'prompt',
      source: 'typed',
    };
    await this.bench.journal.append({ sessions: [session], records: [record] });
    if (ago === 0) await this.retention.notice();
  }

  pass(ms: number): void {
    this.machine.pass(ms);
    this.trueNow += ms;
  }

  sleep(ms: number): void {
    this.machine.sleep(ms);
    this.trueNow += ms;
  }

  /** The distance of the wall clock from the truth. */
  set error(ms: number) {
    this.machine.jump(this.trueNow + ms - this.bench.now);
  }

  /** A kill: nothing is told before it. */
  restart(offMs: number): void {
    if (offMs === 0) this.machine.anotherProcess();
    else this.machine.restart(offMs);
    this.trueNow += offMs;
    this.retention = retentionOn(this.bench, this.machine);
  }

  /** Looks every hour, or after so many at a time; with what happens before each. */
  async hours(count: number, before: (hour: number) => unknown = () => undefined, step = 1): Promise<void> {
    for (let hour = 0; hour < count; hour += step) {
      await before(hour);
      this.pass(step * HOUR);
      await this.retention.look();
    }
  }

  records(): Promise<readonly StoredRecord[]> {
    return this.bench.journal.recordsOfSession(SESSION);
  }

  async hidden(): Promise<number> {
    return (await this.records()).filter(({ hidden }) => hidden !== undefined).length;
  }

  /** Ages in days of texts that are gone. */
  async gone(): Promise<readonly number[]> {
    const emptied = (await this.records()).filter(isEmptied);
    return emptied.map(({ id }) => (this.trueNow - (this.madeAt.get(id) ?? 0)) / DAY);
  }

  async goneTooEarly(): Promise<readonly number[]> {
    return (await this.gone()).filter((days) => days < KEPT_DAYS);
  }
}

let truth: Truth;
beforeEach(async () => {
  truth = new Truth(await Workbench.open());
});
afterEach(() => truth.bench.dispose());

const codes = () => truth.retention.questions().map(({ code }) => code);

/** A month of an hour each: a busy machine may take its time. */
const PATIENCE = { timeout: 600_000 };

describe('T-02: a wrong clock', PATIENCE, () => {
  it('150 days ahead for an hour, and then for a month, hides and destroys nothing of 40 records, and asks', async () => {
    for (let n = 0; n < 40; n += 1) await truth.say(n * HOUR);
    await truth.hours(2);
    truth.restart(0);
    truth.error = AHEAD;
    await truth.hours(2);
    expect([await truth.hidden(), await truth.gone()]).toEqual([0, []]);
    await truth.hours(30 * 24, () => undefined, 4);
    expect([await truth.hidden(), await truth.gone()]).toEqual([0, []]);
    expect(codes()).toEqual(['retention-asks']);
    truth.error = 0;
    await truth.hours(2);
    expect(codes()).toEqual([]);
  });

  it('takes no text of the few that it makes look old, and they come back when it is set right', async () => {
    for (let day = 1; day < 85; day += 1) await truth.say(day * DAY);
    await truth.hours(2);
    // Some days' worth: less than a tenth, so nobody is asked.
    truth.error = 12 * DAY;
    await truth.hours(26);
    expect(await truth.hidden()).toBeGreaterThan(4);
    await truth.hours(20 * 24, () => undefined, 6);
    expect(await truth.goneTooEarly()).toEqual([]);
    truth.error = 0;
    const before = await truth.hidden();
    await truth.hours(2);
    expect(await truth.hidden()).toBeLessThan(before);
    expect(await truth.goneTooEarly()).toEqual([]);
  });

  it('behind for a while makes its records no older when it is set right', async () => {
    for (let n = 0; n < 40; n += 1) await truth.say(n * HOUR);
    await truth.hours(1);
    truth.error = -2 * YEAR;
    await truth.hours(3, () => truth.say());
    truth.error = 0;
    await truth.hours(15 * 24, () => undefined, 6);
    expect([await truth.hidden(), await truth.gone()]).toEqual([0, []]);
  });

  it.each([
    ['ahead', 4, () => AHEAD],
    ['ten years behind', 4, () => BEHIND],
    ['jumping every hour', 1, (hour: number) => [AHEAD, BEHIND, 0, 40 * DAY, -3 * DAY, 6 * HOUR][hour % 6] ?? 0],
  ])(
    '%s for a month destroys no text before its time, and what comes after is as it was',
    async (_, step, errorAt) => {
      for (let n = 0; n < 200; n += 1) await truth.say(n * 0.6 * DAY);
      await truth.retention.confirm();
      await truth.hours(3);
      await truth.hours(
        30 * 24,
        async (hour) => {
          truth.error = errorAt(hour);
          if (hour % 8 === 0) await truth.say();
          if (hour % 60 === 0) truth.restart(0);
        },
        step,
      );
      expect(await truth.goneTooEarly()).toEqual([]);
      truth.error = 0;
      await truth.hours(10 * 24, () => undefined, 6);
      expect(await truth.goneTooEarly()).toEqual([]);
    },
    120_000,
  );

  const moment = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('run' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('set' as const), error: errors() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('off' as const), days: fc.integer({ min: 1, max: 40 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('sleep' as const), days: fc.integer({ min: 1, max: 9 }) }) },
  );

  function errors() {
    const far = fc.integer({ min: -4_000, max: 400 }).map((days) => days * DAY);
    return fc.oneof(fc.constant(0), fc.constant(AHEAD), fc.constant(BEHIND), far);
  }

  it('set as anybody likes, with kills, sleep and days switched off, destroys no text before its time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { minLength: 20, maxLength: 50 }), async (moments) => {
        const home = new Truth(await Workbench.open());
        try {
          for (let n = 0; n < 100; n += 1) await home.say(n * DAY);
          await home.hours(2);
          let error = 0;
          for (const what of moments) {
            await home.say();
            if (what.kind === 'run') await home.hours(what.hours, () => undefined, 3);
            else if (what.kind === 'set') [error, home.error] = [what.error, what.error];
            else if (what.kind === 'kill') home.restart(0);
            else if (what.kind === 'sleep') home.sleep(what.days * DAY);
            else home.restart(what.days * DAY);
          }
          home.error = error;
          await home.hours(9 * 24, () => undefined, 6);
          expect(await home.goneTooEarly()).toEqual([]);
        } finally {
          await home.bench.dispose();
        }
      }),
      { numRuns: 5 },
    );
  });
});

describe('T-02: a clock that is right', PATIENCE, () => {
  it('lets text go by itself day by day, a week after it was hidden, and asks nobody', async () => {
    const asked = new Set<string>();
    for (let day = 0; day < 110; day += 1) {
      for (let n = 0; n < 4; n += 1) await truth.say();
      await truth.hours(24, () => undefined, 4);
      for (const code of codes()) asked.add(code);
    }
    expect([...asked]).toEqual([]);
    const gone = await truth.gone();
    expect(Math.min(...gone)).toBeGreaterThanOrEqual(KEPT_DAYS + 7);
    expect(gone.length).toBeGreaterThan(4 * 10);
    expect(await truth.hidden()).toBeLessThanOrEqual(4 * 9);
    expect(Math.max(...gone)).toBeCloseTo(110);
  });

  it('asks once of many records, before the first sweep, and once after weeks switched off', async () => {
    for (let day = 0; day < 100; day += 1) for (let n = 0; n < 12; n += 1) await truth.say(day * DAY);
    await truth.hours(1);
    expect(codes()).toEqual(['retention-asks']);
    await truth.retention.confirm();
    const asked = new Set<string>();
    const live = async (days: number) => {
      for (let day = 0; day < days; day += 1) {
        for (let n = 0; n < 12; n += 1) await truth.say();
        await truth.hours(24, () => undefined, 6);
        for (const code of codes()) asked.add(code);
      }
    };
    await live(15);
    expect([...asked]).toEqual([]);
    expect((await truth.gone()).length).toBeGreaterThan(12 * 12);
    truth.restart(25 * DAY);
    await truth.hours(26);
    expect(codes()).toEqual(['retention-asks']);
    await truth.retention.confirm();
    await live(15);
    expect([...asked]).toEqual([]);
    expect(await truth.goneTooEarly()).toEqual([]);
  });

  it('counts seven days while Carryover runs, not while the machine is off', async () => {
    for (let n = 0; n < 40; n += 1) await truth.say(n);
    await truth.say(91 * DAY);
    await truth.hours(1);
    expect(await truth.hidden()).toBe(1);
    for (let day = 0; day < 20; day += 1) {
      truth.restart(16 * HOUR);
      await truth.retention.look();
      await truth.hours(8);
    }
    expect([await truth.hidden(), await truth.gone()]).toMatchObject([1, []]);
    await truth.hours(24);
    expect(await truth.gone()).toHaveLength(1);
  });
});
