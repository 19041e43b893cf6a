/**
 * A labelled set in the neutral format (README.md beside this file): stored turns, questions, and which turns and sessions
 * answer them. Refuses a set that is not whole, because half a set gives figures that look like whole ones.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CarryoverError } from '../../src/memory/error.ts';
import { isObject } from '../../src/memory/json-guards.ts';

export interface Turn {
  readonly id: string;
  readonly ns: string;
  readonly sid: string;
  readonly seq: number;
  readonly role?: string;
  readonly speaker?: string;
  readonly ts?: string | number;
  readonly text: string;
}

export interface Question {
  readonly id: string;
  readonly ns: string;
  readonly text: string;
  readonly type: string;
  /** Asked when turns up to this `seq` are stored; absent: all. */
  readonly after?: number;
}

export interface Answers {
  readonly turns: ReadonlySet<string>;
  readonly sessions: ReadonlySet<string>;
}

export interface DataSet {
  readonly name: string;
  readonly turns: readonly Turn[];
  readonly questions: readonly Question[];
  readonly answers: ReadonlyMap<string, Answers>;
}

const FILES = ['corpus', 'queries', 'qrels'] as const;
const FORMAT_HINT = 'the format is described in bench/retrieval/README.md';

/** The sets in a folder, by name. */
export function setsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) throw invalid(`there is no folder ${folder}`, 'give the folder of the sets with --data');
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fileOf(join(folder, entry.name), 'corpus') !== undefined)
    .map(({ name }) => name)
    .toSorted();
  if (names.length === 0) throw invalid(`there is no set in ${folder}`, `one folder per set; ${FORMAT_HINT}`);
  return names;
}

export function readSet(folder: string, name: string): DataSet {
  const [corpus, queries, qrels] = FILES.map((file) => readLines(join(folder, name), file));
  const turns = (corpus ?? []).map(({ value, at }): Turn => {
    const { ns, sid, seq, role, speaker, ts } = value;
    if (typeof seq !== 'number') throw malformed(at, 'seq');
    return {
      id: text(value.id, at, 'id'),
      ns: text(ns, at, 'ns'),
      sid: text(sid, at, 'sid'),
      seq,
      // Published conversations hold turns in which nothing is said.
      text: value.text === undefined ? '' : text(value.text, at, 'text'),
      ...(typeof role === 'string' ? { role } : {}),
      ...(typeof speaker === 'string' ? { speaker } : {}),
      ...(typeof ts === 'string' || typeof ts === 'number' ? { ts } : {}),
    };
  });
  const questions = (queries ?? []).map(({ value, at }): Question => {
    const { after, type } = value;
    return {
      id: text(value.id, at, 'id'),
      ns: text(value.ns, at, 'ns'),
      text: text(value.text, at, 'text'),
      type: typeof type === 'string' ? type : '',
      ...(typeof after === 'number' ? { after } : {}),
    };
  });
  const answers = new Map(
    (qrels ?? []).map(({ value, at }): [string, Answers] => [
      text(value.q, at, 'q'),
      { turns: ids(value.turns, at, 'turns'), sessions: ids(value.sessions, at, 'sessions') },
    ]),
  );
  if (!questions.some(({ id }) => answers.has(id))) {
    throw invalid(`no question of ${name} has an answer in its qrels`, FORMAT_HINT);
  }
  return { name, turns, questions, answers };
}

interface Line {
  readonly value: Readonly<Record<string, unknown>>;
  /** For messages: the file and the line. */
  readonly at: string;
}

function readLines(folder: string, file: (typeof FILES)[number]): readonly Line[] {
  const path = fileOf(folder, file);
  if (path === undefined) throw invalid(`there is no ${file}.jsonl or ${file}.jsonl.gz in ${folder}`, FORMAT_HINT);
  return readText(path)
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const at = `${path}:${index + 1}`;
      const value = parse(line, at);
      if (!isObject(value)) throw invalid(`${at} is not an object`, FORMAT_HINT);
      return [{ value, at }];
    });
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  if (!path.endsWith('.gz')) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch {
    throw invalid(`${path} is not whole, or not gzipped`, 'copy or convert it again');
  }
}

function fileOf(folder: string, file: string): string | undefined {
  return [`${file}.jsonl`, `${file}.jsonl.gz`].map((name) => join(folder, name)).find((path) => existsSync(path));
}

function parse(line: string, at: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw invalid(`${at} is not JSON`, FORMAT_HINT);
  }
}

function text(value: unknown, at: string, field: string): string {
  if (typeof value === 'string') return value;
  throw malformed(at, field);
}

function ids(value: unknown, at: string, field: string): ReadonlySet<string> {
  if (Array.isArray(value) && value.every((id) => typeof id === 'string')) return new Set(value);
  throw malformed(at, field);
}

function malformed(at: string, field: string): CarryoverError {
  return invalid(`${at}: ${field} is missing or of the wrong type`, FORMAT_HINT);
}

function invalid(message: string, hint: string): CarryoverError {
  return new CarryoverError(message, { code: 'invalid-input', hint });
}
