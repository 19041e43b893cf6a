/** What tests of providers share: a question, settings, and a key that stands in no file. */
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { defaultConfig } from '../../platform/config.ts';
import { type Provider, ProviderError, type Question } from './provider.ts';
import type { ModelSettings } from './settings.ts';

export function modelSettings(changes: Partial<ModelSettings>): ModelSettings {
  return { ...defaultConfig(), ...changes };
}

export function makeQuestion(changes: Partial<Question> = {}): Question {
  return {
    system: 'Answer in one line.',
    prompt: 'What was decided?',
    maxOutputTokens: 1_000,
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    ...changes,
  };
}

/** Shaped like a real one. */
export function makeKey(): string {
  return ['sk', 'ant', 'test', randomBytes(24).toString('hex')].join('-');
}

/** The error of a question that has to fail. */
export async function problemOf(provider: Provider, question = makeQuestion()): Promise<ProviderError> {
  const outcome = await provider.ask(question).catch((thrown: unknown) => thrown);
  if (outcome instanceof ProviderError) return outcome;
  throw new Error(`expected a ProviderError, got ${inspect(outcome)}`);
}

/** Everything an error could give away, to whoever prints it. */
export function everythingIn(error: Error): string {
  return `${inspect(error, { depth: 10, showHidden: true })}${JSON.stringify(error)}${error.stack}`;
}
