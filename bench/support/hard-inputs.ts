/** Inputs of every way in that are dear to read, as things to give to a daemon. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOSTILE_VALUES } from './hostile-inputs.ts';
import type { HardThing } from './stall-scene.ts';

type Post = (path: string, body: string, type?: string) => Promise<unknown>;

/** A transcript is looked into some time after the event that names it. */
const TRANSCRIPT_MS = 3_000;
const MEMORY_MB = 300;

export function hardInputs(post: Post, folder: string): readonly HardThing[] {
  const event = (session: string, more: string) =>
    `{"session_id":"${session}","prompt_id":"p1","cwd":${JSON.stringify(folder)},"transcript_path":"","hook_event_name":${more}}`;
  const hook = (body: string) => post('/hooks/claude-code', body);
  const transcript = async (session: string, lines: readonly string[]) => {
    const path = writeTranscript(folder, session, lines);
    const named = { session_id: session, prompt_id: 'p1', cwd: folder, transcript_path: path, hook_event_name: 'Stop' };
    await hook(JSON.stringify(named));
    await sleep(TRANSCRIPT_MS);
  };
  const inputs: readonly (readonly [name: string, give: () => Promise<unknown>])[] = [
    ...HOSTILE_VALUES.map(({ name, json }, index) => {
      const call = `"tool_name":"mcp__db__query","tool_use_id":"toolu_${index}","tool_input":{"q":"select"}`;
      const give = () => hook(event(`hard-${index}`, `"PostToolUse",${call},"tool_response":${json()}`));
      return [`hook: ${name}`, give] as const;
    }),
    [
      'hook: a prompt of 10 MB',
      () => hook(event('long', `"UserPromptSubmit","prompt":"${'a word or two '.repeat(700_000)}"`)),
    ],
    [
      'POST /memory/record: 1,000 records',
      () => post('/memory/record', JSON.stringify(Array.from({ length: 1_000 }, (_, n) => record(n)))),
    ],
    [
      'POST /memory/record: metadata of 8 MB of {}',
      () => post('/memory/record', `{"type":"event","content":"x","metadata":{"a":${empties(2_600_000)}}}`),
    ],
    [
      'POST /memory/import: a line of 8 MB of {}',
      () => {
        const line = `{"kind":"record","metadata":{"a":${empties(2_600_000)}}}\n`;
        return post('/memory/import', line, 'application/x-ndjson');
      },
    ],
    ['transcript: a line of 24 MB of {}', () => transcript('line', [toolLine(empties(8_000_000))])],
    [
      'transcript: 20 MB of small lines',
      () =>
        transcript(
          'lines',
          Array.from({ length: 10_000 }, (_, n) => promptLine(n, `step ${n} ${'of the plan '.repeat(150)}`)),
        ),
    ],
  ];
  return inputs.map(([name, give]) => ({ name, megabytes: MEMORY_MB, run: () => give().then(() => undefined) }));
}

function empties(count: number): string {
  return `[${'{},'.repeat(count)}{}]`;
}

function record(n: number) {
  return { type: 'prompt', session_id: 'api', content: `note ${n} about the build of the service` };
}

function writeTranscript(folder: string, session: string, lines: readonly string[]): string {
  const place = join(folder, 'projects', 'x');
  mkdirSync(place, { recursive: true });
  const path = join(place, `${session}.jsonl`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

function toolLine(result: string): string {
  const content = `[{"type":"tool_result","tool_use_id":"toolu_line","content":${result}}]`;
  return `{"type":"user","uuid":"u1","promptId":"p1","timestamp":"${new Date().toISOString()}","message":{"role":"user","content":${content}}}`;
}

function promptLine(n: number, content: string): string {
  return JSON.stringify({
    type: 'user',
    uuid: `u${n}`,
    promptId: `p${n}`,
    timestamp: new Date().toISOString(),
    message: { role: 'user', content },
  });
}
