/** A room divided among those who want some of it: nobody gets more than they want, and what one leaves, others may take. */
export function sharesOf(room: number, wanted: readonly number[]): number[] {
  const shares = wanted.map(() => 0);
  const smallestFirst = wanted.map((want, index) => ({ want, index })).sort((a, b) => a.want - b.want);
  let left = Math.max(0, room);
  smallestFirst.forEach(({ want, index }, served) => {
    const share = Math.min(want, Math.floor(left / (wanted.length - served)));
    shares[index] = share;
    left -= share;
  });
  return shares;
}
