/**
 * A change that something asked for without being proven a person: it waits until one says yes or no. Either a request to
 * the daemon, which is carried out as it is kept, or a command that works on files, which a person runs on a terminal.
 */
import type { JsonObject } from './record.ts';
import type { Right } from './right.ts';

interface ProposedRequest {
  readonly kind: 'request';
  readonly method: string;
  /** The path as the route declares it, `/memories/:id`, and what stands in its places. */
  readonly route: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Null when the request has none. */
  readonly body: JsonObject | null;
}

interface ProposedCommand {
  readonly kind: 'command';
  /** Behind `carryover`. */
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Who asked, as far as it can be known; nothing of it is proven. */
export interface ProposalOrigin {
  readonly pid: number | null;
  readonly command: string | null;
  readonly cwd: string | null;
  /** Why it was not taken for a person. */
  readonly doubt: string;
}

export interface Proposal {
  readonly wish: ProposedRequest | ProposedCommand;
  readonly right: Right;
  /** What it would do, in the words of the route or the command. */
  readonly what: string;
  /** Of the last time. */
  readonly origin: ProposalOrigin;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly count: number;
}

/** `seq` is the number a person calls it by, `p7`. */
export interface WaitingProposal extends Proposal {
  readonly seq: number;
}

export function proposalName({ seq }: Pick<WaitingProposal, 'seq'>): string {
  return `p${seq}`;
}

/** The number of a proposal that is called so; undefined for what is no name of one. */
export function proposalNumber(name: string): number | undefined {
  return /^p[1-9]\d{0,14}$/.test(name) ? Number(name.slice(1)) : undefined;
}
