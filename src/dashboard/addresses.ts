/** Where things are shown. Ids come from outside, so none goes into an address as it is. */
import { isUuid } from '../memory/ids.ts';

interface InSession {
  readonly sessionId: string;
  readonly turnId: string | null;
}

export function memoryAddress(id: string): string {
  return `/memories/${encodeURIComponent(id)}`;
}

export function sessionAddress(id: string, ...under: readonly string[]): string {
  return ['/sessions', ...[id, ...under].map(encodeURIComponent)].join('/');
}

/** The page begins where it is needed; the fragment opens the turn. */
export function turnAddress({ sessionId, turnId }: InSession): string {
  const address = sessionAddress(sessionId);
  return turnId === null ? address : `${address}?turn=${encodeURIComponent(turnId)}${fragmentOf(turnId)}`;
}

/** The id of a turn's element. Turns that were imported may be called anything; those get none. */
export function turnElementId(turnId: string): string | undefined {
  return isUuid(turnId) ? `turn-${turnId}` : undefined;
}

function fragmentOf(turnId: string): string {
  const id = turnElementId(turnId);
  return id === undefined ? '' : `#${id}`;
}

/** Parameters that are not set are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | null | undefined>>): string {
  const set = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') set.set(name, String(value));
  return set.size === 0 ? path : `${path}?${set}`;
}
