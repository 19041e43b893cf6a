/**
 * Which limited actions were done when, read from the journal, where each use is an event. A limit is one that is
 * configured, or one that a run was started with.
 * Limit: of the newest uses at most 5,000 are looked at.
 */
import type { Journal } from '../journal/journal.ts';
import { type CooldownLimit, type CooldownState, cooldownState, parseCooldown } from '../memory/cooldown.ts';
import type { JsonObject, StoredRecord } from '../memory/record.ts';

const PAGE = 500;
const PAGES = 10;

export class CooldownUses {
  readonly #journal: Pick<Journal, 'eventPage'>;
  readonly #configured: () => readonly string[];

  constructor(journal: Pick<Journal, 'eventPage'>, configured: () => readonly string[]) {
    this.#journal = journal;
    this.#configured = configured;
  }

  /** The fullest first. `more` are limits that may not be known yet; for the same action they win. */
  async states(now: number, more: readonly CooldownLimit[] = []): Promise<readonly CooldownState[]> {
    const uses = await this.#uses();
    const limits = new Map<string, CooldownLimit>();
    for (const { limit } of uses.toReversed()) if (limit !== undefined) limits.set(nameOf(limit), limit);
    for (const limit of [...this.#configured().map(parseCooldown), ...more]) limits.set(nameOf(limit), limit);
    return [...limits.values()]
      .map((limit) =>
        cooldownState(
          limit,
          uses.filter(({ name }) => name === nameOf(limit)).map(({ at }) => at),
          now,
        ),
      )
      .sort((a, b) => b.used / b.uses - a.used / a.uses || (nameOf(a) < nameOf(b) ? -1 : 1));
  }

  async #uses(): Promise<readonly Use[]> {
    const uses: Use[] = [];
    let after: string | undefined;
    for (let page = 0; page < PAGES; page += 1) {
      const { events, next } = await this.#journal.eventPage({
        kinds: ['cooldown'],
        limit: PAGE,
        ...(after === undefined ? {} : { after }),
      });
      uses.push(...events.map(useOf));
      if (next === undefined) break;
      after = next;
    }
    return uses;
  }
}

/** As people write it. */
export function nameOf({ service, action }: Pick<CooldownLimit, 'service' | 'action'>): string {
  return `${service}/${action}`;
}

/** What is kept of a use, with the limit that a run was started with. */
export function useMetadata(use: Pick<CooldownLimit, 'service' | 'action'> & Partial<CooldownLimit>): JsonObject {
  const { service, action, uses, windowMs } = use;
  return {
    event: 'cooldown',
    service,
    action,
    ...(uses === undefined || windowMs === undefined ? {} : { uses, window_ms: windowMs }),
  };
}

interface Use {
  readonly name: string;
  readonly at: number;
  readonly limit: CooldownLimit | undefined;
}

function useOf({ ts, metadata }: StoredRecord): Use {
  const { uses, window_ms: windowMs } = metadata;
  const [service, action] = [String(metadata.service), String(metadata.action)];
  const isLimited = typeof uses === 'number' && typeof windowMs === 'number';
  return {
    name: nameOf({ service, action }),
    at: ts,
    limit: isLimited ? { service, action, uses, windowMs } : undefined,
  };
}
