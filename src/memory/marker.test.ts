import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { type Marker, markersIn, withoutFlood, withoutMarkers } from './marker.ts';

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

  it('are taken out of a text, and nothing else of it', () => {
    const shown = '```\n[MEMORY:timing:a] shown\n```';
    expect(withoutMarkers(`Done.\n[MEMORY:timing:a] Slow\n${shown}\n- [EVENT:info] up`)).toBe(`Done.\n${shown}`);
  });

  it('are a hundred of each kind at most, so that a flood of one does not hide another', () => {
    const text = `${'[EVENT:info:a] Up\n'.repeat(300)}[MEMORY:timing:a] Slow`;
    const kept = withoutFlood(markersIn(text).map((marker) => ({ marker }))).map(({ marker }) => marker.kind);
    expect(kept).toEqual([...Array(100).fill('event'), 'memory']);
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
