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
  /** Documents whose keys begin so are not there any more, and may come anew after this feed. */
  readonly outdated: readonly string[];
  /** Documents still to come after this feed. */
  readonly waiting: number;
}

export interface VectorSource {
  /**
   * In a stable order; an empty mark is the beginning. A feed with nothing in it and the same mark is the end, for now. Erasures go another
   * way, `SemanticLayer.erase`, because they do not wait for a model.
   */
  after(mark: string, limit: number): Promise<VectorFeed>;
}
