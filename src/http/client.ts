/**
 * How our own command line and MCP server talk to the daemon: over the Unix socket, and never before the other side
 * has proved that it knows the home's token (SRV-11). Proof and request travel on the same connection: a request that
 * would go out on any other one is dropped before its first byte. One connection per call, unless the caller keeps the
 * proven one for its next question. An answer that tells of a proposal is thrown as `proposed`: what was asked for was not done.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type * as z from 'zod';
import { CarryoverError, messageOf } from '../memory/error.ts';
import type { HomePaths } from '../platform/paths.ts';
import { isCode, readSecret } from '../platform/private-file.ts';
import { proofOf } from './access.ts';
import { errorFrom } from './error-body.ts';
import { APP_HEADER, CHALLENGE_HEADER, NONCE_HEADER, PROOF_HEADER, PROPOSAL_HEADER } from './headers.ts';
import { linesOf } from './lines.ts';
import type { proposedAnswer } from './openapi/schemas/proposals.ts';
import { type Query, queryOf } from './query-text.ts';
import { SOCKET_HOST } from './request.ts';

/**
 * Not imported: an ES module names all that it exports, and two of those load the whole of a WebSocket client, 12 MB that every
 * command and every session's MCP server would carry.
 */
const { Agent: KeepingAgent, request: prepareRequest } = process.getBuiltinModule('node:http');

export interface DaemonClient {
  /** The JSON answer; an answer that is an error is thrown as the CarryoverError it was. */
  request(
    method: string,
    path: string,
    content?: { readonly query?: Query; readonly body?: unknown },
  ): Promise<unknown>;
  /** The JSON answer to a long body, which is sent as it comes. */
  upload(path: string, query: Query, body: AsyncIterable<Uint8Array>): Promise<unknown>;
  /** The lines of a streamed answer; with `post`, of one to a POST. Throws when the stream breaks off before its end. */
  stream(path: string, query?: Query, post?: { readonly body: unknown }): AsyncIterable<string>;
}

export interface ClientOptions {
  readonly paths: Pick<HomePaths, 'socket' | 'token'>;
  /** How long the daemon may be silent. */
  readonly timeoutMs?: number;
  /** Who calls, when it is not the owner: an app by its own token, or the owner as that app. */
  readonly as?: { readonly token: string } | { readonly app: string } | undefined;
  /** Has this process answer for itself where only a person may do what is asked. */
  readonly asPerson?: boolean;
  /** A proven connection is asked again, as long as both sides hold it: for who asks often. */
  readonly keepsConnection?: boolean;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: unknown;
  /** In place of a body. */
  readonly lines?: AsyncIterable<Uint8Array>;
}

interface Connection {
  readonly agent: Agent;
  readonly socketPath: string;
  readonly timeout: number;
  proven?: Proven;
}

/** The code of a connection that ended before its answer was there. */
const LOST = 'connection-lost';
/** The code of what was not done but kept as a proposal; the subject is its name. */
const PROPOSED = 'proposed';

const TIMEOUT_MS = 10_000;
const NONCE_BYTES = 24;

export function connectToDaemon(options: ClientOptions): DaemonClient {
  const { paths, timeoutMs = TIMEOUT_MS, as, asPerson = false, keepsConnection = false } = options;
  /** Proven, and nobody asks on it just now. */
  let kept: Connection | undefined;

  function open(): Connection {
    return {
      agent: new KeepingAgent({ keepAlive: true, maxSockets: 1 }),
      socketPath: paths.socket,
      timeout: timeoutMs,
    };
  }

  async function send(connection: Connection, call: Call): Promise<IncomingMessage> {
    const token = tokenOf(paths.token);
    connection.proven ??= await prove(connection, token);
    const { socket, challenge } = connection.proven;
    const url = `${call.path}${queryOf(call.query)}`;
    const asked = { method: call.method, url, body: bodyOf(call) };
    const person =
      asPerson && call.method !== 'GET'
        ? await (await import('./person-proof.ts')).answerChallenge(paths.socket, challenge, asked)
        : undefined;
    try {
      const answer = await sendOn(
        socket,
        connection,
        { ...call, url },
        { ...identityOf(token, as), ...person?.header },
      );
      if (answer.headers[PROPOSAL_HEADER] !== undefined) throw proposed(await readJson(answer));
      if ((answer.statusCode ?? 0) < 400) return answer;
      throw errorFrom(answer.statusCode ?? 0, await readJson(answer));
    } finally {
      person?.end();
    }
  }

  async function* lines(call: Call): AsyncIterable<string> {
    const connection = open();
    try {
      yield* linesOf(await send(connection, call));
    } catch (thrown) {
      throw translate(thrown, paths.socket);
    } finally {
      connection.agent.destroy();
    }
  }

  async function answerOf(call: Call): Promise<unknown> {
    const before = kept;
    kept = undefined;
    if (before !== undefined && isOpen(before)) {
      try {
        return await answerOn(before, call);
      } catch (thrown) {
        // The daemon let go of it meanwhile, or is another one now: a question may be asked again.
        if (call.method !== 'GET' || !(thrown instanceof CarryoverError) || thrown.code !== LOST) throw thrown;
      }
    }
    return answerOn(open(), call);
  }

  async function answerOn(connection: Connection, call: Call): Promise<unknown> {
    try {
      return await readJson(await send(connection, call));
    } catch (thrown) {
      throw translate(thrown, paths.socket);
    } finally {
      if (keepsConnection && kept === undefined && isOpen(connection)) kept = connection;
      else connection.agent.destroy();
    }
  }

  return {
    request: (method, path, content) => answerOf({ method, path, ...content }),
    upload: (path, query, body) => answerOf({ method: 'POST', path, query, lines: body }),
    stream: (path, query, post) =>
      lines(post === undefined ? { method: 'GET', path, query } : { method: 'POST', path, query, ...post }),
  };
}

