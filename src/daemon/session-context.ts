/**
 * What stands in a session's context: the items of its last boot block and all that came after, with the turns that its facts
 * were learned from, and the text of that block. Read once per session, then kept up to date by whoever gives. Bounded: a
 * session that fell out is read again.
 */
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { LearningId, SessionId } from '../memory/ids.ts';
import type { Learning } from '../memory/learning.ts';
import type { Receipt } from '../memory/receipt.ts';

/** More than are open at a time. */
const SESSIONS = 200;
/** Of one session, the newest: more than a context holds. */
const ITEMS = 1_000;
/** The boot block that follows a compaction may have been composed a moment before we hear of it. */
const SAME_MOMENT_MS = 30_000;

export interface SessionContext {
  /** Ids of facts, records, turns and actions; who gives more adds to it. */
  readonly items: Set<string>;
  /** The block that it started with. */
  readonly shown: string | undefined;
}

interface Entry {
  readonly since: number;
  context?: Promise<SessionContext>;
}

export class GivenItems {
  readonly #knowledge: Pick<Knowledge, 'receipts' | 'learning'>;
  readonly #journal: Pick<Journal, 'lastInjection'>;
  readonly #sessions = new Map<SessionId, Entry>();

  constructor(knowledge: Pick<Knowledge, 'receipts' | 'learning'>, journal: Pick<Journal, 'lastInjection'>) {
    this.#knowledge = knowledge;
    this.#journal = journal;
  }

  async of(sessionId: SessionId): Promise<SessionContext> {
    const entry = this.#sessions.get(sessionId) ?? this.#remember(sessionId, 0);
    entry.context ??= this.#read(sessionId, entry.since);
    try {
      return await entry.context;
    } catch (error) {
      this.#sessions.delete(sessionId);
      throw error;
    }
  }

  /** What was given before is out of the context. */
  forget(sessionId: SessionId, at: number): void {
    this.#remember(sessionId, at);
  }

  #remember(sessionId: SessionId, since: number): Entry {
    this.#sessions.delete(sessionId);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    const entry = { since };
    this.#sessions.set(sessionId, entry);
    return entry;
  }

  async #read(sessionId: SessionId, since: number): Promise<SessionContext> {
    const receipts = await this.#knowledge.receipts({ sessionId, limit: ITEMS });
    const lastBoot = receipts.find(({ kind }) => kind === 'boot')?.ts ?? 0;
    const stands = ({ kind, ts }: Pick<Receipt, 'kind' | 'ts'>): boolean =>
      ts >= lastBoot && ts >= (kind === 'boot' ? since - SAME_MOMENT_MS : since);
    const items = new Set<string>(receipts.filter(stands).map(({ item }) => item));
    for (const item of [...items]) {
      const learning = await this.#knowledge.learning(item as LearningId);
      if (learning !== undefined) addWithOrigin(items, learning);
    }
    const boot = await this.#journal.lastInjection({ sessionId, kinds: ['boot'] });
    return { items, shown: boot !== undefined && stands(boot) ? boot.text : undefined };
  }
}

/** Who has the fact needs neither the turn that it was learned from nor the words that prove it. */
export function addWithOrigin(items: Set<string>, { id, turnId, evidence }: Learning): void {
  items.add(id);
  if (turnId !== null) items.add(turnId);
  for (const record of evidence) items.add(record);
}
