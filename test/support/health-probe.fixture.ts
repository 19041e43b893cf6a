/**
 * Asks a daemon for its health again and again until its input ends, from a process of its own, so that a test that is
 * busy itself does not measure itself. Prints a line after the first answer, and at the end how long the slowest answers
 * took, in milliseconds, as JSON.
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const ASK_EVERY_MS = 10;

const url = `${process.argv[2]}/health`;
const tookMs: number[] = [];
let ended = false;
process.stdin.resume().on('end', () => {
  ended = true;
});
while (!ended) {
  const askedAt = performance.now();
  const answer = await fetch(url).catch(() => undefined);
  await answer?.text();
  // No answer is the worst answer.
  if (tookMs.length === 0) writeSync(1, 'asking\n');
  tookMs.push(answer?.ok === true ? performance.now() - askedAt : Number.MAX_SAFE_INTEGER);
  await sleep(ASK_EVERY_MS);
}
writeSync(1, JSON.stringify(tookMs.toSorted((a, b) => b - a).slice(0, 5)));
