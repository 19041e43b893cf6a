/**
 * Which limited actions were done when, read from the journal, where each use is an event. A limit is one that is
 * configured, or one that a run was started with. Each action is asked for by itself, so a flood of others hides nothing.
 * Limits: of limits that only runs were started with, the last 500 starts within 30 days tell; of an action, the uses of 30
 * days or of its window, the newest 500 or one more than it allows.
 */
import type { Journal } from '../journal/journal.ts';
import { type CooldownLimit, type CooldownState, cooldownState, parseCooldown } from '../memory/cooldown.ts';
import type { JsonObject, StoredRecord } from '../memory/record.ts';

const MOST_STARTS = 500;
const MOST_USES_READ = 500;
/** For `lastUsedAt` of what is free again. */
const LOOK_BACK_MS = 30 * 86_400_000;
/** Of all that a run's agent tells of: more is no work, but a flood. */
export const MOST_USES_OF_RUN = 200;

type Named = Pick<CooldownLimit, 'service' | 'action'>;

export class CooldownUses {
  readonly #journal: Pick<Journal, 'eventPage'>;
  readonly #configured: () => readonly string[];

  constructor(journal: Pick<Journal, 'eventPage'>, configured: () => readonly string[]) {
    this.#journal = journal;
    this.#configured = configured;
  }

  /** The fullest first. `more` are limits that may not be known yet; for the same action they win. */
  async states(now: number, more: readonly CooldownLimit[] = []): Promise<readonly CooldownState[]> {
    const limits = new Map<string, CooldownLimit>();
    const started = await this.#limitsOfRuns(now, MOST_STARTS);
    for (const limit of [...started.toReversed(), ...this.#configured().map(parseCooldown), ...more])
      limits.set(nameOf(limit), limit);
    const states = await Promise.all([...limits.values()].map((limit) => this.#stateOf(limit, now)));
    return states.sort((a, b) => b.used / b.uses - a.used / a.uses || (nameOf(a) < nameOf(b) ? -1 : 1));
  }

  /** Of one action; undefined when nothing limits it. */
  async state(use: Named, now: number): Promise<CooldownState | undefined> {
    const configured = this.#configured().map(parseCooldown);
    const [limit] = [
      ...configured.filter((one) => nameOf(one) === nameOf(use)).toReversed(),
      ...(await this.#limitsOfRuns(now, 1, use)),
    ];
    return limit === undefined ? undefined : this.#stateOf(limit, now);
  }

  async #stateOf(limit: CooldownLimit, now: number): Promise<CooldownState> {
    const { service, action, uses, windowMs } = limit;
    const { events } = await this.#journal.eventPage({
      kinds: ['cooldown'],
      service,
      action,
      since: now - Math.max(windowMs, LOOK_BACK_MS),
      limit: Math.max(MOST_USES_READ, uses + 1),
    });
    const times = events.map(({ ts }) => ts);
    return cooldownState(limit, times, now);
  }

  /** What runs were started with, the newest first. */
  async #limitsOfRuns(now: number, limit: number, use?: Named): Promise<readonly CooldownLimit[]> {
    const named = use === undefined ? {} : { service: use.service, action: use.action };
    const filter = { kinds: ['cooldown'], isLimited: true, since: now - LOOK_BACK_MS, ...named, limit } as const;
    return (await this.#journal.eventPage(filter)).events.flatMap((event) => limitOf(event) ?? []);
  }
}

/** As people write it. */
export function nameOf({ service, action }: Named): string {
  return `${service}/${action}`;
}

/** What is kept of a use, with the limit that a run was started with. */
export function useMetadata(use: Named & Partial<CooldownLimit>): JsonObject {
  const { service, action, uses, windowMs } = use;
  return {
    event: 'cooldown',
    service,
    action,
    ...(uses === undefined || windowMs === undefined ? {} : { uses, window_ms: windowMs }),
  };
}

function limitOf({ metadata }: StoredRecord): CooldownLimit | undefined {
  const { uses, window_ms: windowMs, service, action } = metadata;
  if (typeof uses !== 'number' || typeof windowMs !== 'number') return undefined;
  return { service: String(service), action: String(action), uses, windowMs };
}
