import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { markerLine, progressLine, RunScreen, shownResult, summaryLines } from './run-screen.ts';

const RUN = {
  sessionId: 's1',
  turns: 2,
  toolCalls: 1,
  lastTool: 'Bash',
  result: undefined,
  costUsd: null,
  failed: false,
};
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
  it('is one line of where it is, and one for each thing it notes', () => {
    expect(progressLine(65_000, RUN, { memories: 1, events: 0 })).toBe(
      '1 min 5 s · 2 turns · 1 tool call · last Bash · 1 memory',
    );
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

  it('does not write over a line that is not whole yet', () => {
    const stream = Object.assign(new PassThrough(), { isTTY: true });
    const screen = new RunScreen(() => 'alive', false, stream);
    screen.start();
    screen.makeRoom(false);
    stream.write('Sure? ');
    screen.makeRoom(true);
    stream.write('yes\n');
    screen.makeRoom(false);
    stream.write('half');
    screen.say('a note');
    screen.stop();
    expect(String(stream.read())).toBe('\r\x1b[KSure? yes\n\r\x1b[Khalf\na note\n\r\x1b[Kalive\r\x1b[K');
  });

  it('shows a result that cannot steer the terminal, and hands it to programs as it is (SRV-20)', () => {
    const result = 'Up.\n\x1b]52;c;aGk=\x07\tdone\r';
    expect(shownResult(result, { isTTY: true })).toBe('Up.\n\\u{1b}]52;c;aGk=\\u{7}\tdone\\u{d}');
    expect(shownResult(result, {})).toBe(result);
  });

  it('is plain lines where it is no terminal, and nothing when it is to be quiet', () => {
    const written = (isQuiet: boolean) => {
      const stream = new PassThrough();
      const screen = new RunScreen(() => 'alive', isQuiet, stream);
      screen.start();
      screen.say('a line');
      screen.stop();
      return String(stream.read() ?? '');
    };
    expect(written(false)).toBe('a line\n');
    expect(written(true)).toBe('');
  });
});
