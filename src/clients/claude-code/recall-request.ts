/**
 * What is asked of memory while the agent waits, and how long it may take. A late answer is no answer: the question is
 * told to stop, and the agent goes on without. A failure is no answer either. The limit is of time in which we could work: a
 * machine that is busy with other things makes an agent wait longer rather than go on without, up to a bound.
 */
import type { AppId, SessionId, SpaceId, TurnId } from '../../memory/ids.ts';

export interface PromptRequest {
  readonly sessionId: SessionId;
  readonly workspace: SpaceId | null;
  readonly cwd: string | null;
  readonly turnId: TurnId | null;
  readonly at: number;
  /** Whose session it is, when it is an app's. */
  readonly app?: AppId;
  /** Whether the answer reached the client: what did not is not given. Without it, it did. */
  readonly delivery?: Promise<boolean>;
  /** Aborted when nobody waits any more: what is found then is given to nobody. */
  readonly signal: AbortSignal;
  /** Redacted. */
  readonly prompt: string;
}

/** A command of the client (`/clear`, `/plugin:name argument`), or a line for the shell; a path is neither. */
const COMMAND = /^\s*(?:\/[\w:.-]+(?:\s|$)|!)/;

export function asksForNothing(prompt: string): boolean {
  return prompt.trim() === '' || COMMAND.test(prompt);
}

export const LATE = Symbol('late');

/** No prompt waits longer than this for a machine that is busy with other things. */
const MOST_MS = 150;
/** Nor so many times as long as it was set to. */
const MOST_TIMES = 4;

/** How long somebody waits, and what of it has gone by since the event arrived. */
export interface Patience {
  readonly limitMs: number;
  elapsedMs(): number;
  /** In processor time of this process. */
  spentMs(): number;
}

export async function askInTime(
  ask: (signal: AbortSignal) => Promise<string | undefined>,
  patience: Patience,
): Promise<string | undefined | typeof LATE> {
  const leftAtFirst = leftMs(patience);
  if (leftAtFirst <= 0) return LATE;
  const stop = new AbortController();
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>();
  const giveUp = () => {
    stop.abort();
    resolve(LATE);
  };
  const look = () => {
    const left = leftMs(patience);
    // What has come by now and was not read yet is in time: it is this thread that was held up.
    if (left <= 0) last = setImmediate(giveUp);
    else timer = setTimeout(look, left);
  };
  let last: NodeJS.Immediate | undefined;
  let timer = setTimeout(look, leftAtFirst);
  try {
    return await Promise.race([ask(stop.signal), late]);
  } catch {
    // Whoever is asked tells of it; the agent is not to notice.
    return undefined;
  } finally {
    clearTimeout(timer);
    clearImmediate(last);
  }
}

/** Beyond the limit only as long as the machine, not this process, has taken the time: others were at its processors or disk. */
function leftMs({ limitMs, elapsedMs, spentMs }: Patience): number {
  const elapsed = elapsedMs();
  if (elapsed < limitMs) return limitMs - elapsed;
  const most = Math.max(limitMs, Math.min(MOST_TIMES * limitMs, MOST_MS));
  return Math.min(most - elapsed, limitMs - spentMs());
}
