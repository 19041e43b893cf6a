import { describe, expect, it } from 'vitest';
import { threadError } from './problem.ts';

const coded = (code: string) => Object.assign(new Error('as the system says it'), { code });

describe('what a thread reports', () => {
  it.each(['SQLITE_FULL', 'SQLITE_IOERR_READ', 'ENOSPC', 'E2BIG'])('names the file for %s', (code) => {
    expect(threadError(coded(code), '/x/recall.db')).toMatchObject({ subject: '/x/recall.db' });
  });

  it('neither blames the file for another error nor repeats its words, which may quote what is stored', () => {
    const stored = 'a diary, no JSON';
    const thrown = [coded('ERR_INVALID_ARG_TYPE'), stored, jsonError(stored)];
    for (const each of thrown) {
      const error = threadError(each, '/x/recall.db');
      expect(error).toMatchObject({ code: 'unexpected-failure', subject: undefined });
      expect(error.message).toMatch(/^search failed unexpectedly \(\w+\)$/);
    }
  });
});

function jsonError(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}
