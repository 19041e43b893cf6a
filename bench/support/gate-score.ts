/**
 * How good the gate's choices are. An item counts once: of a turn any record. What is `fine` counts neither way.
 * Precision: given items that were wanted, of all given. Recall: wanted items that were given, of all wanted. Silence:
 * prompts that want nothing and got nothing (or nothing but what is fine), of all that want nothing.
 */
import type { LabelledPrompt } from './gate-set.ts';

export interface Given {
  readonly prompt: LabelledPrompt;
  /** Names in the set. */
  readonly items: readonly string[];
}

/** More than three are seldom read. */
const FIRST = 3;

export interface GateScore {
  readonly precision: number;
  readonly recall: number;
  /** Of the first three that a prompt wants. */
  readonly recallOfFirst: number;
  readonly silence: number;
  readonly given: number;
}

export function scoreGate(answers: readonly Given[]): GateScore {
  let given = 0;
  let right = 0;
  let wanted = 0;
  let nothing = 0;
  let silent = 0;
  let [firstWanted, firstRight] = [0, 0];
  for (const { prompt, items } of answers) {
    const counted = [...new Set(items)].filter((item) => !prompt.fine.includes(item));
    given += counted.length;
    right += counted.filter((item) => prompt.wants.includes(item)).length;
    wanted += prompt.wants.length;
    firstWanted += Math.min(FIRST, prompt.wants.length);
    firstRight += Math.min(FIRST, counted.filter((item) => prompt.wants.includes(item)).length);
    if (prompt.wants.length > 0) continue;
    nothing += 1;
    if (counted.length === 0) silent += 1;
  }
  return {
    precision: ratio(right, given),
    recall: ratio(right, wanted),
    recallOfFirst: ratio(firstRight, firstWanted),
    silence: ratio(silent, nothing),
    given,
  };
}

export function gateFigures({ precision, recall, recallOfFirst, silence, given }: GateScore): string {
  const share = (value: number) => value.toFixed(3);
  return `precision ${share(precision)}  recall ${share(recall)}  of three ${share(recallOfFirst)}  silence ${share(silence)}  given ${given}`;
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
