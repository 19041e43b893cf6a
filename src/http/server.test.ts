import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { IntakeResult } from './api.ts';
import { bearer, CLIENT, readRecords, sendRaw, startTestServer, type TestServer } from './server.fixture.ts';
import { startServer } from './server.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function start(...args: Parameters<typeof startTestServer>): Promise<TestServer> {
  const server = await startTestServer(...args);
  open.push(server);
  return server;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-socket-'));
  open.push({ close: () => rmSync(folder, { recursive: true, force: true }) });
  return folder;
}

const json = { 'Content-Type': 'application/json' };

describe('where it listens', () => {
  it.each(['0.0.0.0', '::', '192.168.1.1', 'localhost', ''])(
    'refuses %s, and listens nowhere then (SRV-1)',
    async (host) => {
      const { app } = await start();
      const socketPath = join(temporaryFolder(), 'run', 'daemon.sock');
      await expect(startServer(app, { port: 0, socketPath, hosts: ['127.0.0.1', host] })).rejects.toMatchObject({
        code: 'address-not-allowed',
      });
      expect(existsSync(socketPath)).toBe(false);
    },
  );

  it('is one port on 127.0.0.1 and, where there is one, on ::1 (SRV-1)', async () => {
    const { port } = await start();
    expect(await answers({ host: '127.0.0.1', port })).toBe(true);
    // Other addresses of this machine, loopback ones too, are not served.
    expect(await answers({ host: '127.0.0.2', port })).toBe(false);
  });

  it('says which port is taken, and how to choose another', async () => {
    const { app, port } = await start();
    const socketPath = join(temporaryFolder(), 'run', 'daemon.sock');
    await expect(startServer(app, { port, socketPath })).rejects.toMatchObject({
      code: 'port-in-use',
      hint: expect.stringContaining(`carryover config set port ${port + 1}`),
    });
  });
});

