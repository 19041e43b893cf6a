/** What was asked for by somebody who was not proven a person, and waits for one. */
import type { Proposal, ProposalOrigin, WaitingProposal } from '../memory/proposal.ts';

export interface ProposalsApi {
  list(): Promise<readonly WaitingProposal[]>;
  /** Redacted like everything that is kept; the same wish again is counted. */
  keep(wish: Pick<Proposal, 'wish' | 'right' | 'what'>, origin: ProposalOrigin): Promise<WaitingProposal>;
  /** It was decided; false when there was none. */
  drop(seq: number): Promise<boolean>;
}
