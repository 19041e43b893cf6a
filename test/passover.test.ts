/**
 * What one session of the real client learns, the next one starts with: no tool call, no instruction, no model, no key.
 * The client's own API is scripted; the curator is the default one.
 */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callApi } from './support/api.ts';
import { clientEnv, runClaude } from './support/claude.ts';
import { claudeBinary } from './support/claude-binary.ts';
import { connectClaude, sessionOf } from './support/connect.ts';
import { type FakeAnthropic, startFakeAnthropic } from './support/fake-anthropic.ts';
import { makeHome, runCli, startDaemon } from './support/home.ts';
import { exportRows } from './support/journal.ts';
import { actsOf, allCurated, fileHolding, learningsOf, memoryFile, memoryFiles } from './support/stores.ts';
import { makeFolder, makeWorkspace } from './support/workspace.ts';

/** Summing up takes a real model longer. */
const SUMMARY_MS = 1_000;
const SHELL = ['--allowedTools', 'Bash'];

/** What the client sent to its model since then: system prompt and conversation. */
function contextSince(api: FakeAnthropic, from: number): string {
  return JSON.stringify(api.requests.slice(from).map(({ body }) => [body.system, body.messages]));
}

describe('the next session of the real client', () => {
  it('starts with what the last one learned; another project with what holds for the user (1, B-071, B-007, A-020, B-020)', async () => {
    using workspace = makeWorkspace({ files: { 'bin/npm': '#!/bin/sh\necho added 1 package\n' } });
    const bin = join(workspace.project, 'bin');
    chmodSync(join(bin, 'npm'), 0o700);
    await using home = await makeHome();
    await using api = await startFakeAnthropic({
      turns: [
        { text: 'I will remember.' },
        {
          text: 'Installing.',
          toolUse: [{ name: 'Bash', input: { command: 'npm install quill-deluxe', description: 'install a package' } }],
        },
        { text: 'Installed.' },
        { text: 'Good to know.' },
      ],
      otherwise: { text: 'Hello.' },
    });
    await startDaemon(home);
    await connectClaude(home, workspace);
    const first = await runClaude({
      workspace,
      api,
      prompts: [
        'I prefer tabs over spaces.',
        'add what we need for writing',
        'Remember that our staging server is at staging.quokka.example.',
      ],
      args: SHELL,
      env: { PATH: `${bin}:${process.env.PATH}` },
    });
    expect(first.code, first.stderr).toBe(0);
    await allCurated(home, 3);
    await fileHolding(home, 'user.md', 'tabs');
    await fileHolding(home, 'tools.md', 'quill-deluxe');
    await fileHolding(home, 'context.md', 'staging.quokka.example');

    const before = api.requests.length;
    const second = await runClaude({ workspace, api, prompts: ['hello'] });
    expect(second.code, second.stderr).toBe(0);
    const known = contextSince(api, before);
    expect(known).toMatch(/tabs over spaces/);
    expect(known).toContain('quill-deluxe');
    expect(known).toContain('staging.quokka.example');
    expect(known).not.toContain('tool_use');

    const elsewhere = join(workspace.root, 'elsewhere');
    mkdirSync(elsewhere);
    const then = api.requests.length;
    const third = await runClaude({ workspace: { ...workspace, project: elsewhere }, api, prompts: ['hello there'] });
    expect(third.code, third.stderr).toBe(0);
    const knownElsewhere = contextSince(api, then);
    expect(knownElsewhere).toMatch(/tabs over spaces/);
    expect(knownElsewhere).not.toContain('quill-deluxe');
    expect(knownElsewhere).not.toContain('quokka');
  });

  it('knows at once, before any curator has read a turn (1, B-071, B-007)', async () => {
    using workspace = makeWorkspace();
    await using home = await makeHome({ config: { 'curator.profile': 'manual' } });
    await using api = await startFakeAnthropic({ otherwise: { text: 'The valve is at 7 bar now.' } });
    await startDaemon(home);
    await connectClaude(home, workspace);
    const first = await runClaude({ workspace, api, prompts: ['set the valve of the boiler to 7 bar'] });
    expect(first.code, first.stderr).toBe(0);
    const before = api.requests.length;
    const second = await runClaude({ workspace, api, prompts: ['go on'] });
    expect(second.code, second.stderr).toBe(0);
    const known = contextSince(api, before);
    expect(known).toContain('set the valve of the boiler');
    expect(known).toContain('The valve is at 7 bar now.');
    expect(memoryFiles(home)).toEqual({});
  });

  it('finds what earlier sessions learned with the read-only tool, and no tool writes (2, A-070, B-072, B-074, A-021)', async () => {
    using workspace = makeWorkspace();
    await using home = await makeHome();
    await using api = await startFakeAnthropic({ otherwise: { text: 'Noted.' } });
    await startDaemon(home);
    await connectClaude(home, workspace);
    const first = await runClaude({
      workspace,
      api,
      prompts: ['Remember that the release train leaves on Thursdays.'],
    });
    expect(first.code, first.stderr).toBe(0);
    await allCurated(home, 1);
    const [learning] = await learningsOf(home);
    expect(learning?.content).toContain('Thursdays');
    const elsewhere = {
      type: 'prompt',
      content: 'the release train of another project',
      workspace: '/another/project',
    };
    expect((await callApi(home, '/memory/record', elsewhere)).status).toBe(201);
    const files = memoryFiles(home);
    const before = api.requests.length;
    api.use({
      turns: [
        {
          text: 'I write it down.',
          toolUse: [{ name: 'mcp__carryover__memory_write', input: { content: 'the train leaves on Mondays' } }],
        },
        {
          text: 'I look it up.',
          toolUse: [{ name: 'mcp__carryover__search_memory', input: { query: 'release train' } }],
        },
        ({ toolResult }) => ({
          text: 'I want to know more.',
          toolUse: [
            { name: 'mcp__carryover__search_memory', input: { id: /^- (\S+) \S+ FACT/m.exec(toolResult)?.[1] ?? '' } },
          ],
        }),
        { text: 'On Thursdays.' },
      ],
      otherwise: { text: 'ok' },
    });
    const second = await runClaude({
      workspace,
      api,
      prompts: ['when does it leave'],
      args: ['--allowedTools', 'mcp__carryover'],
    });
    expect(second.code, second.stderr).toBe(0);
    const [asked] = api.turns().filter((request) => api.requests.indexOf(request) >= before);
    const offered = (asked?.body.tools ?? []).map(({ name }) => name).filter((name) => name.includes('carryover'));
    expect(offered.toSorted()).toEqual(['mcp__carryover__memory_status', 'mcp__carryover__search_memory']);

    const results = toolResults(api, before);
    expect(results, results.join('\n')).toHaveLength(3);
    expect(results[0]).toMatch(/No such tool|not available|unknown tool/i);
    expect(results[1]).toContain(learning?.id ?? 'no learning');
    expect(results[1]).toMatch(/prompt, typed.*: .*Remember that the release train leaves on Thursdays/);
    expect(results[2]).toContain(learning?.id ?? 'no learning');
    expect(results[2]).toMatch(/evidence \S+ \S+ prompt, typed: .*Remember that the release train/);
    expect(results.join('')).not.toContain('another project');
    await allCurated(home, 2);
    expect(memoryFiles(home)).toEqual(files);
    expect((await learningsOf(home)).map(({ content }) => content)).toEqual([learning?.content]);
  });

  it('is told what was corrected, and the files say so within one batch (4, B-063, B-073)', async () => {
    using workspace = makeWorkspace();
    await using home = await makeHome();
    await using api = await startFakeAnthropic({ otherwise: { text: 'Understood.' } });
    await startDaemon(home);
    await connectClaude(home, workspace);
    const first = await runClaude({
      workspace,
      api,
      prompts: ['Remember that dates are written MM/DD/YYYY.', 'No, dates should be DD/MM/YYYY'],
    });
    expect(first.code, first.stderr).toBe(0);
    await allCurated(home, 2);
    const files = await fileHolding(home, '.md', 'DD/MM/YYYY');
    expect(files).not.toMatch(/^- .*written MM\/DD\/YYYY/m);
    const learnings = await learningsOf(home);
    const correction = learnings.find(({ type }) => type === 'CORRECTION');
    expect(correction?.content).toContain('DD/MM/YYYY');
    expect(learnings.filter(({ supersededBy }) => supersededBy === correction?.id)).toHaveLength(1);

    const before = api.requests.length;
    const second = await runClaude({ workspace, api, prompts: ['what day is it'] });
    expect(second.code, second.stderr).toBe(0);
    expect(contextSince(api, before)).toContain('DD/MM/YYYY');
  });

  it('has all of a long memory in its parts, and on resume only what changed since (B-020, B-071, A-020)', async () => {
    using workspace = makeWorkspace();
    await using home = await makeHome();
    await using api = await startFakeAnthropic({ otherwise: { text: 'Hello.' } });
    await startDaemon(home);
    await connectClaude(home, workspace);
    const lines = Array.from({ length: 140 }, (_, index) => `- Rule ${index} of the user ${'is long '.repeat(9)}`);
    writeFileSync(join(home.paths.memory, 'user.md'), `# User\n${lines.join('\n')}\n`);
    const first = await runClaude({ workspace, api, prompts: ['hello'] });
    expect(first.code, first.stderr).toBe(0);
    const given = rulesIn(contextSince(api, api.requests.length - 1));
    // The client puts the parts together as their hooks end, which a busy machine may turn round.
    expect(given.toSorted((a, b) => a - b)).toEqual(lines.map((_, index) => index));

    const other = await runClaude({ workspace, api, prompts: ['Remember that our harbour freezes in March.'] });
    expect(other.code, other.stderr).toBe(0);
    await fileHolding(home, 'context.md', 'harbour freezes');
    const resumed = await runClaude({ workspace, api, prompts: ['go on'], args: ['--resume', sessionOf(first)] });
    expect(resumed.code, resumed.stderr).toBe(0);
    const known = contextSince(api, api.requests.length - 1);
    expect(known).toContain('harbour freezes');
    expect(rulesIn(known)).toEqual(given);
  });

  it('goes on after /compact with what was learned before it, and with where it stood (5, B-076, B-044, B-052)', async () => {
    using workspace = makeWorkspace();
    await using home = await makeHome();
    await using api = await startFakeAnthropic({
      rules: [
        {
          name: 'summary',
          when: { last: 'summary of the conversation' },
          reply: { text: 'SUMMARY: we talked.', delayMs: SUMMARY_MS },
        },
      ],
      otherwise: { text: 'The pump runs.' },
    });
    await startDaemon(home);
    await connectClaude(home, workspace);
    const seen: string[] = [];
    const run = await runClaude({
      workspace,
      api,
      prompts: ['I prefer short answers.', 'start the pump', '/compact', 'and now'],
      onEvent: ({ type }) => {
        if (type === 'result') seen.push(memoryFile(home, 'user.md'));
      },
    });
    expect(run.code, run.stderr).toBe(0);
    // Nothing urgent was said, so it was the compaction that had it curated.
    expect(seen.slice(0, 2)).toEqual(['', '']);
    expect(seen[2]).toContain('short answers');
    const after = contextSince(api, api.requests.length - 1);
    expect(after).toContain('this session stood before it was compacted');
    expect(after).toContain('start the pump');
    expect(after).toContain('The user prefers short answers');
    await allCurated(home, 3);
    const { turns } = await exportRows(home);
    expect(turns.map(({ user_message }) => user_message)).toContain('and now');
    expect((await learningsOf(home)).map(({ confidence }) => confidence)).toEqual([0.7]);
  });
});

