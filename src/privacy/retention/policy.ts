/** How long records keep their text, by space: `retention.days`, and `retention.spaces` where a space has its own. */
import type { SpaceId } from '../../memory/ids.ts';
import type { Config } from '../../platform/config.ts';

const DAY_MS = 24 * 60 * 60_000;

export class RetentionPolicy {
  readonly #days: Config['retention.days'];
  readonly #own: ReadonlyMap<SpaceId, number | 'off'>;

  constructor(days: Config['retention.days'], own: ReadonlyMap<SpaceId, number | 'off'>) {
    this.#days = days;
    this.#own = own;
  }

  daysOf(space: SpaceId | null): number | 'off' {
    return (space === null ? undefined : this.#own.get(space)) ?? this.#days;
  }

  /** What happened before it is past its time; undefined when nothing ever is. */
  cutoff(space: SpaceId | null, now: number): number | undefined {
    const days = this.daysOf(space);
    return days === 'off' ? undefined : now - days * DAY_MS;
  }
}

/** `resolve` tells the space of a folder or an id; what names none is left out. */
export async function policyOf(
  config: Pick<Config, 'retention.days' | 'retention.spaces'>,
  resolve: (name: string) => Promise<SpaceId | undefined>,
): Promise<RetentionPolicy> {
  const own = new Map<SpaceId, number | 'off'>();
  for (const entry of config['retention.spaces']) {
    const at = entry.lastIndexOf('=');
    const space = await resolve(entry.slice(0, at));
    const days = entry.slice(at + 1);
    if (space !== undefined) own.set(space, days === 'off' ? days : Number(days));
  }
  return new RetentionPolicy(config['retention.days'], own);
}
