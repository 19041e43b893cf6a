/**
 * Changes that something asked for without being proven a person. They are redacted like everything that is kept, at most
 * so many wait, and none goes away but by a person's word, or when what it holds is forgotten.
 */
import type { Cleaner } from '../capture/redaction-pool.ts';
import type { ProposalsApi } from '../http/proposals-api.ts';
import type { Journal } from '../journal/journal.ts';
import { CarryoverError } from '../memory/error.ts';
import type { Proposal, ProposalOrigin, WaitingProposal } from '../memory/proposal.ts';
import type { Json } from '../memory/record.ts';
import type { StatusProblem } from '../memory/status.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

/** More than a person looks through; a program that asks on and on is told so. */
const MOST_WAITING = 200;
/** The locked files of a deployment, with room to spare. */
const LONGEST_WISH = 512 * 1024;

interface ProposalsOptions {
  readonly journal: Pick<Journal, 'proposals'>;
  readonly cleaner: Pick<Cleaner, 'clean'>;
  readonly clock: Clock;
  readonly log: Log;
}

export class Proposals implements ProposalsApi {
  readonly #options: ProposalsOptions;

  constructor(options: ProposalsOptions) {
    this.#options = options;
  }

  list(): Promise<readonly WaitingProposal[]> {
    return this.#options.journal.proposals.list();
  }

  async keep(proposed: Pick<Proposal, 'wish' | 'right' | 'what'>, origin: ProposalOrigin): Promise<WaitingProposal> {
    const { journal, clock, log } = this.#options;
    if (JSON.stringify(proposed.wish).length > LONGEST_WISH)
      throw new CarryoverError('this is too long to be kept until the owner looks at it', {
        code: 'person-needed',
        hint: 'run it in a terminal of your own, or give the script a token: `carryover token add`',
      });
    const { wish, origin: from } = await this.#cleaned({ wish: proposed.wish, origin });
    const now = clock.now();
    const kept = await journal.proposals.keep(
      { ...proposed, wish, origin: from, firstAt: now, lastAt: now, count: 1 },
      MOST_WAITING,
    );
    if (kept.count === 1) log.warn('proposal-kept', { seq: kept.seq, right: kept.right, doubt: kept.origin.doubt });
    return kept;
  }

  drop(seq: number): Promise<boolean> {
    return this.#options.journal.proposals.drop(seq);
  }

  /** The same under the rules of redaction as they are now. */
  async cleanAgain(): Promise<void> {
    for (const { seq, ...proposal } of await this.list()) {
      const cleaned = await this.#cleaned({ wish: proposal.wish, origin: proposal.origin });
      if (JSON.stringify(cleaned) === JSON.stringify({ wish: proposal.wish, origin: proposal.origin })) continue;
      await this.drop(seq);
      await this.#options.journal.proposals.keep({ ...proposal, ...cleaned }, Number.MAX_SAFE_INTEGER);
    }
  }

  async questions(): Promise<readonly StatusProblem[]> {
    const waiting = await this.list();
    if (waiting.length === 0) return [];
    const changes = waiting.length === 1 ? 'a change was' : `${waiting.length} changes were`;
    return [
      {
        code: 'proposals-wait',
        message: `${changes} asked for while no person was at the terminal: yours?`,
        hint: '`carryover review` shows what and by whom; accept or reject it there or on the Review page',
      },
    ];
  }

  async #cleaned(given: Pick<Proposal, 'wish' | 'origin'>): Promise<Pick<Proposal, 'wish' | 'origin'>> {
    const { value } = await this.#options.cleaner.clean(given as unknown as Json);
    return value as unknown as Pick<Proposal, 'wish' | 'origin'>;
  }
}
