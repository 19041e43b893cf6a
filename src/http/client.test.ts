import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ExportRow } from '../journal/sqlite/export-rows.ts';
import { type HomePaths, homePaths } from '../platform/paths.ts';
import { readOrCreateSecret } from '../platform/private-file.ts';
import { proofOf } from './access.ts';
import { connectToDaemon } from './client.ts';
import { NONCE_HEADER } from './headers.ts';
import { exporting, FOLDER, startTestServer, type TestServer } from './server.fixture.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function start(...args: Parameters<typeof startTestServer>): Promise<TestServer> {
  const server = await startTestServer(...args);
  open.push(server);
  return server;
}

/** A home with a token, and somebody who is not the daemon on its socket; whose answer throws cuts the connection. */
async function startImpostor(
  answer: (received: string, token: string) => string,
): Promise<{ paths: HomePaths; token: string; heard: () => string }> {
  const home = mkdtempSync(join(tmpdir(), 'carryover-impostor-'));
  const paths = homePaths(home);
  const token = readOrCreateSecret(paths.token);
  mkdirSync(dirname(paths.socket), { recursive: true });
  let heard = '';
  const server: Server = createServer((socket) => {
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      try {
        socket.write(answer(chunk.toString(), token));
      } catch {
        socket.destroy();
      }
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(paths.socket, resolve));
  open.push({
    close: () => {
      server.close();
      rmSync(home, { recursive: true, force: true });
    },
  });
  return { paths, token, heard: () => heard };
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n';

describe('a call to the daemon', () => {
  it('gives the JSON answer, with query and body on their way', async () => {
    const { paths } = await start();
    const daemon = connectToDaemon({ paths });
    const body = { id: 'via-client', type: 'prompt', content: 'ünïcode & more', session_id: 'S' };
    expect(await daemon.request('POST', '/memory/record', { body })).toEqual({
      ids: ['via-client'],
      inserted: 1,
      duplicates: 0,
    });
    const found = await daemon.request('GET', '/memory/search', { query: { q: 'more', k: 3, since: undefined } });
    expect(found).toMatchObject({ hits: [{ id: 'via-client' }] });
    expect(await daemon.request('DELETE', '/memory/record/via-client')).toMatchObject({ id: 'via-client' });
  });

  it.each([
    ['plain words', 'a', 16_000],
    ['three bytes a character', '漢', 5_461],
    ['half a pair at the cut', '\u{1f9a6}', 8_000],
    ['little that needs encoding, and then much', `${' '.repeat(9_000)}${'漢'.repeat(9_000)}`, 10_000],
  ])('asks with as much of a long question as fits: %s (D-012)', async (_what, unit, least) => {
    const asked: string[] = [];
    const { paths } = await start({
      recall: {
        search: async ({ text }) => {
          asked.push(text);
          return { hits: [] };
        },
        rebuildIndex: () => Promise.reject(new Error('not asked for')),
      },
    });
    const question = unit.repeat(20_000);
    await connectToDaemon({ paths }).request('GET', '/memory/search', { query: { q: question, workspace: FOLDER } });
    const [text = ''] = asked;
    expect(question.startsWith(text.replace(/\ufffd$/, ''))).toBe(true);
    expect(text.length).toBeGreaterThanOrEqual(least);
    expect(text.length).toBeLessThanOrEqual(16_000);
  });

  it('throws the error of the answer as it was', async () => {
    const { paths } = await start();
    const daemon = connectToDaemon({ paths });
    await expect(daemon.request('GET', '/memory/search', { query: { q: 'x', k: 10_001 } })).rejects.toMatchObject({
      name: 'CarryoverError',
      code: 'invalid-input',
      hint: 'k is 1 to 10000',
    });
  });

  it('streams lines, and stops the server when the reader stops', async () => {
    let given = 0;
    let ended = false;
    async function* rows(): AsyncGenerator<ExportRow> {
      try {
        for (; given < 100_000; given += 1) yield turn(given);
      } finally {
        ended = true;
      }
    }
    const { paths } = await start({
      journal: exporting(rows),
    });
    const lines: unknown[] = [];
    for await (const line of connectToDaemon({ paths }).stream('/memory/export', { format: 'jsonl' })) {
      lines.push(JSON.parse(line));
      if (lines.length === 10) break;
    }
    expect(lines[9]).toMatchObject({ kind: 'turn', sequence_num: 8, user_message: 'u'.repeat(1_000) });
    await expect.poll(() => ended).toBe(true);
    // Read ahead by what fits into buffers, not to the end.
    expect(given).toBeLessThan(20_000);
  });

  it('streams everything in order', async () => {
    async function* rows(): AsyncGenerator<ExportRow> {
      for (let index = 0; index < 3_000; index += 1) yield turn(index);
    }
    const { paths } = await start({
      journal: exporting(rows),
    });
    let count = 0;
    for await (const line of connectToDaemon({ paths }).stream('/memory/export')) {
      const { kind, sequence_num } = JSON.parse(line);
      if (kind === 'turn') expect(sequence_num).toBe(count++);
    }
    expect(count).toBe(3_000);
  });

  it('throws when a stream breaks off', async () => {
    async function* rows(): AsyncGenerator<ExportRow> {
      for (let index = 0; index < 500; index += 1) yield turn(index);
      throw new Error('gone');
    }
    const { paths } = await start({
      journal: exporting(rows),
    });
    const read = async () => {
      for await (const line of connectToDaemon({ paths }).stream('/memory/export')) JSON.parse(line);
    };
    await expect(read()).rejects.toMatchObject({ code: 'connection-lost' });
  });
});

describe('a connection that is kept', () => {
  it('is proven once, and asked again', async () => {
    let connections = 0;
    const { paths, heard } = await startImpostor((received, secret) => {
      const nonce = new RegExp(`${NONCE_HEADER}: (\\S+)`, 'i').exec(received)?.[1];
      connections += nonce === undefined ? 0 : 1;
      const proof = nonce === undefined ? '' : `X-Carryover-Proof: ${proofOf(secret, nonce)}\r\n`;
      return `${OK}${proof}\r\n{"ok":true}`;
    });
    const daemon = connectToDaemon({ paths, keepsConnection: true });
    for (const path of ['/a', '/b', '/c']) expect(await daemon.request('GET', path)).toEqual({ ok: true });
    expect(connections).toBe(1);
    expect(heard().match(/^GET \S+/gm)).toEqual(['GET /health', 'GET /a', 'GET /b', 'GET /c']);
    // Two at once: the second has one of its own.
    await Promise.all([daemon.request('GET', '/d'), daemon.request('GET', '/e')]);
    expect(connections).toBe(2);
  });

  it('is made anew and proven again when the daemon let go of it, also while it is asked', async () => {
    let isDropped = false;
    const { paths, heard } = await startImpostor((received, secret) => {
      if (received.startsWith('POST') || (!isDropped && received.startsWith('GET /second'))) {
        isDropped = true;
        throw new Error('gone');
      }
      const nonce = new RegExp(`${NONCE_HEADER}: (\\S+)`, 'i').exec(received)?.[1];
      const proof = nonce === undefined ? '' : `X-Carryover-Proof: ${proofOf(secret, nonce)}\r\n`;
      return `${OK}${proof}\r\n{"ok":true}`;
    });
    const daemon = connectToDaemon({ paths, keepsConnection: true });
    expect(await daemon.request('GET', '/first')).toEqual({ ok: true });
    expect(await daemon.request('GET', '/second')).toEqual({ ok: true });
    expect(heard().match(/^GET \/health/gm)).toHaveLength(2);
    // What changes something is not sent twice.
    await expect(daemon.request('POST', '/second')).rejects.toMatchObject({ code: 'connection-lost' });
    expect(heard().match(/^POST/gm)).toHaveLength(1);
  });

  it('of an impostor is none, and gets nothing (SRV-11)', async () => {
    const { paths, token, heard } = await startImpostor(() => `${OK}\r\n{"ok":true}`);
    const daemon = connectToDaemon({ paths, keepsConnection: true });
    for (let time = 0; time < 3; time += 1)
      await expect(daemon.request('GET', '/memory/search')).rejects.toMatchObject({ code: 'foreign-server' });
    expect(heard()).not.toMatch(/search|authorization/i);
    expect(heard()).not.toContain(token);
  });
});

describe('without a daemon', () => {
  it('says that none is running, and how to start it', async () => {
    const { paths, close } = await startTestServer();
    const daemon = connectToDaemon({ paths });
    await close();
    const expected = { code: 'daemon-not-running', hint: 'start it: `carryover up`' };
    await expect(daemon.request('GET', '/memory/status')).rejects.toMatchObject(expected);
    const home = mkdtempSync(join(tmpdir(), 'carryover-empty-'));
    open.push({ close: () => rmSync(home, { recursive: true, force: true }) });
    readOrCreateSecret(join(home, 'token'));
    await expect(connectToDaemon({ paths: homePaths(home) }).request('GET', '/x')).rejects.toMatchObject(expected);
  });

  it('refuses a token that others can read (SRV-3)', async () => {
    const { paths } = await start();
    chmodSync(paths.token, 0o644);
    await expect(connectToDaemon({ paths }).request('GET', '/memory/status')).rejects.toMatchObject({
      code: 'secret-exposed',
    });
  });

  it('gives up on one that is silent', async () => {
    const { paths } = await startImpostor(() => '');
    const daemon = connectToDaemon({ paths, timeoutMs: 200 });
    await expect(daemon.request('GET', '/memory/status')).rejects.toMatchObject({ code: 'daemon-silent' });
  });
});

describe('somebody else on the socket (SRV-11)', () => {
  it.each([
    ['no proof', () => `${OK}\r\n{"ok":true}`],
    ['a wrong proof', () => `${OK}X-Carryover-Proof: ${'0'.repeat(64)}\r\n\r\n{"ok":true}`],
    ['half a proof', () => `${OK}X-Carryover-Proof: 00\r\n\r\n{"ok":true}`],
    ['what is not HTTP', () => 'hello\r\n\r\n'],
    ['a refusal', () => 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'],
  ])('that gives %s gets 0 bytes of content and no token', async (_what, answer) => {
    const { paths, token, heard } = await startImpostor(answer);
    const daemon = connectToDaemon({ paths, timeoutMs: 2_000 });
    const call = daemon.request('POST', '/memory/record', { body: { content: 'PLANTED' } });
    await expect(call).rejects.toMatchObject({ code: expect.stringMatching(/foreign-server|connection-lost/) });
    expect(heard()).toMatch(/^GET \/health HTTP\/1\.1\r\n/);
    expect(heard()).not.toMatch(/PLANTED|record|authorization/i);
    expect(heard()).not.toContain(token);
    expect(heard()).not.toContain(createHash('sha256').update(token).digest('hex'));
  });

  it('that takes over between proof and request gets nothing either', async () => {
    // A proven server that closes right after its proof: the request would go out on a new, unproven connection.
    const { paths, token, heard } = await startImpostor((received, secret) => {
      const nonce = new RegExp(`${NONCE_HEADER}: (\\S+)`, 'i').exec(received)?.[1] ?? '';
      return `${OK}Connection: close\r\nX-Carryover-Proof: ${proofOf(secret, nonce)}\r\n\r\n{"ok":true}`;
    });
    const daemon = connectToDaemon({ paths, timeoutMs: 2_000 });
    const call = daemon.request('POST', '/memory/record', { body: { content: 'PLANTED' } });
    await expect(call).rejects.toMatchObject({ code: 'connection-lost' });
    expect(heard()).not.toMatch(/PLANTED|record|authorization/i);
    expect(heard()).not.toContain(token);
  });
});

function turn(index: number): ExportRow {
  return {
    kind: 'turn',
    row: {
      id: `turn-${index}` as never,
      rev: 1,
      sessionId: 's' as never,
      workspace: null,
      sequenceNum: index,
      timestamp: 0,
      closedAt: 0,
      closeReason: 'stop',
      lastRecordId: null,
      userMessage: 'u'.repeat(1_000),
      toolCalls: [],
      agentResponse: '',
      errors: [],
    },
  };
}
