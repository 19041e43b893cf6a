/**
 * Who answers: the rules, or a model within its budget with the rules beside it. At the cap, or with the kill switch on,
 * the rules answer alone and the report says so. A file that comes back too long is asked for once more; after that, code trims it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { countLines, normalText } from '../files/file-text.ts';
import { CarryoverError } from '../memory/error.ts';
import type { SessionId } from '../memory/ids.ts';
import { Breather } from '../platform/breathe.ts';
import { systemClock } from '../platform/clock.ts';
import type { CuratorAnswer } from './answer.ts';
import type { CuratorInput } from './curator.ts';
import { parseAnswer } from './grammar/parse-answer.ts';
import { NO_ANSWER, RULES_MARK, renderAnswer } from './grammar/render-answer.ts';
import { type Completion, type Provider, ProviderError } from './llm/provider.ts';
import { type CuratorPrompt, curatorPrompt } from './prompt/curator-prompt.ts';
import { extractPrompt } from './prompt/extract-prompt.ts';
import { tooLongPrompt } from './prompt/too-long-prompt.ts';
import { curateInSteps } from './rules/rules.ts';
import type { SpendLedger } from './spend/ledger.ts';

export interface Answered {
  readonly curator: string;
  readonly promptHash: string;
  readonly answers: readonly string[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

export interface Model {
  readonly provider: Provider;
  readonly ledger: SpendLedger;
}

export const RULES = 'rules';
/** Four full files, the learnings beside them, and what a model thinks before it writes; what it could cost is reserved before each call. */
export const BATCH = { maxOutputTokens: 12_000, timeoutMs: 120_000 };
/** Ten learnings of forty words, twice. */
const EXTRACTION = { maxOutputTokens: 2_000 };
/** Codes of the ledger that mean: no model now. */
const NO_MODEL: ReadonlySet<string> = new Set(['spend-cap', 'model-calls-off']);

export async function answerByRules(input: CuratorInput): Promise<Answered> {
  const shown = JSON.stringify(input.turns.map(({ turn }) => [turn.id, turn.rev]));
  return {
    curator: RULES,
    promptHash: createHash('sha256').update(shown).digest('hex'),
    answers: [renderAnswer(await curated(input))],
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
  };
}

async function curated(input: CuratorInput): Promise<CuratorAnswer> {
  const breather = new Breather(systemClock);
  const steps = curateInSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await breather.breathe();
  }
}

/** `onFallback` is told why, when rules answer in place of the model. `extractMs`: only learnings are asked for, in that time. */
export async function answerByModel(
  input: CuratorInput,
  model: Model,
  signal: AbortSignal,
  onFallback: (reason: CarryoverError) => void,
  extractMs?: number,
): Promise<Answered> {
  try {
    const answered = await asked(input, model, signal, extractMs);
    return { ...answered, answers: [...answered.answers, ...(await besideModel(input))] };
  } catch (error) {
    if (!(error instanceof CarryoverError) || !NO_MODEL.has(error.code)) throw error;
    onFallback(error);
    return answerByRules(input);
  }
}

/** What the rules find of the same turns costs nothing, and a model may have passed over it (M-01). */
async function besideModel(input: CuratorInput): Promise<readonly string[]> {
  const { answers } = await answerByRules(input);
  return answers.filter((text) => text !== NO_ANSWER).map((text) => RULES_MARK + text);
}

async function asked(
  input: CuratorInput,
  { provider, ledger }: Model,
  signal: AbortSignal,
  extractMs: number | undefined,
): Promise<Answered> {
  const sessions = sharesOf(input);
  const isExtraction = extractMs !== undefined;
  const question = isExtraction ? extractPrompt(input, newFence()) : curatorPrompt(input, newFence());
  const limits = isExtraction ? { ...EXTRACTION, timeoutMs: extractMs } : BATCH;
  const ask = async ({ system, prompt }: CuratorPrompt): Promise<Completion> =>
    (await ledger.ask(provider, { system, prompt, ...limits, signal }, sessions, isExtraction ? 'extract' : 'curate'))
      .completion;
  const first = await ask(question);
  refuseUnreadable(first);
  const completions = [first];
  const again = isExtraction ? undefined : followUp(first, input);
  if (again !== undefined) {
    try {
      completions.push(await ask(again));
    } catch (error) {
      // The first answer is good enough to go on with: code trims what is too long.
      if (!(error instanceof CarryoverError)) throw error;
    }
  }
  return {
    curator: `${provider.name}/${provider.model}`,
    promptHash: question.hash,
    answers: completions.map(cutOffMarked),
    inputTokens: sum(completions, 'inputTokens'),
    outputTokens: sum(completions, 'outputTokens'),
    costUsd: sum(completions, 'costUsd'),
  };
}

/** New for each call: what is quoted in it cannot know it. */
function newFence(): string {
  return randomBytes(8).toString('hex');
}

/**
 * What stands last in an answer that was cut off is incomplete, and a replay no longer knows that it was: what is kept
 * is what was understood of it.
 */
function cutOffMarked({ text, ended }: Completion): string {
  const isWhole = ended === 'complete' && !text.startsWith(RULES_MARK);
  return isWhole ? text : renderAnswer(parseAnswer(text, ended));
}

/** Prose, a web page, nothing: an answer in which nothing is said in our grammar, not even that there is nothing. */
function refuseUnreadable({ text, ended }: Completion): void {
  if (Object.values(parseAnswer(text, ended)).some((part) => part.length > 0)) return;
  if (/^\W*NONE\W*$/m.test(text)) return;
  throw new ProviderError('the model answered something that is no curation', {
    code: 'answer-unreadable',
    problem: 'unusable',
    hint: 'a larger model may do; `carryover config set curator.model …`',
  });
}

function followUp({ text, ended }: Completion, { files: shown }: CuratorInput): CuratorPrompt | undefined {
  const tooLong = parseAnswer(text, ended).files.flatMap((file) => {
    const limitLines = shown.find(({ name, writable }) => name === file.name && writable)?.limitLines;
    const fits = limitLines === undefined || countLines(normalText(file.content)) <= limitLines;
    return fits ? [] : [{ ...file, limitLines }];
  });
  return tooLong.length === 0 ? undefined : tooLongPrompt(tooLong, newFence());
}

function sharesOf({ turns }: CuratorInput): { readonly id: SessionId; readonly share: number }[] {
  const counts = new Map<SessionId, number>();
  for (const { turn } of turns) counts.set(turn.sessionId, (counts.get(turn.sessionId) ?? 0) + 1);
  return [...counts].map(([id, count]) => ({ id, share: count / turns.length }));
}

function sum(completions: readonly Completion[], key: 'inputTokens' | 'outputTokens' | 'costUsd'): number {
  return completions.reduce((total, completion) => total + completion[key], 0);
}
