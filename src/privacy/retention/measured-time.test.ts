import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workbench } from '../../curator/workbench.fixture.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import { MeasuredTime } from './measured-time.ts';
import { DAY, HOUR, TestMachine } from './retention.fixture.ts';

const MINUTE = 60_000;

let bench: Workbench;
let machine: TestMachine;
beforeEach(async () => {
  bench = await Workbench.open();
  machine = new TestMachine(bench);
});
afterEach(() => bench.dispose());

async function opened(): Promise<MeasuredTime> {
  const time = new MeasuredTime(bench.journal.retention, machine);
  await time.look();
  return time;
}

describe('T-02: running time', () => {
  it('is what monotonic clocks counted, however the wall clock is set; a kill loses five minutes at most', async () => {
    const moment = fc.record({
      minutes: fc.integer({ min: 0, max: 600 }),
      jump: fc.constantFrom(0, 150 * DAY, -3_650 * DAY, HOUR, -HOUR),
      killed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { maxLength: 40 }), async (moments) => {
        let time = await opened();
        const before = time.ranMs;
        let [ran, kills] = [0, 0];
        for (const { minutes, jump, killed } of moments) {
          for (let minute = 0; minute < minutes; minute += 10) {
            machine.pass(10 * MINUTE);
            ran += 10 * MINUTE;
            await time.look();
          }
          machine.jump(jump);
          if (!killed) continue;
          machine.pass(4 * MINUTE);
          ran += 4 * MINUTE;
          kills += 1;
          machine.anotherProcess();
          time = await opened();
        }
        await time.look();
        expect(time.ranMs - before).toBeLessThanOrEqual(ran);
        expect(time.ranMs - before).toBeGreaterThanOrEqual(ran - kills * 5 * MINUTE);
      }),
      { numRuns: 15 },
    );
  }, 600_000);

  it('counts no mark whose row was damaged', async () => {
    const time = await opened();
    machine.pass(10 * MINUTE);
    await time.look();
    const path = `${bench.memory}/transcript.db`;
    const database = openSqlite({ path, access: 'write', synchronous: 'FULL' });
    database.exec('DROP TRIGGER running_times_insert_only; UPDATE running_times SET ran_ms = ran_ms + 864000000;');
    database.close();
    machine.anotherProcess();
    expect((await opened()).ranMs).toBe(0);
    const { problems } = await bench.journal.verify();
    expect(problems).toMatchObject([{ table: 'running_times' }]);
  });
});

describe('T-02: measured time', () => {
  it('goes on while the machine sleeps or another process starts, and not with the wall clock', async () => {
    const start = bench.now;
    const time = await opened();
    machine.sleep(DAY);
    await time.look();
    expect([time.now - start, time.ahead]).toEqual([DAY, 0]);
    machine.jump(20 * DAY);
    await time.look();
    expect([time.now - start, time.ahead, time.isSteady]).toEqual([DAY, 20 * DAY, false]);
    machine.sleep(2 * DAY);
    machine.anotherProcess();
    const next = await opened();
    expect([next.now - start, next.ahead]).toEqual([3 * DAY, 20 * DAY]);
    await next.believe();
    expect([next.now - start, next.ahead]).toEqual([23 * DAY, 0]);
  });

  it.each([
    ['a weekend', 3 * DAY, 3 * DAY],
    ['a month', 30 * DAY, 0],
    ['and the clock lost ten years', -3_650 * DAY, 0],
  ])('believes %s switched off as far as it may', async (_, off, believed) => {
    const start = bench.now;
    await opened();
    machine.restart(off);
    expect((await opened()).now - start).toBe(believed);
  });

  it('follows a clock that stays behind, because then the earlier one was wrong', async () => {
    machine.jump(150 * DAY);
    const time = await opened();
    machine.jump(-150 * DAY);
    for (let hour = 0; hour < 26; hour += 1) {
      await time.look();
      machine.pass(HOUR);
    }
    await time.look();
    expect([time.now, time.ahead]).toEqual([bench.now, 0]);
  });

  it('knows how far off the clock was when a record was taken, and takes the younger one where it cannot', async () => {
    const say = async () => {
      await bench.turn({ user: 'a word' });
      return (await bench.journal.retention.sweepRecord()).lastRecord;
    };
    const old = await say();
    const time = await opened();
    const right = await say();
    machine.pass(6 * MINUTE);
    await time.look();
    const between = await say();
    machine.jump(-400 * DAY);
    await time.look();
    const behind = await say();
    machine.pass(6 * MINUTE);
    await time.look();
    machine.jump(400 * DAY);
    await time.look();
    const again = await say();
    const days = (seq: number, from = time) => Math.round((from.happened({ seq, ts: bench.now }) - bench.now) / DAY);
    expect([old, right, between, behind, again].map((seq) => days(seq))).toEqual([0, 0, 400, 400, 0]);
    machine.anotherProcess();
    expect(days(behind, await opened())).toBe(400);
    // Its time may be from any clock: it happened when it was taken.
    expect(Math.abs(time.happened({ seq: between, ts: 0 }) - bench.now)).toBeLessThan(DAY);
  });
});
