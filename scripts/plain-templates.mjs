/**
 * Templates that are read raw (`String.raw`), written as plain ones that say the same: only in those can letters beyond ASCII
 * be escaped, and one such letter makes every other one of its file take two bytes in memory.
 */
import { parseAst } from 'rolldown/parseAst';

/** @param {string} code */
export function plainTemplates(code) {
  if (!code.includes('String.raw') || code.length === Buffer.byteLength(code)) return code;
  const edits = [];
  collect(parseAst(code), edits);
  let plain = '';
  let at = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    plain += code.slice(at, start) + text;
    at = end;
  }
  return plain + code.slice(at);
}

/** The tag goes, and each piece of text; what is put in between stays, with its own templates. */
function collect(node, edits) {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const each of node) collect(each, edits);
    return;
  }
  if (node.type === 'TaggedTemplateExpression' && isStringRaw(node.tag)) {
    edits.push({ start: node.tag.start, end: node.tag.end, text: '' });
    for (const { start, end, value } of node.quasi.quasis) edits.push({ start, end, text: cookedAs(value.raw) });
    collect(node.quasi.expressions, edits);
    return;
  }
  for (const value of Object.values(node)) collect(value, edits);
}

function isStringRaw({ type, object, property }) {
  return type === 'MemberExpression' && object.name === 'String' && property.name === 'raw';
}

function cookedAs(raw) {
  return raw.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
}
