/** What the person said in each turn of a batch, with the answer it follows; made from records, or from the turn without them. */
import { BLOCK_TAG } from '../../memory/block-tag.ts';
import { segmentsOf } from '../../memory/segments.ts';
import { classifyPrompt } from '../../memory/source.ts';
import { tierOf } from '../../memory/trust.ts';
import type { CuratedTurn } from '../curator.ts';
import type { Language } from './languages/language.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

export interface Said {
  readonly turn: number;
  readonly sentences: readonly Sentence[];
  /** The person's own words, with what is not theirs left out. */
  readonly typed: string;
  /** What the agent said and did last in the same session; empty when the batch does not hold it. */
  readonly before: string;
  /** The answer alone, without what the agent did for it. */
  readonly answer: string;
  /** What the person had asked for then. */
  readonly asked: string;
}

/** The end of what came before is what a person answers to. */
const BEFORE_CHARS = 4_000;
const INJECTED = new RegExp(`<(${BLOCK_TAG}|system-reminder)\\b[\\s\\S]*?(?:</\\1>|$)`, 'g');

/** One at a time, because taking a long one apart takes a while. */
export function* saidIn(turns: readonly CuratedTurn[], language: Language): Generator<Said> {
  const last = new Map<string, Pick<Said, 'before' | 'answer' | 'asked'>>();
  for (const { number, turn, records } of turns) {
    const context = last.get(turn.sessionId) ?? { before: '', answer: '', asked: '' };
    for (const { content, source } of promptsOf({ number, turn, records })) {
      yield {
        turn: number,
        ...context,
        sentences: sentencesOf(content, source, language),
        typed: typedIn(content),
      };
    }
    const done = turn.toolCalls.map((call) => call.input).join('\n');
    last.set(turn.sessionId, {
      before: `${done.slice(-BEFORE_CHARS)}\n${turn.agentResponse.slice(-BEFORE_CHARS)}`,
      answer: turn.agentResponse.slice(-BEFORE_CHARS),
      asked: turn.userMessage,
    });
  }
}

function typedIn(content: string): string {
  const own = content.replace(INJECTED, '\n\n');
  const parts = segmentsOf(own).map(({ from, to, source }) => (source === 'typed' ? own.slice(from, to) : '\n\n'));
  return parts.join('');
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
