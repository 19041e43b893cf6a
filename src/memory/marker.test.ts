import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { isEchoed, type Marker, markersIn } from './marker.ts';

interface Case {
  readonly about: string;
  readonly text: string;
  readonly expect: readonly Marker[];
}

const GOLDEN = readFileSync(new URL('../../test/corpora/markers/golden.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

describe('marker lines (C-010 … C-013, C-066)', () => {
  it.each(GOLDEN)('are told as the golden set says: $about', ({ text, expect: expected }) => {
    expect(markersIn(text)).toEqual(expected);
  });

  it('say what C-012 reads out of each line that is one', () => {
    const seed = /\[MEMORY:(timing|dependency|behavior|remediation|maintenance)(?::([a-zA-Z0-9_-]+))?\]\s*(.+)/;
    const lines = GOLDEN.flatMap(({ text }) => {
      const [only, ...more] = markersIn(text);
      return only?.kind === 'memory' && more.length === 0 && /^\[[^\n]+$/.test(text) ? [{ text, only }] : [];
    });
    expect(lines.length).toBeGreaterThan(10);
    for (const { text, only } of lines) expect(seed.exec(text)?.[1]).toBe(only.label);
  });

  it.each(['[MEMORY:', '[MEMORY:timing:a] ', '**[MEMORY:timing:', '```', '- ', '> ', '\t', ' ', '`'])(
    'take time that grows with the text and not faster: a megabyte of %j',
    (piece) => {
      const took = (chars: number) => {
        const text = `${piece.repeat(chars / piece.length)}\n[MEMORY:timing:a] x`;
        const started = performance.now();
        markersIn(text);
        return performance.now() - started;
      };
      // What grows with the square would take minutes.
      expect(took(1_000_000)).toBeLessThan(2_000);
    },
  );
});

describe('a marker that only repeats what was read (C-066)', () => {
  const [marker] = markersIn('- **[MEMORY:remediation:db]** Run `fix-db` before 10:00, “always”');
  const said = '[MEMORY:remediation:db] Run fix-db before 10:00, always';
  const [unserved] = markersIn('[MEMORY:timing] Slow start');
  if (marker === undefined || unserved === undefined) throw new Error('the lines are markers');

  it.each([
    said,
    `log: ${said}, and more`,
    said.replaceAll(' ', '\n   '),
    said.replace('MEM', 'M\u200bEM').replace('fix', 'f\u00adix'),
    JSON.stringify({ output: said.replace('always', '"always"') }),
    said.toUpperCase(),
  ])('is known in %j', (text) => {
    expect(isEchoed(marker, ['something else', text])).toBe(true);
  });

  it.each([
    [],
    [''],
    ['Run `fix-db` before 10:00, “always”'],
    [said.replace('db]', 'web]')],
    [said.replace('10', '11')],
  ])('is not seen in %j', (...texts) => {
    expect(isEchoed(marker, texts)).toBe(false);
  });

  it('is known whether the text names no service or the general one, in any script, and when it was cut', () => {
    expect(isEchoed(unserved, ['[MEMORY:timing:general] Slow start'])).toBe(true);
    expect(isEchoed(unserved, ['[MEMORY:timing] Slow start'])).toBe(true);
    for (const own of markersIn('[MEMORY:timing:a] Долго'))
      expect(isEchoed(own, ['[MEMORY:timing:a] Долго'])).toBe(true);
    const long = `[MEMORY:timing:a] ${'word '.repeat(300)}`;
    for (const cut of markersIn(long)) expect(isEchoed(cut, [long])).toBe(true);
  });
});
