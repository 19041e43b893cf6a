/**
 * Shortens what tools took and gave before it is redacted, so that a huge output costs nothing. What people and the
 * agent said is left whole. Values are copied, never changed in place.
 */
import { roughCut } from '../../capture/limits.ts';
import { type Fields, isObject } from '../../memory/unknown.ts';

/** Deeper structures than any tool's are left as they are: redaction has its own depth limit. */
const MAX_DEPTH = 32;

export function roughCutPayload(payload: Fields, key: string): Fields {
  const cut: Record<string, unknown> = { ...payload };
  for (const field of ['tool_input', 'tool_response', 'error']) {
    if (field in payload) cut[field] = cutLeaves(payload[field], key, 0);
  }
  return cut;
}

export function roughCutLine(line: unknown, key: string): unknown {
  if (!isObject(line)) return line;
  const cut: Record<string, unknown> = { ...line };
  if ('toolUseResult' in line) cut.toolUseResult = cutLeaves(line.toolUseResult, key, 0);
  if (isObject(line.message) && Array.isArray(line.message.content)) {
    cut.message = { ...line.message, content: line.message.content.map((block) => cutBlock(block, key)) };
  }
  return cut;
}

function cutBlock(block: unknown, key: string): unknown {
  if (!isObject(block)) return block;
  if (block.type === 'tool_use') return { ...block, input: cutLeaves(block.input, key, 0) };
  if (block.type === 'tool_result') return { ...block, content: cutLeaves(block.content, key, 0) };
  return block;
}

function cutLeaves(value: unknown, key: string, depth: number): unknown {
  if (typeof value === 'string') return roughCut(value, key);
  if (depth >= MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((entry) => cutLeaves(entry, key, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, cutLeaves(entry, key, depth + 1)]));
}
