/**
 * The newest outcomes of a space as they are looked up in: what the agent tells again in plain words is found in the text,
 * because plain words alone tell nobody's origin. Taken apart once, however many acts ask.
 *
 * Limit: what stands further back is known again by telling pieces only (memory/origin-tokens.ts).
 */
import type { Journal } from '../../journal/journal.ts';
import type { RecordId, SpaceId } from '../../memory/ids.ts';
import { isEmptied } from '../../memory/record.ts';
import { Breather } from '../../platform/breathe.ts';
import { systemClock } from '../../platform/clock.ts';
import { BatchRecord } from './record-terms.ts';

const MOST_OUTCOMES = 200;

type Source = Pick<Journal, 'origins' | 'record'>;

export class RecentOutcomes {
  #entries = new Map<RecordId, BatchRecord>();

  /** Newest first. */
  async before(journal: Source, workspace: SpaceId | null, seq: number): Promise<readonly BatchRecord[]> {
    const breather = new Breather(systemClock);
    const entries = new Map<RecordId, BatchRecord>();
    for (const id of await journal.origins.outcomesBefore(workspace, seq, MOST_OUTCOMES)) {
      await breather.breathe();
      const known = this.#entries.get(id);
      const record = known === undefined ? await journal.record(id) : undefined;
      if (known !== undefined) entries.set(id, known);
      else if (record !== undefined && !isEmptied(record)) entries.set(id, new BatchRecord(record));
    }
    this.#entries = entries;
    return [...entries.values()];
  }

  /** What the journal says may have changed. */
  forget(): void {
    this.#entries = new Map();
  }
}
