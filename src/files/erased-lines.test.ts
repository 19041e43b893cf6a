import { describe, expect, it } from 'vitest';
import { lineDigest } from '../memory/memory-file.ts';
import { editedSince } from './erased-lines.ts';

const OLD = '# User\n\n## Facts\n- Lives in Oslo\n\n## Secrets\n- The zebra code\n';
const NEW = '# User\n\n## Facts\n- Lives in Oslo\n- Has a cat\n';
const GONE = new Set(OLD.split('\n').map(lineDigest));

describe('a file on disk whose version was forgotten', () => {
  it('that nobody touched has no words of a person', () => {
    expect(editedSince(OLD, NEW, GONE)).toBeUndefined();
    expect(editedSince(NEW, NEW, new Set(NEW.split('\n').map(lineDigest)))).toBeUndefined();
  });

  it('gives the lines a person added, and none that are gone', () => {
    expect(editedSince(OLD.replace('Oslo\n', 'Oslo\n- Plays chess\n'), NEW, GONE)).toEqual({
      before: '# User\n\n## Facts\n- Lives in Oslo\n',
      content: '# User\n\n## Facts\n- Lives in Oslo\n- Plays chess\n',
    });
  });

  it('tells what a person took out', () => {
    const edited = editedSince(OLD.replace('- Lives in Oslo\n', ''), NEW, GONE);
    expect(edited?.content).toBe('# User\n\n## Facts\n');
  });
});
