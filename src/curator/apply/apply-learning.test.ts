import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpokenTurn } from '../workbench.fixture.ts';
import { everything, openScripted, type Scripted } from './scripted.fixture.ts';

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted();
});
afterEach(() => scripted.bench.dispose());

type Source = 'user' | 'agent' | 'tool';
type Fate = 'added' | 'reinforced' | 'superseded' | 'held' | 'known' | 'restated' | 'taken over';

function turnBy(source: Source, words: string): SpokenTurn {
  if (source === 'user') return { user: words };
  if (source === 'agent') return { user: 'go on', answer: words };
  return { user: 'go on', calls: [{ input: 'cat notes', output: words }] };
}

/** What became of the second statement. */
async function fate(
  first: readonly [Source, string, string],
  second: readonly [Source, string, string],
): Promise<Fate> {
  const { bench, learn } = scripted;
  await learn(turnBy(first[0], first[2]), `${first[1]}: ${first[2]} (turns 1)`);
  const [old] = await bench.knowledge.learnings({ limit: 1 });
  if (old === undefined) throw new Error('the first was not learned');
  await learn(turnBy(second[0], second[2]), `${second[1]}: ${second[2]} (turns 1)`);
  const now = await bench.knowledge.learning(old.id);
  const { dropped, learningsEver } = await bench.knowledge.counts();
  if (dropped.held === 1) return 'held';
  if (dropped.known === 1) return 'known';
  if (dropped.restated === 1) return 'restated';
  if (now?.validTo === null) return learningsEver === 2 ? 'added' : 'reinforced';
  return now?.confidence === 0.5 ? 'superseded' : 'taken over';
}

const PORT = 'The API server listens on port 4000';
const OTHER_PORT = 'The API server listens on port 5000';
const OTHER = 'Orders are kept in Postgres tables';
const WISH = 'Prefers tabs over spaces everywhere';

