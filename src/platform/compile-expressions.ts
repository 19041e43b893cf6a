/**
 * Gets large regular expressions ready before anybody needs them. V8 makes code of one when it is first used, other code
 * when it is used again, and both once more for text beyond Latin letters: tens of milliseconds for long alternatives of
 * words, which would be held from everybody else by whoever comes first. Here others get their turn in between.
 */
import { setImmediate as nextLoop } from 'node:timers/promises';

const TEXTS = ['a word', 'слово'];
/** The second use makes what stays. */
const USES = 2;

export async function compileExpressions(expressions: readonly RegExp[]): Promise<void> {
  for (const expression of expressions) {
    for (const text of TEXTS)
      for (let use = 0; use < USES; use += 1) {
        text.search(expression);
        await nextLoop();
      }
  }
}
