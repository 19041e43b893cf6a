import { describe, expect, it } from 'vitest';
import { CarryoverError } from '../../memory/error.ts';
import { RunLink } from './run-link.ts';

const END = {
  exitCode: 0,
  signal: null,
  sessionId: null,
  turns: 0,
  costUsd: null,
  memories: 0,
  events: {},
  failed: false,
};

/** A daemon that answers each request as the test says, the last answer again and again. */
function linkTo(...answers: readonly (object | CarryoverError)[]) {
  const asked: { readonly path: string; readonly body: unknown }[] = [];
  const shown: unknown[] = [];
  const unreached: CarryoverError[] = [];
  const link = new RunLink({
    id: 'r1',
    reach: async () => {
      if (answers.length === 0) throw new CarryoverError('it does not start', { code: 'daemon-not-starting' });
      const failure = unreached.shift();
      if (failure !== undefined) throw failure;
      return {
        request: async (_, path, content) => {
          const answer = answers[Math.min(asked.length, answers.length - 1)];
          asked.push({ path, body: content?.body });
          if (answer instanceof CarryoverError) throw answer;
          return answer;
        },
      };
    },
    onMarkers: (markers) => shown.push(...markers),
  });
  return { link, asked, shown, unreached };
}

describe('what a run hands on', () => {
  it('goes in its order, one request at a time, and comes back as markers', async () => {
    const { link, asked, shown } = linkTo({ markers: ['a marker'] });
    for (const type of ['a', 'b', 'c']) link.send({ type }, 10);
    await link.settled();
    expect(asked.map(({ path }) => path)).toEqual(['/runs/r1/stream', '/runs/r1/stream']);
    expect(asked.flatMap(({ body }) => (body as { messages: object[] }).messages)).toEqual([
      { type: 'a' },
      { type: 'b' },
      { type: 'c' },
    ]);
    expect(shown).toEqual(['a marker', 'a marker']);
  });

  it('is told again when the connection broke off', async () => {
    const lost = new CarryoverError('it broke off', { code: 'connection-lost', retryable: true });
    const { link, asked } = linkTo(lost, { markers: [] });
    link.send({ type: 'a' }, 10);
    await link.settled();
    expect(asked).toHaveLength(2);
    expect(link.unrecorded).toBe(0);
  });

  it('is told again when the daemon died while it was looked for', async () => {
    const { link, asked, unreached } = linkTo({ markers: [] });
    unreached.push(new CarryoverError('it broke off', { code: 'connection-lost', retryable: true }));
    link.send({ type: 'a' }, 10);
    await link.settled();
    expect({ asked: asked.length, unrecorded: link.unrecorded }).toEqual({ asked: 1, unrecorded: 0 });
  });

  it('is given up for a while when the daemon does not start, but the end is told all the same', async () => {
    const { link, asked, unreached } = linkTo({ markers: [] });
    unreached.push(new CarryoverError('it does not start', { code: 'daemon-not-starting' }));
    link.send({ type: 'a' }, 10);
    await link.settled();
    link.send({ type: 'b' }, 10);
    await link.settled();
    expect({ asked: asked.length, unrecorded: link.unrecorded }).toEqual({ asked: 0, unrecorded: 2 });
    await link.end(END);
    expect(asked.map(({ path }) => path)).toEqual(['/runs/r1/end']);
  });

  it('goes without its pictures', async () => {
    const { link, asked } = linkTo({ markers: [] });
    link.send({ type: 'user', data: 'x'.repeat(5_000_000), text: 'a' }, 5_000_000);
    await link.settled();
    expect(asked[0]?.body).toEqual({ messages: [{ type: 'user', data: '[5000000 characters]', text: 'a' }] });
    // The longest answer is none.
    const answer = { type: 'assistant', text: 'word '.repeat(150_000) };
    link.send(answer, 750_000);
    await link.settled();
    expect(asked[1]?.body).toEqual({ messages: [answer] });
  });

  it('is told one by one when it is refused together, so that one bad message is one lost message', async () => {
    const bad = new CarryoverError('too deep', { code: 'invalid-json' });
    const { link, asked, shown } = linkTo({ markers: [] }, bad, { markers: ['b'] }, bad, { markers: ['d'] });
    for (const type of ['a', 'b', 'c', 'd']) link.send({ type }, 10);
    await link.settled();
    expect(asked.map(({ body }) => (body as { messages: object[] }).messages.length)).toEqual([1, 3, 1, 1, 1]);
    expect({ shown, unrecorded: link.unrecorded }).toEqual({ shown: ['b', 'd'], unrecorded: 1 });
  });

  it('is not thrown off by a message that is nested too deep to be written', () => {
    const { link } = linkTo({ markers: [] });
    const deep: unknown = JSON.parse(`${'['.repeat(150_000)}${']'.repeat(150_000)}`);
    link.send({ type: 'a', deep }, 2_000_000);
    expect(link.unrecorded).toBe(1);
  });

  it('is given up, and counted, when the daemon does not come back, when it is refused, and when it is too much', async () => {
    const away = linkTo();
    away.link.send({ type: 'a' }, 10);
    await away.link.settled();
    expect(await away.link.end(END)).toBeUndefined();
    expect(away.link.unrecorded).toBe(1);

    const refusing = linkTo(new CarryoverError('too deep', { code: 'invalid-json' }), { markers: [] });
    refusing.link.send({ type: 'a' }, 10);
    await refusing.link.settled();
    refusing.link.send({ type: 'b' }, 10);
    refusing.link.send({ type: 'huge', parts: Array.from({ length: 30 }, () => 'x'.repeat(100_000)) }, 3_000_000);
    await refusing.link.settled();
    expect(refusing.link.unrecorded).toBe(2);
    expect(refusing.asked).toHaveLength(2);
  });
});
