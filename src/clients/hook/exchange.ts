/**
 * One request to the daemon over its Unix socket, by hand on node:net: a third of the start-up of node:http. The server
 * proves that it knows the token before it gets to see it, or any content (SRV-11), on the same connection.
 */
import { connect, type Socket } from 'node:net';
import { hmacSha256 } from './hmac.ts';

export interface ExchangeOptions {
  readonly socketPath: string;
  readonly token: string;
  readonly client: string;
  /** The token of the app whose event it is; the server looks it up, whatever the event says. */
  readonly appToken: string | undefined;
  /** Asked for while the server is proving itself: reading the input then costs no time. */
  content(): string;
  readonly timeoutMs: number;
  /**
   * Never the same twice. It need not be secret: whoever could answer it in advance would have to reach the private
   * folder of the socket, and could read the token there.
   */
  readonly nonce: string;
  /** The same when the same event is handed over again. */
  readonly eventId: string;
}

const HEAD_END = '\r\n\r\n';

/** The event as it came or, from the second part on, marked as a question for that part of the boot block alone. */
export function askFor(part: number, body: string): string {
  return part > 1 ? body.replace('{', `{"carryover_part":${part},`) : body;
}

/** The event with what only the process that started the agent knows: which run it is (`carryover run`). */
export function markRun(body: string, { CARRYOVER_RUN: run, CARRYOVER_TIER: tier }: NodeJS.ProcessEnv): string {
  if (!run) return body;
  return body.replace('{', () => `{"carryover_run":${JSON.stringify(run)},"carryover_tier":${Number(tier) || 1},`);
}

/** The daemon answered, and not with success: asking it again at once would get the same answer. */
export class Refused extends Error {}

/** The answer's body. Rejects when nobody listens, the proof is wrong, the time is over, or the answer is no success. */
export function exchange(options: ExchangeOptions): Promise<string> {
  const { socketPath, timeoutMs } = options;
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(socketPath);
    const fail = (reason: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(reason);
    };
    const timer = setTimeout(() => fail(new Error('timeout')), timeoutMs);
    let received = '';
    let prepared: Prepared | undefined;
    let proven = false;
    socket.on('error', fail);
    socket.on('end', () => fail(new Error('closed')));
    socket.on('connect', () => {
      socket.write(`GET /health HTTP/1.1\r\nHost: carryover\r\nx-carryover-nonce: ${options.nonce}${HEAD_END}`);
      // While the server makes its proof, this side makes the same one and gets its request ready.
      prepared = prepare(options);
    });
    socket.on('data', (chunk: Buffer) => {
      // Bytes as characters: lengths are counted in bytes, and no decoder has to be loaded for two short answers.
      received += chunk.toString('latin1');
      const answer = readAnswer(received);
      if (answer === undefined || prepared === undefined) return;
      received = '';
      if (answer.status < 200 || answer.status > 299) return fail(new Refused(`status ${answer.status}`));
      if (!proven) {
        if (answer.head.toLowerCase().indexOf(prepared.proof) < 0) return fail(new Error('not our daemon'));
        proven = true;
        socket.write(prepared.request);
        return;
      }
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.from(answer.body, 'latin1').toString('utf8'));
    });
  });
}

interface Prepared {
  /** The header line that only a server which knows the token can send. */
  readonly proof: string;
  readonly request: string;
}

function prepare({ token, client, appToken, content, nonce, eventId }: ExchangeOptions): Prepared {
  const proof = Buffer.from(hmacSha256(Buffer.from(token), Buffer.from(`carryover-identity:${nonce}`))).toString('hex');
  const body = content();
  // Encoded, because an environment may hold anything, a line end too.
  const app = appToken ? `\r\nx-carryover-app-token: ${encodeURIComponent(appToken)}` : '';
  const request = `POST /hooks/${client} HTTP/1.1\r\nHost: carryover\r\nAuthorization: Bearer ${token}${app}\r\nx-carryover-event: ${eventId}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}${HEAD_END}${body}`;
  return { proof: `\r\nx-carryover-proof: ${proof}`, request };
}

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Undefined while it is incomplete. */
function readAnswer(received: string): Answer | undefined {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = received.slice(0, end);
  const rest = received.slice(end + HEAD_END.length);
  const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(head)?.[1] ?? 0);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return rest.length >= Number(length) ? { status, head, body: rest } : undefined;
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, head, body: '' };
  return rest.endsWith('0\r\n\r\n') ? { status, head, body: unchunk(rest) } : undefined;
}

function unchunk(chunked: string): string {
  let body = '';
  for (let at = 0; ; ) {
    const lineEnd = chunked.indexOf('\r\n', at);
    const size = Number.parseInt(chunked.slice(at, lineEnd), 16);
    if (lineEnd < 0 || !(size > 0)) return body;
    body += chunked.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 2 + size + 2;
  }
}
