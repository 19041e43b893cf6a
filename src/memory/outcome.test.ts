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

  it('is judged well on turns that were held back, also on those that go against what was given', () => {
    const used = scoreOf(HELD_BACK, 'used');
    expect(used.precision).toBeGreaterThanOrEqual(0.9);
    expect(used.recall).toBeGreaterThanOrEqual(0.8);
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

  it('knows a name by its form, where a name begins', () => {
    const judged = (item: string, answer: string) => outcomeOf(item, turnOf({ prompt: 'go on', answer }));
    expect(judged('Name it <version>-beta.tgz', 'It is in 1.2.3-beta.tgz.')).toBe('used');
    expect(judged('Routes are /v<number>/users', 'See api/v2/users.')).toBe('used');
    expect(judged('Branches are pr-<number>', 'Look at upr-7.')).toBe('ignored');
    expect(judged('Name it <os>-<arch>-<libc>', 'a-b-c')).toBe('ignored');
  });

  it('takes no longer for a long run of one thing than for other long text, wherever it stands', () => {
    const items = [
      'Name it <version>-beta.tgz',
      'Never push to <a>-<b>-<c>-<d>.x1',
      Array.from({ length: 500 }, (_, index) => `not w${index}`).join(' '),
      '1\n'.repeat(1_000),
    ];
    for (const unit of ['a', '.', '-', 'a.', 'a-', '--a', 'a;', "don't push ", 'not ab '])
      for (const beginning of ['', 'a', 'push main ']) {
        const run = `${beginning}${unit.repeat(100_000 / unit.length)}x`;
        const calls = Array.from({ length: 60 }, () => `$ ${run.slice(0, 500)}`);
        const turns = [
          turnOf({ prompt: run, answer: 'Done.' }),
          turnOf({ prompt: '', answer: run }),
          turnOf({ prompt: '', answer: '', calls }),
        ];
        for (const outcomes of turns.map(outcomesIn))
          for (const item of items) expect(outcomes(item)).toBeTypeOf('string');
      }
  });

  it('is ignored for an empty item and an empty turn, and long text is no trouble', () => {
    const nothing = turnOf({ prompt: '', answer: '' });
    expect(outcomeOf('', nothing)).toBe('ignored');
    expect(outcomeOf('The API runs on port 4000.', nothing)).toBe('ignored');
    const long = turnOf({ prompt: 'go on', answer: 'word and word. '.repeat(7_000) });
    expect(outcomeOf('words '.repeat(3_000), long)).toBe('used');
  });
});
