/** Ids as short as they can be typed: the shortest beginning that no other one shares, and never less than the daemon takes. */
const SHORTEST = 6;

export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = ids.toSorted();
  return new Map(
    sorted.map((id, index) => {
      const shared = Math.max(sharedStart(id, sorted[index - 1]), sharedStart(id, sorted[index + 1]));
      return [id, id.slice(0, Math.max(SHORTEST, shared + 1))];
    }),
  );
}

function sharedStart(id: string, other = ''): number {
  let length = 0;
  while (length < id.length && id[length] === other[length]) length += 1;
  return length;
}
