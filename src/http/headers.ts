/** The headers of our own that both sides of the daemon's door name: a file of its own, so that a client loads no server. */

export const NONCE_HEADER = 'x-carryover-nonce';
export const PROOF_HEADER = 'x-carryover-proof';
/** The owner acts as this app. */
export const APP_HEADER = 'x-carryover-app';
/** On the answer that tells of a proposal, so that a client need not look into it. */
export const PROPOSAL_HEADER = 'x-carryover-proposal';
/** What the daemon asks on a connection of a process that answers for itself. */
export const CHALLENGE_HEADER = 'x-carryover-challenge';
