import { afterEach, describe, expect, it } from 'vitest';
import { deriveId, type SessionId } from '../memory/ids.ts';
import { estimateTokens } from '../memory/token-estimate.ts';
import { defaultConfig } from '../platform/config.ts';
import { everything } from './apply/scripted.fixture.ts';
import type { Question } from './llm/provider.ts';
import { ProviderError } from './llm/provider.ts';
import { spendReport } from './spend/spend-report.ts';
import { SESSION, Workbench, type WorkbenchOptions } from './workbench.fixture.ts';

const OTHER = deriveId<SessionId>('another session');
let bench: Workbench;
afterEach(() => bench.dispose());

async function open(answer?: WorkbenchOptions['answer'], config: WorkbenchOptions['config'] = {}): Promise<void> {
  bench = await Workbench.open({ config, ...(answer === undefined ? {} : { answer }) });
}

function extract(session: SessionId = SESSION) {
  bench.now += 1_000;
  return bench.scheduler.curateNow(undefined, { workspace: bench.space, sessionId: session });
}

async function waiting(): Promise<number> {
  return (await bench.knowledge.queue.summary()).waiting;
}

/** A look as after a turn was closed. */
async function looked(): Promise<void> {
  bench.scheduler.nudge();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await bench.scheduler.quietly(async () => undefined);
}

/** Ends when its time is over, as every provider does. */
function tooSlow(question: Question): Promise<never> {
  return new Promise((_, reject) =>
    setTimeout(
      () => reject(new ProviderError('no answer in time', { code: 'model-timeout', problem: 'busy' })),
      question.timeoutMs,
    ),
  );
}

describe('one session read by itself (D-050 … D-055)', () => {
  it('L-14: reads that session, and leaves the others of the project in the queue', async () => {
    await open();
    await bench.turn({ user: 'Remember that deploys happen on Tuesdays.' });
    await bench.turn({ user: 'Remember that releases are tagged on Mondays.', session: OTHER });
    expect(await extract()).toMatchObject({ curated: 1, waiting: 0, failure: undefined });
    expect(await waiting()).toBe(1);
    expect((await bench.contents()).join(' ')).not.toContain('Mondays');
    expect(await bench.curate()).toMatchObject({ curated: 1 });
  });

  it('L-14: keeps ten items of forty words, whatever was answered, writes no file, and rebuilds the same', async () => {
    const names = Array.from({ length: 14 }, (_, index) => `module${index}`);
    const long = Array.from({ length: 50 }, (_, index) => `word${index}`).join(' ');
    const answer = [
      `PREFERENCE: ${long} (turns 1)`,
      `PREFERENCE: Deploys of pluto happen on Tuesdays. ${long} (turns 1)`,
      ...names.map((name) => `FACT: The owner of ${name} is Marta (turns 1-2)`),
      'USER_MD_UPDATE:\n````markdown\n# User\n- Marta owns everything\n````',
    ].join('\n');
    await open(async () => ({ text: answer }));
    const said = names.map((name) => `The owner of ${name} is Marta.`);
    await bench.turn({ user: `Deploys of pluto happen on Tuesdays. ${said.slice(0, 5).join(' ')}` });
    await bench.turn({ user: said.slice(5).join(' ') });
    expect(await extract()).toMatchObject({ curated: 2, failure: undefined });
    const contents = await bench.contents();
    expect(contents).toHaveLength(10);
    expect(contents.some((content) => content.includes('word1'))).toBe(false);
    expect(contents).toContain('Deploys of pluto happen on Tuesdays.');
    expect((await bench.knowledge.counts()).dropped).toMatchObject({ 'too-long': 1, 'too-many': 5, 'refused-file': 1 });
    expect(bench.file('user.md')).not.toContain('everything');
    const before = await everything(bench);
    await bench.rebuild();
    expect(await everything(bench)).toEqual(before);
  });

  it('asks in at most 2,000 tokens, also where words have no blanks, a few turns at a time', async () => {
    await open(async () => ({ text: 'NONE' }));
    for (let turn = 0; turn < 4; turn += 1)
      await bench.turn({
        user: `${turn} ${'この規則は必ず守ってください。'.repeat(200)}`,
        answer: 'Noted. '.repeat(300),
      });
    expect(await extract()).toMatchObject({ curated: 4 });
    expect(bench.questions.length).toBe(4);
    for (const { system, prompt } of bench.questions) {
      expect(estimateTokens(`${system}${prompt}`)).toBeLessThanOrEqual(2_000);
      expect(prompt).toContain('この規則');
    }
  });

  it('D-055: is given up when its time is over, counted, and left to the batch, which may take longer', async () => {
    let isSlow = true;
    const limits = { 'curator.extractTimeoutMs': 100, 'curator.afterTools': 1 };
    await open(async (question) => (isSlow ? tooSlow(question) : { text: 'NONE' }), limits);
    await bench.turn({ user: 'list the files', calls: [{ input: 'ls' }] });
    await looked();
    expect(bench.questions.map(({ timeoutMs }) => timeoutMs)).toEqual([100]);
    expect(await waiting()).toBe(1);
    await bench.turn({ user: 'list them again', calls: [{ input: 'ls' }] });
    await looked();
    // Not once more for the same session: it would be as slow, and cost as much.
    expect(bench.questions).toHaveLength(1);
    expect((await spendReport(bench.journal, defaultConfig(), bench.now)).extractions).toEqual({
      asked: 1,
      skipped: 1,
    });
    expect(bench.scheduler.state.failure).toBeUndefined();
    isSlow = false;
    expect(await bench.curate()).toMatchObject({ curated: 2, failure: undefined });
    expect(bench.questions.at(-1)?.timeoutMs).toBe(120_000);
  });

  it.each([
    ['curator.afterTokens', 200, { user: 'word '.repeat(400) }],
    ['curator.afterTools', 2, { user: 'look', calls: [{ input: 'ls' }, { input: 'pwd' }] }],
  ] as const)('D-050: begins by itself when a session reaches %s', async (key, value, large) => {
    await open(async () => ({ text: 'NONE' }), { [key]: value });
    await bench.turn({ user: 'good morning', session: OTHER });
    await looked();
    expect(bench.questions).toHaveLength(0);
    await bench.turn(large);
    await looked();
    expect(bench.questions).toHaveLength(1);
    expect(bench.questions[0]?.prompt).not.toContain('good morning');
    expect(await waiting()).toBe(1);
  });

  it('L-15: a batch begins at curator.batchTurns', async () => {
    await open(async () => ({ text: 'NONE' }), { 'curator.batchTurns': 3 });
    for (const user of ['one', 'two']) await bench.turn({ user });
    await looked();
    expect(bench.questions).toHaveLength(0);
    await bench.turn({ user: 'three' });
    await looked();
    expect(bench.questions).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });
});
