/** Questions to a person. Where there is no terminal to ask on, nothing is taken for granted: the command says so and ends. */
import { CarryoverError } from '../memory/error.ts';
import { say } from './terminal.ts';

export function hasTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

export function noTerminal(hint: string): CarryoverError {
  return new CarryoverError('there is no terminal to ask on', { code: 'not-interactive', hint });
}

export async function confirm(message: string, initialValue: boolean): Promise<boolean> {
  const { confirm: ask, isCancel } = await import('@clack/prompts');
  const answer = await ask({ message, initialValue });
  return !isCancel(answer) && answer;
}

/** True with `--yes` or a person's yes; false is a no. */
export async function agreed(yes: unknown, message: string): Promise<boolean> {
  if (yes === true) return true;
  if (!hasTerminal()) throw noTerminal('say --yes to go ahead');
  return confirm(message, true);
}

/** The exit code after a no. */
export function abandoned(): number {
  say('Nothing was changed.');
  return 1;
}
