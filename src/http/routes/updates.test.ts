import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commitNext, learned, OTHER_SPACE, sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import type { Learning } from '../../memory/learning.ts';
import { bearer, startTestServer, type TestServer } from '../server.fixture.ts';

const MOST = 32;

let server: TestServer;
let listeners: AbortController[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => {
  for (const listener of listeners) listener.abort();
  listeners = [];
});
afterAll(() => server.close());

interface Heard {
  readonly id: string;
  readonly event: string | undefined;
  readonly data: Record<string, unknown>;
}

interface Listening {
  readonly status: number;
  readonly events: AsyncGenerator<Heard, void>;
  leave(): void;
}

async function listen(lastId?: string, query = ''): Promise<Listening> {
  const controller = new AbortController();
  listeners.push(controller);
  const headers = { ...bearer(server.token), ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }) };
  const url = `http://127.0.0.1:${server.port}/memory/events${query}`;
  const { status, body } = await fetch(url, { headers, signal: controller.signal });
  return { status, events: heard(body), leave: () => controller.abort() };
}

/** As a browser reads it: an event is what stands between empty lines, and one without data is none. */
async function* heard(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Heard, void> {
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map<string, string>();
      for (const line of text.slice(0, end).split('\n')) {
        const [, name = '', value = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
        fields.set(name, value);
      }
      text = text.slice(end + 2);
      const data = fields.get('data');
      if (data !== undefined) yield { id: fields.get('id') ?? '', event: fields.get('event'), data: JSON.parse(data) };
    }
  }
}

async function next({ events }: Listening): Promise<Heard> {
  const { value } = await events.next();
  if (value === undefined) throw new Error('the stream has ended');
  return value;
}

async function learn(...learnings: readonly Learning[]): Promise<void> {
  await commitNext(server.knowledge, { learnings: learnings.map(learned) });
  server.updates.changed();
}

describe('the stream of memory updates (D-026)', () => {
  it('tells each of a thousand changes once and in order, to one who was cut off in the middle', async () => {
    const all = Array.from({ length: 1_000 }, (_, at) => sampleLearning({ content: `number ${at}` }));
    const said: unknown[] = [];
    let listening = await listen();
    const learning = (async () => {
      for (let at = 0; at < all.length; at += 40) await learn(...all.slice(at, at + 40));
    })();
    let last = '';
    while (said.length < all.length) {
      const { id, event, data } = await next(listening);
      said.push(`${event}: ${data.content}`);
      last = id;
      if (said.length === 490) {
        listening.leave();
        listening = await listen(last);
      }
    }
    await learning;
    expect(said).toEqual(all.map(({ content }) => `memory_update: ${content}`));
    await learn(sampleLearning({ content: 'and one more' }));
    expect((await next(listening)).data).toMatchObject({ content: 'and one more', change: 'learned' });
  });

  it('begins now, or with the first change for one who asks for it', async () => {
    await learn(sampleLearning({ content: 'before' }));
    const [fromNow, fromFirst] = [await listen(), await listen(undefined, '?last_event_id=0')];
    await learn(sampleLearning({ content: 'after' }));
    const [first] = await server.knowledge.changedLearnings(0, 1);
    expect((await next(fromNow)).data.content).toBe('after');
    expect((await next(fromFirst)).data).toMatchObject({ seq: first?.seq, id: first?.learning.id });
  });

  it('is one event for one change, whatever it says (SRV-20)', async () => {
    const listening = await listen();
    const content = 'one\n\nevent: x\r\rid: 7\ndata: {"reset":true}\n\n\u2028two';
    await learn(sampleLearning({ content }), sampleLearning({ content: 'next' }));
    expect((await next(listening)).data.content).toBe(content);
    expect((await next(listening)).data.content).toBe('next');
  });

  it('says when the place to go on from is no more, to one who comes back and to one who is there', async () => {
    const there = await listen();
    await learn(sampleLearning(), sampleLearning({ workspace: OTHER_SPACE }));
    await next(there);
    const { id } = await next(there);
    const state = { learnings: [], history: [], actions: [], reviews: [], files: [], recordMarks: [] };
    await commitNext(server.knowledge, { replaces: { scopes: [OTHER_SPACE], state } });
    server.updates.changed();
    const [back, lost] = [await listen(id), await listen('no place')];
    for (const listening of [there, back, lost]) expect((await next(listening)).data).toMatchObject({ reset: true });
    await learn(sampleLearning({ content: 'goes on' }));
    for (const listening of [there, back, lost]) expect((await next(listening)).data.content).toBe('goes on');
  });

  it('is not mistaken for another history with as many changes', async () => {
    await learn(sampleLearning({ content: 'another' }));
    const listening = await listen('1.abcdef');
    expect((await next(listening)).data).toMatchObject({ reset: true });
  });

  it(`has room for ${MOST}, and again when one has left`, async () => {
    const all = await Promise.all(Array.from({ length: MOST }, () => listen()));
    expect(all.map(({ status }) => status)).toEqual(Array(MOST).fill(200));
    const refused = await server.call('GET', '/memory/events');
    expect(refused).toMatchObject({ status: 503, json: { error: { code: 'too-many-streams' } } });
    expect(refused.headers['retry-after']).toBe('5');
    all[0]?.leave();
    let { status } = await listen();
    while (status !== 200) {
      await sleep(5);
      ({ status } = await listen());
    }
  });

  it('takes no place for one who asks for its headers only', async () => {
    const all = Array.from({ length: MOST + 1 }, () =>
      server.send({ method: 'HEAD', path: '/memory/events', headers: bearer(server.token) }),
    );
    const [first] = await Promise.all(all);
    expect(first).toMatchObject({ status: 200, text: '', headers: { 'content-type': 'text/event-stream' } });
    expect((await listen()).status).toBe(200);
  });

  it('is for the owner alone', async () => {
    const answer = await server.send({ path: '/memory/events', headers: bearer(server.hookToken) });
    expect(answer).toMatchObject({ status: 403, json: { error: { code: 'forbidden' } } });
  });

  it('ends at once when the daemon stops, also for one who comes then', async () => {
    const listening = await listen();
    server.updates.close();
    expect(await listening.events.next()).toMatchObject({ done: true });
    expect(await (await listen()).events.next()).toMatchObject({ done: true });
  });
});
