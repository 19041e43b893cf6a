/**
 * How much of a batch may be new that the user did not say (POI-11): a page that says much is not learned by heart. The
 * pages of one host count as one output, because one author may have written them all.
 */

import { text } from '../../memory/json-guards.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { tierOf } from '../../memory/trust.ts';
import type { Evidence } from './evidence.ts';

const MOST_OF_ONE_ORIGIN = 3;
const MOST_OF_BATCH = 20;
const HOST = /\bhttps?:\/\/([^\s/"'`:?#<>)]+)/i;

export class Flood {
  readonly #origins = new Map<string, number>();
  #taken = 0;

  /** Counts along; false when it is one too many. */
  takes({ trust, records, turn }: Evidence): boolean {
    if (tierOf(trust) === 'user') return true;
    if (this.#taken >= MOST_OF_BATCH) return false;
    const output = tierOf(trust) === 'tool' ? records.findLast(({ source }) => source === trust) : undefined;
    if (output !== undefined) {
      const origin = originOf(output, turn.records);
      const sofar = this.#origins.get(origin) ?? 0;
      if (sofar >= MOST_OF_ONE_ORIGIN) return false;
      this.#origins.set(origin, sofar + 1);
    }
    this.#taken += 1;
    return true;
  }
}

/** The host that a call asked, or the output itself. */
function originOf({ id, metadata }: StoredRecord, records: readonly StoredRecord[]): string {
  const called = text(metadata.tool_use_id);
  const call = records.find(
    ({ type, metadata: about }) => type === 'tool_use' && called !== '' && text(about.tool_use_id) === called,
  );
  return HOST.exec(call?.content ?? '')?.[1]?.toLowerCase() ?? id;
}
