/**
 * Which session has said so much that is not read yet that it is read by itself (D-050). One that a model did not read in
 * time is left to its batch, and not tried again until nothing of it waits: a question that was too slow once costs as much the next time.
 */
import { isDue, type WaitingSession } from '../knowledge/queue.ts';
import type { SessionId } from '../memory/ids.ts';
import type { Config } from '../platform/config.ts';

export type ExtractionLimits = Pick<
  Config,
  'curator.batchTurns' | 'curator.afterTokens' | 'curator.afterTools' | 'curator.extractTimeoutMs'
>;

export class SessionExtraction {
  readonly #skipped = new Set<SessionId>();

  /** Whether sessions are counted at all. */
  static isOn({ 'curator.afterTokens': tokens, 'curator.afterTools': tools }: ExtractionLimits): boolean {
    return tokens > 0 || tools > 0;
  }

  skip(session: SessionId): void {
    this.#skipped.add(session);
  }

  due(waiting: readonly WaitingSession[], limits: ExtractionLimits, now: number): WaitingSession | undefined {
    const still = new Set(waiting.map(({ sessionId }) => sessionId));
    for (const session of this.#skipped) if (!still.has(session)) this.#skipped.delete(session);
    const { 'curator.afterTokens': mostTokens, 'curator.afterTools': mostTools } = limits;
    return waiting.find(
      ({ sessionId, tokens, tools, dueAt }) =>
        !this.#skipped.has(sessionId) &&
        isDue(dueAt, now) &&
        ((mostTokens > 0 && tokens >= mostTokens) || (mostTools > 0 && tools >= mostTools)),
    );
  }
}
