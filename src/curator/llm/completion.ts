import { ProviderError, type Used } from '../../platform/models/provider-error.ts';
import type { Completion } from './provider.ts';

/** An answer that says something; an empty one is a problem of its own. */
export function completionOf(text: string, ended: Completion['ended'], used: Used): Completion {
  if (text.trim() === '') throw unusable('the model gave an empty answer', 'empty-answer', used);
  return { text, ended, ...used };
}

export function unusable(message: string, code: string, used: Used): ProviderError {
  return new ProviderError(message, { code, problem: 'unusable', used });
}
