/** What a run's agent has noted. A message may be told twice, by its client or after a connection broke off: it counts once. */
import type { HeardMarker } from '../../http/runs-api.ts';

export class MarkerTally {
  readonly #known = new Set<string>();
  readonly #events: Record<string, number> = {};
  #memories = 0;

  get memories(): number {
    return this.#memories;
  }

  /** By level. */
  get events(): Readonly<Record<string, number>> {
    return this.#events;
  }

  /** Those that are new. */
  add(markers: readonly HeardMarker[]): readonly HeardMarker[] {
    return markers.filter(({ id, kind, label }) => {
      if (this.#known.has(id)) return false;
      this.#known.add(id);
      if (kind === 'memory') this.#memories += 1;
      if (kind === 'event') this.#events[label] = (this.#events[label] ?? 0) + 1;
      return true;
    });
  }
}
