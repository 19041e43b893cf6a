/**
 * Who said something first in a space: the digests of its records, followed up to the records an act has read. A function
 * of the journal, so a replay finds the same; pages are small, so that others get their turn.
 *
 * Limit: whether a command worked is told by its outcome, which must come within a thousand calls.
 */
import type { Journal } from '../../journal/journal.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Sighting } from '../../knowledge/origins.ts';
import type { SpaceId } from '../../memory/ids.ts';
import { text } from '../../memory/json-guards.ts';
import {
  ORIGINS,
  type OriginKey,
  type OriginVoice,
  originDigest,
  originsOf,
  readOrigins,
} from '../../memory/origins.ts';
import { isEmptied, type StoredRecord } from '../../memory/record.ts';
import { Breather } from '../../platform/breathe.ts';
import { systemClock } from '../../platform/clock.ts';

const PAGE = 50;
const MOST_CALLS = 1_000;

interface Stores {
  readonly journal: Pick<Journal, 'origins'>;
  readonly knowledge: Pick<Knowledge, 'originsThrough' | 'addOrigins' | 'origins'>;
}

type Running = { -readonly [Key in keyof Sighting]: Sighting[Key] };

export class OriginIndex {
  readonly #stores: Stores;
  readonly #workspace: SpaceId | null;

  private constructor(stores: Stores, workspace: SpaceId | null) {
    this.#stores = stores;
    this.#workspace = workspace;
  }

  /** Knows all that was said in the space until then. */
  static async through(stores: Stores, workspace: SpaceId | null, seq: number): Promise<OriginIndex> {
    const breather = new Breather(systemClock);
    const calls = new Map<string, { readonly digests: readonly string[]; readonly command: string }>();
    let after = await stores.knowledge.originsThrough(workspace);
    while (after < seq) {
      await breather.breathe();
      const records = await stores.journal.origins.records({ workspace, after, through: seq, limit: PAGE });
      const through = records.length < PAGE ? seq : (records.at(-1)?.seq ?? seq);
      await stores.knowledge.addOrigins({
        workspace,
        through,
        sightings: sightingsIn(records, calls, stores.journal.origins.key),
      });
      after = through;
    }
    return new OriginIndex(stores, workspace);
  }

  /** By the piece itself; what nobody said is left out. */
  async of(tokens: readonly string[]): Promise<ReadonlyMap<string, Sighting>> {
    const digests = new Map(
      tokens.map((token) => [originDigest(this.#stores.journal.origins.key, this.#workspace, token), token]),
    );
    const found = await this.#stores.knowledge.origins(this.#workspace, [...digests.keys()]);
    return new Map([...found].map(([digest, sighting]) => [digests.get(digest) ?? '', sighting]));
  }
}

/** Whether a tool said it before the agent did, and no person ever. */
export function isToolBorn(sighting: Sighting | undefined, tools: readonly ('output' | 'read')[]): boolean {
  if (sighting === undefined || sighting.person !== null) return false;
  const told = Math.min(...tools.map((tool) => sighting[tool] ?? Number.POSITIVE_INFINITY));
  return told < (sighting.agent ?? Number.POSITIVE_INFINITY);
}

type Calls = Map<string, { readonly digests: readonly string[]; readonly command: string }>;

function sightingsIn(records: readonly StoredRecord[], calls: Calls, key: OriginKey): ReadonlyMap<string, Sighting> {
  const sightings = new Map<string, Running>();
  for (const record of records) {
    const call = text(record.metadata.tool_use_id);
    for (const { voice, digests } of voicesOf(record, key, calls.get(call)?.command)) {
      for (const digest of digests) note(sightings, digest, voice, record);
      if (voice === 'run' && call !== '') keep(calls, call, { digests, command: record.content });
    }
    if (record.type === 'tool_result')
      for (const digest of calls.get(call)?.digests ?? []) at(sightings, digest).ran ??= record.seq;
  }
  return sightings;
}

function voicesOf(record: StoredRecord, key: OriginKey, command: string | undefined) {
  const kept = readOrigins(text(record.metadata[ORIGINS]), key);
  return kept ?? (isEmptied(record) ? [] : (readOrigins(originsOf(record, key, command), key) ?? []));
}

function note(sightings: Map<string, Running>, digest: string, voice: OriginVoice, { seq, ts }: StoredRecord): void {
  const sighting = at(sightings, digest);
  if (voice === 'run') sighting.agent ??= seq;
  else sighting[voice] ??= seq;
  if (voice === 'output' || voice === 'read') sighting.heardAt ??= ts;
}

function at(sightings: Map<string, Running>, digest: string): Running {
  const known = sightings.get(digest);
  if (known !== undefined) return known;
  const fresh: Running = { person: null, agent: null, output: null, read: null, ran: null, heardAt: null };
  sightings.set(digest, fresh);
  return fresh;
}

function keep(calls: Calls, id: string, call: Parameters<Calls['set']>[1]): void {
  calls.set(id, call);
  const [oldest] = calls.keys();
  if (calls.size > MOST_CALLS && oldest !== undefined) calls.delete(oldest);
}
