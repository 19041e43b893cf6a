import { request as prepareRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ImportTally } from '../../privacy/import/import-report.ts';
import type { ImportRequest } from '../../privacy/import/importer.ts';
import { connectToDaemon } from '../client.ts';
import { bearer, startTestServer, type TestServer } from '../server.fixture.ts';

const LINES = { 'Content-Type': 'application/x-ndjson' };

/** A server whose importer only listens. */
async function listening(options: Parameters<typeof startTestServer>[1] = {}, count?: (tally: ImportTally) => void) {
  const heard: { text: string; request: ImportRequest }[] = [];
  const run = async (chunks: AsyncIterable<Uint8Array>, request: ImportRequest) => {
    let text = '';
    for await (const chunk of chunks) text += Buffer.from(chunk).toString('utf8');
    heard.push({ text, request });
    const tally = new ImportTally();
    count?.(tally);
    return tally.report(request.mode, request.dryRun);
  };
  const server = await startTestServer({ importer: { run } }, options);
  return { server, heard, [Symbol.asyncDispose]: () => server.close() };
}

it('an import is the one body of JSON lines; everything else about a body holds for it, too (SRV-15, SRV-16)', async () => {
  await using started = await listening();
  const { server, heard } = started;
  const post = (headers: object, body: string | Buffer, path = '/memory/import?dry_run=true&workspace=/p&from=x') =>
    server.send({ method: 'POST', path, headers: { ...bearer(server.token), ...headers }, body });
  expect(await post(LINES, '{"kind":"x"}\n')).toMatchObject({ status: 200, json: { dry_run: true, refused: 0 } });
  expect(heard).toEqual([
    { text: '{"kind":"x"}\n', request: { mode: 'add', dryRun: true, workspace: '/p', from: 'x' } },
  ]);
  expect((await post({ 'Content-Type': 'application/json' }, '{}')).status).toBe(415);
  expect((await post({ ...LINES, 'Content-Encoding': 'gzip' }, gzipSync('{}'))).status).toBe(415);
  expect((await post(LINES, '{}', '/memory/record')).status).toBe(415);
  expect((await post({ ...LINES, 'Content-Length': String(1024 ** 3 + 1) }, '{}')).status).toBe(413);
  expect((await server.send({ method: 'POST', path: '/memory/import', headers: LINES, body: '{}' })).status).toBe(401);
});

it('a file of which no line is one of ours is refused; one of which some are is not (S-08)', async () => {
  const post = ({ server }: { readonly server: TestServer }) =>
    server.send({ method: 'POST', path: '/memory/import', headers: { ...bearer(server.token), ...LINES }, body: 'x' });
  await using garbage = await listening({}, (tally) => tally.refuse(1, 'is no JSON'));
  expect(await post(garbage)).toMatchObject({
    status: 400,
    json: { error: { message: 'no line could be taken (1 refused): line 1: is no JSON' } },
  });
  await using mixed = await listening({}, (tally) => {
    tally.refuse(1, 'is no JSON');
    tally.known('record');
  });
  expect(await post(mixed)).toMatchObject({ status: 200, json: { refused: 1, known: { record: 1 } } });
});

it('an import may take longer than any other body', async () => {
  await using started = await listening({ headersTimeoutMs: 50, requestTimeoutMs: 60 });
  expect(await slowly(started.server, ['{"a":1}\n', '{"b":2}\n'], 250)).toBe(200);
  expect(started.heard[0]?.text).toBe('{"a":1}\n{"b":2}\n');
});

it('our own client sends an import as it comes, and hears why it was refused', async () => {
  await using started = await listening();
  const client = connectToDaemon({ paths: started.server.paths });
  async function* parts() {
    yield Buffer.from('{"a":1}\n');
    yield Buffer.from('{"b":2}\n');
  }
  expect(await client.upload('/memory/import', { from: 'x', restore: 'true' }, parts())).toMatchObject({
    mode: 'restore',
  });
  expect(started.heard[0]?.text).toBe('{"a":1}\n{"b":2}\n');
  await expect(client.upload('/memory/record', {}, parts())).rejects.toMatchObject({ code: 'unsupported-media-type' });
});

function slowly({ port, token }: TestServer, parts: readonly string[], pauseMs: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { ...bearer(token), ...LINES };
  const request = prepareRequest({ port, host: '127.0.0.1', method: 'POST', path: '/memory/import', headers });
  request.once('response', (answer) => resolve(answer.resume().statusCode ?? 0)).once('error', reject);
  void (async () => {
    for (const part of parts) {
      request.write(part);
      await sleep(pauseMs);
    }
    request.end();
  })();
  return promise;
}
