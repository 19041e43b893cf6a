/** Events as Claude Code's hooks send them, and the two ways in: posted over HTTP, or handed to the hook command. */
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DIST, type TestHome } from './home.ts';
import { type RunOptions, type RunResult, run } from './run.ts';

/** Any folder will do; this one is there. */
const CWD = import.meta.dirname;

export type Payload = Readonly<Record<string, unknown>>;

export function promptEvent(session: string, prompt: string, fields: Payload = {}): Payload {
  return { ...baseOf(session, 'UserPromptSubmit'), prompt, ...fields };
}

/** Becomes two records, the call and its outcome, both with the `tool_use_id` in their metadata. */
export function toolEvent(session: string, toolUseId: string, fields: Payload = {}): Payload {
  return {
    ...baseOf(session, 'PostToolUse'),
    tool_name: 'Bash',
    tool_use_id: toolUseId,
    tool_input: { command: `echo ${toolUseId}` },
    tool_response: { stdout: `output of ${toolUseId}`, stderr: '' },
    ...fields,
  };
}

export function startEvent(session: string, fields: Payload = {}): Payload {
  return { ...baseOf(session, 'SessionStart'), source: 'startup', ...fields };
}

function baseOf(session: string, event: string): Payload {
  return {
    session_id: session,
    hook_event_name: event,
    transcript_path: `/nowhere/projects/none/${session}.jsonl`,
    cwd: CWD,
    prompt_id: `prompt-of-${session}`,
  };
}

export interface HookAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly elapsedMs: number;
}

/** As the client's http hooks do it. Rejects when nobody answers. */
export function postHook(home: TestHome, payload: Payload | string | Uint8Array): Promise<HookAnswer> {
  const raw = typeof payload === 'string' || payload instanceof Uint8Array;
  return post(home, '/hooks/claude-code', raw ? payload : JSON.stringify(payload));
}

export function postRecords(home: TestHome, records: unknown): Promise<HookAnswer> {
  return post(home, '/memory/record', JSON.stringify(records));
}

/** A connection of its own for each: one that is kept alive may belong to a daemon that was killed meanwhile. */
async function post(home: TestHome, path: string, body: string | Uint8Array): Promise<HookAnswer> {
  const startedAt = performance.now();
  const sending = request(`${home.url}${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${home.token()}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  sending.end(body);
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  const { statusCode = 0, headers } = answer;
  return { status: statusCode, body: await text(answer), headers, elapsedMs: performance.now() - startedAt };
}

/** `node hook.cjs claude-code EVENT` with the payload on its input. */
export function runHook(
  home: TestHome,
  payload: Payload | string | Uint8Array,
  options: Partial<RunOptions> & { readonly event?: string } = {},
): Promise<RunResult> {
  const { event, ...rest } = options;
  const raw = typeof payload === 'string' || payload instanceof Uint8Array;
  const name = event ?? (raw ? 'UserPromptSubmit' : String(payload.hook_event_name));
  return run(process.execPath, [join(DIST, 'hook.cjs'), 'claude-code', name], {
    input: raw ? payload : JSON.stringify(payload),
    ...rest,
    env: { ...home.env, ...rest.env },
  });
}
