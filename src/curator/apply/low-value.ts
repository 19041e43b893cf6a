/**
 * What is not worth a line, whoever says it: too little to mean anything, true for the moment only, or about a secret that
 * is not there. Curators are told not to answer such things; small models do all the same.
 */
import { statementOf, termsOf } from '../../memory/similarity.ts';
import { tokensOf } from '../../text/tokens.ts';

/** "Use tabs" says enough with one word that tells something; "tabs" does not. */
const FEWEST_WORDS = 2;

/** About now, not about how things are. Each is anchored so that a lasting statement that mentions it survives. */
const TRANSIENT: readonly RegExp[] = [
  /^(?:all )?tests? (?:are |is )?(?:now |currently )?(?:passing|failing|green|red)\b/i,
  /^(?:the )?(?:build|server|process|job|command) (?:is|was) (?:now |currently )?(?:running|done|finished|succeeding|failing)\b/i,
  /^(?:the )?(?:agent|assistant|user|session) (?:is|was|has) (?:now |currently )?(?:working|looking|reading|asking|asked|waiting|greeted|thanked)\b/i,
  /^(?:currently|right now|at the moment)\b/i,
  /^(?:the )?(?:task|request|conversation) (?:is|was|has been) (?:complete|completed|finished|done)\b/i,
];

/** Tells a value, and the value was taken out. A command that has a secret somewhere in it still tells how it is run. */
const TELLS_A_SECRET =
  /(?:\b(?:is|are|was|were|be|equals|to|as)|[:=])\s*["'`(]*\[REDACTED:[a-z0-9-]+:[0-9a-f]{4}\]["'`)]*(?:\s*(?:[.,;!]|$)|\s+(?:for|on|in|of|at|and)\b)/i;

export function saysTooLittle(text: string): boolean {
  const { words, values } = statementOf(text);
  const terms = Math.max(termsOf(text).size, words.size + values.size);
  const said = tokensOf(text).filter(({ kind }) => kind !== 'mark').length;
  return terms === 0 || (terms < FEWEST_WORDS && said < FEWEST_WORDS);
}

export function isLowValue(content: string): boolean {
  return (
    saysTooLittle(content) || TELLS_A_SECRET.test(content) || TRANSIENT.some((pattern) => pattern.test(content.trim()))
  );
}
