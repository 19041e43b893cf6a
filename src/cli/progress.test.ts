import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { progressBar } from './progress.ts';

const ESCAPE = String.fromCharCode(27);

describe('a progress bar', () => {
  function shown(isTTY: boolean): string {
    const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY });
    const bar = progressBar('replayed', stream);
    for (let done = 0; done <= 1_000; done += 1) bar.update(done, 1_000);
    bar.end();
    return String(stream.read());
  }

  it('is redrawn in place on a terminal, and cleared at its end', () => {
    const text = shown(true);
    expect(text).toContain('[###############...............] replayed  50 %  500/1000');
    expect(text).not.toContain('\n');
    expect(text.endsWith(`\r${ESCAPE}[K`)).toBe(true);
  });

  it('never says more than all, however wrong the total was', () => {
    const stream = new PassThrough({ encoding: 'utf8' });
    progressBar('imported', stream).update(1_500, 1_000);
    expect(String(stream.read())).toBe('imported 100 %  1000/1000\n');
  });

  it('is four plain lines anywhere else', () => {
    expect(shown(false)).toBe(
      'replayed  25 %  250/1000\nreplayed  50 %  500/1000\nreplayed  75 %  750/1000\nreplayed 100 %  1000/1000\n',
    );
  });
});
