import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stripInjected } from '../capture/injected-text.ts';
import { SpaceDirectory } from '../capture/space-directory.ts';
import type { PromptRequest } from '../clients/claude-code/recall-request.ts';
import { giveInjection } from '../curator/receipts.ts';
import { SESSION, Workbench } from '../curator/workbench.fixture.ts';
import type { InjectionId, SessionId, SpaceId, TurnId } from '../memory/ids.ts';
import { defaultConfig, setConfig } from '../platform/config.ts';
import { LiveConfig } from '../platform/live-config.ts';
import type { ChosenItem } from '../recall/prompt-block.ts';
import { type Choice, PromptBlocks } from './prompt-blocks.ts';

const BOOT_TURN = 'turn of a boot block' as TurnId;

let bench: Workbench;
let blocks: PromptBlocks;
let asked: Choice[];
let chosen: readonly ChosenItem[] | Error;
let problems: string[];
beforeEach(async () => {
  bench = await Workbench.open();
  asked = [];
  problems = [];
  await bench.turn({ user: 'I prefer tabs over spaces. Remember that the API runs on port 4000.' });
  await bench.curate();
  const learnings = await bench.knowledge.learnings({ limit: 2 });
  chosen = learnings.map((learning, index) => ({ kind: 'fact', learning, score: 2 - index }));
  open();
});
afterEach(async () => {
  await blocks.settled();
  await bench.dispose();
});

function open(): void {
  const choose = async (request: Choice) => {
    asked.push(request);
    if (chosen instanceof Error) throw chosen;
    return chosen;
  };
  blocks = new PromptBlocks({
    withheld: { hidden: undefined },
    journal: bench.journal,
    knowledge: bench.knowledge,
    spaces: new SpaceDirectory(bench.journal, bench.clock),
    clock: bench.clock,
    config: new LiveConfig(join(bench.home, 'config.json'), {}, defaultConfig()),
    linkedSpaces: async () => [],
    choose,
    onError: (operation) => problems.push(operation),
  });
}

const about = (more: Partial<PromptRequest> = {}) => ({
  sessionId: SESSION,
  workspace: bench.space,
  cwd: bench.project,
  turnId: null,
  at: bench.now,
  signal: new AbortController().signal,
  ...more,
});
const give = (more: Partial<PromptRequest> = {}) => blocks.give({ ...about(more), prompt: 'which port?', ...more });
const switchTo = (key: string, value: unknown) => setConfig(join(bench.home, 'config.json'), key, value);
const given = async () => {
  await blocks.settled();
  return (await bench.journal.injections(0, 50)).filter(({ kind }) => kind !== 'boot');
};

