/**
 * Edits JSON as text: what an edit does not write keeps every byte (indentation, line ends, comments, order, byte order
 * mark, last newline), and removing what was inserted gives the former text back. Values are written in the file's own
 * indentation. Limit: a container that held nothing but white space comes back as `{}` or `[]`.
 */
import {
  type JsonNode,
  type JsonPath,
  type JsonRules,
  nodeAt,
  parseRoot,
  plainValue,
  unexpectedShape,
} from './json-tree.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const DEFAULT_INDENT = '  ';
const EMPTY_DOCUMENT = '{}\n';

/** Immutable: every edit answers a new document. */
export interface JsonDocument {
  /** As it goes to the file. */
  readonly text: string;
  /** The value at the path; undefined when there is none. */
  get(path: JsonPath): unknown;
  /** Replaces the value, or adds the property with the objects that lead to it. */
  set(path: JsonPath, value: unknown): JsonDocument;
  /** Adds to the end of the array, which is made when it is not there. */
  append(path: JsonPath, value: unknown): JsonDocument;
  /** Takes the property or element away, if it is there. */
  remove(path: JsonPath): JsonDocument;
}

/** A missing or blank file is an empty object. */
export function openJson(text: string | null, rules: JsonRules): JsonDocument {
  const mark = text?.startsWith(BYTE_ORDER_MARK) === true ? BYTE_ORDER_MARK : '';
  const body = text?.slice(mark.length) ?? '';
  return documentOf(mark, body.trim() === '' ? EMPTY_DOCUMENT : body, rules);
}

function documentOf(mark: string, body: string, rules: JsonRules): JsonDocument {
  const root = parseRoot(body, rules);
  const changed = (text: string): JsonDocument => documentOf(mark, text, rules);
  const document: JsonDocument = {
    text: mark + body,
    get(path) {
      const node = nodeAt(root, path);
      return node === undefined ? undefined : plainValue(node);
    },
    set(path, value) {
      const node = nodeAt(root, path);
      if (node !== undefined) return changed(replaceNode(body, root, node, value));
      return changed(insertProperty(body, root, path, value, rules.file));
    },
    append(path, value) {
      const array = nodeAt(root, path);
      if (array === undefined) return document.set(path, [value]);
      if (array.type !== 'array') throw unexpectedShape(rules.file, path, 'a list');
      return changed(insertLast(body, root, array, value));
    },
    remove(path) {
      const child = childNodeAt(root, path);
      return child === undefined ? document : changed(removeChild(body, child));
    },
  };
  return document;
}

/** The node to cut out: the whole property, not only its value. */
function childNodeAt(root: JsonNode, path: JsonPath): JsonNode | undefined {
  const node = nodeAt(root, path);
  return typeof path.at(-1) === 'string' ? node?.parent : node;
}

function insertProperty(text: string, root: JsonNode, path: JsonPath, value: unknown, file: string): string {
  let depth = path.length - 1;
  while (nodeAt(root, path.slice(0, depth)) === undefined) depth -= 1;
  const parent = nodeAt(root, path.slice(0, depth));
  const key = path[depth];
  if (parent?.type !== 'object' || typeof key !== 'string')
    throw unexpectedShape(file, path.slice(0, depth), 'an object');
  const nested = path.slice(depth + 1).reduceRight((inner: unknown, step) => ({ [step]: inner }), value);
  return insertLast(text, root, parent, nested, `${JSON.stringify(key)}: `);
}

function replaceNode(text: string, root: JsonNode, node: JsonNode, value: unknown): string {
  const rendered = render(value, lineIndentAt(text, node.offset), indentUnit(text, root), lineEndOf(text));
  return text.slice(0, node.offset) + rendered + text.slice(endOf(node));
}

