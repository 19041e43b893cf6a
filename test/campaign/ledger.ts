/** What was acknowledged to whom, and what was seen that must not be: the model that the home is held against at the end. */
import type { RecordRow } from '../support/journal.ts';

export class CampaignLedger {
  /** By the name under which an event can be found again: how often it must be there. */
  readonly acknowledged = new Map<string, number>();
  /** Words that were forgotten with a receipt. */
  readonly forgotten = new Set<string>();
  readonly leaks: string[] = [];
  readonly planted: string[] = [];
  readonly broken: string[] = [];
  readonly counts = { kills: 0, pauses: 0, clocks: 0, starts: 0, blindStarts: 0, refused: 0, forgets: 0, large: 0 };

  acknowledge(name: string): void {
    this.acknowledged.set(name, (this.acknowledged.get(name) ?? 0) + 1);
  }

  /** Compares with all that is kept. */
  compare(rows: readonly RecordRow[]): {
    lost: readonly string[];
    doubled: readonly string[];
    destroyed: readonly string[];
  } {
    const found = new Map<string, number>();
    const destroyed: string[] = [];
    for (const row of rows) {
      for (const name of namesOf(row)) found.set(name, (found.get(name) ?? 0) + 1);
      if (row.metadata.emptied !== undefined) destroyed.push(`${row.type} ${row.id}`);
    }
    const lost = [...this.acknowledged].filter(([name, wanted]) => (found.get(name) ?? 0) < wanted);
    const doubled = [...this.acknowledged].filter(([name, wanted]) => (found.get(name) ?? 0) > wanted);
    const told = ([name, wanted]: readonly [string, number]) => `${name}: ${found.get(name) ?? 0} of ${wanted}`;
    return { lost: lost.map(told), doubled: doubled.map(told), destroyed };
  }
}

/** An event has one name here, whichever way it came. */
function namesOf({ id, type, content, session_id: session, metadata }: RecordRow): readonly string[] {
  const call = metadata.tool_use_id;
  if (typeof call === 'string') return [`${type} ${call}`];
  if (type === 'prompt' || type === 'assistant') return [`${type} ${session} ${content}`];
  return [id];
}