describe('what a prompt is given', () => {
  it('T-11: is not journalled as given when it did not reach the client, and is given again', async () => {
    const text = await give({ delivery: Promise.resolve(false) });
    expect(text).toBeDefined();
    expect(await given()).toEqual([]);
    expect(await give({ delivery: Promise.resolve(true) })).toBeDefined();
    expect(await given()).toHaveLength(1);
    expect(await give()).toBeUndefined();
  });

  it('is journalled with its items, scores, tokens and turn, and has a receipt for each item', async () => {
    const text = await give();
    expect(text).toMatch(/^<carryover-memory id="[0-9a-f]{12}">\nFrom earlier sessions, for this prompt/);
    const [injection, ...others] = await given();
    expect(others).toEqual([]);
    expect(injection).toMatchObject({ kind: 'prompt', sessionId: SESSION, workspace: bench.space, text });
    expect(injection?.detail).toMatchObject({ turnId: null, scores: [2, 1] });
    expect(injection?.detail?.tokens).toBeGreaterThan(40);
    const receipts = await bench.knowledge.receipts({ sessionId: SESSION, limit: 9 });
    expect(receipts.map(({ item }) => item).toSorted()).toEqual(injection?.items.toSorted());
  });

  it('is not captured again when it comes back in what an agent says', async () => {
    expect(stripInjected(`before\n${await give()}\nafter`)).toBe('before\nafter');
  });

  it('has an id of its own each time', async () => {
    const ids = [await give(), await give({ sessionId: 'other' as SessionId })].map((text) => text?.slice(0, 40));
    expect(new Set(ids).size).toBe(2);
  });

  it('is given once to a session, also after a restart, until it is compacted away', async () => {
    const first = await give();
    expect(first).toBeDefined();
    expect(await give()).toBeUndefined();
    await blocks.settled();
    open();
    expect(await give()).toBeUndefined();
    const [fact] = await bench.knowledge.learnings({ limit: 1 });
    const origin = [fact?.turnId, ...(fact?.evidence ?? [])];
    expect(origin.length).toBeGreaterThan(1);
    expect([...(asked.at(-1)?.given ?? [])]).toEqual(expect.arrayContaining([fact?.id, ...origin]));
    bench.now += 60_000;
    blocks.contextLost(SESSION);
    expect(await give()).toBeDefined();
    expect(await given()).toHaveLength(2);
  });

  it('is chosen with what the session read when it started, until that is compacted away', async () => {
    const boot = { id: 'b' as InjectionId, ts: bench.now, sessionId: SESSION, workspace: bench.space } as const;
    const text = 'The API runs on port 4000.';
    await giveInjection(bench.journal, bench.knowledge, {
      ...boot,
      kind: 'boot',
      items: [BOOT_TURN],
      text,
    });
    await give();
    expect(asked.at(-1)?.shown).toBe(text);
    expect(asked.at(-1)?.given.has(BOOT_TURN)).toBe(true);
    bench.now += 60_000;
    blocks.contextLost(SESSION);
    await give();
    expect(asked.at(-1)?.shown).toBeUndefined();
  });

  it('is nothing, and leaves no trace, when nobody waits any more', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await give({ signal: stop.signal })).toBeUndefined();
    expect(await given()).toEqual([]);
    expect(await give()).toBeDefined();
  });

  it('is nothing when the gate is silent or fails, and a failure is told (B-045)', async () => {
    chosen = [];
    expect(await give()).toBeUndefined();
    expect(problems).toEqual([]);
    chosen = new Error('broken');
    expect(await give()).toBeUndefined();
    expect(problems).toEqual(['find memory for a prompt']);
    expect(await given()).toEqual([]);
  });

  it.each([
    ['for all', 'injection.enabled', () => false],
    ['for prompts', 'injection.prompts', () => false],
    ['for its space', 'injection.offSpaces', () => [bench.space]],
    ['for the folder of its space', 'injection.offSpaces', () => [bench.project]],
    ['for the session', 'injection.offSessions', () => [SESSION]],
  ])('is nothing from the moment it is switched off %s (D-043)', async (_, key, value) => {
    expect(await give({ sessionId: 'before' as SessionId })).toBeDefined();
    switchTo(key, value());
    expect(await give()).toBeUndefined();
    if (key !== 'injection.offSessions') expect(await give({ sessionId: 'other' as SessionId })).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it('goes on elsewhere when one space or session is off (D-043)', async () => {
    switchTo('injection.offSpaces', ['/elsewhere', 'another-space' as SpaceId]);
    switchTo('injection.offSessions', ['another-session']);
    expect(await give()).toBeDefined();
  });

  it('keeps to the budget of the moment (D-082)', async () => {
    switchTo('injection.budgetTokens', 120);
    const text = (await give()) ?? '';
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(1);
  });

  it('is chosen with what was given again and again and never used, until it is used', async () => {
    const [item = ''] =
      chosen instanceof Error ? [] : chosen.flatMap((one) => (one.kind === 'fact' ? one.learning.id : []));
    const judge = async (outcome: 'used' | 'ignored') => {
      bench.now += 60_000;
      blocks.contextLost(SESSION);
      await give();
      await blocks.settled();
      const [receipt] = await bench.knowledge.receipts({ sessionId: SESSION, limit: 1 });
      if (receipt !== undefined) await bench.knowledge.addReceipts([{ ...receipt, outcome }]);
      await blocks.judged([item]);
    };
    for (let time = 0; time < 3; time += 1) await judge('ignored');
    await blocks.preview(bench.space, 'which port?');
    expect([...(asked.at(-1)?.sinking ?? [])]).toEqual([[item, expect.closeTo(0.95)]]);
    open();
    await blocks.start();
    await blocks.preview(bench.space, 'which port?');
    expect(asked.at(-1)?.sinking.size).toBe(1);
    await judge('used');
    await blocks.preview(bench.space, 'which port?');
    expect(asked.at(-1)?.sinking.size).toBe(0);
    open();
    await blocks.start();
    await blocks.preview(bench.space, 'which port?');
    expect(asked.at(-1)?.sinking.size).toBe(0);
  });

  it('can be looked at without giving it to anybody', async () => {
    const preview = await blocks.preview(bench.space, 'which port?');
    expect(preview?.text).toContain('4000');
    expect(asked).toMatchObject([{ sessionId: null, workspace: bench.space, prompt: 'which port?' }]);
    expect(await given()).toEqual([]);
  });
});
