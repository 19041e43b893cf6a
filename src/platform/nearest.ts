/** "Did you mean …?": for keys, commands and names that are almost right. */

/** The candidate with the smallest edit distance. */
export function nearest(word: string, candidates: readonly string[]): string {
  const ranked = candidates.map((candidate) => ({ candidate, distance: editDistance(word, candidate) }));
  ranked.sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate ?? '';
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
