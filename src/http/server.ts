/**
 * The listeners: 127.0.0.1 and, where the machine has it, ::1 on the same port, and a Unix socket for our own clients.
 * Any other address is refused (SRV-1). Requests share one app; each listener says which Hosts it answers to.
 * `close` stops taking requests, lets open ones finish for up to five seconds, then cuts them.
 */
import { chmodSync } from 'node:fs';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { ListenOptions, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { CarryoverError } from '../memory/error.ts';
import { PRIVATE_FILE } from '../platform/atomic-file.ts';
import { isCode } from '../platform/private-file.ts';
import type { App } from './app.ts';
import { errorBody } from './error-body.ts';
import { isReadingLong } from './long-body.ts';
import { refusal } from './refusal.ts';
import { type Door, SOCKET_DOOR, tcpDoor } from './request.ts';
import { alreadyRunning, prepareSocketPlace } from './unix-socket.ts';

export interface ServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly socketPath: string;
  readonly hosts?: readonly string[];
  readonly headersTimeoutMs?: number;
  readonly requestTimeoutMs?: number;
}

export interface RunningServer {
  readonly port: number;
  close(drainMs?: number): Promise<void>;
}

interface Listener {
  readonly server: Server;
  /**
   * Connections of which nobody knows whose they are: they ask nothing, never finish asking, or never read the answer.
   * They get half the room at most, so they keep nobody out who has a token.
   */
  readonly strangers: ReadonlySet<Socket>;
}

const LOOPBACK: readonly string[] = ['127.0.0.1', '::1'];
const HEADERS_TIMEOUT_MS = 15_000;
/** For the slowest honest sender of 16 MB. */
const REQUEST_TIMEOUT_MS = 60_000;
/** How late a timeout may be noticed, as a part of it. */
const TIMEOUT_LOOKS = 5;
/** A question is part of the address, three to nine characters for each one of its own. */
const HEADER_BYTES = 64 * 1024;
/** Half of them for those that nobody knows yet, which a client's hundred hooks are when all start at once. */
const TCP_CONNECTIONS = 256;
/** Only the owner reaches the socket, and a hundred hooks may start at once. */
const SOCKET_CONNECTIONS = 512;
const DRAIN_MS = 5_000;
const DRAIN_LOOK_MS = 20;
/** The machine has no such address: not an error, it just is not served. */
const NO_ADDRESS_CODES: readonly string[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** What answers the requests of all listeners. */
export type Answering = Pick<App, 'fetch'>;

export async function startServer(app: Answering, options: ServerOptions): Promise<RunningServer> {
  const { socketPath, hosts = LOOPBACK } = options;
  const foreign = hosts.find((host) => !LOOPBACK.includes(host));
  if (foreign !== undefined) {
    throw new CarryoverError(`refusing to listen on ${foreign}: only this machine may connect`, {
      code: 'address-not-allowed',
      subject: foreign,
      hint: `the addresses are ${LOOPBACK.join(' and ')}`,
    });
  }
  await prepareSocketPlace(socketPath);
  const listeners: Listener[] = [];
  let port = options.port;
  try {
    for (const host of hosts) {
      const listener = makeListener(app, options, TCP_CONNECTIONS, () => tcpDoor(port));
      if (!(await listenIfThere(listener.server, host, port))) continue;
      listeners.push(listener);
      port = portOf(listener.server);
    }
    const onSocket = makeListener(app, options, SOCKET_CONNECTIONS, () => SOCKET_DOOR);
    await listen(onSocket.server, { path: socketPath }, () => alreadyRunning(socketPath));
    listeners.push(onSocket);
    chmodSync(socketPath, PRIVATE_FILE);
  } catch (cause) {
    await closeAll(listeners, 0);
    throw cause;
  }
  return { port, close: (drainMs = DRAIN_MS) => closeAll(listeners, drainMs) };
}

function makeListener(app: Answering, options: ServerOptions, maxConnections: number, doorOf: () => Door): Listener {
  const headersTimeout = options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS;
  let door: Door | undefined;
  const strangers = new Set<Socket>();
  const onRequest = getRequestListener(
    (request, bindings) => {
      // The port is known once the server listens, which it does when the first request is here.
      door ??= doorOf();
      const { socket } = bindings.incoming;
      return app.fetch(request, { ...bindings, door, admit: () => strangers.delete(socket) });
    },
    // Requests without a Host still reach the guard, which has the words for them.
    { hostname: 'host.invalid', errorHandler: refuseMalformed },
  );
  const server = createServer(
    {
      headersTimeout,
      requestTimeout: Math.max(headersTimeout, options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS),
      connectionsCheckingInterval: headersTimeout / TIMEOUT_LOOKS,
      maxHeaderSize: HEADER_BYTES,
      requireHostHeader: false,
    },
    oneAtATime(onRequest),
  );
  server.maxConnections = maxConnections;
  server.on('clientError', answerBrokenRequest);
  server.on('connection', (socket) => {
    strangers.add(socket);
    socket.once('close', () => strangers.delete(socket));
    const [oldest] = strangers;
    if (strangers.size > maxConnections / 2) oldest?.destroy();
  });
  server.on('drop', () => server.closeIdleConnections());
  return { server, strangers };
}

/**
 * Who asks again before the answer is there is cut off: no client of ours does, and Node would work on all that fits into
 * a packet at once and keep every answer in memory for somebody who may never read one.
 */
function oneAtATime(listener: RequestListener): RequestListener {
  const answering = new WeakSet<Socket>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    if (answering.has(socket)) {
      socket.destroy();
      return;
    }
    answering.add(socket);
    outgoing.once('close', () => answering.delete(socket));
    listener(incoming, outgoing);
  };
}

