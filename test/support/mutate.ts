/** Events with something wrong in them: a good one, with its structure changed, or its bytes. */
import { promptEvent, toolEvent } from './hooks.ts';
import type { SeededRandom } from './random.ts';

const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'SessionEnd',
];
const TOOLS = ['Bash', 'Read', 'Write', 'Edit', 'MultiEdit', 'Agent', 'NotebookEdit', 'mcp__x__y', ''];
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  '',
  ' ',
  '\0',
  '\ud800',
  '/',
  '..',
  'a'.repeat(5_000),
  [],
  {},
  [[]],
  [null],
  { a: { b: [] } },
  { file_path: 5 },
  { file_path: '/etc/passwd', content: 'x' },
  { command: ['ls'] },
  { edits: [null, { old_string: 1 }] },
  [{ type: 'text', text: 'hello' }, { type: 'image' }],
  { content: [{ type: 'text' }] },
  { file: { content: 7 } },
];
const FIELDS = [
  'session_id',
  'transcript_path',
  'cwd',
  'prompt_id',
  'prompt',
  'tool_name',
  'tool_input',
  'tool_response',
  'tool_use_id',
  'error',
  'agent_id',
  'agent_type',
  'last_assistant_message',
  'source',
  'trigger',
  'reason',
  'compact_summary',
  'duration_ms',
  '__proto__',
];

export function mutate(random: SeededRandom, number: number): Buffer {
  const base = random.next() < 0.5 ? promptEvent('mutant', `prompt ${number}`) : toolEvent('mutant', `toolu-${number}`);
  const payload: Record<string, unknown> = {
    ...base,
    hook_event_name: random.pick(EVENTS),
    tool_name: random.pick(TOOLS),
  };
  for (let change = random.between(0, 3); change > 0; change -= 1) {
    const field = random.pick(FIELDS);
    if (random.next() < 0.3) delete payload[field];
    else
      Object.defineProperty(payload, field, {
        value: random.pick(ODD_VALUES),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  const bytes = Buffer.from(JSON.stringify(payload));
  return random.next() < 0.6 ? bytes : damage(random, bytes);
}

function damage(random: SeededRandom, bytes: Buffer): Buffer {
  const at = random.between(0, bytes.length - 1);
  switch (random.between(0, 3)) {
    case 0:
      return bytes.subarray(0, at);
    case 1: {
      const flipped = Buffer.from(bytes);
      for (let flips = random.between(1, 8); flips > 0; flips -= 1)
        flipped[random.between(0, bytes.length - 1)] = random.between(0, 255);
      return flipped;
    }
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes]);
    default:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + random.between(1, 50)))]);
  }
}