function insertLast(text: string, root: JsonNode, container: JsonNode, value: unknown, label = ''): string {
  const lineEnd = lineEndOf(text);
  const unit = indentUnit(text, root);
  const outer = lineIndentAt(text, container.offset);
  const closing = endOf(container) - 1;
  const first = container.children?.[0];
  const last = container.children?.at(-1);

  if (first === undefined || last === undefined) {
    const opened = container.offset + 1;
    const closingLine = text.slice(opened, closing).includes('\n') ? '' : closingLineOf(text, container);
    const child = `${lineEnd}${outer}${unit}${label}${render(value, outer + unit, unit, lineEnd)}`;
    return text.slice(0, opened) + child + closingLine + text.slice(opened);
  }

  const lastEnd = endOf(last);
  const afterTrivia = skipTrivia(text, lastEnd);
  const trailingComma = text[afterTrivia] === ',';
  const withComma = trailingComma
    ? text.slice(0, closing)
    : `${text.slice(0, lastEnd)},${text.slice(lastEnd, closing)}`;
  // After a comment that belongs to the last child, so that it stays with it.
  const before = withComma.trimEnd();
  const gap = withComma.slice(before.length);
  const comma = trailingComma ? ',' : '';

  const onOneLine = !text.slice(container.offset, closing).includes('\n');
  if (onOneLine && container.type === 'array' && !isContainer(value))
    return `${before} ${JSON.stringify(value)}${comma}${gap}${text.slice(closing)}`;

  const inner = startsItsLine(text, first.offset) ? lineIndentAt(text, first.offset) : outer + unit;
  const closingLine = gap.includes('\n') ? '' : closingLineOf(text, container);
  const child = `${lineEnd}${inner}${label}${render(value, inner, unit, lineEnd)}${comma}`;
  return before + child + closingLine + gap + text.slice(closing);
}

function removeChild(text: string, child: JsonNode): string {
  const container = child.parent;
  if (container === undefined) return text;
  const siblings = container.children ?? [];
  const previous = siblings[siblings.indexOf(child) - 1];
  const childEnd = endOf(child);
  const commaAt = skipTrivia(text, childEnd);
  const ownComma = text[commaAt] === ',';
  const after = ownComma ? text.slice(childEnd, commaAt) + text.slice(commaAt + 1) : text.slice(childEnd);
  const before = text.slice(0, child.offset).trimEnd();
  const triviaFrom = previous === undefined ? container.offset + 1 : skipTrivia(text, endOf(previous)) + 1;
  // A line comment before the child would swallow what now follows it.
  const commented = endsInLineComment(before.slice(triviaFrom));
  const tail = commented && !/^[ \t]*\r?\n/.test(after) ? lineEndOf(text) + after : after;

  if (siblings.length === 1) {
    const closing = before.length + tail.length - (text.length - endOf(container)) - 1;
    const joined = before + tail;
    const empty = joined.slice(container.offset + 1, closing).trim() === '';
    return empty ? joined.slice(0, container.offset + 1) + joined.slice(closing) : joined;
  }
  if (previous === undefined || ownComma) return before + tail;

  const previousComma = skipTrivia(text, endOf(previous));
  const head = before.slice(0, previousComma) + before.slice(previousComma + 1);
  const rejoin = !commented && brokeItsLine(text, container, tail);
  return head + (rejoin ? tail.slice(closingLineOf(text, container).length) : tail);
}

/** Whether `tail` begins with the line that insertLast opened in a container that stood on one line. */
function brokeItsLine(text: string, container: JsonNode, tail: string): boolean {
  const line = closingLineOf(text, container);
  const first = container.children?.[0]?.offset ?? container.offset;
  const opensOnItsLine = !text.slice(container.offset, first).includes('\n');
  return opensOnItsLine && tail.startsWith(line) && /^[ \t]*[\]}]/.test(tail.slice(line.length));
}

function closingLineOf(text: string, container: JsonNode): string {
  return lineEndOf(text) + lineIndentAt(text, container.offset);
}

function render(value: unknown, indent: string, unit: string, lineEnd: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', lineEnd + indent);
}

function indentUnit(text: string, root: JsonNode): string {
  const first = root.children?.[0];
  const indent = first !== undefined && startsItsLine(text, first.offset) ? lineIndentAt(text, first.offset) : '';
  return indent === '' ? DEFAULT_INDENT : indent;
}

function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

function lineIndentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(lineBefore(text, offset))?.[0] ?? '';
}

function startsItsLine(text: string, offset: number): boolean {
  return text.lastIndexOf('\n', offset) >= 0 && lineBefore(text, offset).trim() === '';
}

function lineBefore(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
}

function endsInLineComment(trivia: string): boolean {
  return (
    trivia
      .match(/\/\/[^\n]*|\/\*.*?\*\//gs)
      ?.at(-1)
      ?.startsWith('//') === true
  );
}

function skipTrivia(text: string, offset: number): number {
  const trivia = /(?:\s|\/\/[^\n]*|\/\*.*?\*\/)*/sy;
  trivia.lastIndex = offset;
  trivia.exec(text);
  return trivia.lastIndex;
}

function endOf(node: JsonNode): number {
  return node.offset + node.length;
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
