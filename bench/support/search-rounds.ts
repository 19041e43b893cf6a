/** The rounds of the search bench, each bounded in time: what is slow is measured fewer times, not for an hour. */
import { randomUUID } from 'node:crypto';
import { searchRecords } from './api.ts';
import { untilFound } from './fill-journal.ts';
import { bareNodeMb, startMcp } from './mcp-process.ts';
import { startSearchLoad } from './search-load.ts';
import { QUERY_KINDS, type QueryKind, type SearchedHome } from './searched-home.ts';

const HITS = 20;
const MOST_ROUNDS = 200;
const LEAST_ROUNDS = 12;
const BUDGET_MS = 15_000;
const WARM_UP_ROUNDS = 2;
const NEW_RECORDS = 30;
const RECORD_CHARS = 2_048;
const LOAD_CONNECTIONS = 4;
const LOAD_QUERIES = 400;
const MCP_MEMORY_ROUNDS = 20;
const MCP_KINDS: readonly QueryKind[] = ['rare', 'common', 'mixed', 'question'];

type Samples = readonly number[];

export async function searching(
  home: SearchedHome,
  kind: QueryKind,
): Promise<{ readonly oursMs: Samples; readonly plainMs: Samples }> {
  const oursMs: number[] = [];
  const plainMs: number[] = [];
  await inRounds(async (round) => {
    const text = home.query(kind);
    const space = spaceOf(home, round);
    const { tookMs } = await searchRecords(home.api, text, HITS, space);
    const plainTookMs = plainSearch(home, text, space);
    if (round < WARM_UP_ROUNDS) return;
    oursMs.push(tookMs);
    plainMs.push(plainTookMs);
  });
  return { oursMs, plainMs };
}

/** The same question over HTTP and to the MCP server of a session, in turn; after `MCP_MEMORY_ROUNDS` its memory beside bare Node's. */
export async function overMcp(home: SearchedHome): Promise<{
  readonly httpMs: Samples;
  readonly mcpMs: Samples;
  readonly memoryMb: number;
  readonly bareMb: number;
}> {
  const httpMs: number[] = [];
  const mcpMs: number[] = [];
  let memoryMb = Number.NaN;
  const space = spaceOf(home, 0);
  const mcp = await startMcp(home.daemon, space);
  try {
    await inRounds(async (round) => {
      const text = home.query(MCP_KINDS[round % MCP_KINDS.length] ?? 'mixed');
      const overHttp = async () => httpMs.push((await searchRecords(home.api, text, HITS, space)).tookMs);
      const overStdio = async () => mcpMs.push(await mcp.search(text, HITS));
      for (const ask of round % 2 === 0 ? [overHttp, overStdio] : [overStdio, overHttp]) await ask();
      if (round === MCP_MEMORY_ROUNDS) memoryMb = mcp.memoryMb();
    });
  } finally {
    await mcp.end();
  }
  return { httpMs, mcpMs, memoryMb, bareMb: await bareNodeMb() };
}

/** From the acknowledgement of a record until a search finds it. */
export async function searchable(home: SearchedHome): Promise<Samples> {
  const foundMs: number[] = [];
  await inRounds(async (round) => {
    const word = `w${randomUUID().replaceAll('-', '')}`;
    await home.api.post('/memory/record', recordOf(home, round, `the new word is ${word}`));
    foundMs.push(await untilFound(home.api, word));
  }, NEW_RECORDS);
  return foundMs;
}

/** A record of 2 KB, acknowledged: by itself, and while searches run at full speed. */
export async function capturing(home: SearchedHome): Promise<{
  readonly aloneMs: Samples;
  readonly busyMs: Samples;
  readonly searchesPerSecond: number;
}> {
  const capture = async (): Promise<Samples> => {
    const tookMs: number[] = [];
    await inRounds(async (round) => {
      const text = home.query('prompt-length').repeat(8).slice(0, RECORD_CHARS);
      tookMs.push((await home.api.post('/memory/record', recordOf(home, round, text))).tookMs);
    });
    return tookMs;
  };
  const aloneMs = await capture();
  const queries = Array.from({ length: LOAD_QUERIES }, (_, at) => ({
    text: home.query(QUERY_KINDS[at % QUERY_KINDS.length] ?? 'mixed'),
    space: spaceOf(home, at),
  }));
  const { port, token } = home.daemon;
  const endLoad = await startSearchLoad({ port, token, connections: LOAD_CONNECTIONS, queries });
  try {
    const busyMs = await capture();
    return { aloneMs, busyMs, searchesPerSecond: await endLoad() };
  } catch (cause) {
    await endLoad();
    throw cause;
  }
}

/** What a prompt waits for: the block asked for, and given by the hook, which also keeps the prompt. */
export async function prompting(home: SearchedHome): Promise<{
  readonly contextMs: Samples;
  readonly hookMs: Samples;
  readonly plainMs: Samples;
}> {
  const contextMs: number[] = [];
  const hookMs: number[] = [];
  const plainMs: number[] = [];
  await inRounds(async (round) => {
    const prompt = home.query(round % 2 === 0 ? 'mixed' : 'prompt-length');
    const workspace = spaceOf(home, round);
    const context = await home.api.get('/memory/context', { workspace, prompt });
    const event = {
      session_id: `bench-${round % 10}`,
      prompt_id: `prompt-${round}`,
      cwd: workspace,
      transcript_path: '',
      hook_event_name: 'UserPromptSubmit',
      prompt,
    };
    const hook = await home.api.post('/hooks/claude-code', event);
    const plainTookMs = plainSearch(home, prompt, workspace);
    if (round < WARM_UP_ROUNDS) return;
    contextMs.push(context.tookMs);
    hookMs.push(hook.tookMs);
    plainMs.push(plainTookMs);
  });
  return { contextMs, hookMs, plainMs };
}

async function inRounds(work: (round: number) => Promise<void>, most = MOST_ROUNDS): Promise<void> {
  const endsAt = performance.now() + BUDGET_MS;
  for (let round = 0; round < most && (round < LEAST_ROUNDS || performance.now() < endsAt); round += 1) {
    await work(round);
  }
}

function plainSearch({ plain }: SearchedHome, text: string, space: string): number {
  const startedAt = performance.now();
  plain.search(text, HITS, space);
  return performance.now() - startedAt;
}

function spaceOf({ spaces }: SearchedHome, round: number): string {
  return spaces[round % spaces.length] ?? '';
}

function recordOf(home: SearchedHome, round: number, content: string): object {
  return { type: 'prompt', session_id: 'bench', workspace: spaceOf(home, round), content };
}
