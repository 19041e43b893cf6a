/**
 * How our own command line proves which process it is, so that the daemon can look whether a person runs it. A number in a
 * header proves nothing. So on each connection over the Unix socket the daemon asks for something that only the process
 * itself can do: put on a sign (`platform/process-sign.ts`) that is made up of a challenge for this connection and of what
 * is asked. So nobody can have the sign of another process stand for a request that this process did not make, not even
 * who stands between the two. Then its terminal and its parents are looked at (`platform/person.ts`).
 *
 * Limits: on TCP nobody is asked, so nobody is proven there but a browser by its cookie. A body that is sent as it comes (an
 * import) is not part of the sign.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { messageOf } from '../memory/error.ts';
import type { ProposalOrigin } from '../memory/proposal.ts';
import { doubtAbout } from '../platform/person.ts';
import { putOnSign, SIGN_CHARS, wearsSign } from '../platform/process-sign.ts';
import { processTable } from '../platform/process-table.ts';

/** What the process answers to the challenge of its connection: its number and the digest of its body. */
export const PERSON_HEADER = 'x-carryover-person';

export interface PersonProofs {
  /** For this connection; the same as long as it is open. */
  challenge(socket: Socket): string;
  /**
   * Undefined when a person was proven to ask this; else who it was and why not, as far as it can be told. The body is
   * undefined where none was read.
   */
  doubt(incoming: IncomingMessage, body: unknown): Promise<ProposalOrigin | undefined>;
}

const CHALLENGE_BYTES = 18;
const CHALLENGE = /^[\w-]{24}$/;
const ANSWER = /^(\d{1,10})\.([\w-]{43})$/;
const COMMAND_CHARS = 300;

export function personProofs(socketPath: string): PersonProofs {
  const challenges = new WeakMap<Socket, string>();
  const folder = dirname(socketPath);
  return {
    challenge(socket) {
      const known = challenges.get(socket) ?? randomBytes(CHALLENGE_BYTES).toString('base64url');
      challenges.set(socket, known);
      return known;
    },
    async doubt({ headers, socket, method = '', url = '' }, body) {
      const challenge = challenges.get(socket);
      const [, pid, bodyDigest = ''] = ANSWER.exec(String(headers[PERSON_HEADER])) ?? [];
      if (challenge === undefined || pid === undefined)
        return { ...NOBODY, doubt: "it was asked with the owner's token alone" };
      if (body !== undefined && digestOfBody(body) !== bodyDigest) return ANOTHER;
      try {
        return await doubtOf(Number(pid), { sign: signOf(challenge, { method, url, bodyDigest }), folder });
      } catch (error) {
        return { ...NOBODY, doubt: `it could not be told who asked (${messageOf(error)})` };
      }
    },
  };
}

const NOBODY = { pid: null, command: null, cwd: null };
const ANOTHER = { ...NOBODY, doubt: 'it was asked in the name of another process' };

async function doubtOf(
  pid: number,
  expected: { readonly sign: string; readonly folder: string },
): Promise<ProposalOrigin | undefined> {
  const table = await processTable();
  if (!(await wearsSign(table, pid, expected))) return ANOTHER;
  const doubt = doubtAbout(table, pid);
  if (doubt === undefined) return undefined;
  const command = table.find(pid)?.args.join(' ').slice(0, COMMAND_CHARS) ?? null;
  return { pid, command, cwd: table.folderOf(pid) ?? null, doubt };
}

/** As it reads after it was sent. */
function digestOfBody(body: unknown): string {
  return digestOf(JSON.stringify(JSON.parse(JSON.stringify(body))));
}

interface SignedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly bodyDigest: string;
}

function signOf(challenge: string, { method, url, bodyDigest }: SignedRequest): string {
  return digestOf([challenge, method, url, bodyDigest].join('\n')).slice(0, SIGN_CHARS);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

export interface AnsweredChallenge {
  readonly header: Readonly<Record<string, string>>;
  end(): void;
}

/** A process wears one sign at a time. */
let free: Promise<void> = Promise.resolve();

/** The side that answers: what to say in the header while `end` was not called. The body as it is sent. */
export async function answerChallenge(
  socketPath: string,
  challenge: unknown,
  { method, url, body }: { readonly method: string; readonly url: string; readonly body: unknown },
): Promise<AnsweredChallenge | undefined> {
  if (typeof challenge !== 'string' || !CHALLENGE.test(challenge)) return undefined;
  const bodyDigest = digestOfBody(body ?? null);
  const before = free;
  const { promise, resolve: setFree } = Promise.withResolvers<void>();
  free = promise;
  await before;
  try {
    const takeOff = putOnSign(signOf(challenge, { method, url, bodyDigest }), dirname(socketPath));
    return {
      header: { [PERSON_HEADER]: `${process.pid}.${bodyDigest}` },
      end() {
        takeOff();
        setFree();
      },
    };
  } catch {
    // Where no sign can be put on, it is not told who asks.
    setFree();
    return undefined;
  }
}
