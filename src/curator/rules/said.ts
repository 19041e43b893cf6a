/** What the person said in each turn of a batch, with the answer it follows; made from records, or from the turn without them. */
import { classifyPrompt } from '../../memory/source.ts';
import { tierOf } from '../../memory/trust.ts';
import type { CuratedTurn } from '../curator.ts';
import type { Language } from './languages/language.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

export interface Said {
  readonly turn: number;
  readonly sentences: readonly Sentence[];
  /** What the agent said and did last in the same session; empty when the batch does not hold it. */
  readonly before: string;
  /** What the person had asked for then. */
  readonly asked: string;
}

/** The end of what came before is what a person answers to. */
const BEFORE_CHARS = 4_000;

/** One at a time, because taking a long one apart takes a while. */
export function* saidIn(turns: readonly CuratedTurn[], language: Language): Generator<Said> {
  const last = new Map<string, { before: string; asked: string }>();
  for (const { number, turn, records } of turns) {
    const context = last.get(turn.sessionId) ?? { before: '', asked: '' };
    for (const { content, source } of promptsOf({ number, turn, records })) {
      yield { turn: number, ...context, sentences: sentencesOf(content, source, language) };
    }
    const done = turn.toolCalls.map((call) => call.input).join('\n');
    last.set(turn.sessionId, {
      before: `${done.slice(-BEFORE_CHARS)}\n${turn.agentResponse.slice(-BEFORE_CHARS)}`,
      asked: turn.userMessage,
    });
  }
}

function promptsOf({ turn, records }: CuratedTurn): { content: string; source: 'typed' | 'pasted' }[] {
  if (records.length === 0) return [{ content: turn.userMessage, source: classifyPrompt(turn.userMessage) }];
  return records.flatMap(({ type, source, content }) => {
    // What a program handed in was said by somebody; what a client puts into a prompt by itself was not.
    if (type !== 'prompt' || (tierOf(source) === 'tool' && source !== 'import')) return [];
    // Whatever was not typed, an app's prompt too, is nobody's own voice.
    return [{ content, source: source === 'typed' ? source : 'pasted' }];
  });
}
