/** Where the texts come from that get vectors. Whoever has the journal and the knowledge implements it. */
export interface VectorItem {
  /** Comes back from a search; the same key again replaces what was there. */
  readonly key: string;
  /** A search names its spaces and sees no other. */
  readonly space: string;
  /** Redacted text in pieces a model can take; none: the document has no vectors any more. */
  readonly passages: readonly string[];
}

export interface VectorFeed {
  /** Where the next feed begins. It is stored when all of this one is. */
  readonly mark: string;
  readonly items: readonly VectorItem[];
  /** Keys of what was erased since the last mark; those `SemanticLayer.erase` was told of may be among them. */
  readonly erased: readonly string[];
  /** Documents still to come after this feed. */
  readonly waiting: number;
}

export interface VectorSource {
  /** In a stable order; an empty mark is the beginning. A feed without items and erasures is the end, for now. */
  after(mark: string, limit: number): Promise<VectorFeed>;
}
