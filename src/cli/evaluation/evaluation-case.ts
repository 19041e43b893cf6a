/**
 * One case of an evaluation: turns of a session, what of them should be learned, and what must not be. A set is a file with
 * one JSON object per line (docs/learning.md has the shape). Refused with the line's number when it does not fit; a quote
 * that stands in none of the case's turns is refused too, so that nothing is expected that nobody said.
 */
import * as z from 'zod';
import { CarryoverError } from '../../memory/error.ts';
import { LEARNED_TYPES } from '../../memory/learning.ts';

const words = z.array(z.string().min(1)).min(1);
const kind = z.enum(LEARNED_TYPES);
const call = z.strictObject({
  tool: z.string(),
  input: z.record(z.string(), z.json()),
  outcome: z.enum(['ok', 'error']),
  output: z.string(),
});
const expectation = z.strictObject({
  /** Where it is said, word for word: in a prompt, a command, an output or an answer of the case. */
  quote: z.string().min(1),
  /** What every right wording holds, each as a word or the beginning of one; `a|b` is either. */
  words,
  kind,
  /** Other kinds that are right as well. */
  also: z.array(kind).optional(),
  /** Where it holds; absent: either is right. */
  scope: z.enum(['user', 'space']).optional(),
});
const evaluationCase = z.strictObject({
  id: z.string().regex(/^[\w.-]{1,60}$/),
  lang: z.string().min(2).max(8),
  about: z.string().optional(),
  turns: z
    .array(
      z.strictObject({
        prompt: z.string(),
        calls: z.array(call).optional(),
        answer: z.string().optional(),
        /** The curator reads up to here before the next turn is said. */
        read: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(25),
  expect: z.array(expectation),
  /** May be learned, need not be. */
  optional: z.array(expectation).optional(),
  /** Never kept, in no learning and in no line of a file. */
  forbid: z.array(z.strictObject({ words })).optional(),
  /** Held once and holds no more at the end. */
  gone: z.array(z.strictObject({ words })).optional(),
});

export type EvaluationCase = z.infer<typeof evaluationCase>;
export type Expectation = z.infer<typeof expectation>;
export type CaseTurn = EvaluationCase['turns'][number];

export function readCases(text: string, path: string): readonly EvaluationCase[] {
  const cases = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const read = evaluationCase.safeParse(parsed(line));
    if (!read.success) throw refused(path, index + 1, z.prettifyError(read.error).replaceAll('\n', ' '));
    const missing = [...read.data.expect, ...(read.data.optional ?? [])].find(({ quote }) => !isSaid(quote, read.data));
    if (missing !== undefined) throw refused(path, index + 1, `no turn says "${missing.quote}"`);
    return [read.data];
  });
  const ids = new Set<string>();
  for (const { id } of cases) {
    if (ids.has(id)) throw refused(path, undefined, `the id "${id}" is there twice`);
    ids.add(id);
  }
  if (cases.length === 0) throw refused(path, undefined, 'it holds no case');
  return cases;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Said with the number of the line, as everything else that does not fit.
    return undefined;
  }
}

function isSaid(quote: string, { turns }: EvaluationCase): boolean {
  return turns.some(({ prompt, calls = [], answer = '' }) =>
    [prompt, answer, ...calls.flatMap(({ input, output }) => [...Object.values(input).map(String), output])].some(
      (text) => text.includes(quote),
    ),
  );
}

function refused(path: string, line: number | undefined, why: string): CarryoverError {
  return new CarryoverError(`${path}${line === undefined ? '' : `, line ${line}`}: ${why}`, {
    code: 'invalid-input',
    subject: path,
    hint: 'docs/learning.md shows what a case looks like',
  });
}
