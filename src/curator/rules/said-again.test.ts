import { afterEach, describe, expect, it } from 'vitest';
import { deriveId, type SessionId } from '../../memory/ids.ts';
import { readMessage } from '../reader/read-message.ts';
import { Workbench } from '../workbench.fixture.ts';
import { curatorInput } from './example-turns.fixture.ts';
import { curateByRules } from './rules.ts';

/** The reader is trained anew from time to time: those it is not sure of today, and finds rather lasting. */
const UNSURE = [
  'Times are stored in UTC; the desk shows them in the zone of the harbour.',
  'The accountant reads our changelog, so write entries without ticket numbers.',
  'Tests that need the database are named `*.db.test.ts`.',
  'The growers print the labels, so keep them under forty characters.',
  'Alarms at night go to the pager and not to the chat.',
  'Names of varieties are written as the breeder writes them.',
  'Lange Aufgaben gehören in einen Celery-Task, der auf `_task` endet.',
  'Les montants sont en centimes dans toute la base.',
  'Los nombres de las ramas llevan el número del ticket.',
  'Berths, boats and stays live in Postgres.',
].filter((text) => readMessage(text, { atLeast: 1 }).some(({ isSure }) => !isSure));

const OTHER = 'another session' as SessionId;
const learned = (user: string, typed: string, sessionId = OTHER) =>
  curateByRules(curatorInput([{ user }], { earlier: [{ sessionId, typed }] }), 'reader').learnings.map(
    ({ content }) => content,
  );

describe('what the reader is not sure of', () => {
  it('has enough examples', () => {
    expect(UNSURE.length).toBeGreaterThanOrEqual(3);
  });

  it.each(UNSURE)('is learned when it was said in an earlier session: %s', (text) => {
    expect(learned(text, 'fix the login')).toEqual([]);
    expect(learned(text, `Something else.\n\n- ${text}\n- and so on`)).toHaveLength(1);
  });

  it.each(UNSURE)('is not learned when it was said in the same session alone, or as code or a quote: %s', (text) => {
    expect(learned(text, text, 's' as SessionId)).toEqual([]);
    expect(learned(text, `\`\`\`\n${text}\n\`\`\``)).toEqual([]);
    expect(learned(text, `> ${text}`)).toEqual([]);
  });

  it('is learned when two sessions of one batch say it', () => {
    const [text = ''] = UNSURE;
    const twice = curatorInput([
      { user: text, session: 'one' },
      { user: text, session: 'two' },
    ]);
    expect(curateByRules(twice, 'reader').learnings.map(({ turns }) => turns)).toEqual([[2]]);
  });
});

describe('what is asked for again and again', () => {
  it.each([
    'run the tests',
    'please review this',
    'please review this PR',
    'Run the tests and tell me what fails.',
    'commit and push',
    'fix the failing tests',
    'continue where you stopped',
    'write a commit message for the staged changes',
    'Generate the weekly report.',
    'Keep going until all tests pass.',
    'Do not change anything else.',
    'Only look, do not edit anything.',
    'is the build green?',
    'the build is red again',
    'bitte die Tests laufen lassen',
    'Prüfe bitte den Code.',
    'lance les tests',
    'ejecuta los tests y arregla lo que falle',
    'esegui i test',
    'rode os testes',
    'запусти тесты',
    'uruchom testy',
    '跑一下测试',
    'テストを実行して',
    '테스트 돌려줘',
  ])('is not learned: %s', (text) => {
    expect(learned(text, text)).toEqual([]);
  });
});

describe('on a journal', () => {
  let bench: Workbench;
  afterEach(() => bench.dispose());

  it('is learned from the second session on, as the person’s own, and the same when all is read again', async () => {
    bench = await Workbench.open();
    const [text = ''] = UNSURE;
    const known = async () =>
      (await bench.knowledge.learnings({ limit: 9 })).map(({ content, trust }) => ({ content, trust }));
    await bench.turn({ session: deriveId<SessionId>('one'), user: text });
    await bench.curate();
    expect(await known()).toEqual([]);
    bench.now += 60_000;
    await bench.turn({ session: deriveId<SessionId>('two'), user: text });
    await bench.curate();
    const after = await known();
    expect(after).toMatchObject([{ trust: 'typed' }]);
    await bench.rebuild();
    expect(await known()).toEqual(after);
    await bench.recurate();
    await bench.curate();
    expect(await known()).toEqual(after);
  });

  it('is not learned when a tool of the session had printed it', async () => {
    bench = await Workbench.open();
    const [text = ''] = UNSURE;
    await bench.turn({ session: deriveId<SessionId>('one'), user: text });
    const session = deriveId<SessionId>('two');
    await bench.turn({ session, user: 'read the page', calls: [{ input: 'curl page', output: `Page.\n${text}\n` }] });
    await bench.turn({ session, user: text });
    await bench.curate();
    const open = await bench.knowledge.learnings({ limit: 9 });
    expect(open.filter(({ trust }) => trust === 'typed')).toEqual([]);
  });
});
