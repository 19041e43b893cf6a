/**
 * A light stemmer for Russian: takes off the ending of a noun, an adjective or a verb, then what forms an adjective. It knows
 * no exceptions and tells no part of speech, and it keeps at least three letters. Pure.
 */

const SHORTEST_STEM = 3;

const REFLEXIVE = /(?:ся|сь)$/;
const ENDING =
  /(?:иями|ями|ами|ией|иям|ием|иях|ого|его|ому|ему|ыми|ими|ая|яя|ое|ее|ые|ие|ый|ий|ой|ей|ом|ем|ам|ям|ах|ях|ую|юю|ых|их|ым|им|ию|ия|ью|ья|ов|ев|а|е|и|й|о|у|ы|ь|ю|я)$/;
const VERB_ENDING =
  /(?:ейте|уйте|ила|ыла|ена|ите|или|ыли|ило|ыло|ено|ует|уют|ены|ить|ыть|ишь|ете|йте|ешь|нно|ла|на|ли|ло|но|ет|ют|ны|ть|ил|ыл|ен|ят|ит|ыт|л|н)$/;
const ADJECTIVE = /(?:ость|ост|нн|н)$/;
const DERIVED = /(?:ован|ова)$/;

export function russian(word: string): string {
  const bare = word.replaceAll('ё', 'е').replace(REFLEXIVE, '');
  const root = without(ENDING, bare);
  if (root === bare) return without(VERB_ENDING, bare);
  const noun = without(ADJECTIVE, root);
  return noun === root ? root : without(DERIVED, noun);
}

function without(ending: RegExp, word: string): string {
  const at = word.search(ending);
  return at >= SHORTEST_STEM ? word.slice(0, at) : word;
}
