/**
 * Wishes and orders that come as facts (POI-3, POI-10). What only the user may say does not become a fact by being called
 * one: whoever else tells what the user wants, allowed or gave up, or that a safeguard is gone, is held for a person. So is
 * text that somebody else wrote, in a tool's output or pasted, and that says more than how things are. An output is believed
 * only where it is about something that can be looked up. It lifts nothing that trust decides.
 */
import type { LearningType } from '../../memory/learning.ts';
import type { SourceClass } from '../../memory/source.ts';
import {
  isConcrete,
  isLoaded,
  isSuspicious,
  isWeakening,
  overridesOrders,
  speaksForUser,
} from '../../memory/suspicion.ts';
import { tierOf } from '../../memory/trust.ts';

/** Whether it says more than somebody of this trust may say. A task tells what to do; of others' text it must be plain, too. */
export function isDisguised(content: string, trust: SourceClass, type: LearningType = 'FACT'): boolean {
  if (tierOf(trust) === 'user') return false;
  if (trust === 'assistant')
    return type !== 'ACTION' && (speaksForUser(content) || isWeakening(content) || overridesOrders(content));
  if (tierOf(trust) === 'tool' && !isConcrete(content)) return true;
  return type === 'ACTION' ? isLoaded(content) : isSuspicious(content);
}
