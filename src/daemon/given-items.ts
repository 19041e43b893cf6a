/**
 * Which items stand in a session's context: those of its last boot block and all that came after. Read from the receipts
 * once per session, then kept up to date by whoever gives. Bounded: a session that fell out is read again.
 */
import type { Knowledge, Receipt } from '../knowledge/knowledge.ts';
import type { SessionId } from '../memory/ids.ts';

/** More than are open at a time. */
const SESSIONS = 200;
/** Of one session, the newest: more than a context holds. */
const ITEMS = 1_000;
/** The boot block that follows a compaction may have been composed a moment before we hear of it. */
const SAME_MOMENT_MS = 30_000;

export class GivenItems {
  readonly #knowledge: Pick<Knowledge, 'receipts'>;
  readonly #sessions = new Map<SessionId, { readonly since: number; items?: Promise<Set<string>> }>();

  constructor(knowledge: Pick<Knowledge, 'receipts'>) {
    this.#knowledge = knowledge;
  }

  /** The set itself: who gives more adds to it. */
  async of(sessionId: SessionId): Promise<Set<string>> {
    const entry = this.#sessions.get(sessionId) ?? this.#remember(sessionId, 0);
    entry.items ??= this.#read(sessionId, entry.since);
    try {
      return await entry.items;
    } catch (error) {
      this.#sessions.delete(sessionId);
      throw error;
    }
  }

  /** What was given before is out of the context. */
  forget(sessionId: SessionId, at: number): void {
    this.#remember(sessionId, at);
  }

  #remember(sessionId: SessionId, since: number): { readonly since: number; items?: Promise<Set<string>> } {
    this.#sessions.delete(sessionId);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    const entry = { since };
    this.#sessions.set(sessionId, entry);
    return entry;
  }

  async #read(sessionId: SessionId, since: number): Promise<Set<string>> {
    const receipts = await this.#knowledge.receipts({ sessionId, limit: ITEMS });
    const lastBoot = receipts.find(({ kind }) => kind === 'boot')?.ts ?? 0;
    const stands = ({ kind, ts }: Receipt): boolean =>
      ts >= lastBoot && ts >= (kind === 'boot' ? since - SAME_MOMENT_MS : since);
    return new Set(receipts.filter(stands).map(({ item }) => item));
  }
}
