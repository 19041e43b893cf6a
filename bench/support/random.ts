/** mulberry32: the same numbers, from 0 up to, not including, 1, in every run. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Value>(random: () => number, choices: readonly Value[]): Value {
  const chosen = choices[Math.floor(random() * choices.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}
