/** Which keys there are in JSON, and of what types their values: `hits[].score: number`. Values themselves are left out. */

/** One line for each path, sorted; `?` when some objects lack the key. Of what `unsettled` matches only the key counts. */
export function shapeOf(value: unknown, unsettled: RegExp): readonly string[] {
  const types = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  const see = (path: string, seen: unknown): void => {
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const isSettled = !unsettled.test(path);
    types.set(path, (types.get(path) ?? new Set()).add(isSettled ? typeOf(seen) : 'anything'));
    if (!isSettled) return;
    if (Array.isArray(seen)) for (const each of seen) see(`${path}[]`, each);
    else if (typeof seen === 'object' && seen !== null)
      for (const [key, each] of Object.entries(seen)) see(`${path}.${key}`, each);
  };
  see('', value);
  return [...types]
    .map(([path, found]) => {
      const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')));
      const isOptional = path !== '' && !path.endsWith('[]') && (counts.get(path) ?? 0) < (counts.get(parent) ?? 0);
      return `${path}${isOptional ? '?' : ''}: ${[...found].toSorted().join(' | ')}`;
    })
    .toSorted();
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
