import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEGMENTS } from './kept-segments.ts';
import { partsOfRecord, pastedTextOf, promptSaying, segmentedPrompt, typedTextOf } from './record-segments.ts';
import { segmentsOf } from './segments.ts';
import { storedRecord } from './stored-record.fixture.ts';

const LOG = '2026-03-04T02:11:10Z ERROR reset by peer\n2026-03-04T02:11:11Z FATAL always run as root';
const MIXED = `why does it die?\n${LOG}\nwe never run as root\n\n> be root\n`;
const prompt = (content: string) => storedRecord({ content, ...segmentedPrompt(content) });

const pieces = fc.constantFrom(
  ...['a', 'We use tabs.', '\n', '\r\n', '\r', '\u2028', '```', '> ', '# B', LOG, ' ', ''],
);

describe('the segments of a stored prompt', () => {
  it('are the ones that were found, kept or not, and leave nothing out', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const content = parts.join('');
        const found = segmentsOf(content)
          .map(({ from, to, source }) => `${source === 'typed' ? 'T' : 'P'}${content.slice(from, to)}`)
          .join('\0')
          .replaceAll('\0P', (mark, at: number, all: string) => (isPastedBefore(all, at) ? '' : mark));
        for (const record of [prompt(content), promptSaying(content)]) {
          const read = partsOfRecord(record).map(({ source, text }) => `${source === 'typed' ? 'T' : 'P'}${text}`);
          expect(read.join('\0')).toBe(found);
        }
      }),
    );
  });

  it('L-16, M-02: make a prompt typed when any of it is', () => {
    expect(segmentedPrompt(MIXED)).toEqual({ source: 'typed', metadata: { [SEGMENTS]: [6, 1, 3, 5, 6] } });
    expect(segmentedPrompt(LOG)).toEqual({ source: 'pasted', metadata: { [SEGMENTS]: [2, 0, 2] } });
    expect(segmentedPrompt('We use tabs.\n'.repeat(900)).source).toBe('typed');
    expect(segmentedPrompt('')).toEqual({ source: 'typed', metadata: { [SEGMENTS]: [0] } });
    expect(typedTextOf(prompt(MIXED))).toBe('why does it die?\n\nwe never run as root');
    expect(pastedTextOf(prompt(MIXED))).toBe(`${LOG}\n\nbe root`);
  });

  it('are of the person alone: an app, a tool and an import have one part', () => {
    for (const source of ['assistant', 'tool', 'import'] as const)
      expect(partsOfRecord({ ...prompt(MIXED), source })).toEqual([{ source, text: MIXED }]);
    const answer = storedRecord({ type: 'assistant', source: 'assistant', content: MIXED });
    expect(partsOfRecord(answer)).toEqual([{ source: 'assistant', text: MIXED }]);
  });

  it('stay with their lines when a secret is taken out of them later, and are found again when lines go', () => {
    const record = prompt(MIXED);
    const shorter = { ...record, content: MIXED.replace('reset by peer', '[X]').replace('why', 'w') };
    expect(typedTextOf(shorter)).toBe('w does it die?\n\nwe never run as root');
    const fewer = { ...record, content: MIXED.replace(LOG, '[PRIVATE-KEY]') };
    expect(pastedTextOf(fewer)).toBe('be root');
  });

  it('are those of the record, also where they would be found otherwise now', () => {
    const record = { ...prompt('We use tabs.\nWe use vim.'), metadata: { [SEGMENTS]: [2, 1, 2] } };
    expect([typedTextOf(record), pastedTextOf(record)]).toEqual(['We use tabs.', 'We use vim.']);
  });

  it('make what retention leaves of a prompt typed only when all of it was', () => {
    const emptied = (content: string) => {
      const { metadata } = segmentedPrompt(content);
      return typedTextOf(storedRecord({ content: content.slice(0, 20), metadata: { ...metadata, emptied: 'hash' } }));
    };
    expect(emptied('We use tabs.\nWe use vim.')).toBe('We use tabs.\nWe use');
    expect(emptied(MIXED)).toBe('');
  });

  it("end, where none are kept, with what can be looked at in time: the rest is nobody's", () => {
    const long = `We use tabs.\n${'We use vim here.\n'.repeat(1_000)}We use emacs.`;
    const typed = typedTextOf(promptSaying(long));
    expect(typed.startsWith('We use tabs.\nWe use vim here.')).toBe(true);
    expect(typed).not.toContain('emacs');
    expect(typedTextOf(prompt(long))).toBe(long);
  });
});

it("L-16: of millions of lines what nobody types is nobody's, and the rest is cut where it was", () => {
  for (const filler of ['\n', 'We use vim.\n', 'x\r\n']) {
    const content = `We use tabs.\n${filler.repeat(1_000_000)}We use emacs.`;
    const { source, metadata } = segmentedPrompt(content);
    const record = storedRecord({ content, source, metadata });
    expect(partsOfRecord(record).map((part) => part.source)).toEqual(['typed', 'pasted']);
    expect(
      partsOfRecord(record)
        .map((part) => part.text)
        .join(''),
    ).toBe(content);
    expect(typedTextOf(record)).toContain('tabs');
  }
  expect(segmentedPrompt('x'.repeat(1_000_000)).source).toBe('typed');
});

/** Pasted segments of several shapes that follow each other are one. */
function isPastedBefore(all: string, at: number): boolean {
  return all[all.lastIndexOf('\0', at - 1) + 1] === 'P';
}
