/**
 * Redacts every string of a JSON value: leaves and object keys (RED-1). A key that names a secret makes its value a
 * candidate, also through arrays and `{name, value}` pairs. Never overflows the stack, never touches a prototype, and
 * gives back only what JSON can hold; lone surrogates become U+FFFD.
 */
import type { Finding, Redactor } from './finding.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface RedactedValue {
  readonly value: Json;
  /** Offsets count within the string each finding was made in. */
  readonly findings: readonly Finding[];
}

export interface RedactValueOptions {
  /** What is nested deeper is replaced as a whole. The bound also keeps the recursion small. */
  readonly maxDepth?: number;
}

export const TOO_DEEP = '[TOO-DEEP]';
export const MAX_DEPTH = 64;
const NAME_KEYS = new Set(['name', 'key', 'field', 'header', 'variable', 'parameterkey']);
/** Behind an option: what is longer is a script or a text. */
const LONGEST_WORD = 1_000;
const OPTION = /^--?[A-Za-z][\w-]*$/;
const VALUE_KEYS = new Set(['value', 'val', 'content', 'parametervalue', 'secretvalue']);
/** Fewest digits of a number that could be a password or a PIN. */
const PIN_DIGITS = 6;

export function redactValue(redactor: Redactor, value: unknown, options: RedactValueOptions = {}): RedactedValue {
  const findings: Finding[] = [];
  const maxDepth = options.maxDepth ?? MAX_DEPTH;

  function text(raw: string, field: string | undefined): string {
    const wellFormed = raw.toWellFormed();
    const redacted = field === undefined ? redactor.redact(wellFormed) : redactor.redactField(field, wellFormed);
    for (const finding of redacted.findings) findings.push(finding);
    return redacted.text;
  }

  function walk(node: unknown, field: string | undefined, depth: number): Json {
    switch (typeof node) {
      case 'string':
        return text(node, field);
      case 'number':
        return numberOrText(node, field);
      case 'boolean':
        return node;
      case 'bigint':
        return text(String(node), field);
      case 'object':
        if (node === null) return null;
        if (depth >= maxDepth) return TOO_DEEP;
        return Array.isArray(node) ? items(node, field, depth) : entries(node, field, depth);
      default:
        return null;
    }
  }

  /** `["--password", "…"]`, a command as a list of its words, is read as the line that it is. */
  function items(list: readonly unknown[], field: string | undefined, depth: number): Json {
    return list.map((item, at) => {
      const option = optionBefore(list, at);
      if (option === undefined || typeof item !== 'string') return walk(item, option ?? field, depth + 1);
      const line = redactor.redact(`${option} ${item.toWellFormed()}`);
      if (line.findings.length === 0 || !line.text.startsWith(`${option} `)) return walk(item, field, depth + 1);
      findings.push(...line.findings);
      return line.text.slice(option.length + 1);
    });
  }

  function numberOrText(node: number, field: string | undefined): Json {
    if (!Number.isFinite(node)) return null;
    if (field === undefined || Math.abs(node) < 10 ** (PIN_DIGITS - 1)) return node;
    const digits = String(node);
    const redacted = redactor.redactField(field, digits);
    if (redacted.findings.length === 0) return node;
    findings.push(...redacted.findings);
    return redacted.text;
  }

  function entries(node: object, inherited: string | undefined, depth: number): Json {
    const pairName = nameInPair(node);
    // `defineProperty` writes even `__proto__` as a plain key.
    const result: { [key: string]: Json } = {};
    for (const [key, child] of Object.entries(node)) {
      const field =
        pairName !== undefined && VALUE_KEYS.has(key.toLowerCase())
          ? pairName
          : isCarrier(key, child)
            ? (inherited ?? key)
            : key;
      const safeKey = freeKey(result, text(key, undefined));
      Object.defineProperty(result, safeKey, {
        value: walk(child, field, depth + 1),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return result;
  }

  return { value: walk(value, undefined, 0), findings };
}

function optionBefore(list: readonly unknown[], at: number): string | undefined {
  const [before, item] = [list[at - 1], list[at]];
  const isOption = typeof before === 'string' && OPTION.test(before);
  const isOther = typeof item === 'string' && (item.startsWith('-') || item.length > LONGEST_WORD);
  return isOption && !isOther ? before : undefined;
}

/** `{"password": {"value": "…"}}`: the outer key names it. */
function isCarrier(key: string, child: unknown): boolean {
  return typeof child === 'string' && (VALUE_KEYS.has(key.toLowerCase()) || key === 'default' || key === 'S');
}

/** The name in `{"name": "DB_PASSWORD", "value": "…"}`, as HAR files and container definitions write it. */
function nameInPair(node: object): string | undefined {
  for (const [key, child] of Object.entries(node)) {
    if (typeof child === 'string' && NAME_KEYS.has(key.toLowerCase())) return child;
  }
  return undefined;
}

/** Two keys that hold secrets of one kind could become the same placeholder; neither value may get lost. */
function freeKey(taken: object, key: string): string {
  if (!Object.hasOwn(taken, key)) return key;
  let number = 2;
  while (Object.hasOwn(taken, `${key} (${number})`)) number++;
  return `${key} (${number})`;
}
