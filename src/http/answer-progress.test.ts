import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { CarryoverError } from '../memory/error.ts';
import { systemClock } from '../platform/clock.ts';
import { answerProgress } from './answer-progress.ts';
import { connectToDaemon } from './client.ts';
import type { CurationApi } from './curation-api.ts';
import { NO_CURATION, startTestServer, type TestServer } from './server.fixture.ts';

const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serve(rebuild: CurationApi['rebuild']): Promise<TestServer> {
  const server = await startTestServer({ curation: { ...NO_CURATION, rebuild } });
  open.push(server);
  return server;
}

const END = { acts: 1, learnings: 2, files: 3 };
const failure = () => new CarryoverError('the disk is full', { code: 'disk-full', hint: 'free some space' });

function rebuildLines(server: TestServer): AsyncIterable<string> {
  return connectToDaemon({ paths: server.paths }).stream('/memory/rebuild', {}, { body: {} });
}

describe('an answer that tells of its progress', () => {
  it('arrives line by line, while the work goes on', async () => {
    const released = Promise.withResolvers<void>();
    const server = await serve(async (_recurate, onProgress) => {
      onProgress(1, 2);
      await released.promise;
      return END;
    });
    const lines = rebuildLines(server)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('{"done":1,"total":2}');
    released.resolve();
    expect(JSON.parse((await lines.next()).value)).toEqual({ finished: true, ...END });
    expect((await lines.next()).done).toBe(true);
  });

  it('leaves out lines that come too fast, never the last', async () => {
    const server = await serve(async (_recurate, onProgress) => {
      for (let done = 0; done < 10_000; done += 1) onProgress(done, 10_000);
      return END;
    });
    const lines: string[] = [];
    for await (const line of rebuildLines(server)) lines.push(line);
    expect(lines.length).toBeLessThan(1_000);
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ finished: true, ...END });
  });

  it('goes on with the work when the receiver goes away, and nothing fails for it', async () => {
    const gone = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<void>();
    const server = await serve(async (_recurate, onProgress) => {
      onProgress(0, 3);
      await gone.promise;
      for (const done of [1, 2, 3]) {
        await sleep(110);
        onProgress(done, 3);
      }
      finished.resolve();
      return END;
    });
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `POST /memory/rebuild HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    gone.resolve();
    await finished.promise;
    expect((await server.call('GET', '/memory/status')).status).toBe(200);
    expect(server.log.errorCount()).toBe(0);
  });

  it('is an ordinary error while nothing was told', async () => {
    const server = await serve(() => Promise.reject(failure()));
    expect(await server.call('POST', '/memory/rebuild', {})).toMatchObject({
      status: 507,
      json: { error: { code: 'disk-full', hint: 'free some space' } },
    });
  });

  it.each([
    [failure(), { code: 'disk-full', message: 'the disk is full', hint: 'free some space' }],
    [new Error('inner words'), { code: 'internal-error', message: expect.not.stringContaining('inner words') }],
  ])('ends with the error when the work fails on the way: %s', async (thrown, error) => {
    const server = await serve(async (_recurate, onProgress) => {
      onProgress(1, 2);
      throw thrown;
    });
    const { status, text } = await server.call('POST', '/memory/rebuild', {});
    expect(status).toBe(200);
    expect(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ error });
    expect(readFileSync(join(server.paths.logs, 'daemon.log'), 'utf8')).toContain('work-failed');
  });

  it('repeats itself while nothing moves, so that a waiting client does not take it for dead', async () => {
    const released = Promise.withResolvers<object>();
    const { log } = await serve(NO_CURATION.rebuild);
    const answer = await answerProgress(
      (tell) => {
        tell({ done: 1 });
        return released.promise;
      },
      { clock: systemClock, log, repeatMs: 5 },
    );
    const decoder = new TextDecoder();
    const lines: string[] = [];
    for await (const chunk of answer.body ?? []) {
      lines.push(decoder.decode(chunk));
      if (lines.length === 3) released.resolve({ finished: true });
    }
    expect(lines.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => '{"done":1}\n'));
    expect(lines.at(-1)).toBe('{"finished":true}\n');
  });
});
