/** The part of the journal that keeps changes until a person has said yes or no to them. */
import type { Proposal, WaitingProposal } from '../memory/proposal.ts';

export interface ProposalJournal {
  /** In the order they were first asked for. */
  list(): Promise<readonly WaitingProposal[]>;
  /** The same wish again is counted, not kept twice; refused with `too-many-proposals` when so many wait already. */
  keep(proposal: Proposal, most: number): Promise<WaitingProposal>;
  /** It was decided; false when there was none. */
  drop(seq: number): Promise<boolean>;
}
