/** Whose memory a learning becomes: decided by code from type and trust; what the curator says is a wish. */
import type { Scope } from '../../memory/permission.ts';
import type { SourceClass } from '../../memory/source.ts';
import { tierOf } from '../../memory/trust.ts';
import type { AnsweredLearning } from '../answer.ts';

/** The user scope is shared by all projects, so only the user's own words get there. */
export function scopeOf({ type, scope }: AnsweredLearning, trust: SourceClass): Scope {
  const wanted = scope ?? (type === 'PREFERENCE' ? 'user' : 'space');
  return wanted === 'user' && tierOf(trust) === 'user' ? { kind: 'user' } : { kind: 'space' };
}
