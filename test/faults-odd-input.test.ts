/**
 * F-22: bytes and structures that no client should send. Each is stored as well as it can be or refused as the sender's
 * mistake: never an error of ours, never a crash, and what was acknowledged is there.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { report } from './support/figures.ts';
import { whileAskingForHealth } from './support/health-probe.ts';
import { makeHome, runCli, startDaemon, type TestHome } from './support/home.ts';
import { postHook, promptEvent, toolEvent } from './support/hooks.ts';
import { exportRows, type RecordRow } from './support/journal.ts';
import { mutate } from './support/mutate.ts';
import { limitNow } from './support/pace.ts';
import { seededRandom } from './support/random.ts';

const DEPTH = 100_000;
const MUTANTS = 2_000;
const AT_ONCE = 16;
const OTHERS_WAIT_MS = 2_000;

let home: TestHome;
let pid: number;
beforeAll(async () => {
  home = await makeHome();
  ({ pid } = await startDaemon(home));
});
afterAll(async () => home[Symbol.asyncDispose]());

async function recordsOf(session: string): Promise<readonly RecordRow[]> {
  return (await exportRows(home)).records.filter((row) => row.session_id === session);
}

/** Sent as it is; stored as this. */
const PROMPTS: Readonly<Record<string, readonly [sent: string, stored: string]>> = {
  'a NUL character': ['"before\\u0000after"', 'before\0after'],
  'half a surrogate pair': ['"before\\ud83dafter"', 'before\ufffdafter'],
  'the other half': ['"before\\ude00after"', 'before\ufffdafter'],
  'line and paragraph separators': ['"before\u2028\u2029after"', 'before\u2028\u2029after'],
  'right-to-left and joined characters': [
    '"\u202eabc \u05e9\u05dc\u05d5\u05dd 👩‍👩‍👧‍👦"',
    '\u202eabc \u05e9\u05dc\u05d5\u05dd 👩‍👩‍👧‍👦',
  ],
  'a duplicate key': ['"first", "prompt": "second"', 'second'],
};

