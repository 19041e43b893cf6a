import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { injectionLines, itemLines, type Replayed, type ReplayedItem } from './why.ts';

const NOW = 1_800_000_000_000;
const EVIL = `do${String.fromCharCode(27)}[2Jit`;
const HARMLESS = 'do\\u{1b}[2Jit';

function plain(lines: readonly string[]): string {
  return stripVTControlCharacters(lines.join('\n'));
}

/** Recorded answers: ids are branded inside, plain text on the wire. */
function recorded<Answer>(answer: unknown): Answer {
  return JSON.parse(JSON.stringify(answer)) as Answer;
}

const FACT = { id: 'aaaaaaaa-1', type: 'fact', ts: NOW, source: 'typed', text: EVIL, score: 0.5, outcome: 'used' };
const GONE = { id: 'bbbbbbbb-2', type: 'gone', ts: null, source: null, text: null, score: null, outcome: null };
const GIVEN = {
  id: 'injection-1',
  ts: NOW,
  session_id: 'session-1',
  workspace: null,
  kind: 'prompt',
  turn_id: 'turn-1',
  tokens: 120,
  took_ms: 7.25,
  block: `line one\n${EVIL}`,
  prompt: EVIL,
  items: [FACT, GONE],
};

describe('why', () => {
  it('says when, at which prompt, and each item with what became of it, source, date and score, safely', () => {
    expect(plain(injectionLines(recorded<Replayed>(GIVEN), false)).split('\n')).toEqual([
      `2027-01-15 08:00  with a prompt: "${HARMLESS}"`,
      'injection-1  session session-1',
      '2 items, 120 tokens, 7 ms',
      `  aaaaaa  used  0.50  2027-01-15  fact, typed  ${HARMLESS}`,
      '  bbbbbb  –     –     –           gone         no longer there',
    ]);
  });

  it('shows the text as the agent got it when asked, and says nothing of what a boot block has not', () => {
    const boot = { ...GIVEN, kind: 'boot', turn_id: null, tokens: null, took_ms: null, prompt: null, items: [] };
    const text = plain(injectionLines(recorded<Replayed>(boot), true));
    expect(text).toMatch(/at the start of a session\n/);
    expect(text).toContain('0 items\n');
    expect(text.endsWith(`\nline one\n${HARMLESS}`)).toBe(true);
  });

  it('says of an item where it was last given and how often it was used', () => {
    const item = { ...FACT, given: 3, used: 1, ignored: 2 };
    const last = { injection: 'injection-1', ts: NOW, session_id: 's', kind: 'prompt', outcome: 'ignored' };
    const lines = plain(itemLines(recorded<ReplayedItem>({ ...item, last })));
    expect(lines).toContain('Last given with a prompt, 2027-01-15 08:00, ignored: carryover why injection-1');
    expect(lines).toContain('Given with prompts 3 times: 1 used, 2 ignored.');
    const never = { ...item, given: 0, used: 0, ignored: 0 };
    expect(plain(itemLines(recorded<ReplayedItem>({ ...never, last: null })))).toContain('has not been given');
    const boot = { ...last, kind: 'boot', outcome: null };
    expect(plain(itemLines(recorded<ReplayedItem>({ ...never, last: boot })))).toContain('Never given with a prompt.');
  });
});