describe('the Unix socket (SRV-2)', () => {
  it('is for its owner alone: 0600 in a folder of 0700', async () => {
    const { paths } = await start();
    expect(statSync(paths.socket).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(paths.socket)).mode & 0o777).toBe(0o700);
  });

  it('answers to its own Host and to no other (SRV-5)', async () => {
    const { paths, port } = await start();
    const ask = (host: string) =>
      sendOverSocket(paths.socket, `GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await ask('carryover')).toMatch(/^HTTP\/1\.1 200 /);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'localhost', 'Carryover', 'carryover:80']) {
      expect(await ask(host)).toMatch(/^HTTP\/1\.1 403 /);
    }
  });

  it('answers no page, not even one of its own name (SRV-6)', async () => {
    const { paths } = await start();
    const head = 'GET /health HTTP/1.1\r\nHost: carryover\r\nOrigin: http://carryover\r\nConnection: close\r\n\r\n';
    expect(await sendOverSocket(paths.socket, head)).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('needs the token like every other door (SRV-4)', async () => {
    const { paths } = await start();
    const head = 'GET /memory/status HTTP/1.1\r\nHost: carryover\r\nConnection: close\r\n\r\n';
    expect(await sendOverSocket(paths.socket, head)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('takes the place of a file whose process is gone', async () => {
    const { app } = await start();
    const socketPath = join(temporaryFolder(), 'run', 'daemon.sock');
    leaveStaleSocket(socketPath);
    expect(lstatSync(socketPath).isSocket()).toBe(true);
    const server = await startServer(app, { port: 0, socketPath });
    open.push(server);
    expect(await answers({ path: socketPath })).toBe(true);
  });

  it('is left alone while somebody answers on it', async () => {
    const { app, paths } = await start();
    await expect(startServer(app, { port: 0, socketPath: paths.socket })).rejects.toMatchObject({
      code: 'already-running',
    });
    expect(await answers({ path: paths.socket })).toBe(true);
  });

  it('never replaces a file that is not a socket', async () => {
    const { app } = await start();
    const socketPath = join(temporaryFolder(), 'run', 'daemon.sock');
    mkdirSync(dirname(socketPath), { mode: 0o700 });
    writeFileSync(socketPath, 'precious');
    await expect(startServer(app, { port: 0, socketPath })).rejects.toMatchObject({ code: 'already-running' });
    expect(existsSync(socketPath)).toBe(true);
  });

  it('is not put into a folder that others can enter', async () => {
    const { app } = await start();
    const socketPath = join(temporaryFolder(), 'run', 'daemon.sock');
    mkdirSync(dirname(socketPath));
    chmodSync(dirname(socketPath), 0o755);
    await expect(startServer(app, { port: 0, socketPath })).rejects.toMatchObject({ code: 'folder-exposed' });
  });

  // Only root can give a folder away.
  it.runIf(process.getuid?.() === 0)("is not put into a private folder of somebody else's", async () => {
    const { app } = await start();
    const socketPath = join(temporaryFolder(), 'run', 'daemon.sock');
    mkdirSync(dirname(socketPath), { mode: 0o700 });
    chownSync(dirname(socketPath), 65_534, 65_534);
    await expect(startServer(app, { port: 0, socketPath })).rejects.toMatchObject({ code: 'folder-exposed' });
  });
});

describe('limits (SRV-15)', () => {
  it('a sender that never finishes its headers is cut off, and others are served meanwhile', async () => {
    const server = await start({}, { headersTimeoutMs: 300 });
    const slow = sendRaw(server.port, `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX-Slow: `);
    expect((await server.send({ path: '/health' })).status).toBe(200);
    expect(await slow).toMatch(/^HTTP\/1\.1 408 [\s\S]*"error"/);
  });

  it('a sender that never finishes its body is cut off', async () => {
    const server = await start({}, { headersTimeoutMs: 200, requestTimeoutMs: 300 });
    const head = `POST /memory/record HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    expect(await sendRaw(server.port, head)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('headers above 64 KB are refused, with words about the query they most likely hold', async () => {
    const server = await start();
    const ask = (chars: number) => server.send({ path: `/health?q=${'x'.repeat(chars)}` });
    expect((await ask(60_000)).status).toBe(200);
    expect(await ask(66_000)).toMatchObject({
      status: 431,
      json: {
        error: {
          code: 'bad-request',
          message: 'the query and the headers are longer than 64 KB',
          hint: expect.stringContaining('give less of the text'),
        },
      },
    });
  });

  it('what is not HTTP is answered in the error shape', async () => {
    const server = await start();
    expect(await sendRaw(server.port, 'hello\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*\{"error":\{"code":"bad-request"/,
    );
  });

  it('at most 256 connections are open at once', async () => {
    const server = await start({ intake: { read: readRecords, records: () => new Promise(() => undefined) } });
    const body = '{"type":"prompt","content":"x"}';
    const head = `POST /memory/record HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const sockets: Socket[] = [];
    for (let index = 0; index < 272; index += 1) {
      const socket = await openConnection(server.port);
      socket.write(head + body);
      sockets.push(socket);
      open.push({ close: () => socket.destroy() });
    }
    await expect.poll(() => sockets.filter((socket) => socket.closed).length).toBe(16);
  });

  it.each([
    ['ask nothing', () => ''],
    ['never finish their headers', () => 'POST /memory/record HTTP/1.1\r\nHost: 127'],
    [
      'never finish a code to log in with',
      (host: string) =>
        `POST /dashboard/session HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
    ],
  ])('connections that %s cannot take all the room', async (_what, textOf) => {
    const server = await start();
    const text = textOf(`Host: 127.0.0.1:${server.port}\r\n`);
    const sockets = await Promise.all(Array.from({ length: 272 }, () => openConnection(server.port)));
    open.push(...sockets.map((socket) => ({ close: () => socket.destroy() })));
    for (const socket of sockets) socket.write(text);
    await expect.poll(() => sockets.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(128);
    expect((await server.call('GET', '/memory/status')).status).toBe(200);
  });

  it('a hundred hooks that come at once are all answered', async () => {
    const server = await start();
    const head = `GET /memory/status HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\n\r\n`;
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openConnection(server.port)));
    open.push(...sockets.map((socket) => ({ close: () => socket.destroy() })));
    const answered = sockets.map(async (socket) => {
      socket.write(head);
      const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['cut off'])]);
      return String(answer).slice(0, 12);
    });
    expect(new Set(await Promise.all(answered))).toEqual(new Set(['HTTP/1.1 200']));
  });

  it('a sender of many requests at once is cut off, and one after the other is as always', async () => {
    const server = await start();
    const ask = `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`;
    const received = await sendRaw(server.port, ask.repeat(1_000));
    expect(received.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(2);
    const socket = await openConnection(server.port);
    open.push({ close: () => socket.destroy() });
    for (let count = 0; count < 20; count += 1) {
      socket.write(ask);
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toMatch(/^HTTP\/1\.1 200/);
    }
  });

  it('a body announced above 16 MB is refused before it is sent', async () => {
    const server = await start();
    const head = `POST /memory/record HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: ${16 * 1024 * 1024 + 1}\r\n\r\n`;
    expect(await sendRaw(server.port, head)).toMatch(/^HTTP\/1\.1 413 [\s\S]*body-too-large/);
  });

  it('a body that grows above 16 MB without having said so is refused on the way', async () => {
    const server = await start();
    let sent = 0;
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(
        `POST /hooks/${CLIENT} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
      const pump = () => {
        while (sent < 200 && socket.writable) {
          sent += 1;
          if (!socket.write(chunk)) return;
        }
      };
      let received = '';
      socket.on('drain', pump).on('connect', pump);
      socket.on('data', (data) => {
        received += data.toString();
      });
      // The server hangs up while we still write; what it said before is what counts.
      socket.on('error', () => resolve(received));
      socket.on('close', () => resolve(received));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(sent).toBeLessThan(100);
    expect(server.hooked).toEqual([]);
  });

  it('a body of 15 MB is taken', async () => {
    const server = await start();
    const answer = await server.call('POST', `/hooks/${CLIENT}`, { text: 'x'.repeat(15 * 1024 * 1024) });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['a hundred thousand open brackets', '['.repeat(100_000), 400],
    ['a hundred thousand open braces', '{"a":'.repeat(100_000), 400],
    ['65 levels', `{"type":"prompt","content":"x","metadata":${'{"a":'.repeat(64)}1${'}'.repeat(65)}`, 400],
    ['64 levels', `{"type":"prompt","content":"x","metadata":${'{"a":'.repeat(63)}1${'}'.repeat(64)}`, 201],
    ['brackets inside a text', `{"type":"prompt","content":"\\"${'['.repeat(1_000)}\\\\"}`, 201],
  ])('%s are answered with the right status', async (_what, body, status) => {
    const server = await start();
    const headers = { ...bearer(server.token), ...json };
    expect((await server.send({ method: 'POST', path: '/memory/record', headers, body })).status).toBe(status);
  });
});

describe('closing', () => {
  it('lets an open request finish, and takes no new one', async () => {
    const gate = Promise.withResolvers<IntakeResult>();
    const begun = Promise.withResolvers<void>();
    const server = await startTestServer({
      intake: {
        read: readRecords,
        records: () => {
          begun.resolve();
          return gate.promise;
        },
      },
    });
    const answer = server.call('POST', '/memory/record', { type: 'prompt', content: 'last words' });
    await begun.promise;
    const closed = server.close(5_000);
    await expect(server.send({ path: '/health' })).rejects.toThrow();
    gate.resolve({ ids: [], inserted: [], duplicates: [], erased: [] });
    expect((await answer).status).toBe(201);
    await closed;
    expect(existsSync(server.paths.socket)).toBe(false);
  });

  it('cuts what does not finish in time', async () => {
    const begun = Promise.withResolvers<void>();
    const server = await startTestServer({
      intake: {
        read: readRecords,
        records: () => {
          begun.resolve();
          return new Promise(() => undefined);
        },
      },
    });
    const answer = server.call('POST', '/memory/record', { type: 'prompt', content: 'x' });
    const refused = expect(answer).rejects.toThrow();
    await begun.promise;
    await server.close(100);
    await refused;
  });

  it('does not wait for connections that ask nothing', async () => {
    const server = await startTestServer();
    const idle = await openConnection(server.port);
    const closed = new Promise((resolve) => idle.once('close', resolve));
    await server.close(60_000);
    await closed;
  });
});

function answers(at: { host: string; port: number } | { path: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

function openConnection(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    // Being cut off is what some of these tests are about.
    socket.on('error', reject).resume();
  });
}

function sendOverSocket(path: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', reject).on('close', () => resolve(received));
  });
}

/** A process that is killed leaves its socket file behind; a server closed in order does not. */
function leaveStaleSocket(path: string): void {
  mkdirSync(dirname(path), { mode: 0o700 });
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', script]);
}