it('is read by the real `claude` command when a person chose that, and its own run is not captured (A-002, POI-7)', async () => {
  using workspace = makeWorkspace();
  await using home = await makeHome({ config: { 'curator.provider': 'claude-cli' } });
  await using api = await startFakeAnthropic({
    rules: [
      {
        name: 'curator',
        when: { system: "You are the curator of an AI agent's memory" },
        reply: { text: 'FACT: The lighthouse keeper is called Ada. (scope space)' },
      },
    ],
    otherwise: { text: 'Good to know.' },
  });
  const bin = makeFolder('bin');
  symlinkSync(claudeBinary(), join(bin, 'claude'));
  const { HOME, ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY } = clientEnv(workspace, api);
  const person = { HOME, ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY, PATH: `${bin}:${process.env.PATH}` };
  const started = await runCli(home, ['daemon', 'start'], { env: person });
  expect(started, started.stderr).toMatchObject({ code: 0 });
  await connectClaude(home, workspace);
  const run = await runClaude({ workspace, api, prompts: ['Remember that the lighthouse keeper is called Ada.'] });
  expect(run.code, run.stderr).toBe(0);
  await allCurated(home, 1, CURATED_BY_CLIENT_MS);
  const curations = (await actsOf(home)).filter((act) => act.kind === 'curation');
  expect(curations.map(({ curator, turns }) => [curator, turns.length])).toEqual([['claude-cli/haiku', 1]]);
  expect((await learningsOf(home)).map(({ content }) => content)).toEqual(['The lighthouse keeper is called Ada.']);
  expect(api.requests.filter(({ answeredBy }) => answeredBy === 'curator')).toHaveLength(1);
  const { sessions, records } = await exportRows(home);
  expect(sessions.map(({ id }) => id)).toEqual([sessionOf(run)]);
  expect(records.filter(({ content }) => content.includes('You are the curator'))).toEqual([]);
});

/** The client starts, asks and ends. */
const CURATED_BY_CLIENT_MS = 30_000;

/** The numbers of the user's rules, in the order the model reads them. */
function rulesIn(context: string): readonly number[] {
  return [...context.matchAll(/Rule (\d+) of the user/g)].map(([, number]) => Number(number));
}

function toolResults(api: FakeAnthropic, from: number): string[] {
  const blocks = api.requests
    .slice(from)
    .flatMap(({ body }) =>
      (body.messages ?? []).flatMap(({ content }) => (typeof content === 'string' ? [] : content)),
    );
  const results = blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => JSON.stringify(content));
  // Each request repeats those before it.
  return [...new Set(results)];
}
