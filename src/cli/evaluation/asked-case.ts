/**
 * The model of one case, as the curator sees it: every question goes to `ask`, and what was answered is kept. A failure is
 * kept too: the curator would go on by the rules, which is right for a person's turns and wrong for a measurement.
 */
import type { Completion, Provider, Question } from '../../curator/llm/provider.ts';

/** `number` counts the questions of a case from 1. */
export type Ask = (id: string, number: number, question: Pick<Question, 'system' | 'prompt'>) => Promise<Completion>;

export class AskedCase {
  readonly answers: Completion[] = [];
  readonly provider: Provider;
  #failure: unknown;

  constructor(id: string, ask: Ask) {
    this.provider = {
      name: 'evaluation',
      model: 'asked',
      recipient: null,
      // What it costs is counted where the question is really asked.
      mostUsd: () => 0,
      ask: async (question) => {
        try {
          const answer = await ask(id, this.answers.length + 1, question);
          this.answers.push(answer);
          return answer;
        } catch (error) {
          this.#failure = error;
          throw error;
        }
      },
    };
  }

  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}
