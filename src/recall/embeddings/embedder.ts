/**
 * Whoever turns text into vectors. One file per provider implements this.
 *
 * Guarantees every provider gives: one vector of length 1 for each text, all of the same size; an end within the deadline;
 * nothing thrown but `ProviderError`; no retry, which is up to whoever asks. What is sent is what the journal holds, so it
 * has been redacted. A key never stands in a message.
 */
import type { Config } from '../../platform/config.ts';
import type { Deadline } from '../../platform/models/deadline.ts';

export type EmbeddingSettings = Pick<
  Config,
  'embeddings.provider' | 'embeddings.model' | 'embeddings.baseUrl' | 'embeddings.keyFile' | 'embeddings.folder'
>;

/** Many models want to be told which of the two a text is. */
export type TextKind = 'query' | 'passage';

interface Embedded {
  readonly vectors: readonly Float32Array[];
  /** As the other side counted them; 0 when it did not. */
  readonly tokens: number;
}

export interface Embedder {
  /** Provider and model: vectors of two names never meet. */
  readonly name: string;
  /** Whether text leaves this machine, and may cost money. */
  readonly remote: boolean;
  /** How many texts it takes at once. */
  readonly batchTexts: number;
  embed(texts: readonly string[], kind: TextKind, deadline: Deadline): Promise<Embedded>;
}
