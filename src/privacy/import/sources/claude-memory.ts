/**
 * Claude Code's own memory of a project: a folder with one Markdown file per thing it noted, each with a name, a
 * description and a type in front, and `MEMORY.md`, an index of them. The index is left out when it only points at files.
 * What it noted of the user, or was told by them, is a wish that a person should look at; the rest are facts.
 */

import { statementsIn } from './markdown-statements.ts';
import type { SourceStatement } from './source-lines.ts';

const INDEX_NAME = 'MEMORY.md';

const FRONT = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/;
const FIELD = /^\s*(name|description|type):\s*(.*?)\s*$/gm;
const POINTER = /\]\([^)\s]+\.md\)/;
const WISHES: readonly string[] = ['user', 'feedback'];

export function claudeMemory(path: string, fileName: string, text: string): readonly SourceStatement[] {
  const front = FRONT.exec(text);
  const fields = new Map(
    [...(front?.[1] ?? '').matchAll(FIELD)].map(([, name, value]) => [name, unquoted(value ?? '')]),
  );
  const body = text.slice(front?.[0].length ?? 0);
  const type = fields.get('type') ?? '';
  const found = statementsIn(body).filter(({ content }) => fileName !== INDEX_NAME || !POINTER.test(content));
  const description = fields.get('description') ?? '';
  const told =
    found.length === 0 && description !== '' ? [{ content: description, heading: null, isWish: false }] : found;
  return told.map(({ content, heading, isWish }) => ({
    type: isWish || WISHES.includes(type) ? 'PREFERENCE' : 'FACT',
    content,
    subject: fields.get('name') ?? heading,
    tags: type === '' ? [] : [type],
    path,
    ofProject: true,
  }));
}

function unquoted(value: string): string {
  return value.replace(/^(["'])(.*)\1$/, '$2');
}
