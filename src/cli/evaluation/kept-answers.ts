/**
 * Questions and answers of an evaluation as files of a folder: `ID.question.txt`, `ID.answer.txt`, and with a number
 * (`ID.2.answer.txt`) from the second of a case on. What was answered once is answered again from there, so that a change
 * of the product is measured on the same answers and at no cost.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Completion } from '../../curator/llm/provider.ts';
import { CarryoverError } from '../../memory/error.ts';
import { makePrivateFolder, writeFileAtomically } from '../../platform/atomic-file.ts';
import type { Ask } from './asked-case.ts';

const FREE = { inputTokens: 0, outputTokens: 0, costUsd: 0 } as const;
/** A second question asks only for a shorter file. */
const NOTHING = 'NONE';

/** A case whose first answer is not there is an error: it would count as one in which nothing was found. */
export function keptAnswers(folder: string): Ask {
  return async (id, number) => {
    const text = readIf(join(folder, nameOf(id, number, 'answer')));
    if (text === undefined && number === 1) {
      throw new CarryoverError(`${folder} holds no answer for the case "${id}"`, {
        code: 'no-answer',
        subject: id,
        hint: `put one into ${nameOf(id, number, 'answer')}, or leave --answers out to ask your model`,
      });
    }
    return { ...FREE, text: text ?? NOTHING, ended: 'complete' };
  };
}

/** Asks as before, and keeps both sides. What the folder holds already is not asked for again: a run that broke off goes on. */
export function keeping(folder: string, ask: Ask): Ask {
  makePrivateFolder(folder);
  return async (id, number, question) => {
    const known = readIf(join(folder, nameOf(id, number, 'answer')));
    if (known !== undefined) return { ...FREE, text: known, ended: 'complete' };
    const { system, prompt } = question;
    writeFileAtomically(join(folder, nameOf(id, number, 'question')), `${system}\n\n${prompt}\n`);
    const completion: Completion = await ask(id, number, question);
    writeFileAtomically(join(folder, nameOf(id, number, 'answer')), completion.text);
    return completion;
  };
}

function nameOf(id: string, number: number, what: 'question' | 'answer'): string {
  return `${id}${number === 1 ? '' : `.${number}`}.${what}.txt`;
}

function readIf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
