/**
 * How our own command line proves which process it is, so that the daemon can look whether a person runs it. A number in a
 * header proves nothing. So on each connection over the Unix socket the daemon asks for something that only the process
 * itself can do: hold a file open whose name was made up for this connection. Then its terminal and its parents are looked
 * at (`platform/person.ts`).
 *
 * Limit: on TCP nobody is asked, so nobody is proven there but a browser by its cookie.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { messageOf } from '../memory/error.ts';
import type { ProposalOrigin } from '../memory/proposal.ts';
import { PRIVATE_FILE } from '../platform/atomic-file.ts';
import { doubtAbout } from '../platform/person.ts';
import { processTable } from '../platform/process-table.ts';

/** What the daemon asks on a connection; what the process answers: its number and that of the open file. */
export const CHALLENGE_HEADER = 'x-carryover-challenge';
export const PERSON_HEADER = 'x-carryover-person';

export interface PersonProofs {
  /** For this connection; the same as long as it is open. */
  challenge(socket: Socket): string;
  /** Undefined when a person was proven; else who it was and why not, as far as it can be told. */
  doubt(incoming: IncomingMessage): Promise<ProposalOrigin | undefined>;
}

const CHALLENGE_BYTES = 18;
const CHALLENGE = /^[\w-]{24}$/;
const ANSWER = /^(\d{1,10})\.(\d{1,6})$/;
const COMMAND_CHARS = 300;

export function personProofs(socketPath: string): PersonProofs {
  const challenges = new WeakMap<Socket, string>();
  return {
    challenge(socket) {
      const known = challenges.get(socket) ?? randomBytes(CHALLENGE_BYTES).toString('base64url');
      challenges.set(socket, known);
      return known;
    },
    async doubt({ headers, socket }) {
      const challenge = challenges.get(socket);
      const [, pid, descriptor] = ANSWER.exec(String(headers[PERSON_HEADER])) ?? [];
      if (challenge === undefined || pid === undefined || descriptor === undefined)
        return { ...NOBODY, doubt: "it was asked with the owner's token alone" };
      try {
        return await doubtOf(Number(pid), Number(descriptor), proofFile(socketPath, challenge));
      } catch (error) {
        return { ...NOBODY, doubt: `it could not be told who asked (${messageOf(error)})` };
      }
    },
  };
}

const NOBODY = { pid: null, command: null, cwd: null };

async function doubtOf(pid: number, descriptor: number, file: string): Promise<ProposalOrigin | undefined> {
  const table = await processTable();
  if (!(await table.holds(pid, descriptor, file)))
    return { ...NOBODY, doubt: 'it was asked in the name of another process' };
  const doubt = doubtAbout(table, pid);
  if (doubt === undefined) return undefined;
  const command = table.find(pid)?.args.join(' ').slice(0, COMMAND_CHARS) ?? null;
  return { pid, command, cwd: table.folderOf(pid) ?? null, doubt };
}

function proofFile(socketPath: string, challenge: string): string {
  return join(dirname(socketPath), `person-${challenge}`);
}

/** The side that answers: what to say in the header while `end` was not called. */
export function answerChallenge(
  socketPath: string,
  challenge: unknown,
): { readonly header: object; end(): void } | undefined {
  if (typeof challenge !== 'string' || !CHALLENGE.test(challenge)) return undefined;
  const file = proofFile(socketPath, challenge);
  const descriptor = openSync(file, 'wx', PRIVATE_FILE);
  return {
    header: { [PERSON_HEADER]: `${process.pid}.${descriptor}` },
    end() {
      closeSync(descriptor);
      rmSync(file, { force: true });
    },
  };
}
