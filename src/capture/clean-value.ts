/**
 * Redacts every string of a captured value, failing closed: when a rule throws, text is dropped, structure and names
 * stay. What is marked as private goes first. Used by the daemon, its worker and the hook: every way in leads through here.
 */
import type { Json } from '../memory/record.ts';
import { LEFT_OUT } from '../platform/json-cut.ts';
import { hidePrivate } from '../redaction/private-text.ts';
import { MAX_DEPTH, redactValue, TOO_DEEP } from '../redaction/redact-value.ts';
import type { Redactor } from '../redaction/redactor.ts';

export interface Cleaned {
  readonly value: Json;
  /** Secrets found, by kind. */
  readonly found: Readonly<Record<string, number>>;
  /** True when text was dropped because it could not be redacted. */
  readonly failed: boolean;
}

export function cleanNow(redactor: Redactor, value: unknown): Cleaned {
  try {
    const { value: clean, findings } = redactValue(withoutPrivate(redactor), value);
    const found: Record<string, number> = {};
    for (const { kind } of findings) found[kind] = (found[kind] ?? 0) + 1;
    return { value: clean, found, failed: false };
  } catch {
    // Fail closed: whatever went wrong, raw text may not pass.
    return { value: dropText(value), found: {}, failed: true };
  }
}

function withoutPrivate(redactor: Redactor): Redactor {
  return {
    ...redactor,
    redact: (text) => redactor.redact(hidePrivate(text)),
    redactField: (name, value) => redactor.redactField(name, hidePrivate(value)),
  };
}

/** What an event needs to keep its place: ids, names and kinds, and the two paths by which its transcript is found. */
const IDENTITY: ReadonlySet<string> = new Set([
  ...['session_id', 'sessionId', 'hook_event_name', 'prompt_id', 'promptId', 'tool_use_id', 'tool_name', 'agent_id'],
  ...['agentId', 'agent_type', 'type', 'uuid', 'timestamp', 'id', 'role', 'stop_reason', 'transcript_path', 'cwd'],
]);
const NAME = /^[\w./: -]{1,300}$/;
const FIELD = /^[A-Za-z_]{1,40}$/;

/** The same structure without any text but what identifies the event: the rules failed, so nothing else may pass. */
export function dropText(value: unknown, depth = 0): Json {
  if (typeof value === 'string') return LEFT_OUT.test(value) ? value : `[REDACTION-FAILED len=${value.length}]`;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.slice(0, 100).map((entry) => dropText(entry, depth + 1));
  const fields = Object.entries(value).filter(([name]) => FIELD.test(name));
  return Object.fromEntries(
    fields.map(([name, entry]) => [name, isIdentity(name, entry) ? (entry as string) : dropText(entry, depth + 1)]),
  );
}

function isIdentity(name: string, entry: unknown): boolean {
  return IDENTITY.has(name) && typeof entry === 'string' && NAME.test(entry);
}

/** As deep as redaction looks, and no deeper: a message to a worker has to fit the stack. */
export function withoutDepths(value: unknown): unknown {
  // Nearly always: then a large value is not copied.
  return isDeeperThan(value, MAX_DEPTH) ? cutDepths(value, MAX_DEPTH) : value;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((entry) => isDeeperThan(entry, levels - 1));
}

function cutDepths(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((entry) => cutDepths(entry, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, cutDepths(entry, levels - 1)]));
}
