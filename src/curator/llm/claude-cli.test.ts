import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endProcessesOf, signal } from '../../../test/support/processes.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { claudeCliProvider } from './claude-cli.ts';
import { makeQuestion, modelSettings, problemOf } from './provider.fixture.ts';
import type { Provider } from './provider.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-claude-'));
});
afterEach(async () => {
  await endProcessesOf(folder);
  rmSync(folder, { recursive: true, force: true });
});

const settings = modelSettings({ 'curator.provider': 'claude-cli' });
const ANSWER = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  num_turns: 1,
  stop_reason: 'end_turn',
  result: 'DD/MM/YYYY.',
  total_cost_usd: 0.0123,
  usage: { input_tokens: 400, output_tokens: 30 },
};

/** A `claude` that does what the test says, first on the PATH. */
function withClaude(script: string, env: NodeJS.ProcessEnv = {}): Provider {
  const file = join(folder, 'claude');
  writeFileSync(file, `#!/usr/bin/env node\n${script}`);
  chmodSync(file, 0o755);
  const path = [folder, process.env.PATH].join(delimiter);
  return claudeCliProvider(settings, { PATH: path, CARRYOVER_HOME: join(folder, 'home'), ...env });
}

function answering(result: unknown, exitCode = 0): Provider {
  const output = typeof result === 'string' ? result : JSON.stringify(result);
  return withClaude(`process.stdout.write(${JSON.stringify(output)}); process.exitCode = ${exitCode};`);
}

