/**
 * What a run's agent has done so far, read from the lines it prints (stream-json: one JSON object a line, one line for each
 * block of a message). Lines that are none of it are handed on as they are. Unknown kinds are passed over.
 */
import { isOutsideId } from '../../memory/ids.ts';
import { isObject, text } from '../../memory/json-guards.ts';

export type StreamMessage = Readonly<Record<string, unknown>> & { readonly type: string };

export interface RunSoFar {
  readonly sessionId: string | null;
  /** Answers of the model, each of which may be several lines. */
  readonly turns: number;
  readonly toolCalls: number;
  readonly lastTool: string;
  /** The last word, when it has come to it. */
  readonly result: string | undefined;
  readonly costUsd: number | null;
  readonly failed: boolean;
}

/** Undefined for a line that is no message. */
export function messageIn(line: string): StreamMessage | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && typeof value.type === 'string' ? { ...value, type: value.type } : undefined;
  } catch {
    // A line of some other program.
    return undefined;
  }
}

export class StreamTally {
  readonly #answers = new Set<string>();
  #seen: Omit<RunSoFar, 'turns'> = {
    sessionId: null,
    toolCalls: 0,
    lastTool: '',
    result: undefined,
    costUsd: null,
    failed: false,
  };
  #told = 0;

  get soFar(): RunSoFar {
    // The client's own count, where it tells one.
    return { ...this.#seen, turns: this.#told || this.#answers.size };
  }

  add(message: StreamMessage): void {
    const seen = this.#seen;
    const told = text(message.session_id);
    this.#seen = { ...seen, sessionId: isOutsideId(told) ? told : seen.sessionId };
    if (message.type === 'assistant') this.#answered(message);
    if (message.type === 'result') this.#ended(message);
  }

  #answered({ message }: StreamMessage): void {
    if (!isObject(message)) return;
    this.#answers.add(text(message.id));
    const calls = blocksOf(message.content).filter(({ type }) => type === 'tool_use');
    const seen = this.#seen;
    const lastTool = text(calls.at(-1)?.name) || seen.lastTool;
    this.#seen = { ...seen, toolCalls: seen.toolCalls + calls.length, lastTool };
  }

  #ended({ result, num_turns: turns, total_cost_usd: cost, is_error: failed }: StreamMessage): void {
    // Of each conversation the client tells the sum. What is no count is not believed.
    if (typeof turns === 'number' && Number.isSafeInteger(turns) && turns > 0) this.#told += turns;
    this.#seen = {
      ...this.#seen,
      result: typeof result === 'string' ? result : this.#seen.result,
      costUsd: typeof cost === 'number' && cost >= 0 && cost < Infinity ? cost : this.#seen.costUsd,
      failed: failed === true,
    };
  }
}

function blocksOf(content: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}
