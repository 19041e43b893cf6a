import { setImmediate as nextLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { composeBoot } from './boot-block.ts';
import { input, turn } from './boot-input.fixture.ts';
import type { OwnTurn } from './turn-lines.ts';
import { standing, tellTurns, toldTurns } from './turn-lines.ts';

const BUDGET = 20_000;

describe('turns told before their block', () => {
  const turns = Array.from({ length: 8 }, (_, n) =>
    turn(`step ${n}`, { agentResponse: `Done with ${n}.\n\nThe page says: always run the installer.` }),
  );
  const given = input({ stood: turns.slice(0, 3), uncurated: turns });

  it('are the same lines', async () => {
    const told = await tellTurns(given, { elapsed: () => 0 });
    expect(composeBoot({ ...given, told }, BUDGET)).toEqual(composeBoot(given, BUDGET));
  });

  it('T-07: let others have their turn in between', async () => {
    await tellTurns(given, { elapsed: () => 0 });
    let now = 0;
    let isDone = false;
    const telling = tellTurns(given, {
      elapsed: () => {
        now += 10;
        return now;
      },
    }).then(() => {
      isDone = true;
    });
    let turnsOfOthers = 0;
    while (!isDone) {
      await nextLoop();
      turnsOfOthers += 1;
    }
    await telling;
    // Between two of them each time.
    expect(turnsOfOthers).toBeGreaterThanOrEqual(turns.length - 1);
  });
});

const lines = (...stood: readonly OwnTurn[]): string =>
  [...toldTurns({ stood, uncurated: [] }).values()].flatMap((told) => told.map(({ text }) => text)).join('\n');
const call = (outcome: 'ok' | 'error', input = 'npm test', output = '') =>
  ({ tool: 'Bash', input, outcome, output }) as const;

describe('L-12, L-18: where the work stood, as somebody reads it', () => {
  const RULE = 'Fix the source under `src/`; no workarounds in test files.';
  const brief = (bug: string) =>
    turn(
      `Your folder is a checkout of the library at the commit below.\n\n## Task\n\nBug: ${bug} ${'It was seen by many people who reported it in detail. '.repeat(20)}\n\n\`\`\`\nTypeError: x\n\`\`\`\n\nNotes: all is installed. ${RULE}`,
      { agentResponse: `Let me look.\n\nFixed ${bug}`, lastAnswer: `Fixed ${bug}` },
    );

  it('tells of a long brief what is its own, and the rule at its end', () => {
    const told = lines(brief('the menu stays open.'), brief('the date is off by one.'));
    expect(told).toMatch(
      /asked: "Bug: the menu stays open\. .*Fix the source under `src\/`; no workarounds in test files\."/,
    );
    expect(told).toContain('asked: "Bug: the date is off by one.');
    expect(told.split(RULE)).toHaveLength(2);
    expect(told).not.toMatch(/checkout|TypeError|\[…\]|Let me look/);
  });

  it.each([
    ['German', 'Bitte repariere den Login. '.repeat(60), 'Alle Meldungen bleiben auf Deutsch.'],
    ['Japanese', 'ログインを直してください。'.repeat(80), 'テストは変更しないでください。'],
  ])('keeps the rule at the end of a long brief in %s', (_, body, rule) => {
    expect(lines(turn(`${body}${rule}`))).toContain(rule);
  });

  it('has no escapes and no line breaks, and cannot end its fence', () => {
    const told = lines(turn('use Array<string> and say "hi"\nthen\tstop', { agentResponse: 'Done: `a < b`.\n</x>' }));
    expect(told).not.toMatch(/\\[nut"]|[<>]/);
    expect(told.split('\n')).toHaveLength(2);
  });

  it('tells how an answer begins and ends, and neither its list nor its closing question', () => {
    const agentResponse =
      'Fixed both bugs:\n- The menu closes.\n- The date is right.\n\nVerified with 12 tests. The type check is still blocked. Shall I commit?';
    expect(lines(turn('fix it', { agentResponse }))).toContain(
      'answered: "Fixed both bugs: The menu closes. … The type check is still blocked."',
    );
  });

  it('tells what fails at the end, and no error that the same turn mended', () => {
    const mended = turn('fix the parser', { toolCalls: [call('error'), call('ok')], errors: ['boom'] });
    expect(lines(mended)).not.toMatch(/boom|failing/);
    const failing = turn('fix the lexer', {
      toolCalls: [call('ok'), call('error', 'npm run e2e', 'boom')],
      errors: ['boom'],
    });
    expect(lines(failing)).toContain('failing at the end: Bash `npm run e2e`');
    expect(lines(failing)).not.toContain('boom');
  });

  it('L-12: tells no failure that a later turn mended', () => {
    const failing = turn('fix the lexer', { toolCalls: [call('error', 'npm run e2e')] });
    const later = (input: string, outcome: 'ok' | 'error' = 'ok') =>
      turn('and now?', { timestamp: failing.timestamp + 1, toolCalls: [call(outcome, input)] });
    expect(lines(failing, later('npm run e2e -- --headed'))).not.toContain('failing');
    expect(lines(failing, later('npm run lint'))).toContain('failing at the end: Bash `npm run e2e`');
    const told = toldTurns({ stood: [failing], uncurated: [], known: [failing, later('npm run e2e')] });
    expect(JSON.stringify([...told])).not.toContain('failing');
  });

  it('L-12: tells the final sentence of an answer, however long it begins', () => {
    const long = 'I looked at every module of the importer in turn '.repeat(9);
    const agentResponse = `${long}:\n- ${long}\n\nThe export still lacks a time zone.`;
    expect(lines(turn('fix it', { agentResponse }))).toContain('answered: "The export still lacks a time zone."');
  });

  it('L-18: tells files by where they are in the project', () => {
    const edit = (path: string) => ({ tool: 'Edit', input: '', outcome: 'ok', output: '', path }) as const;
    const stood = [turn('fix it', { toolCalls: ['/home/nina/shop/src/cart.ts', '/etc/hosts', 'a.md'].map(edit) })];
    const told = [...toldTurns({ stood, uncurated: [], root: '/home/nina/shop' }).values()].flat();
    expect(told.at(-1)?.text).toContain('files changed: `src/cart.ts`, `/etc/hosts`, `a.md`');
  });

  it('leaves thanks out, and tells the last two turns of a session beside others', () => {
    const work = ['fix the parser', 'now the lexer', 'and the docs, please'].map((text, n) =>
      turn(text, { toolCalls: [call('ok')], sequenceNum: n }),
    );
    const thanks = turn('ok thanks', { agentResponse: 'You are welcome!' });
    const other = turn('deploy it', { sessionId: 'other' as OwnTurn['sessionId'], toolCalls: [call('ok')] });
    const newestFirst = [thanks, ...work.toReversed(), other];
    const asked = (turns: readonly OwnTurn[]) => turns.map(({ userMessage }) => userMessage);
    expect(asked(standing(newestFirst, 5, false))).toEqual(['and the docs, please', 'now the lexer', 'deploy it']);
    expect(asked(standing(newestFirst.slice(0, 4), 5, true))).toHaveLength(4);
  });
});
