/**
 * What the tools, pages and pasted texts of a session say in marker lines of these kinds; the agent only repeats those. Of
 * what was not kept whole, capture has kept digests of such lines.
 */
import type { Journal } from '../journal/journal.ts';
import type { SessionId } from '../memory/ids.ts';
import type { Marker } from '../memory/marker.ts';
import { MarkerEchoes } from '../memory/marker-echoes.ts';
import { Breather } from '../platform/breathe.ts';
import type { Clock } from '../platform/clock.ts';

/** Of each kind, the newest. */
const MOST_BYTES = 4_000_000;
/** Of digests the newest. */
const MOST_DIGESTS = 500;

export async function sessionEchoes(
  sessionId: SessionId,
  markers: readonly Marker[],
  { journal, clock }: { readonly journal: Pick<Journal, 'textsHolding' | 'markerLines'>; readonly clock: Clock },
): Promise<MarkerEchoes> {
  const echoes = new MarkerEchoes();
  const breather = new Breather(clock);
  const texts = new Set<string>();
  for (const kind of new Set(markers.map((marker) => marker.kind)))
    for (const text of await journal.textsHolding(sessionId, `[${kind.toUpperCase()}:`, MOST_BYTES)) texts.add(text);
  for (const digests of await journal.markerLines(sessionId, MOST_DIGESTS)) echoes.addDigests(digests);
  for (const text of texts) {
    await breather.breathe();
    echoes.add(text);
  }
  return echoes;
}
