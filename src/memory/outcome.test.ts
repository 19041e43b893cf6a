import { describe, expect, it } from 'vitest';
import { type Outcome, outcomesIn } from './outcome.ts';
import { DEVELOPED, type OutcomeCase } from './outcome-cases.fixture.ts';
import { HELD_BACK } from './outcome-held-back.fixture.ts';
import type { ToolCallSummary, TurnContent } from './turn.ts';

function turnOf({ prompt, answer, calls = [] }: Omit<OutcomeCase, 'item' | 'is'>): TurnContent {
  return { userMessage: prompt, agentResponse: answer, toolCalls: calls.map(callOf), errors: [] };
}

function callOf(call: string): ToolCallSummary {
  const [, tool, input = ''] = /^(\$|\w+:) ([\s\S]*)$/.exec(call) ?? [];
  return { tool: tool === '$' ? 'Bash' : (tool ?? '').slice(0, -1), input, outcome: 'ok', output: '' };
}

const outcomeOf = (item: string, turn: TurnContent): Outcome => outcomesIn(turn)(item);

/** Precision and recall of an outcome over cases. */
function scoreOf(cases: readonly OutcomeCase[], outcome: Outcome) {
  const told = cases.filter((known) => outcomeOf(known.item, turnOf(known)) === outcome);
  const right = told.filter(({ is }) => is === outcome).length;
  return { precision: right / told.length, recall: right / cases.filter(({ is }) => is === outcome).length };
}

describe('what became of something that was given to a turn', () => {
  it.each(DEVELOPED.map((known) => [known.is, known.item, known.prompt, known] as const))(
    '%s: "%s" at "%s"',
    (is, _item, _prompt, known) => {
      expect(outcomeOf(known.item, turnOf(known))).toBe(is);
    },
  );

  it('is judged well on turns that were held back, and never against an item without ground', () => {
    const used = scoreOf(HELD_BACK, 'used');
    expect(used.precision).toBeGreaterThanOrEqual(0.9);
    expect(used.recall).toBeGreaterThanOrEqual(0.8);
    const contradicted = scoreOf(HELD_BACK, 'contradicted');
    expect(contradicted.precision).toBe(1);
    expect(contradicted.recall).toBeGreaterThanOrEqual(0.7);
  });

  it('does not count what stood in the prompt already, what was taken out, or what was refused', () => {
    const item = 'Invoices are rendered by renderInvoice.';
    const prompt = 'rename renderInvoice, which renders invoices';
    expect(outcomeOf(item, turnOf({ prompt, answer: 'renderInvoice has a new name.' }))).toBe('ignored');
    const removing = { prompt: 'clean up', answer: 'Done.', calls: ['Edit: a.ts\n- renderInvoice()\n+ print()'] };
    expect(outcomeOf(item, turnOf(removing))).toBe('ignored');
    const asked = turnOf({ prompt: 'clean up', answer: 'Done.', calls: ['$ rg renderInvoice'] });
    expect(outcomeOf(item, asked)).toBe('used');
    const refused = asked.toolCalls.map((call) => ({ ...call, outcome: 'denied' as const }));
    expect(outcomeOf(item, { ...asked, toolCalls: refused })).toBe('ignored');
  });

  it('is ignored for an empty item and an empty turn, and long text is no trouble', () => {
    const nothing = turnOf({ prompt: '', answer: '' });
    expect(outcomeOf('', nothing)).toBe('ignored');
    expect(outcomeOf('The API runs on port 4000.', nothing)).toBe('ignored');
    const long = turnOf({ prompt: 'go on', answer: 'word and word. '.repeat(7_000) });
    expect(outcomeOf('words '.repeat(3_000), long)).toBe('used');
  });
});
