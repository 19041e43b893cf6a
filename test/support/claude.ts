/** Runs the real Claude Code in a throw-away workspace, against the scripted API and nothing else. */
import { createInterface } from 'node:readline';
import { claudeBinary } from './claude-binary.ts';
import type { FakeAnthropic } from './fake-anthropic.ts';
import { type RunResult, run } from './run.ts';
import type { Workspace } from './workspace.ts';

const PATIENCE_MS = 100_000;
const INHERITED = ['PATH', 'LANG', 'TERM', 'SHELL', 'TMPDIR'];

/** One line of its stream-json output. */
export interface ClientEvent {
  readonly type: string;
  readonly subtype?: string;
  readonly session_id?: string;
  readonly [field: string]: unknown;
}

export interface ClaudeRun {
  readonly workspace: Workspace;
  readonly api: FakeAnthropic;
  /** One prompt is given as `-p PROMPT`; several are one conversation, each sent when the one before was answered. */
  readonly prompts: readonly string[];
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Called for every event as it comes, for tests that act in the middle of a session: the next prompt waits for it. */
  readonly onEvent?: (event: ClientEvent) => void | Promise<void>;
  readonly timeoutMs?: number;
}

export interface ClaudeResult extends RunResult {
  readonly events: readonly ClientEvent[];
}

/** Quiet by request: updates, telemetry and error reports off; a key that opens nothing. */
export function clientEnv(workspace: Workspace, api: FakeAnthropic, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
    HOME: workspace.home,
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: ['sk', 'ant', 'dummy', 'key'].join('-'),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_BUG_COMMAND: '1',
    // Lets root skip permissions, which the client else refuses; tests often run as root in a container.
    IS_SANDBOX: '1',
    NO_PROXY: '127.0.0.1,localhost',
    ...extra,
  };
}

export async function runClaude(options: ClaudeRun): Promise<ClaudeResult> {
  const [first = '', ...rest] = options.prompts;
  const conversation = rest.length > 0;
  const argv = conversation ? ['-p', '--input-format', 'stream-json'] : ['-p', first];
  const waiting = [...options.prompts];
  const events: ClientEvent[] = [];

  const result = await run(
    claudeBinary(),
    [...argv, '--output-format', 'stream-json', '--verbose', ...(options.args ?? [])],
    {
      cwd: options.workspace.project,
      env: clientEnv(options.workspace, options.api, options.env),
      timeoutMs: options.timeoutMs ?? PATIENCE_MS,
      onStart: ({ stdin, stdout }) => {
        if (stdin === null || stdout === null) throw new Error('the client has no pipes');
        const say = (): void => {
          const prompt = waiting.shift();
          if (prompt === undefined) stdin.end();
          else stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: prompt } })}\n`);
        };
        createInterface({ input: stdout }).on('line', async (line) => {
          const event: ClientEvent = JSON.parse(line);
          events.push(event);
          await options.onEvent?.(event);
          if (conversation && event.type === 'result') say();
        });
        if (conversation) say();
        else stdin.end();
      },
    },
  );
  return { ...result, events };
}

/** Everything the agent said, one entry per message. */
export function spoken(events: readonly ClientEvent[]): string[] {
  return events
    .filter((event) => event.type === 'assistant')
    .flatMap(
      (event) => (event as unknown as { message: { content: { type: string; text?: string }[] } }).message.content,
    )
    .flatMap((block) => (block.type === 'text' && block.text !== undefined ? [block.text] : []));
}
