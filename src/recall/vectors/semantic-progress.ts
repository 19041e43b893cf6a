/** How far search by meaning is, for `status`. */
export interface SemanticProgress {
  readonly state: 'paused' | 'filling' | 'complete' | 'failing';
  readonly embedder: string;
  /** Whether text leaves this machine. */
  readonly remote: boolean;
  readonly passages: number;
  /** Documents still without vectors, as far as known. */
  readonly waiting: number;
  /** Since the vectors were begun: what an invoice can be held against. */
  readonly requests: number;
  readonly tokens: number;
  /** The code of what went wrong last, until it goes right again. */
  readonly problem: string | undefined;
}

/** Of a layer that has just begun. */
export const NO_PROGRESS: SemanticProgress = {
  state: 'filling',
  embedder: '',
  remote: false,
  passages: 0,
  waiting: 0,
  requests: 0,
  tokens: 0,
  problem: undefined,
};
