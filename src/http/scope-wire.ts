/** A scope as it looks outside. A file of its own: every session's MCP process loads it, and nothing of what knowledge looks like. */
import type { Scope } from '../memory/permission.ts';

export function scopeToWire(scope: Scope): string {
  return scope.kind === 'app' ? `app:${scope.app}` : scope.kind;
}
