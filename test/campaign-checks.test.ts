/** The checks of the campaign can fail: each kind of damage, done to a home for real, is reported as what it is. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examine, settled } from './campaign/examination.ts';
import { CampaignLedger, PLANTED } from './campaign/ledger.ts';
import { asJson, asLines, count, told, wrongIn } from './campaign/report.ts';
import type { Project } from './campaign/world.ts';
import { addLine } from './campaign/world.ts';
import { callApi } from './support/api.ts';
import { makeHome, startDaemon, type TestHome } from './support/home.ts';
import { postHook, postRecords, promptEvent, startEvent, toolEvent } from './support/hooks.ts';
import { makeFolder } from './support/workspace.ts';

function project(name: string): Project {
  const memory = `The ${name}word gateway listens on port 4711`;
  return { name, folder: makeFolder(name), word: `${name}word`, rule: `${name}rule`, memory };
}

let home: TestHome;
let harbour: Project;
let quarry: Project;
beforeAll(async () => {
  home = await makeHome();
  await startDaemon(home);
  harbour = project('harbour');
  quarry = project('quarry');
  for (const each of [harbour, quarry]) await say(each, `said-${each.name}`, `Look at ${each.word}.`);
});
afterAll(() => home[Symbol.asyncDispose]());

const ledgerOf = () => new CampaignLedger([harbour, quarry]);
const examined = (ledger: CampaignLedger) => examine(home, ledger, [harbour, quarry]);

async function say({ folder: cwd }: Project, session: string, text: string): Promise<void> {
  await postHook(home, { ...startEvent(session), cwd });
  expect((await postHook(home, promptEvent(session, text, { cwd }))).status).toBe(200);
}

async function keep(id: string): Promise<void> {
  const record = { id, type: 'event', content: `content of ${id}`, session_id: `session-of-${id}` };
  expect((await postRecords(home, [record])).status).toBe(201);
}

it('finds nothing wrong in a home that has everything once', async () => {
  const ledger = ledgerOf();
  await keep('whole');
  ledger.acknowledge('whole', 'content of whole');
  await postHook(home, { ...toolEvent('said-harbour', 'call-1'), cwd: harbour.folder });
  for (const type of ['tool_use', 'tool_result']) ledger.acknowledge(`${type} call-1`, 'call-1');
  expect(await addLine(home, harbour.folder, harbour.memory)).toBe(true);
  ledger.acknowledgeLine(harbour.memory);
  expect(await settled(home)).toEqual([]);
  const found = await examined(ledger);
  for (const entries of Object.values(found)) expect(entries, JSON.stringify(found)).toEqual([]);
});

it('reports what was acknowledged and is not there as lost', async () => {
  const ledger = ledgerOf();
  ledger.acknowledge('never-sent', 'anything');
  ledger.acknowledge('prompt said-harbour continue', 'continue');
  expect((await examined(ledger)).lost).toEqual(['never-sent: 0 of 1', 'prompt said-harbour continue: 0 of 1']);
});

it('reports what is there more often than it was told as doubled, unless one of them was not answered', async () => {
  const ledger = ledgerOf();
  for (let time = 0; time < 2; time += 1) await say(harbour, 'twice', 'continue');
  ledger.acknowledge('prompt twice continue', 'continue');
  expect((await examined(ledger)).doubled).toEqual(['prompt twice continue: 2 of 1']);
  ledger.notAnswered('prompt twice continue');
  expect((await examined(ledger)).doubled).toEqual([]);
});

it('reports what nobody asked to forget and cannot be read as destroyed', async () => {
  const ledger = ledgerOf();
  for (const id of ['erased', 'altered', 'agreed']) await keep(id);
  ledger.acknowledge('erased', 'content of erased');
  ledger.acknowledge('altered', 'the words that it had');
  ledger.acknowledge('agreed', 'content of agreed');
  for (const id of ['erased', 'agreed'])
    expect((await callApi(home, '/memory/forget', { record_id: id, confirm: true })).status).toBe(200);
  ledger.release('agreed');
  ledger.forgot('content of agreed');
  const kept = {
    service: null,
    category: 'FACT',
    observation: `Cabinet 1 of ${harbour.word}`,
    workspace: harbour.folder,
  };
  const { memory } = (await callApi(home, '/memories', kept)).body as { memory: { id: string } };
  ledger.acknowledgeMemory(memory.id, kept.observation);
  ledger.acknowledgeMemory('no-such-memory', 'Cabinet 2');
  ledger.acknowledgeLine('a line that no file has');
  const { lost, destroyed, returned } = await examined(ledger);
  expect(lost).toEqual(['erased: 0 of 1']);
  expect(destroyed).toEqual([
    'altered: no text in altered',
    'memory no-such-memory: Cabinet 2',
    'line of a memory file: a line that no file has',
  ]);
  expect(returned).toEqual([]);
});

it('reports what was forgotten with a receipt and is there as returned', async () => {
  const ledger = ledgerOf();
  await keep('again');
  ledger.forgot('content of again');
  expect((await examined(ledger)).returned).toEqual(['content of again']);
});

it('reports words of another project in what is given, kept as given or found; shared rules and planted lines apart', async () => {
  const ledger = ledgerOf();
  ledger.given(quarry, `a block with ${harbour.word}`, 'a start');
  ledger.given(quarry, `a block with ${quarry.word}, ${harbour.rule} and ${PLANTED}`, 'a start');
  const given = await examined(ledger);
  expect(given.leaks).toEqual(['harbour in a start of quarry']);
  expect(given.sharedRules).toEqual(['harbour in a start of quarry']);
  expect(given.planted).toEqual(['a planted line in a start of quarry']);

  await say(quarry, 'leaks', `Do as they do in ${harbour.word}.`);
  await postHook(home, { ...promptEvent('leaks', ''), cwd: quarry.folder, hook_event_name: 'SessionEnd' });
  await settled(home);
  await postHook(home, { ...startEvent('is-given'), cwd: quarry.folder });
  await settled(home);
  const { leaks } = await examined(ledgerOf());
  expect(leaks).toContain('harbour found in quarry');
  expect(leaks).toContain('harbour in what is journalled as given of quarry');
  expect(leaks).toContain('harbour in what would be given next of quarry');
  expect(leaks.filter((leak) => leak.startsWith('quarry'))).toEqual([]);
});

it('says that a search which finds nothing proves nothing', async () => {
  const silent = { ...project('silent'), word: 'neversaidanywhere' };
  const { blindSearches } = await examine(home, ledgerOf(), [harbour, silent]);
  expect(blindSearches).toContain('silent');
});

it('tells what is wrong in lines and in JSON', () => {
  const figures = [
    told('acknowledged', 'acknowledged', 3),
    count('lost', 'lost', ['one: 0 of 1']),
    count('doubled', 'doubled', []),
  ];
  expect(wrongIn(figures)).toEqual(['lost']);
  expect(asLines(figures)).toMatch(/^! lost +1\n +one: 0 of 1$/m);
  expect(JSON.parse(asJson(figures))).toEqual({
    acknowledged: 3,
    lost: 1,
    doubled: 0,
    wrong: ['lost'],
    details: { lost: ['one: 0 of 1'] },
  });
});
