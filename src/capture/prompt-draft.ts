/**
 * What is stored of a prompt, with whose words its parts are: without what we gave the agent ourselves, whose place in it is
 * nobody's. Takes time with its length, so it is made where the prompt is read.
 */
import { segmentedPrompt } from '../memory/record-segments.ts';
import type { RecordDraft } from './captured-event.ts';
import { stripInjected } from './injected-text.ts';

export function promptDraft(prompt: string): Pick<RecordDraft, 'type' | 'source' | 'content' | 'metadata'> {
  const content = stripInjected(prompt);
  return { type: 'prompt', content, ...segmentedPrompt(content) };
}
