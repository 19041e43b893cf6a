import { describe, expect, it } from 'vitest';
import type { AppId } from './ids.ts';
import { type Act, type Caller, permission, type Right, type Scope } from './permission.ts';

const appA = 'app-a' as AppId;
const appB = 'app-b' as AppId;
const session: Caller = { kind: 'session' };
const columns: readonly Scope[] = [
  { kind: 'space' },
  { kind: 'app', app: appA },
  { kind: 'app', app: appB },
  { kind: 'user' },
];

const matrix: readonly [number: string, caller: Caller, act: Act, cells: readonly Right[]][] = [
  ['E-030', session, 'read', ['yes', 'no', 'no', 'yes']],
  ['E-031', session, 'write', ['yes', 'no', 'no', 'yes']],
  ['E-032', { kind: 'app', app: appA }, 'read', ['yes', 'yes', 'no', 'yes']],
  ['E-033', { kind: 'app', app: appA }, 'write', ['append', 'yes', 'no', 'no']],
  ['E-034', { kind: 'app', app: appB }, 'read', ['yes', 'no', 'yes', 'yes']],
  ['E-035', { kind: 'app', app: appB }, 'write', ['append', 'no', 'yes', 'no']],
];

describe('the permission matrix, cell by cell', () => {
  for (const [number, caller, act, cells] of matrix) {
    cells.forEach((right, index) => {
      const scope = columns[index] as Scope;
      const name = scope.kind === 'app' ? `app ${scope.app}` : scope.kind;
      it(`${number}: ${caller.kind === 'app' ? caller.app : 'a session'} ${act}s ${name} memory: ${right}`, () => {
        expect(permission(caller, act, scope)).toBe(right);
      });
    });
  }
});