describe('a learning beside one that is known (C-030 … C-034)', () => {
  it.each<[Fate, readonly [Source, string, string], readonly [Source, string, string]]>([
    ['reinforced', ['user', 'FACT', PORT], ['user', 'FACT', PORT]],
    ['reinforced', ['tool', 'FACT', PORT], ['tool', 'FACT', PORT]],
    ['restated', ['user', 'FACT', PORT], ['agent', 'FACT', PORT]],
    ['restated', ['user', 'PREFERENCE', WISH], ['agent', 'PREFERENCE', WISH]],
    ['taken over', ['agent', 'FACT', PORT], ['user', 'FACT', PORT]],
    // T-06: the agent that says it again has it from the tool.
    ['reinforced', ['tool', 'FACT', PORT], ['agent', 'FACT', PORT]],
    ['superseded', ['user', 'FACT', PORT], ['user', 'FACT', OTHER_PORT]],
    ['superseded', ['agent', 'FACT', PORT], ['user', 'FACT', OTHER_PORT]],
    ['superseded', ['user', 'PREFERENCE', PORT], ['user', 'PREFERENCE', OTHER_PORT]],
    ['superseded', ['user', 'FACT', PORT], ['user', 'CORRECTION', OTHER_PORT]],
    ['held', ['user', 'FACT', PORT], ['agent', 'FACT', OTHER_PORT]],
    ['held', ['user', 'FACT', PORT], ['tool', 'FACT', OTHER_PORT]],
    ['held', ['agent', 'FACT', PORT], ['tool', 'FACT', OTHER_PORT]],
    ['held', ['user', 'FACT', PORT], ['agent', 'CORRECTION', OTHER_PORT]],
    ['held', ['user', 'FACT', PORT], ['tool', 'PREFERENCE', WISH]],
    // L-03: whatever the kinds, it is what the person says now.
    ['superseded', ['user', 'PATTERN', PORT], ['user', 'PATTERN', OTHER_PORT]],
    ['added', ['agent', 'PATTERN', PORT], ['agent', 'PATTERN', OTHER_PORT]],
    ['added', ['user', 'FACT', PORT], ['tool', 'FACT', OTHER]],
    ['superseded', ['user', 'FACT', PORT], ['user', 'PREFERENCE', OTHER_PORT]],
    [
      'superseded',
      ['user', 'PREFERENCE', 'Prefers dark mode in the editor'],
      ['user', 'PREFERENCE', 'Prefers light mode in the editor'],
    ],
  ])('is %s: %j, then %j', async (expected, first, second) => {
    expect(await fate(first, second)).toBe(expected);
  });

  it('waits for a person without evidence (M-02), and is dropped and counted when it is junk (A-052)', async () => {
    const { bench, learn } = scripted;
    await learn(
      { user: 'All tests are passing now' },
      'FACT: Owns a red bicycle (turns 1)\nFACT: All tests are passing now',
    );
    expect(await bench.contents()).toEqual([]);
    expect((await bench.knowledge.counts()).dropped).toEqual({ held: 1, junk: 1 });
  });

  it('grows surer with each repetition, up to 1 and no further (C-031)', async () => {
    const { learn, learning } = scripted;
    for (let said = 1; said <= 6; said += 1) {
      await learn({ user: WISH }, `PREFERENCE: ${WISH}`);
      expect((await learning(WISH)).confidence).toBeCloseTo(Math.min(1, 0.6 + said * 0.1));
    }
  });

  it('is one, when an answer says it twice', async () => {
    const { bench, learn } = scripted;
    await learn({ user: WISH }, `PREFERENCE: ${WISH}\nPREFERENCE: ${WISH}`);
    expect(await bench.contents()).toEqual([WISH]);
  });

  describe.each(['the curator names it', 'nobody names it'] as const)('M-05: of two parts, when %s', (how) => {
    const backend = 'The backend is deployed on Heroku';
    const frontend = 'the frontend on Netlify';

    it.each([
      [`${backend} and ${frontend}`, 'The backend is now deployed on Fly', /frontend.*Netlify/, /Heroku/],
      [`${backend} and ${frontend}`, 'The frontend is now deployed on Vercel', /backend.*Heroku/, /Netlify/],
    ])('one goes and the other stays: %s / %s', async (both, next, stays, goes) => {
      const { bench, learn, learning } = scripted;
      await learn({ user: both }, `FACT: ${both} (turns 1)`);
      const { id, evidence, trust } = await learning(both);
      const named = how === 'the curator names it' ? `; replaces ${id.slice(0, 8)}` : '';
      await learn({ user: next }, `FACT: ${next} (turns 1${named})`);
      const rest = await bench.knowledge.learning(id);
      expect(rest).toMatchObject({ validTo: null, supersededBy: null, evidence, trust });
      expect(rest?.content).toMatch(stays);
      expect(rest?.content).not.toMatch(goes);
      expect(bench.file('context.md')).toMatch(stays);
      expect(bench.file('context.md')).not.toMatch(goes);
      expect(bench.file('context.md')).toContain(next);
      // What was said in full is kept, closed, and does not come back.
      expect(await learning(both)).toMatchObject({ supersededBy: (await learning(next)).id });
    });
  });

  it.each([
    ['Always run `pnpm lint`', 'Always run `pnpm test`'],
    ['I prefer next.js', 'I also prefer node.js 22'],
    ['We decided to use vitest.config.ts', 'We decided to use tsconfig.json'],
    ['The config lives in src/config.ts', 'The config lives in infra/config.yml'],
    ['Always run `pnpm lint` before every git commit', 'Always run `pnpm test` before every git commit'],
  ])('stands beside what is only worded alike: %s / %s', async (first, second) => {
    expect(await fate(['user', 'FACT', first], ['user', 'FACT', second])).toBe('added');
    await scripted.bench.dispose();
    scripted = await openScripted();
    expect(await fate(['user', 'PREFERENCE', first], ['user', 'PREFERENCE', second])).toBe('added');
  });

  it('does not close what was said in the same turn', async () => {
    const { bench, learn } = scripted;
    await learn({ user: `${PORT}. ${OTHER_PORT}.` }, `FACT: ${PORT}\nFACT: ${OTHER_PORT}`);
    expect([...(await bench.contents())].sort()).toEqual([PORT, OTHER_PORT]);
  });

  it('is held when it names what it is not about, and a wish is closed by none but a wish (A-061)', async () => {
    const { bench, learn, learning } = scripted;
    await learn({ user: 'Answers in German please' }, 'PREFERENCE: Answers in German');
    const { id } = await learning('Answers in German');
    const words = 'The user asked to look at the weather page';
    await learn({ user: words }, `FACT: ${words} (replaces ${id.slice(0, 8)})`);
    const about = 'Answers in German stand in the forum';
    await learn({ user: about }, `FACT: ${about} (replaces ${id.slice(0, 8)})`);
    expect(await bench.contents()).toEqual(['Answers in German']);
    expect(await bench.knowledge.reviews({ limit: 5 })).toHaveLength(2);
    const changed = 'Answers in English';
    await learn({ user: `from now on ${changed}` }, `PREFERENCE: ${changed} (replaces ${id.slice(0, 8)})`);
    expect(await bench.contents()).not.toContain('Answers in German');
  });

  it('is no flood: of one output three are learned, and twenty wait at most (POI-11)', async () => {
    const { bench, learn } = scripted;
    const animals =
      'ant bee cat dog elk fox gnu hen ibis jay koala lynx mole newt owl pig quail rat seal toad urchin vole wasp yak';
    const lines = animals.split(' ').map((name) => `The ${name} house opens on Sundays for ${name}keepers`);
    await learn(
      { user: 'cat list', calls: [{ input: 'cat list', output: lines.join('\n') }] },
      lines.map((line) => `FACT: ${line}`).join('\n'),
    );
    expect(await bench.contents()).toHaveLength(3);
    const said = lines.map((line) => line.replace(' house opens on Sundays', ' cage closes on Mondays'));
    await learn({ user: 'go on', answer: said.join('\n') }, said.map((line) => `PREFERENCE: ${line}`).join('\n'));
    expect(await bench.knowledge.reviews({ limit: 100 })).toHaveLength(20);
    expect((await bench.knowledge.counts()).dropped).toMatchObject({
      flood: lines.length - 3 + (lines.length - 20),
      held: 20,
    });
  });

  it('learns no more from ten pages of one host than from one (POI-11)', async () => {
    const { bench, learn } = scripted;
    const pages = Array.from({ length: 10 }, (_, index) => `Widget ${index} weighs ${index + 100} grams`);
    const calls = pages.map((output, index) => ({
      tool: 'WebFetch',
      input: `https://w.example.test/${index}`,
      output,
    }));
    await learn({ user: 'read all', calls }, pages.map((page) => `FACT: ${page}`).join('\n'));
    expect(await bench.contents()).toHaveLength(3);
  });

  it('does not replace what no id names, and needs more than a few letters of one', async () => {
    const { bench, learn, learning } = scripted;
    await learn({ user: WISH }, `PREFERENCE: ${WISH}`);
    const { id } = await learning(WISH);
    await learn({ user: OTHER }, `FACT: ${OTHER} (replaces ${id.slice(0, 5)})`);
    expect(await bench.contents()).toHaveLength(2);
  });

  it('takes the scope of what it corrects: a wish for all projects stays one (B-063)', async () => {
    const { learn, learning } = scripted;
    await learn({ user: `In all my projects: ${WISH}` }, `PREFERENCE: ${WISH}`);
    expect(await learning(WISH)).toMatchObject({ scope: { kind: 'user' }, workspace: null });
    const words = 'Never tabs over spaces everywhere';
    await learn({ user: words }, `CORRECTION: ${words} (scope space)`);
    expect(await learning(words)).toMatchObject({ scope: { kind: 'user' }, workspace: null, persistent: true });
    expect((await learning(WISH)).validTo).not.toBeNull();
  });

  it.each([
    ["Don't touch the legacy/ folder", 'space'],
    ['Run `make lint` before every commit', 'space'],
    ['Remember that the port is 5433', 'space'],
    ['Fass den Ordner legacy/ nicht an', 'space'],
    ['不要改动 legacy 目录', 'space'],
    ['Никогда не трогай папку legacy', 'space'],
    ['I prefer short answers', 'user'],
    ['Antworte mir immer auf Deutsch', 'user'],
    ['Je préfère des réponses courtes', 'user'],
    ['Отвечай мне по-русски', 'user'],
    ['In allen meinen Projekten heißt der Hauptzweig trunk', 'user'],
    ['すべてのプロジェクトで pnpm を使って', 'user'],
  ])('L-04: %s, whatever a curator wishes, is of the %s', async (words, kind) => {
    for (const wish of ['', ' (scope user)']) {
      const { learn, bench } = scripted;
      await learn({ user: `${words}${wish === '' ? '' : '!'}` }, `PREFERENCE: ${words}${wish}`);
      const [newest] = await bench.knowledge.learnings({ limit: 1 });
      expect(newest).toMatchObject({ scope: { kind }, workspace: kind === 'user' ? null : bench.space });
    }
  });

  it('L-04: is judged by how the person said it, not by how a curator tells it', async () => {
    const { learn, learning } = scripted;
    await learn({ user: 'I prefer tabs over spaces' }, 'PREFERENCE: The user prefers tabs over spaces (scope user)');
    expect(await learning('The user prefers tabs over spaces')).toMatchObject({ scope: { kind: 'user' } });
  });

  it('goes to all projects only in the words of the user', async () => {
    const { learn, learning } = scripted;
    await learn({ user: 'go on', answer: PORT }, `FACT: ${PORT} (scope user)`);
    expect(await learning(PORT)).toMatchObject({ scope: { kind: 'space' }, trust: 'assistant' });
  });

  it('is asked about once, however often it comes, and an answer stays (D-012)', async () => {
    const { bench, learn } = scripted;
    const turn = await bench.turn({ user: 'go on', answer: WISH });
    await learn({ user: 'go on' }, `PREFERENCE: ${WISH} (turns 1)`);
    const [review] = await bench.knowledge.reviews({ limit: 5 });
    expect(review).toMatchObject({ status: 'waiting', held: { kind: 'learning', learning: { content: WISH } } });
    await bench.journal.closeTurn(turn, 'late-event', bench.now);
    await learn({ user: 'go on' }, `PREFERENCE: ${WISH} (turns 1)`);
    expect(await bench.knowledge.reviews({ limit: 5 })).toHaveLength(1);
  });

  it('in slot mode takes the same kind about the same thing for the same, whatever its words (C-032, C-033)', async () => {
    await scripted.bench.dispose();
    scripted = await openScripted({ 'lifecycle.match': 'slot' });
    const { bench, learn } = scripted;
    await learn({ user: 'Takes 60s to start' }, 'FACT: Takes 60s to start (turns 1; about api)');
    await learn({ user: 'Startup lasts a minute' }, 'FACT: Startup lasts a minute (turns 1; about api)');
    await learn({ user: 'Needs node installed' }, 'PATTERN: Needs node installed (turns 1; about api)');
    expect(await bench.contents()).toEqual(['Needs node installed', 'Takes 60s to start']);
  });
});