describe('a question to the claude command', () => {
  it('gets the prompt on its input, no tools, no hooks, no session, and is never captured (B-055)', async () => {
    const seen = join(folder, 'seen.json');
    const provider = withClaude(
      `const { readFileSync, writeFileSync } = require('node:fs');
       const input = readFileSync(0, 'utf8');
       const args = process.argv.slice(2);
       writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ input, args, env: process.env, cwd: process.cwd() }));
       console.log(${JSON.stringify(JSON.stringify(ANSWER))});`,
      { CLAUDECODE: '1', CLAUDE_CONFIG_DIR: '/somewhere' },
    );
    const prompt = `What was decided? ${'ü'.repeat(300_000)}`;
    expect(await provider.ask(makeQuestion({ prompt }))).toEqual({
      text: 'DD/MM/YYYY.',
      ended: 'complete',
      inputTokens: 400,
      outputTokens: 30,
      costUsd: 0.0123,
    });
    const { input, args, env, cwd } = JSON.parse(readFileSync(seen, 'utf8'));
    expect(input).toBe(prompt);
    expect(args).toEqual([
      ...['-p', '--model', 'haiku', '--output-format', 'json', '--settings', '{"disableAllHooks":true}'],
      ...['--tools', '', '--system-prompt', 'Answer in one line.', '--no-session-persistence', '--strict-mcp-config'],
    ]);
    expect(env).toMatchObject({
      CARRYOVER_NO_CAPTURE: '1',
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: '1000',
      CLAUDE_CODE_MAX_RETRIES: '0',
      CLAUDE_CONFIG_DIR: '/somewhere',
    });
    expect(env).not.toHaveProperty('CLAUDECODE');
    expect(cwd).toBe(join(folder, 'home', 'run'));
  });

  it('finds the result among all lines that a verbose setting prints', async () => {
    const provider = answering([{ type: 'system' }, { type: 'assistant', message: {} }, ANSWER]);
    expect((await provider.ask(makeQuestion())).text).toBe('DD/MM/YYYY.');
  });

  const failed = { ...ANSWER, is_error: true, result: 'API Error' };
  it.each([
    ['401', { ...failed, api_error_status: 401 }, 'setup', 'model-key-refused'],
    ['an unknown model', { ...failed, api_error_status: 404 }, 'setup', 'model-not-found'],
    ['no login', { ...failed, api_error_status: null }, 'setup', 'claude-command-failed'],
    ['429', { ...failed, api_error_status: 429 }, 'busy', 'model-busy'],
    ['529', { ...failed, api_error_status: 529 }, 'busy', 'model-busy'],
    ['no network', { ...failed, api_error_status: null, api_error: 'connection_failed' }, 'busy', 'model-unreachable'],
    ['400', { ...failed, api_error_status: 400 }, 'unusable', 'question-refused'],
    ['a refusal', { ...failed, stop_reason: 'refusal' }, 'unusable', 'model-refused'],
    ['its output limit', { ...failed, api_error: 'max_output_tokens' }, 'unusable', 'answer-too-long'],
    ['the last of several parts', { ...ANSWER, num_turns: 3 }, 'unusable', 'answer-too-long'],
    ['an empty answer', { ...ANSWER, result: '' }, 'unusable', 'empty-answer'],
  ] as const)(
    'says that %s is a problem of the right kind, with what it cost (F-12)',
    async (_, result, problem, code) => {
      expect(await problemOf(answering(result, 1))).toMatchObject({ problem, code, used: { costUsd: 0.0123 } });
    },
  );

  it.each([
    ['words instead of JSON', 'Hello!', 0, 'unusable', 'not-an-answer'],
    ['another schema', '{"outcome":"fine"}', 0, 'unusable', 'not-an-answer'],
    ['half an answer', JSON.stringify(ANSWER).slice(0, 50), 1, 'busy', 'claude-command-broke-off'],
    ['nothing at all', '', 1, 'setup', 'claude-command-failed'],
  ] as const)('says that %s is a problem of the right kind (F-12)', async (_, output, exitCode, problem, code) => {
    expect(await problemOf(answering(output, exitCode))).toMatchObject({ problem, code });
  });

  it('says that a missing command is for a person to solve', async () => {
    const provider = claudeCliProvider(settings, { PATH: folder, CARRYOVER_HOME: join(folder, 'home') });
    expect(await problemOf(provider)).toMatchObject({
      problem: 'setup',
      code: 'no-claude-command',
      message: 'the claude command is not there',
      used: { costUsd: 0 },
    });
  });

  it('stops reading after 2 MB, and ends the command that goes on (F-12)', async () => {
    const provider = withClaude(
      `const more = () => { while (process.stdout.write('x'.repeat(65536))); process.stdout.once('drain', more); }; more();`,
    );
    expect(await problemOf(provider, makeQuestion({ timeoutMs: 60_000 }))).toMatchObject({
      problem: 'unusable',
      code: 'answer-too-large',
    });
  });

  it.each(['its time is up', 'it is stopped'])('ends the command and what it started when %s (F-12)', async (when) => {
    const pids = join(folder, 'pids');
    const provider = withClaude(
      `const { spawn } = require('node:child_process');
       const { renameSync, writeFileSync } = require('node:fs');
       const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
       writeFileSync(${JSON.stringify(`${pids}.new`)}, process.pid + ' ' + child.pid);
       renameSync(${JSON.stringify(`${pids}.new`)}, ${JSON.stringify(pids)});
       setInterval(() => {}, 1000);`,
    );
    const stop = new AbortController();
    const timeUp = when === 'its time is up';
    // Long enough for the command to have started its own on a busy machine.
    const question = makeQuestion({ signal: stop.signal, timeoutMs: timeUp ? 3_000 : 60_000 });
    const outcome = problemOf(provider, question);
    await waitFor(() => existsSync(pids), { what: 'the command to start' });
    if (!timeUp) stop.abort();
    expect(await outcome).toMatchObject({
      problem: 'busy',
      code: timeUp ? 'model-timeout' : 'model-stopped',
      used: { costUsd: provider.mostUsd(question) },
    });
    for (const pid of readFileSync(pids, 'utf8').split(' ').map(Number))
      await waitFor(() => !signal(pid, 0), { what: `process ${pid} to end` });
  });
});
