/**
 * What is not worth a line, whoever says it: too little to mean anything, or true for the moment only. Curators are told
 * not to answer such things; small models do all the same.
 */
import { termsOf } from '../../memory/likeness.ts';

const FEWEST_TERMS = 2;

/** About now, not about how things are. Each is anchored so that a lasting statement that mentions it survives. */
const TRANSIENT: readonly RegExp[] = [
  /^(?:all )?tests? (?:are |is )?(?:now |currently )?(?:passing|failing|green|red)\b/i,
  /^(?:the )?(?:build|server|process|job|command) (?:is|was) (?:now |currently )?(?:running|done|finished|succeeding|failing)\b/i,
  /^(?:the )?(?:agent|assistant|user|session) (?:is|was|has) (?:now |currently )?(?:working|looking|reading|asking|asked|waiting|greeted|thanked)\b/i,
  /^(?:currently|right now|at the moment)\b/i,
  /^(?:the )?(?:task|request|conversation) (?:is|was|has been) (?:complete|completed|finished|done)\b/i,
];

export function saysTooLittle(text: string): boolean {
  return termsOf(text).size < FEWEST_TERMS;
}

export function isJunk(content: string): boolean {
  return saysTooLittle(content) || TRANSIENT.some((pattern) => pattern.test(content.trim()));
}