describe('the same turn read again', () => {
  async function revised(
    turn: Parameters<Scripted['bench']['journal']['closeTurn']>[0],
    answer: string,
  ): Promise<void> {
    const { bench, learn } = scripted;
    const [record] = await bench.journal.recordsOfTurn(turn, Number.MAX_SAFE_INTEGER);
    if (record === undefined) throw new Error('no record');
    await bench.journal.append({
      records: [{ ...record, id: `${turn}-late` as never, type: 'assistant', source: 'assistant', content: 'late' }],
    });
    await bench.journal.closeTurn(turn, 'late-event', bench.now);
    await learn({ user: 'go on' }, answer);
  }

  it('does not bring back what a later turn has corrected', async () => {
    const { bench, learn } = scripted;
    const first = await bench.turn({ user: PORT });
    await learn({ user: 'go on' }, `FACT: ${PORT}`);
    await learn({ user: OTHER_PORT }, `CORRECTION: ${OTHER_PORT}`);
    await revised(first, `FACT: ${PORT} (turns 1)`);
    expect(await bench.contents()).toEqual([OTHER_PORT]);
  });

  it('does not open a task that was done', async () => {
    const { bench, learn } = scripted;
    const first = await bench.turn({ user: 'next step: write the release notes' });
    await learn({ user: 'go on' }, 'ACTION: Write the release notes (turns 1)');
    const [action] = await bench.knowledge.actions({ limit: 5 });
    await learn({ user: 'the release notes are written' }, `DONE: ${action?.id}`);
    await revised(first, 'ACTION: Write the release notes (turns 1)');
    expect(await bench.knowledge.actions({ limit: 5 })).toMatchObject([{ status: 'completed' }]);
  });
});

it('a replay gives the same ids, history and files (B-012)', async () => {
  const { bench, learn } = scripted;
  await learn({ user: PORT }, `FACT: ${PORT}\nACTION: Ask about port 4000 of the API server`);
  await learn({ user: OTHER_PORT }, `CORRECTION: ${OTHER_PORT}`);
  await learn({ user: 'go on', answer: WISH }, `PREFERENCE: ${WISH}`);
  const before = await everything(bench);
  await bench.rebuild();
  expect(await everything(bench)).toEqual(before);
});