function refuseMalformed(thrown: unknown): Response {
  return refusal(thrown instanceof RequestError ? badRequest('the request target is not valid') : thrown);
}

/** For requests the HTTP parser itself gives up on; they never become a request object. */
function answerBrokenRequest(thrown: Error, socket: Duplex): void {
  if (isCode(thrown, 'ERR_HTTP_REQUEST_TIMEOUT') && isReadingLong(socket)) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = isCode(thrown, 'HPE_HEADER_OVERFLOW') ? 431 : isCode(thrown, 'ERR_HTTP_REQUEST_TIMEOUT') ? 408 : 400;
  const error = status === 431 ? headersTooLong() : badRequest(STATUS_CODES[status]?.toLowerCase() ?? 'bad request');
  const body = JSON.stringify(errorBody(error));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function badRequest(message: string): CarryoverError {
  return new CarryoverError(message, { code: 'bad-request', hint: 'send a complete HTTP/1.1 request' });
}

function headersTooLong(): CarryoverError {
  return new CarryoverError(`the query and the headers are longer than ${HEADER_BYTES / 1024} KB`, {
    code: 'bad-request',
    hint: 'give less of the text that is asked for (q or prompt)',
  });
}

async function listenIfThere(server: Server, host: string, port: number): Promise<boolean> {
  try {
    await listen(server, { host, port }, () => portInUse(port));
    return true;
  } catch (cause) {
    // 127.0.0.1 is everywhere; ::1 is not.
    if (host !== LOOPBACK[0] && NO_ADDRESS_CODES.some((code) => isCode(cause, code))) return false;
    throw cause;
  }
}

function listen(server: Server, at: ListenOptions, taken: () => CarryoverError): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (thrown: Error) => reject(isCode(thrown, 'EADDRINUSE') ? taken() : thrown);
    server.once('error', onError);
    server.listen(at, () => {
      server.off('error', onError);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function portInUse(port: number): CarryoverError {
  return new CarryoverError(`port ${port} is taken by another program`, {
    code: 'port-in-use',
    subject: String(port),
    hint: `choose another one: \`carryover config set port ${port + 1}\``,
  });
}

async function closeAll(listeners: readonly Listener[], drainMs: number): Promise<void> {
  const closed = Promise.all(listeners.map(({ server }) => new Promise((resolve) => server.close(resolve))));
  for (const { strangers } of listeners) for (const socket of strangers) socket.destroy();
  // A connection that is busy now and kept alive becomes idle later, and would then hold the server open.
  const look = setInterval(() => {
    for (const { server } of listeners) server.closeIdleConnections();
  }, DRAIN_LOOK_MS);
  const end = setTimeout(() => {
    for (const { server } of listeners) server.closeAllConnections();
  }, drainMs);
  await closed;
  clearInterval(look);
  clearTimeout(end);
}
