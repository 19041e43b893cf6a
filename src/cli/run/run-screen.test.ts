import { describe, expect, it } from 'vitest';
import { markerLine, shownResult, summaryLines } from './run-screen.ts';

const SUMMARY = {
  id: 'r1',
  sessionId: 's1',
  durationMs: 65_000,
  turns: 2,
  costUsd: 0.02,
  memories: 1,
  events: { warning: 2 },
  failed: false,
  capturedBy: 'stream',
} as const;

describe('what a person sees of a run', () => {
  it('is one line for each thing it notes', () => {
    const marker = { kind: 'memory', label: 'timing', service: 'jellyfin', text: 'Takes 60 s\u001b[31m' } as const;
    expect(markerLine(marker)).toMatch(/^\[memory\] timing jellyfin: Takes 60 s/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there is none is what is asked.
    expect(markerLine(marker)).not.toMatch(/\u001b/);
  });

  it('ends with what it came to, and with what is missing', () => {
    expect(summaryLines(SUMMARY, 3, 0)).toEqual([
      'Run ended with exit code 3 after 1 min 5 s · 2 turns · $0.02 · 1 memory · events: 2 warning.',
      'Session s1, captured by its stream.',
    ]);
    expect(summaryLines(SUMMARY, 0, 4).at(-1)).toContain('Not recorded: 4 messages');
  });

  it('shows a result that cannot steer the terminal, and hands it to programs as it is (SRV-20)', () => {
    const result = 'Up.\n\x1b]52;c;aGk=\x07\tdone\r';
    expect(shownResult(result, { isTTY: true })).toBe('Up.\n\\u{1b}]52;c;aGk=\\u{7}\tdone\\u{d}');
    expect(shownResult(result, {})).toBe(result);
  });
});
