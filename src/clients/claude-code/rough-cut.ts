/**
 * Shortens everything of an event before it is redacted but what people and the agent said, so that a huge output costs
 * nothing. Each text is cut to its ends, and all of them together to a few times what is kept. Values are copied, never
 * changed in place.
 */
import { roughCut } from '../../capture/limits.ts';
import { type Fields, isObject } from '../../memory/json-guards.ts';

/** Of a hook's payload: kept whole. */
const SAID: ReadonlySet<string> = new Set([
  'prompt',
  'last_assistant_message',
  'compact_summary',
  'custom_instructions',
]);
/** What is said in a line of a transcript stands in these. */
const HOLDERS: ReadonlySet<string> = new Set(['message', 'attachment']);
/** Of one field; one text is cut to about 32,000. */
const FIELD_CHARS = 120_000;
/** When those are used up. */
const SHORT_CHARS = 200;
/** Longer than any name that means something. */
const NAME_CHARS = 1_000;

export function roughCutPayload(payload: Fields, key: string): Fields {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      shortName(name),
      SAID.has(name) && typeof value === 'string' ? value : cutField(value, key),
    ]),
  );
}

export function roughCutLine(line: unknown, key: string): unknown {
  if (!isObject(line)) return line;
  const { message } = line;
  const cut: Record<string, unknown> = Object.fromEntries(
    Object.entries(line).map(([name, value]) => [shortName(name), HOLDERS.has(name) ? value : cutField(value, key)]),
  );
  if (isObject(message) && Array.isArray(message.content)) {
    cut.message = { ...message, content: message.content.map((block) => cutBlock(block, key)) };
  }
  return cut;
}

function cutBlock(block: unknown, key: string): unknown {
  if (!isObject(block)) return block;
  if (block.type === 'tool_use') return { ...block, input: cutField(block.input, key) };
  if (block.type === 'tool_result') return { ...block, content: cutField(block.content, key) };
  return block;
}

function cutField(value: unknown, key: string): unknown {
  return cutLeaves(value, key, { chars: FIELD_CHARS });
}

function cutLeaves(value: unknown, key: string, left: { chars: number }): unknown {
  if (typeof value === 'string') {
    const cut = left.chars > 0 || value.length <= SHORT_CHARS ? roughCut(value, key) : roughCut(value, key, 'note');
    left.chars -= cut.length;
    return cut;
  }
  if (Array.isArray(value)) return value.map((entry) => cutLeaves(entry, key, left));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [shortName(name), cutLeaves(entry, key, left)]),
  );
}

function shortName(name: string): string {
  return name.length <= NAME_CHARS
    ? name
    : `${name.slice(0, NAME_CHARS)}[… of ${name.length} characters]`.toWellFormed();
}
