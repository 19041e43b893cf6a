/** What a file held of the things we add, before we first added them: removal stops there. */
export interface Found {
  /** Paths, joined with `/`, of containers that our entries may leave empty. */
  readonly containers: readonly string[];
  readonly rules: readonly string[];
  /** Present only when the installation switched the client's auto memory off: what stood there, `null` for nothing. */
  readonly autoMemory?: unknown;
}

export const NOTHING_FOUND: Found = { containers: [], rules: [] };
