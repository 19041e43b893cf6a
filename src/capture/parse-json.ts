/** Bytes from outside as a JSON value that is small enough to work with. Bytes that are not UTF-8 become U+FFFD. */
import { CarryoverError } from '../memory/error.ts';
import { markerLinesIn } from '../memory/marker-lines.ts';
import { cutJson, type JsonLimits, outerText } from '../platform/json-cut.ts';
import { MAX_DEPTH } from '../redaction/redact-value.ts';
import { dropText } from './clean-value.ts';
import type { Reading } from './reading.ts';

/** Far more than is kept of any tool's output. A little deeper than redaction looks, which says so where it stops. */
export const CAPTURE_LIMITS: JsonLimits = { values: 10_000, depth: MAX_DEPTH + 2 };
/** What identifies an event, and nothing that it says. */
const OUTLINE_LIMITS: JsonLimits = { values: 100, depth: 6, stringBytes: 300 };

const NAMES = ['session_id', 'hook_event_name', 'prompt_id', 'tool_use_id', 'tool_name', 'cwd', 'transcript_path'];

const BYTE_ORDER_MARK = 0xfeff;
/** Shorter than any marker line, in quotes. */
const SHORTEST_MARKER = 10;
const MOST_MARKERS = 201;

export interface ParsedJson {
  readonly value: unknown;
  /** Bytes that were left out of it. */
  readonly left: number;
  /** Marker lines among what was left out: what an agent has read there it must not claim as its own. */
  readonly markers: readonly string[];
}

export function parseCut(bytes: Buffer, limits: JsonLimits = CAPTURE_LIMITS): ParsedJson {
  const markers: string[] = [];
  const { json, left } = cutJson(bytes, limits, (string) => {
    if (string.length < SHORTEST_MARKER || markers.length >= MOST_MARKERS) return;
    if (string.includes('[') || string.includes('\\u')) markers.push(...markerLinesIn(unquoted(string)));
  });
  return { value: parseJson(json), left, markers };
}

/** What can be told of bytes that nobody reads, and nothing that they say; undefined when they are no JSON. */
export const outlineReading: Reading<null, unknown> = {
  name: 'outline',
  read(bytes) {
    try {
      return dropText(parseJson(cutJson(bytes, OUTLINE_LIMITS).json));
    } catch {
      return undefined;
    }
  },
};

/** What a client names an event by, found without reading it. */
export function namesIn(bytes: Buffer): unknown {
  return dropText(Object.fromEntries(NAMES.map((name) => [name, outerText(bytes, name) ?? ''])));
}

export function parseJson(bytes: Buffer): unknown {
  const json = bytes.toString('utf8');
  try {
    return JSON.parse(json.charCodeAt(0) === BYTE_ORDER_MARK ? json.slice(1) : json);
  } catch {
    // The parser's own message quotes the body; bodies stay out of messages.
    throw new CarryoverError('the body is not valid JSON', { code: 'invalid-json', hint: 'send one JSON value' });
  }
}

function unquoted(string: Buffer): string {
  try {
    return JSON.parse(string.toString('utf8'));
  } catch {
    // Not JSON: then its own text is what may have been read.
    return string.toString('utf8');
  }
}
