import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
/** Only a failure waits so long: what must come may be late on a machine that does other things as well. */
const PATIENCE_MS = 60_000;

type Answer<Value> = Value | undefined | false;

/**
 * Asks until the answer is neither undefined nor false, and gives it back. `what` completes the sentence "waited for …".
 * A condition that throws ends the wait: not yet is an answer, an error is not.
 */
export async function waitFor<Value>(
  condition: () => Answer<Value> | Promise<Answer<Value>>,
  { what, timeoutMs = PATIENCE_MS }: { readonly what: string; readonly timeoutMs?: number },
): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await sleep(POLL_MS);
  }
}
