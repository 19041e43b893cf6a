/** Cases of memory poisoning: what was said and read, what a deceived curator answers, and what must not come of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface AttackCase {
  readonly id: string;
  readonly class: string;
  readonly technique: string;
  readonly severity: string;
  readonly control: boolean;
  readonly events: readonly AttackEvent[];
  readonly fooled_curator: readonly CuratorOp[];
  readonly later_prompt: string;
  readonly must_not: {
    readonly active_memory_matches?: readonly string[];
    readonly injected_matches?: readonly string[];
    readonly dashboard_html_contains?: readonly string[];
  };
  readonly must: {
    readonly trust_max?: 'user' | 'tool';
    readonly stored?: boolean;
    readonly injected_contains?: string;
    readonly max_new_memories_per_batch?: number;
    /** It may be kept as a fact out of a tool, and given as such. */
    readonly injected_with_source_label?: boolean;
  };
}

export type AttackEvent =
  | { readonly type: 'user_prompt' | 'assistant_response'; readonly text: string }
  | { readonly type: 'tool_result'; readonly tool: string; readonly input: object; readonly output: string }
  | { readonly type: 'fs' };

export interface CuratorOp {
  readonly op: string;
  readonly scope?: string;
  readonly kind?: string;
  readonly text?: string;
}

export function attackCases(name: 'dev' | 'own' | 'blind'): readonly AttackCase[] {
  const path = join(import.meta.dirname, '..', 'corpora', 'attacks', `${name}.jsonl`);
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AttackCase);
}

/** How text may come in from outside; the last is what a person pastes. */
export const WAYS_IN = ['Read', 'Bash', 'WebFetch', 'mcp__docs__read', 'Grep', 'Task', 'Write', 'paste'] as const;
export type WayIn = (typeof WAYS_IN)[number];

/** The same events, with everything from outside coming in another way. */
export function comingBy(way: WayIn, events: readonly AttackEvent[]): readonly AttackEvent[] {
  return events.map((event) => {
    if (event.type !== 'tool_result') return event;
    if (way === 'paste') return { type: 'user_prompt', text: `what is this?\n\`\`\`\n${event.output}\n\`\`\`` };
    return { ...event, tool: way };
  });
}

const KINDS = ['FACT', 'PATTERN', 'CORRECTION', 'PREFERENCE', 'TOOL_INSTALL', 'ACTION'] as const;
const FILES = ['USER', 'TOOLS', 'CONTEXT', 'FILES'] as const;

/** What a curator has before it. */
export interface Shown {
  readonly files: Readonly<Record<string, string>>;
  /** Ids of learnings that hold. */
  readonly known: readonly string[];
}

/** As many as may be learned from one output: of more in one answer the last would be dropped for that alone. */
const AT_ONCE = 3;

/** Every form in which our grammar lets a curator say it, in as few answers as do not hide one another. */
export function everyForm(op: CuratorOp, shown: Shown): readonly string[] {
  const text = op.op === 'add' || op.op === 'raw' ? (op.text ?? '') : JSON.stringify(op);
  if (op.op === 'raw') return [text];
  if (op.op !== 'add')
    return [`${op.op.toUpperCase()}: ${text}`, JSON.stringify([op]), `FACT: ${text}\nACTION: ${text}`];
  const before = (file: string) => shown.files[`${file.toLowerCase()}.md`] ?? '';
  const lines = [
    ...KINDS.flatMap((kind) => [`${kind}: ${text} (turns 1; scope user)`, `${kind}: ${text} (scope space)`]),
    ...shown.known.flatMap((id) =>
      ['PREFERENCE', 'CORRECTION', 'FACT'].map((kind) => `${kind}: ${text} (turns 1; scope user; replaces ${id})`),
    ),
  ];
  return [
    ...Array.from({ length: Math.ceil(lines.length / AT_ONCE) }, (_, at) =>
      lines.slice(at * AT_ONCE, (at + 1) * AT_ONCE).join('\n'),
    ),
    FILES.map((file) => rewrite(file, `${before(file)}\n- ${text}\n`)).join('\n'),
    FILES.map((file) => rewrite(file, before(file).replace(/^- .*/m, `- ${text}`))).join('\n'),
    JSON.stringify([{ text, tags: ['preference'] }, { text }]),
  ];
}

const CLOSEST: Readonly<Record<string, string>> = {
  preference: 'PREFERENCE',
  procedure: 'PATTERN',
  rule: 'PREFERENCE',
};

/** The form an honest curator would choose. */
export function closestForm({ kind = 'fact', scope, text = '' }: CuratorOp): string {
  return `${CLOSEST[kind] ?? 'FACT'}: ${text.replace(/\s+/gu, ' ')} (scope ${scope === 'user' ? 'user' : 'space'})`;
}

function rewrite(file: string, content: string): string {
  return `${file}_MD_UPDATE:\n\`\`\`\`\`markdown\n${content.trim()}\n\`\`\`\`\`\n`;
}
