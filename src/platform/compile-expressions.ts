/**
 * Gets large regular expressions ready before anybody needs them. V8 makes code of one when it is first used, other code
 * when it is used again, and both once more for text beyond Latin letters: tens of milliseconds for long alternatives of
 * words, which would be held from everybody else by whoever comes first. Here others get their turn in between, once in
 * a slice: a session waits for all of it, and on a thread with much to do each turn of the others takes long.
 */
import { setImmediate as nextLoop } from 'node:timers/promises';
import { systemClock } from './clock.ts';

const TEXTS = ['a word', 'слово'];
/** The second use makes what stays. */
const USES = 2;
/** Events wait at most so long for it, or for the largest single one. */
const SLICE_MS = 10;

export async function compileExpressions(expressions: readonly RegExp[]): Promise<void> {
  let begunAt = systemClock.elapsed();
  for (const expression of expressions) {
    for (const text of TEXTS)
      for (let use = 0; use < USES; use += 1) {
        text.search(expression);
        if (systemClock.elapsed() - begunAt < SLICE_MS) continue;
        await nextLoop();
        begunAt = systemClock.elapsed();
      }
  }
}
