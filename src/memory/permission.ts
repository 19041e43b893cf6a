/**
 * Who may read and write whose memory: the matrix of E-030 … E-035 as data, and one function that reads it.
 * It binds agents (a user's session, an app's run), not the person's own command line and pages. `append` means: what
 * that caller's turns become may add to the scope, never change or remove what is there.
 */
import * as field from './fields.ts';
import type { AppId } from './ids.ts';

export type Caller = { readonly kind: 'session' } | { readonly kind: 'app'; readonly app: AppId };
export const SCOPE = field.variants({ user: {}, space: {}, app: { app: field.id<AppId>() } });
export type Scope = field.ValueOf<typeof SCOPE>;
export type Act = 'read' | 'write';
export type Right = 'yes' | 'no' | 'append';

type ScopeColumn = 'space' | 'own-app' | 'other-app' | 'user';

const MATRIX: Record<Caller['kind'], Record<Act, Record<ScopeColumn, Right>>> = {
  // A user's session has no app of its own: every app is another's.
  session: {
    read: { space: 'yes', 'own-app': 'no', 'other-app': 'no', user: 'yes' },
    write: { space: 'yes', 'own-app': 'no', 'other-app': 'no', user: 'yes' },
  },
  app: {
    read: { space: 'yes', 'own-app': 'yes', 'other-app': 'no', user: 'yes' },
    write: { space: 'append', 'own-app': 'yes', 'other-app': 'no', user: 'no' },
  },
};

export function permission(caller: Caller, act: Act, scope: Scope): Right {
  return MATRIX[caller.kind][act][columnOf(caller, scope)];
}

function columnOf(caller: Caller, scope: Scope): ScopeColumn {
  if (scope.kind !== 'app') return scope.kind;
  return caller.kind === 'app' && caller.app === scope.app ? 'own-app' : 'other-app';
}
