import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReaderPool } from './reader-pool.ts';

const ODD_THREAD = fileURLToPath(new URL('./odd-thread.fixture.ts', import.meta.url));
const CLOSED = { code: 'closed', retryable: true };

let folder: string;
let ledger: string;
let pool: ReaderPool;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-pool-'));
  ledger = join(folder, 'ledger');
  writeFileSync(ledger, '');
  pool = new ReaderPool(ODD_THREAD, { journal: ledger, index: '' });
});
afterEach(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the threads that answer', () => {
  it('answer each question with its own answer, two hundred at a time', async () => {
    const questions = Array.from({ length: 200 }, (_, n) => n);
    expect(await Promise.all(questions.map((n) => pool.ask('echo', n)))).toEqual(questions);
  });

  it('are never more than two, and no more than are needed', async () => {
    const one = new Set<unknown>();
    for (let n = 0; n < 4; n += 1) one.add(await pool.ask('thread', n));
    expect(one.size).toBe(1);
    const ask = (urgent: boolean) => [pool.ask('wait', 5, { urgent }), pool.ask('thread', 0, { urgent })];
    const many = Array.from({ length: 20 }, (_, n) => ask(n % 2 === 0)).flat();
    const threads = (await Promise.all(many)).filter((_, n) => n % 2 === 1);
    expect(new Set(threads).size).toBe(2);
  });

  it('keep one for what is urgent, however many searches wait', async () => {
    const searches = Array.from({ length: 5 }, () => pool.ask('wait', 100));
    expect(await pool.ask('echo', 'prompt', { urgent: true })).toBe('prompt');
    expect(
      readFileSync(ledger, 'utf8')
        .split('\n')
        .filter((line) => line === '100').length,
    ).toBeLessThan(5);
    await Promise.all(searches);
  });

  it('are replaced by another, which has been asked something before, and answer until then', async () => {
    const first = await pool.ask('thread', 0);
    const replaced = pool.replace('wait');
    expect(await pool.ask('thread', 0)).toBe(first);
    await replaced;
    const second = await pool.ask('thread', 'asked after');
    expect(second).not.toBe(first);
    expect(readFileSync(ledger, 'utf8').split('\n').slice(-3)).toEqual(['undefined', 'asked after', '']);
    expect(await pool.ask('thread', 0)).toBe(second);
  });

  it('stay as they are when the one that should take their place fails, or there is none to replace', async () => {
    await pool.replace('die');
    expect(readFileSync(ledger, 'utf8')).toBe('');
    const first = await pool.ask('thread', 0);
    await expect(pool.replace('die')).rejects.toMatchObject({ code: 'search-failed' });
    expect(await pool.ask('thread', 0)).toBe(first);
  });

  it('let the second go when nothing is asked of it, and keep the first', async () => {
    await pool.close();
    pool = new ReaderPool(ODD_THREAD, { journal: ledger, index: '' }, 15_000, 50);
    const first = await pool.ask('thread', 0);
    const both = () => Promise.all([pool.ask('wait', 20), pool.ask('thread', 0, { urgent: true })]);
    const [, second] = await both();
    expect(second).not.toBe(first);
    await sleep(200);
    expect(await pool.ask('thread', 0)).toBe(first);
    const [, third] = await both();
    expect([first, second]).not.toContain(third);
  });

  it('hand over parts in order, before the rest', async () => {
    const parts: unknown[] = [];
    expect(await pool.ask('echo', 'c', { onPart: (part) => parts.push(part) })).toBe('c');
    expect(parts).toEqual(['a', 'b']);
  });

  it('answer what is urgent before what is not', async () => {
    await pool.ask('echo', 'first');
    const busy = [pool.ask('wait', 60), pool.ask('wait', 60, { urgent: true })];
    const plain = ['p1', 'p2'].map((name) => pool.ask('echo', name));
    const urgent = ['u1', 'u2'].map((name) => pool.ask('echo', name, { urgent: true }));
    await Promise.all([...busy, ...plain, ...urgent]);
    const order = readFileSync(ledger, 'utf8').split('\n');
    expect(order.indexOf('u1')).toBeLessThan(order.indexOf('p1'));
    expect(order.indexOf('u1')).toBeLessThan(order.indexOf('p2'));
    expect(order).toContain('u2');
  });

  it.each(['die', 'leave'])('fail one question when a thread should %s, and answer the next', async (method) => {
    const asked = [pool.ask(method, 1), pool.ask('echo', 2), pool.ask('echo', 3)];
    const [failed, ...others] = await Promise.allSettled(asked);
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'search-failed', retryable: true } });
    expect(others).toEqual([2, 3].map((value) => ({ status: 'fulfilled', value })));
    expect(await pool.ask('echo', 4)).toBe(4);
  });

  it('say what went wrong where they answer with a problem', async () => {
    await expect(pool.ask('refuse', 1)).rejects.toMatchObject({ code: 'database-error', message: 'no' });
    expect(await pool.ask('echo', 2)).toBe(2);
  });

  it('are not asked what nobody waits for any more', async () => {
    await pool.ask('echo', 'first');
    const busy = [pool.ask('wait', 60), pool.ask('wait', 60, { urgent: true })];
    const end = new AbortController();
    const refused = expect(pool.ask('echo', 'late', { signal: end.signal, urgent: true })).rejects.toMatchObject({
      code: 'search-given-up',
    });
    const parts: unknown[] = [];
    end.abort();
    await refused;
    await expect(pool.ask('echo', 'later', { signal: end.signal })).rejects.toMatchObject({ code: 'search-given-up' });
    await Promise.all(busy);
    const running = new AbortController();
    const onPart = (part: unknown) => parts.push(part);
    const left = expect(pool.ask('wait', 30, { signal: running.signal, onPart })).rejects.toMatchObject({
      code: 'search-given-up',
    });
    running.abort();
    await left;
    expect(await Promise.all([pool.ask('wait', 40), pool.ask('wait', 40)])).toEqual([40, 40]);
    expect(parts).toEqual([]);
    expect(readFileSync(ledger, 'utf8')).not.toContain('late');
  });

  it('keep nobody longer than the deadline, counted from the asking, and are replaced when they hang', async () => {
    const impatient = new ReaderPool(ODD_THREAD, { journal: ledger, index: '' }, 400);
    const asked = [impatient.ask('wait', 60_000), impatient.ask('wait', 60_000), impatient.ask('echo', 'behind them')];
    const late = { status: 'rejected', reason: { code: 'search-failed', message: 'a search took too long' } };
    expect(await Promise.allSettled(asked)).toMatchObject([late, late, late]);
    await expect.poll(() => impatient.ask('echo', 4).catch(() => undefined)).toBe(4);
    await impatient.close();
  });

  it('refuse a question that would wait behind hundreds, and still take an urgent one', async () => {
    const many = Array.from({ length: 600 }, () => pool.ask('echo', 0));
    const urgent = pool.ask('echo', 'urgent', { urgent: true });
    const outcomes = await Promise.allSettled(many);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'search-busy', retryable: true } });
    expect(await urgent).toBe('urgent');
  });

  it('are replaced when they are renewed, and answer what they were asked before', async () => {
    const before = await pool.ask('thread', 0);
    const asked = pool.ask('wait', 30);
    pool.renew();
    expect(await asked).toBe(30);
    expect(await pool.ask('thread', 0)).not.toBe(before);
  });

  it('refuse whatever is asked or waits when they are closed', async () => {
    const asked = Array.from({ length: 5 }, () => pool.ask('wait', 10_000));
    const refused = Promise.all(asked.map((each) => expect(each).rejects.toMatchObject(CLOSED)));
    await pool.close();
    await refused;
    await expect(pool.ask('echo', 1)).rejects.toMatchObject(CLOSED);
  });
});
