/**
 * Whether anything may be given to a session by itself: the one place where the switches for all, for a space and for a
 * session come together (D-043). Pure; spaces are compared by whatever name the caller has for them, so the configuration's
 * must be turned into the same kind of name first.
 */
import type { Config } from '../platform/config.ts';

export type InjectionSwitches = Pick<Config, 'injection.enabled' | 'injection.offSpaces' | 'injection.offSessions'>;

export interface Receiver {
  /** Null for a session of no space. */
  readonly workspace: string | null;
  readonly sessionId: string;
}

export function mayInject(switches: InjectionSwitches, { workspace, sessionId }: Receiver): boolean {
  if (!switches['injection.enabled'] || switches['injection.offSessions'].includes(sessionId)) return false;
  return workspace === null || !switches['injection.offSpaces'].includes(workspace);
}
