import { expect, it } from 'vitest';
import { defaultConfig } from '../platform/config.ts';
import { mayInject } from './may-inject.ts';

const switches = defaultConfig();
const receiver = { workspace: 'space-1', sessionId: 'session-1' };

it.each([
  ['everybody by default', {}, receiver, true],
  ['nobody when it is off', { 'injection.enabled': false }, receiver, false],
  ['no session of a space that is off', { 'injection.offSpaces': ['space-1'] }, receiver, false],
  ['the other spaces', { 'injection.offSpaces': ['space-2'] }, receiver, true],
  ['no session that is off', { 'injection.offSessions': ['session-1'] }, receiver, false],
  ['the other sessions', { 'injection.offSessions': ['session-2'] }, receiver, true],
  ['sessions of no space', { 'injection.offSpaces': ['space-1'] }, { ...receiver, workspace: null }, true],
] as const)('memory is given to %s (D-043)', (_, change, to, expected) => {
  expect(mayInject({ ...switches, ...change }, to)).toBe(expected);
});
