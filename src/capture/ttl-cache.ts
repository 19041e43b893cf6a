/** Answers that hold for a few seconds: asked on every event, changed almost never. A failure is not remembered. */
import type { Clock } from '../platform/clock.ts';

const HOLDS_MS = 5_000;
/** More than any one machine works with at a time. */
const MOST = 500;

export class Remembered<Answer> {
  readonly #clock: Clock;
  readonly #answers = new Map<string, { readonly until: number; readonly answer: Promise<Answer> }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const now = this.#clock.elapsed();
    const known = this.#answers.get(question);
    if (known !== undefined && known.until > now) return known.answer;
    const answer = ask();
    if (this.#answers.size >= MOST) this.#answers.clear();
    this.#answers.set(question, { until: now + HOLDS_MS, answer });
    answer.catch(() => this.#answers.delete(question));
    return answer;
  }

  clear(): void {
    this.#answers.clear();
  }
}
