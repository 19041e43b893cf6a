/**
 * The person's own `claude` command, for those who have a subscription and no key. It runs without tools, hooks, MCP
 * servers or a session of its own, in our private folder, and with the mark that keeps our hooks from capturing it.
 *
 * Limits, measured with 2.1: at its output limit it asks the model to go on, up to three times, and prints only the last
 * part; such an answer is unusable. Its own retries are switched off: who asks here waits and asks again.
 */
import { type Fields, isObject, text } from '../../memory/json-guards.ts';
import { makePrivateFolder } from '../../platform/atomic-file.ts';
import { withDeadline } from '../../platform/models/deadline.ts';
import type { Used } from '../../platform/models/provider-error.ts';
import { meaningOf } from '../../platform/models/status-problem.ts';
import { tokenCount } from '../../platform/models/token-count.ts';
import { homeFolder, homePaths } from '../../platform/paths.ts';
import { isCode } from '../../platform/private-file.ts';
import { completionOf, unusable } from './completion.ts';
import { type Price, priceOf } from './prices.ts';
import { type Completion, type Provider, ProviderError, type Question } from './provider.ts';
import { type CommandResult, runCommand } from './run-command.ts';
import type { ModelSettings } from './settings.ts';
import { mostUsed, readUsage, usedBy } from './usage.ts';

const COMMAND = 'claude';
/** Its alias for the newest. */
const DEFAULT_MODEL = 'haiku';
/** The first request, and three in which it asks the model to go on; each repeats what was said before. */
const MOST_REQUESTS = 4;
const OFFLINE = { problem: 'busy', code: 'model-unreachable' } as const;
const NO_LOGIN = { problem: 'setup', code: 'claude-command-failed' } as const;

export function claudeCliProvider(settings: ModelSettings, env: NodeJS.ProcessEnv): Provider {
  const model = settings['curator.model'] || DEFAULT_MODEL;
  const price = priceOf(model, settings);
  const cwd = homePaths(homeFolder(env)).run;
  makePrivateFolder(cwd);
  return {
    name: 'claude-cli',
    model,
    recipient: `the ${COMMAND} command`,
    mostUsd: (question) => mostOf(price, question).costUsd,
    ask: (question) => {
      const most = mostOf(price, question);
      return withDeadline(question, most, async (end) => {
        const args = argumentsFor(model, question.system);
        const environment = environmentFor(env, question);
        const command = { file: COMMAND, args, cwd, env: environment, input: question.prompt, end };
        const result = await runCommand(command).catch((thrown: unknown) => {
          throw end.aborted ? thrown : cannotStart(thrown);
        });
        return read(result, question, price, most);
      });
    },
  };
}

function argumentsFor(model: string, system: string): readonly string[] {
  return [
    '-p',
    ...['--model', model],
    ...['--output-format', 'json'],
    ...['--settings', '{"disableAllHooks":true}'],
    ...['--tools', ''],
    ...['--system-prompt', system],
    '--no-session-persistence',
    '--strict-mcp-config',
  ];
}

function environmentFor(env: NodeJS.ProcessEnv, { maxOutputTokens }: Question): NodeJS.ProcessEnv {
  // With CLAUDECODE set it takes itself for a part of the session that started us.
  const { CLAUDECODE: _, ...inherited } = env;
  return {
    ...inherited,
    CARRYOVER_NO_CAPTURE: '1',
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxOutputTokens),
    CLAUDE_CODE_MAX_RETRIES: '0',
  };
}

function mostOf(price: Price, question: Question): Used {
  const { inputTokens, outputTokens } = mostUsed(price, question);
  const last = usedBy(price, { inputTokens: inputTokens + (MOST_REQUESTS - 1) * outputTokens, outputTokens });
  return {
    inputTokens: MOST_REQUESTS * last.inputTokens,
    outputTokens: MOST_REQUESTS * last.outputTokens,
    costUsd: MOST_REQUESTS * last.costUsd,
  };
}

function cannotStart(thrown: unknown): ProviderError {
  const missing = isCode(thrown, 'ENOENT');
  return new ProviderError(`the ${COMMAND} command ${missing ? 'is not there' : 'cannot be started'}`, {
    code: 'no-claude-command',
    problem: 'setup',
    hint: 'install Claude Code where the PATH of the daemon finds it, or choose another curator.provider',
  });
}

function read({ exitCode, output, tooLarge }: CommandResult, question: Question, price: Price, most: Used): Completion {
  if (tooLarge) throw unusable(`the answer of the ${COMMAND} command is too large`, 'answer-too-large', most);
  const result = resultIn(output);
  if (result === undefined) throw noResult(exitCode, output, most);
  const usage = isObject(result.usage) ? result.usage : {};
  const said = text(result.result);
  const counted = usedBy(price, readUsage(usage.input_tokens, usage.output_tokens, question, said));
  const told = result.total_cost_usd;
  const used = typeof told === 'number' && told >= 0 ? { ...counted, costUsd: told } : counted;
  if (result.stop_reason === 'refusal') throw unusable('the model refused to answer', 'model-refused', used);
  if (result.api_error === 'max_output_tokens' || (tokenCount(result.num_turns) ?? 1) > 1)
    throw unusable('the answer is longer than its limit', 'answer-too-long', used);
  if (result.is_error === true) throw failed(result, used);
  return completionOf(said, 'complete', used);
}

/** The last line of the conversation; with `verbose` in the person's settings the whole of it is printed. */
function resultIn(output: string): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(output);
    const lines: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    return lines.filter(isObject).findLast((line) => line.type === 'result');
  } catch {
    // Cut short, or words for a person: whoever asked says which.
    return undefined;
  }
}

function noResult(exitCode: number | null, output: string, most: Used): ProviderError {
  if (exitCode === 0) return unusable(`the ${COMMAND} command gave no result`, 'not-an-answer', most);
  if (exitCode === null || output !== '')
    return new ProviderError(`the ${COMMAND} command ended before its answer did`, {
      code: 'claude-command-broke-off',
      problem: 'busy',
      used: most,
    });
  return new ProviderError(`the ${COMMAND} command ended with code ${exitCode} and said nothing`, {
    code: 'claude-command-failed',
    problem: 'setup',
    hint: `see what \`${COMMAND} -p hello\` says; a version before 2.1 is too old`,
  });
}

/** Without a status it never got to the API: it names the network's failures, and else it needs a login. */
function failed({ api_error_status: status, api_error: error }: Fields, used: Used): ProviderError {
  const meaning = typeof status === 'number' ? meaningOf(status) : typeof error === 'string' ? OFFLINE : NO_LOGIN;
  const told = typeof status === 'number' ? `: the API answered ${status}` : '';
  return new ProviderError(`the ${COMMAND} command could not answer${told}`, {
    ...meaning,
    hint: `see what \`${COMMAND} -p hello\` says: it may need a login, another model, or the network`,
    used,
  });
}
