/** What retention waits for a person to say, in words. */
import type { StatusProblem } from '../../memory/status.ts';
import type { SweepNote } from './sweep-note.ts';

export function retentionQuestions({ waiting, uncertain }: SweepNote, now: number): readonly StatusProblem[] {
  const clock = `if the clock is wrong, set it right instead: it says ${dayOf(now)}`;
  return [
    ...(waiting === null
      ? []
      : [
          {
            code: 'retention-asks',
            message: `${waiting.records} of ${waiting.of} records are past their time, which is unusually much: shall their text go?`,
            hint: `nothing was hidden or erased; \`carryover retention\` shows them, \`carryover retention confirm\` lets them go; ${clock}`,
          },
        ]),
    ...(uncertain === 0
      ? []
      : [
          {
            code: 'retention-clock',
            message: `${uncertain} hidden records are past their time only if the clock is right: may their text go?`,
            hint: `Carryover has not seen that much time pass; \`carryover retention confirm\` says that it has; ${clock}`,
          },
        ]),
  ];
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
