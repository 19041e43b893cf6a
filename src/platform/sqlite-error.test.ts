import { describe, expect, it } from 'vitest';
import { CarryoverError } from '../memory/error.ts';
import { sqliteError } from './sqlite-error.ts';

function thrown(code: string): Error {
  return Object.assign(new Error('as the system says it'), { code });
}

describe('what SQLite and the system throw, told apart by what to do about it', () => {
  const table: readonly [code: string, expected: string, retryable: boolean][] = [
    ['SQLITE_FULL', 'disk-full', true],
    ['ENOSPC', 'disk-full', true],
    ['SQLITE_READONLY', 'read-only', false],
    ['SQLITE_READONLY_DIRECTORY', 'read-only', false],
    ['EROFS', 'read-only', false],
    ['EACCES', 'read-only', false],
    ['SQLITE_CANTOPEN', 'cannot-open', false],
    ['SQLITE_BUSY', 'database-busy', true],
    ['SQLITE_BUSY_SNAPSHOT', 'database-busy', true],
    ['SQLITE_CORRUPT', 'database-corrupt', false],
    ['SQLITE_CORRUPT_VTAB', 'database-corrupt', false],
    ['SQLITE_NOTADB', 'database-corrupt', false],
    ['SQLITE_IOERR_FSYNC', 'io-error', false],
    ['EIO', 'io-error', false],
    ['SQLITE_MISUSE', 'database-error', false],
    ['', 'database-error', false],
  ];
  for (const [code, expected, retryable] of table) {
    it(`${code || 'an error without a code'} is ${expected}`, () => {
      const error = sqliteError(thrown(code), '/home/x/transcript.db');
      expect(error).toMatchObject({ code: expected, retryable, subject: '/home/x/transcript.db' });
      expect(error.message).toMatch(/^\/home\/x\/transcript\.db .+: as the system says it$/);
      expect(error.hint).toBeDefined();
    });
  }

  it('what is translated already stays as it is', () => {
    const error = new CarryoverError('x', { code: 'unknown-session' });
    expect(sqliteError(error, '/p')).toBe(error);
  });
});
