/** Whose memory a learning becomes: decided by code from who said it, type and trust; what the curator says is a wish. */
import { isOperational } from '../../memory/learning.ts';
import type { Caller, Scope } from '../../memory/permission.ts';
import type { SourceClass } from '../../memory/source.ts';
import { tierOf } from '../../memory/trust.ts';
import type { Candidate } from './settle-learning.ts';

/**
 * The user scope is shared by all projects, so only the user's own words get there. An app adds facts to its space, and what
 * it observed there.
 */
export function scopeOf({ type, scope }: Candidate['answered'], trust: SourceClass, caller: Caller): Scope {
  if (caller.kind === 'app') return type === 'FACT' || isOperational(type) ? { kind: 'space' } : caller;
  const wanted = scope ?? (type === 'PREFERENCE' ? 'user' : 'space');
  return wanted === 'user' && tierOf(trust) === 'user' ? { kind: 'user' } : { kind: 'space' };
}
