/** Of two statements that wait side by side for the person, one is forgotten: the other is given as if nobody had asked. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEncrypted } from '../../test/support/encrypted.ts';
import { SpaceDirectory } from '../capture/space-directory.ts';
import { closeReplayed, openScripted, type Scripted } from '../curator/apply/scripted.fixture.ts';
import { isUnsettled } from '../memory/learning.ts';
import { defaultConfig } from '../platform/config.ts';
import { LiveConfig } from '../platform/live-config.ts';
import { filesWith, forgetOn } from '../privacy/forget/forget.fixture.ts';
import { BootBlocks } from './boot-blocks.ts';

const OLDER = 'We deploy from the quokka branch';
const NEWER = 'We deploy from the wombat branch';
const RULE = 'Prefers quokka tabs everywhere';
const NAMED = 'Indentation is two wombat blanks';

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted();
});
afterEach(() => closeReplayed(scripted.bench));

const waiting = () => scripted.bench.knowledge.reviews({ statuses: ['waiting'], limit: 9 });

async function boot(): Promise<string> {
  const { bench } = scripted;
  const { journal, knowledge, clock } = bench;
  const blocks = new BootBlocks({
    journal,
    knowledge,
    clock,
    withheld: { hidden: undefined },
    spaces: new SpaceDirectory(journal, clock),
    folder: undefined,
    config: new LiveConfig(join(bench.home, 'config.json'), {}, defaultConfig()),
    settle: (workspace) => bench.keeper.settle(workspace),
    onError: (operation, error) => {
      throw new Error(operation, { cause: error });
    },
  });
  const block = await blocks.preview(bench.space);
  await blocks.settled();
  return block?.text ?? '';
}

/** The turn in which it was said goes, whoever asks for it. */
async function forget(words: string, how: string): Promise<void> {
  const { bench } = scripted;
  const { id, evidence } = await scripted.learning(words);
  const selection =
    how === 'learning' ? ({ kind: 'learning', ids: [id] } as const) : ({ kind: 'record', ids: evidence } as const);
  await forgetOn(bench).run(selection, () => undefined);
}

describe.each(['record', 'learning'])('a %s of a pair is forgotten', (how) => {
  it.each([
    ['the newer one', OLDER, NEWER, 'wombat'],
    ['the older one', NEWER, OLDER, 'quokka'],
  ])('%s: the other holds, in its file and in blocks, and nobody is asked', async (_, left, gone, word) => {
    const { bench, learn, learning } = scripted;
    await learn({ user: OLDER }, `FACT: ${OLDER} (turns 1)`);
    await learn({ user: NEWER }, `FACT: ${NEWER} (turns 1)`);
    expect(await waiting()).toHaveLength(1);
    await forget(gone, how);

    const other = await learning(left);
    expect(other).toMatchObject({ validTo: null, supersededBy: null });
    expect(isUnsettled(other)).toBe(false);
    expect(await waiting()).toEqual([]);
    expect(bench.file('context.md')).toContain(left);
    const block = await boot();
    expect(block).toContain(left);
    expect(block).not.toMatch(/earlier one says otherwise/);
    expect(block).not.toContain(word);
    expect(JSON.stringify(await bench.knowledge.reviews({ limit: 9 }))).not.toContain(word);
    if (!isEncrypted) expect(filesWith(bench.home, word)).toEqual([]);
  });

  it.each([
    ['the rule', NAMED, RULE],
    ['the correction', RULE, NAMED],
  ])('%s that a model says is replaced, or replaces', async (_, left, gone) => {
    const { bench, learn, learning } = scripted;
    await learn({ user: RULE }, `PREFERENCE: ${RULE}`);
    const { id } = await learning(RULE);
    await learn({ user: NAMED }, `CORRECTION: ${NAMED} (turns 1; replaces ${id.slice(0, 8)})`);
    expect(await waiting()).toHaveLength(1);
    await forget(gone, how);
    expect(await waiting()).toEqual([]);
    expect(await learning(left)).toMatchObject({ validTo: null, supersededBy: null });
    expect(await boot()).toContain(left);
    if (!isEncrypted) expect(filesWith(bench.home, gone)).toEqual([]);
  });
});

it('what had been surely replaced by the forgotten stands in its file again', async () => {
  const { bench, learn, learning } = scripted;
  await learn({ user: 'The port of the API is 4100' }, 'FACT: The port of the API is 4100 (turns 1)');
  await learn({ user: 'The port of the API is 4200 now' }, 'FACT: The port of the API is 4200 now (turns 1)');
  expect(bench.file('context.md')).not.toContain('4100');
  await forget('The port of the API is 4200 now', 'record');
  expect(await learning('The port of the API is 4100')).toMatchObject({ validTo: null });
  expect(bench.file('context.md')).toContain('4100');
});