function isOpen({ proven }: Connection): boolean {
  return proven !== undefined && !proven.socket.destroyed && proven.socket.writable;
}

function identityOf(ownerToken: string, as: ClientOptions['as']): object {
  if (as === undefined) return { Authorization: `Bearer ${ownerToken}` };
  return 'token' in as
    ? { Authorization: `Bearer ${as.token}` }
    : { Authorization: `Bearer ${ownerToken}`, [APP_HEADER]: as.app };
}

function proposed(body: unknown): CarryoverError {
  const { proposal, why, hint } = body as z.infer<typeof proposedAnswer>;
  return new CarryoverError(`proposed, waits for you: ${why}`, { code: PROPOSED, subject: proposal, hint });
}

interface Proven {
  readonly socket: Socket;
  /** What it asks of us. */
  readonly challenge: unknown;
}

/** Asks the server to prove itself, with nothing of ours in the request; returns the connection it did so on. */
async function prove(connection: Connection, token: string): Promise<Proven> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const headers = { Host: SOCKET_HOST, [NONCE_HEADER]: nonce };
  const request = prepareRequest({ ...connection, method: 'GET', path: '/health', headers });
  request.end();
  const answer = await answerTo(request);
  const { socket } = answer;
  const proof = Buffer.from(String(answer.headers[PROOF_HEADER] ?? ''));
  const expected = Buffer.from(proofOf(token, nonce));
  if (proof.length !== expected.length || !timingSafeEqual(proof, expected)) {
    socket.destroy();
    throw new CarryoverError('another program answers in place of the daemon', {
      code: 'foreign-server',
      subject: connection.socketPath,
      hint: 'nothing was sent to it; stop it, then run `carryover up`',
    });
  }
  answer.resume();
  return { socket, challenge: answer.headers[CHALLENGE_HEADER] };
}

/** The one JSON value that is sent; undefined where none is. */
function bodyOf({ method, lines, body }: Call): unknown {
  return method === 'GET' || method === 'DELETE' || lines !== undefined ? undefined : (body ?? {});
}

function sendOn(
  proven: Socket,
  connection: Connection,
  call: Call & { readonly url: string },
  identity: object,
): Promise<IncomingMessage> {
  const { lines } = call;
  const sent = bodyOf(call);
  const body = sent === undefined ? undefined : JSON.stringify(sent);
  const request = prepareRequest({
    ...connection,
    method: call.method,
    path: call.url,
    headers: {
      Host: SOCKET_HOST,
      ...identity,
      ...(lines === undefined ? {} : { 'Content-Type': 'application/x-ndjson' }),
      ...(body === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    },
  });
  // Until `end` nothing is written, so a connection that is not the proven one has learnt nothing.
  request.once('socket', (socket) => {
    if (socket === proven && lines !== undefined) sendLines(lines, request);
    else if (socket === proven) request.end(body);
    else request.destroy(connectionLost(connection.socketPath));
  });
  return answerTo(request);
}

/** An answer may come before the end of it: a refusal. */
function sendLines(lines: AsyncIterable<Uint8Array>, request: ClientRequest): void {
  const source = Readable.from(lines, { objectMode: false });
  source.once('error', (error) => request.destroy(error));
  source.pipe(request);
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
    request.once('timeout', () =>
      request.destroy(
        new CarryoverError('the daemon does not answer', {
          code: 'daemon-silent',
          hint: 'look at `carryover daemon logs`; `carryover daemon stop` and `carryover up` start it again',
          retryable: true,
        }),
      ),
    );
  });
}

async function readJson(answer: IncomingMessage): Promise<unknown> {
  answer.setEncoding('utf8');
  let text = '';
  for await (const chunk of answer) text += chunk;
  return JSON.parse(text);
}

function tokenOf(path: string): string {
  try {
    return readSecret(path);
  } catch (thrown) {
    // A home without a token never had a daemon.
    if (thrown instanceof CarryoverError && isCode(thrown.cause, 'ENOENT')) throw notRunning(path);
    throw thrown;
  }
}

function translate(thrown: unknown, socketPath: string): CarryoverError {
  if (thrown instanceof CarryoverError) return thrown;
  if (isCode(thrown, 'ENOENT') || isCode(thrown, 'ECONNREFUSED')) return notRunning(socketPath);
  return connectionLost(socketPath, thrown);
}

function notRunning(subject: string): CarryoverError {
  return new CarryoverError('the daemon is not running', {
    code: 'daemon-not-running',
    subject,
    hint: 'start it: `carryover up`',
    retryable: true,
  });
}

function connectionLost(socketPath: string, cause?: unknown): CarryoverError {
  const reason = cause === undefined ? '' : `: ${messageOf(cause)}`;
  return new CarryoverError(`the connection to the daemon broke off${reason}`, {
    code: LOST,
    subject: socketPath,
    hint: 'try again; `carryover status` says whether it runs',
    retryable: true,
    cause,
  });
}
