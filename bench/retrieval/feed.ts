/** A set as a live memory meets it, store by store: what is said, and a question whenever it is asked. */
import type { DataSet, Question, Turn } from './data-set.ts';

export interface Store {
  readonly ns: string;
  readonly steps: readonly Step[];
}

/** What was said since the last question, then the question. */
interface Step {
  readonly said: readonly Turn[];
  readonly asked: Question;
}

export function storesOf({ turns, questions }: DataSet): readonly Store[] {
  const turnsOf = Map.groupBy(turns, ({ ns }) => ns);
  return [...Map.groupBy(questions, ({ ns }) => ns)].map(([ns, asked]) => {
    const said = (turnsOf.get(ns) ?? []).toSorted((a, b) => a.seq - b.seq);
    let told = 0;
    const steps = asked
      .toSorted((a, b) => momentOf(a) - momentOf(b))
      .map((question): Step => {
        const next = said.findIndex(({ seq }, at) => at >= told && seq > momentOf(question));
        const since = said.slice(told, next === -1 ? undefined : next);
        told += since.length;
        return { said: since, asked: question };
      });
    return { ns, steps };
  });
}

/** Not infinity: the difference of two would be no number. */
function momentOf({ after }: Question): number {
  return after ?? Number.MAX_SAFE_INTEGER;
}
