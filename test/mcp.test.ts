/** The memory tools over both transports: one project's agent asks a real daemon, and gets the same either way. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from './support/api.ts';
import { runClaude } from './support/claude.ts';
import { startFakeAnthropic } from './support/fake-anthropic.ts';
import { makeHome, startDaemon, type TestHome } from './support/home.ts';
import { type McpAnswer, type McpConnection, openHttp, openStdio } from './support/mcp.ts';
import { allCurated, learningsOf } from './support/stores.ts';
import { tell } from './support/talk.ts';
import { makeFolder, makeWorkspace } from './support/workspace.ts';

const DEFINITIONS_CHARS = 1_000;

let home: TestHome;
let folder: string;
let factId: string;
let foreign: readonly string[];
let ofNoProject: readonly string[];

beforeAll(async () => {
  home = await makeHome();
  folder = makeFolder('mine');
  const other = makeFolder('other');
  await startDaemon(home);
  const ended = { ends: true };
  await tell(home, { session: 'mine', cwd: folder, ...ended }, [
    { user: 'I prefer tabs over spaces.' },
    { user: 'Remember that our ferry to the island leaves at nine.', answer: 'The ferry leaves at nine.' },
  ]);
  await tell(home, { session: 'other', cwd: other, ...ended }, [
    { user: 'Remember that our ferry to the mainland is cancelled.' },
  ]);
  await allCurated(home, 3);
  const learnings = await learningsOf(home);
  factId = learnings.find(({ content }) => content.includes('island'))?.id ?? '';
  expect(factId).not.toBe('');
  const { body } = await callApi(home, '/memory/search?q=mainland');
  foreign = (body.hits as { readonly id: string }[]).map(({ id }) => id);
  expect(foreign.length).toBeGreaterThanOrEqual(2);
  const nowhere = { type: 'prompt', content: 'The ferry of no project.', session_id: 'nowhere' };
  ofNoProject = (await callApi(home, '/memory/record', nowhere)).body.ids as string[];
  expect(ofNoProject).toHaveLength(1);
});
afterAll(() => home[Symbol.asyncDispose]());

function textOf({ result }: McpAnswer): string {
  expect(Object.keys(result ?? {})).not.toContain('structuredContent');
  return result?.content?.[0]?.text ?? '';
}

function call(connection: McpConnection, args: object, name = 'search_memory'): Promise<McpAnswer> {
  return connection.ask('tools/call', { name, arguments: args });
}

describe.each([
  ['standard input and output', openStdio],
  ['streamable HTTP', openHttp],
])('over %s', (_name, open) => {
  it('two tools are offered that read, in less than 1,000 characters, and none that writes (A-070, B-072)', async () => {
    await using connection = await open(home, folder);
    const { result } = await connection.ask('tools/list');
    const tools = result?.tools as { name: string; annotations: object; _meta: object }[];
    expect(tools.map(({ name }) => name)).toEqual(['search_memory', 'memory_status']);
    for (const tool of tools)
      expect(tool).toMatchObject({ annotations: { readOnlyHint: true }, _meta: { 'anthropic/alwaysLoad': true } });
    expect(JSON.stringify(tools).length).toBeLessThan(DEFINITIONS_CHARS);
  });

  it('what nobody knows is an error of the protocol', async () => {
    await using connection = await open(home, folder);
    for (const method of ['nobody/knows', 'resources/list', 'prompts/list'])
      expect((await connection.ask(method)).error?.code).toBe(-32601);
    expect((await call(connection, {}, 'write_memory')).error?.code).toBe(-32602);
    expect((await connection.ask('ping')).result).toEqual({});
  });

  it('a search finds what this project and the user said, by either name, and nothing of another project (D-044)', async () => {
    await using connection = await open(home, folder);
    const found = textOf(await call(connection, { query: 'ferry', limit: 20 }));
    expect(found).toContain(`- ${factId} `);
    expect(found).toMatch(/ prompt, typed: ".*island/);
    expect(found).not.toMatch(/mainland|cancelled/);
    expect(textOf(await call(connection, { query: 'tabs', type: 'facts' }))).toContain('tabs over spaces');
    expect(textOf(await call(connection, { query: 'ferry', top_k: 1 }, 'MemorySearch'))).toContain('ferry');
  });

  it('an id gives the whole: a fact with its evidence, and the record with the rest of its turn', async () => {
    await using connection = await open(home, folder);
    const fact = textOf(await call(connection, { id: factId }));
    expect(fact).toMatch(/holds since \d{4}-\d\d-\d\d/);
    expect(fact).toMatch(/- history \S+ learned: ".*island/);
    const [, recordId = ''] = /- evidence (\S+) \S+ prompt, typed: "Remember that our ferry/.exec(fact) ?? [];
    const record = textOf(await call(connection, { id: recordId }));
    expect(record).toContain('prompt, typed: "Remember that our ferry to the island leaves at nine."');
    expect(record).toContain('"The ferry leaves at nine."');
  });

  it('an id of another project or of none is not found, nor the beginning of it (E-030)', async () => {
    await using connection = await open(home, folder);
    for (const id of [...foreign, ...ofNoProject].flatMap((whole) => [whole, whole.slice(0, 23)])) {
      const answer = await call(connection, { id });
      expect(answer.result?.isError).toBe(true);
      expect(textOf(answer)).toBe('nothing with this id was found (take one from a search)');
    }
  });

  it('a mistake is answered with words, and the status in a few lines', async () => {
    await using connection = await open(home, folder);
    const mistake = await call(connection, { query: 'x', type: 'dreams' });
    expect(mistake.result?.isError).toBe(true);
    expect(textOf(mistake)).toContain('facts, records, all');
    expect(textOf(await call(connection, {}, 'memory_status'))).toMatch(/^Carryover \S+: ok\n/);
  });
});

it('says the same over both, word for word', async () => {
  await using stdio = await openStdio(home, folder);
  await using http = await openHttp(home, folder);
  for (const args of [{ query: 'ferry' }, { id: factId }, { query: '' }])
    expect(await call(http, args)).toEqual(await call(stdio, args));
});

it('knows over HTTP what holds for the user, and nothing of a project, when no project is named', async () => {
  await using connection = await openHttp(home);
  expect(textOf(await call(connection, { query: 'tabs' }))).toContain('tabs over spaces');
  expect(textOf(await call(connection, { query: 'ferry' }))).toBe('Nothing was found in earlier sessions.');
  expect(textOf(await call(connection, { id: factId }))).toContain('nothing with this id');
});

it('is reached over HTTP by the real client, which shows its model the answer (D-044)', async () => {
  using workspace = makeWorkspace();
  await using api = await startFakeAnthropic({
    turns: [
      { toolUse: { name: 'mcp__memory__search_memory', input: { query: 'ferry' } } },
      ({ toolResult }) => ({ text: toolResult.includes('island') ? 'At nine.' : 'I do not know.' }),
    ],
    otherwise: { text: 'ok' },
  });
  const headers = { Authorization: `Bearer ${home.token()}`, 'x-carryover-workspace': folder };
  const servers = { mcpServers: { memory: { type: 'http', url: `${home.url}/mcp`, headers } } };
  const run = await runClaude({
    workspace,
    api,
    prompts: ['when does it leave'],
    args: ['--mcp-config', JSON.stringify(servers), '--allowedTools', 'mcp__memory'],
  });
  expect(run.code, run.stderr).toBe(0);
  const offered = (api.turns()[0]?.body.tools ?? []).map(({ name }) => name);
  expect(offered).toEqual(expect.arrayContaining(['mcp__memory__search_memory', 'mcp__memory__memory_status']));
  const seen = JSON.stringify(api.turns().at(-1)?.body.messages);
  expect(seen).toContain('Remember that our ferry to the island leaves at nine.');
  expect(seen).not.toContain('mainland');
  expect(run.events.at(-1)?.result).toBe('At nine.');
});
