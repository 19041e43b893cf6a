/** What the person said in each turn of a batch, with the answer it follows; made from records, or from the turn without them. */
import type { SessionId } from '../../memory/ids.ts';
import { promptSaying, type Spoken, typedTextOf } from '../../memory/record-segments.ts';
import { tierOf } from '../../memory/trust.ts';
import type { CuratedTurn } from '../curator.ts';
import type { Language } from './languages/language.ts';
import { type Sentence, sentencesOf, withoutInjected } from './sentences.ts';

export interface Said {
  readonly turn: number;
  readonly sessionId: SessionId;
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
/** As much of an answer as the reader compares with. */
const ANSWER_CHARS = 2_000;

/** One at a time, because taking a long one apart takes a while. */
export function* saidIn(turns: readonly CuratedTurn[], language: Language): Generator<Said> {
  const last = new Map<string, Pick<Said, 'before' | 'answer' | 'asked'>>();
  for (const { number, turn, records } of turns) {
    const context = last.get(turn.sessionId) ?? { before: '', answer: '', asked: '' };
    for (const { content, source } of promptsOf({ number, turn, records })) {
      yield {
        turn: number,
        sessionId: turn.sessionId,
        ...context,
        sentences: sentencesOf(content, source, language),
        typed: withoutInjected(source === 'typed' ? content : typedTextOf(promptSaying(content))),
      };
    }
    const done = turn.toolCalls.map((call) => call.input).join('\n');
    last.set(turn.sessionId, {
      before: `${done.slice(-BEFORE_CHARS)}\n${turn.agentResponse.slice(-BEFORE_CHARS)}`,
      answer: turn.agentResponse.slice(-ANSWER_CHARS),
      asked: turn.userMessage,
    });
  }
}

interface SaidPrompt {
  readonly content: string;
  readonly source: 'typed' | 'pasted';
}

function promptsOf({ turn, records }: CuratedTurn): readonly SaidPrompt[] {
  const prompts: readonly Spoken[] = records.length === 0 ? [promptSaying(turn.userMessage)] : records;
  return prompts.flatMap((record): readonly SaidPrompt[] => {
    const { type, source, content } = record;
    // What a program handed in was said by somebody; what a client puts into a prompt by itself was not.
    if (type !== 'prompt' || (tierOf(source) === 'tool' && source !== 'import')) return [];
    if (source === 'typed' || source === 'pasted') return [{ content: typedTextOf(record), source: 'typed' }];
    // An app's prompt is nobody's own voice.
    return [{ content, source: 'pasted' }];
  });
}
