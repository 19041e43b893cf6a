/**
 * What is asked of memory while the agent waits, and how long it may take. A late answer is no answer: the question is
 * told to stop, and the agent goes on without. A failure is no answer either.
 */
import type { AppId, SessionId, SpaceId, TurnId } from '../../memory/ids.ts';

interface Waiting {
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
}

export interface PromptRequest extends Waiting {
  /** Redacted. */
  readonly prompt: string;
}

export interface ToolRequest extends Waiting {
  readonly tool: string;
  /** Redacted, and cut where it is very long. */
  readonly input: unknown;
}

/** A command of the client (`/clear`, `/plugin:name argument`), or a line for the shell; a path is neither. */
const COMMAND = /^\s*(?:\/[\w:.-]+(?:\s|$)|!)/;

export function asksForNothing(prompt: string): boolean {
  return prompt.trim() === '' || COMMAND.test(prompt);
}

export const LATE = Symbol('late');

export async function askInTime(
  ask: (signal: AbortSignal) => Promise<string | undefined>,
  leftMs: number,
): Promise<string | undefined | typeof LATE> {
  if (leftMs <= 0) return LATE;
  const stop = new AbortController();
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(() => {
    stop.abort();
    resolve(LATE);
  }, leftMs);
  try {
    return await Promise.race([ask(stop.signal), late]);
  } catch {
    // Whoever is asked tells of it; the agent is not to notice.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
