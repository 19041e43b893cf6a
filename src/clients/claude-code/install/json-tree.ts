/**
 * Reads a JSON settings file as a tree that knows where each value stands in the text, so that edits can be made to the
 * text itself. Comments and trailing commas are read unless `strict`; anything else that is not JSON is refused with
 * line and column, never with content.
 */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { CarryoverError, messageOf } from '../../../memory/error.ts';

export type JsonNode = Node;
export type JsonPath = readonly (string | number)[];

export interface JsonRules {
  /** Named in errors. */
  readonly file: string;
  /** The reader of this file takes neither comments nor trailing commas. */
  readonly strict?: boolean;
}

/** The root object; the text holds no byte order mark. */
export function parseRoot(text: string, { file, strict = false }: JsonRules): JsonNode {
  const errors: ParseError[] = [];
  let root: JsonNode | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: !strict, disallowComments: strict });
  } catch (cause) {
    throw notJson(file, messageOf(cause), cause);
  }
  const [first] = errors;
  if (first !== undefined) throw notJson(file, `${printParseErrorCode(first.error)} at ${placeOf(text, first.offset)}`);
  if (root?.type !== 'object') throw unexpectedShape(file, [], 'an object');
  return root;
}

/** Of a key written twice the last one counts, as it does for JSON.parse. */
export function nodeAt(root: JsonNode, path: JsonPath): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const step of path) node = node === undefined ? undefined : childAt(node, step);
  return node;
}

function propertyOf(object: JsonNode, key: string): JsonNode | undefined {
  return object.children?.findLast((property) => property.children?.[0]?.value === key);
}

/** Plain data, with own properties only, whatever the keys are called. */
export function plainValue(node: JsonNode): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value;
  const entries = (node.children ?? []).map(({ children }) => {
    const [key, value] = children ?? [];
    return [String(key?.value), value === undefined ? undefined : plainValue(value)] as const;
  });
  return Object.fromEntries(entries);
}

export function isEmptyContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

export function unexpectedShape(file: string, path: JsonPath, expected: string): CarryoverError {
  const place = path.length === 0 ? 'its content' : `"${path.join('.')}"`;
  return new CarryoverError(`${file}: ${place} is not ${expected}`, {
    code: 'settings-unexpected-shape',
    subject: file,
    hint: 'correct it by hand, then run the command again; nothing was changed',
  });
}

function childAt(node: JsonNode, step: string | number): JsonNode | undefined {
  if (typeof step === 'number') return node.type === 'array' ? node.children?.[step] : undefined;
  return node.type === 'object' ? propertyOf(node, step)?.children?.[1] : undefined;
}

function notJson(file: string, reason: string, cause?: unknown): CarryoverError {
  return new CarryoverError(`${file} is not valid JSON: ${reason}`, {
    code: 'settings-not-json',
    subject: file,
    hint: 'correct it by hand, then run the command again; nothing was changed',
    cause,
  });
}

function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
