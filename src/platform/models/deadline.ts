/** One end for everything a question waits for: connecting, the first byte, the last one, or a process. */
import { ProviderError, type Used } from './provider-error.ts';

export interface Deadline {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs `ask` until its promise settles, the time is up or somebody stops it; `end` aborts in the latter two. What was
 * already sent may have been answered and billed, so it counts with `most`.
 */
export async function withDeadline<Value>(
  { timeoutMs, signal }: Deadline,
  most: Used,
  ask: (end: AbortSignal) => Promise<Value>,
): Promise<Value> {
  if (signal.aborted) throw stopped();
  const end = new AbortController();
  const stop = (): void => end.abort(stopped(most));
  const timer = setTimeout(() => end.abort(late(timeoutMs, most)), timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await ask(end.signal);
  } catch (thrown) {
    throw end.signal.aborted ? end.signal.reason : thrown;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Without `used`: before anything was sent. */
export function stopped(used?: Used): ProviderError {
  return new ProviderError('the question to the model was stopped', {
    code: 'model-stopped',
    problem: 'busy',
    ...(used === undefined ? {} : { used }),
  });
}

function late(timeoutMs: number, used: Used): ProviderError {
  return new ProviderError(`the model gave no whole answer within ${timeoutMs / 1_000} s`, {
    code: 'model-timeout',
    problem: 'busy',
    used,
  });
}
