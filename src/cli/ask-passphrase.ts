/** A passphrase from a person, without echo, or from a program on standard input. Never from an argument or a variable. */
import { text } from 'node:stream/consumers';
import { CarryoverError } from '../memory/error.ts';
import { hasTerminal, noTerminal } from './ask.ts';

export async function askPassphrase(fromStdin: unknown, message: string): Promise<string> {
  const given = fromStdin === true ? firstLine(await text(process.stdin)) : await typed(message);
  if (given !== '') return given;
  throw new CarryoverError('the passphrase is empty', { code: 'invalid-input', hint: 'nothing was changed' });
}

function firstLine(input: string): string {
  return input.split(/\r?\n/, 1)[0] ?? '';
}

async function typed(message: string): Promise<string> {
  if (!hasTerminal()) throw noTerminal('give it on standard input, with --passphrase-stdin');
  const { password, isCancel } = await import('@clack/prompts');
  const answer = await password({ message });
  return isCancel(answer) ? '' : answer;
}