describe('odd text', () => {
  it.each(Object.entries(PROMPTS))('with %s is stored and comes back (F-22)', async (name, [sent, stored]) => {
    const session = `odd-${name.replaceAll(/\W/g, '-')}`;
    const body = JSON.stringify(promptEvent(session, 'PROMPT')).replace('"PROMPT"', sent);
    expect((await postHook(home, body)).status).toBe(200);
    expect((await recordsOf(session)).map(({ content }) => content)).toEqual([stored]);
  });

  it('with bytes that are not UTF-8 is stored with replacement characters (F-22)', async () => {
    const [before = '', after = ''] = JSON.stringify(promptEvent('odd-bytes', 'left MARK right')).split('MARK');
    const body = Buffer.concat([
      Buffer.from(before),
      Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
      Buffer.from(after),
    ]);
    expect((await postHook(home, body)).status).toBe(200);
    const [record] = await recordsOf('odd-bytes');
    expect(record?.content).toMatch(/^left \ufffd+\(\ufffd+ right$/);
  });
});

/** What a tool was given, as raw JSON. */
const INPUTS: Readonly<Record<string, string>> = {
  'brackets 100,000 deep': `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`,
  'objects 100,000 deep': `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
  'objects 100,000 deep with long names': `${'{"long-name":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
  'prototype keys':
    '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "toString": 1, "command": "ls"}',
  'numbers beyond all bounds': '{"command": "ls", "timeout": 1e999, "other": -1e999, "tiny": 1e-999}',
  'empty and blank keys': '{"": 1, " ": 2, "\\u0000": 3}',
  '100,000 keys': `{${Array.from({ length: DEPTH }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  '100,000 elements': `[${'0,'.repeat(DEPTH)}0]`,
};

describe('an odd structure', () => {
  it.each(Object.entries(INPUTS))(
    'with %s is stored, and others are answered meanwhile (F-22)',
    async (name, input) => {
      const id = `toolu-${name.replaceAll(/\W/g, '-')}`;
      const payload = toolEvent('odd-structure', id, {
        tool_name: 'Other',
        tool_input: 'INPUT',
        tool_response: 'INPUT',
      });
      const body = JSON.stringify(payload).replaceAll('"INPUT"', input);
      const { result, slowestMs } = await whileAskingForHealth(home, () => postHook(home, body));
      report(name, { status: result.status, ms: result.elapsedMs, 'others waited ms': slowestMs });
      expect(result.status).toBe(200);
      expect((await recordsOf('odd-structure')).filter(({ metadata }) => metadata.tool_use_id === id)).toHaveLength(2);
      expect(slowestMs).toBeLessThan(limitNow(OTHERS_WAIT_MS));
    },
  );

  it('with brackets a million deep is stored without its depths (F-22, T-07)', async () => {
    const body = JSON.stringify(toolEvent('too-deep', 'toolu-too-deep', { tool_input: 'INPUT' }));
    expect((await postHook(home, body.replace('"INPUT"', '['.repeat(1e6) + ']'.repeat(1e6)))).status).toBe(200);
    expect(await recordsOf('too-deep')).toHaveLength(2);
  });
});

const REFUSED: Readonly<Record<string, string>> = {
  'an empty body': '',
  'no JSON': 'session_id=1&prompt=hello',
  'half of it': JSON.stringify(promptEvent('half', 'half')).slice(0, -5),
  'a list': '[]',
  'a text': '"hello"',
  null: 'null',
  'no session': JSON.stringify({ hook_event_name: 'Stop' }),
  'no event': JSON.stringify({ session_id: 'no-event' }),
  'a session that is a number': JSON.stringify({ session_id: 5, hook_event_name: 'Stop' }),
  'a session with a name of a megabyte': JSON.stringify(promptEvent('s'.repeat(1e6), 'hello')),
  'a session with spaces and slashes in its name': JSON.stringify(promptEvent('../ ../etc', 'hello')),
};

describe('what is no event', () => {
  it.each(Object.entries(REFUSED))('%s is refused as the sender’s mistake (F-22)', async (_, body) => {
    const { status, body: answer } = await postHook(home, body);
    expect(status).toBe(400);
    expect(JSON.parse(answer)).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
  });

  it('an event of a later client is answered and dropped', async () => {
    expect((await postHook(home, { ...promptEvent('later', 'x'), hook_event_name: 'MoonPhase' })).status).toBe(200);
    expect(await recordsOf('later')).toEqual([]);
  });
});

describe('2,000 mutated events', () => {
  it('are stored or refused, never an error of ours, and good ones among them are stored (F-22)', async () => {
    const random = seededRandom('mutated events');
    const good: string[] = [];
    const statuses = new Map<number, number>();
    const bodies = Array.from({ length: MUTANTS }, (_, number) => {
      if (number % 20 !== 0) return mutate(random, number);
      good.push(`good prompt ${number}`);
      return Buffer.from(JSON.stringify(promptEvent('good', `good prompt ${number}`)));
    });
    const queue = bodies.entries();
    const failed: string[] = [];
    const send = async (): Promise<void> => {
      for (const [number, body] of queue) {
        const status = (await postHook(home, body).catch(() => undefined))?.status ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 0 || status >= 500) failed.push(`${number}: ${status} ${body.toString('utf8').slice(0, 200)}`);
      }
    };
    const { slowestMs } = await whileAskingForHealth(home, async () => {
      await Promise.all(Array.from({ length: AT_ONCE }, send));
    });
    report('mutated events', {
      answers: [...statuses].map((entry) => entry.join(': ')).join(' '),
      'others waited ms': slowestMs,
    });
    expect(failed).toEqual([]);
    const stored = (await recordsOf('good')).map(({ content }) => content);
    expect(stored.toSorted()).toEqual(good.toSorted());
    expect(statuses.get(400)).toBeGreaterThan(100);
    expect(statuses.get(200)).toBeGreaterThan(100);
  });

  it('leave the daemon as it was: the same process, all rows good (F-22)', async () => {
    expect(JSON.parse((await runCli(home, ['status', '--json'])).stdout)).toMatchObject({ pid });
    const verified = await runCli(home, ['verify']);
    expect(verified.code, verified.stdout).toBe(0);
  });
});
