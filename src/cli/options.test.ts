import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileNameOf, fileQueryOf, versionOf, workspaceOf } from './options.ts';

describe('what was typed', () => {
  it('takes a memory file with or without its ending, and proposes the nearest for another', () => {
    expect(fileNameOf('context')).toBe('context.md');
    expect(fileNameOf('user.md')).toBe('user.md');
    expect(() => fileNameOf('contxt')).toThrow(
      expect.objectContaining({ code: 'invalid-input', hint: expect.stringContaining('context.md') }),
    );
  });

  it('takes this folder for a file of a project, and no space for a file of the person', () => {
    expect(fileQueryOf('context.md', undefined)).toEqual({ workspace: process.cwd() });
    expect(fileQueryOf('context.md', 'a-space-id')).toEqual({ workspace: 'a-space-id' });
    expect(fileQueryOf('user.md', 'a-space-id')).toEqual({});
  });

  it('means a relative folder from here, and leaves what is no folder as it is', () => {
    expect(workspaceOf('src')).toBe(resolve('src'));
    expect(workspaceOf('0190-no-folder')).toBe('0190-no-folder');
    expect(workspaceOf(undefined)).toBeUndefined();
  });

  it('reads a version with or without its letter, and refuses what is none', () => {
    expect([versionOf('7'), versionOf('v7'), versionOf(undefined)]).toEqual([7, 7, undefined]);
    for (const bad of ['0', '-1', '1.5', 'last', ''])
      expect(() => versionOf(bad), bad).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });
});
