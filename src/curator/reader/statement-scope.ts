/**
 * What of a statement's form tells where it holds, whatever the weights say: that it holds in all projects ("for every repo":
 * a quantifier in front of what a project is called), and whether the person speaks of themselves. In the languages the
 * reader was made for. Pure.
 *
 * Limit: where the verb alone tells who speaks ("nunca despliego los viernes"), the weights decide.
 */
import { type Token, tokensOf } from '../../text/tokens.ts';
import { conceptsOf } from './concepts.ts';

const EVERY = String.raw`(?<!\p{L})(?:all|every|each|any|alle[nrs]?|jede[mnrs]?|tous|toutes|chaque|tod[oa]s|cada|tutt[ie]|ogni|все[хм]?|кажд\p{L}+)`;
/** "all my", "all of the": and no more in between. */
const BETWEEN = String.raw`(?:\s+\p{L}+){0,2}\s+`;
const PROJECT = String.raw`(?:pro[jy]e[ck]?t\p{L}*|progett\p{L}|проект\p{L}*|repos?(?!\p{L})|repositor\p{L}*|codebases?|dépôts?|репозитор\p{L}*)`;
const UNSPACED = String.raw`(?:所有|每个|每個|全部)的?(?:项目|項目|专案|專案|仓库)|(?:すべて|全て|どの|全)の?(?:プロジェクト|リポジトリ)|모든\s*(?:프로젝트|저장소)`;
const ALL_PROJECTS = new RegExp(`${EVERY}${BETWEEN}${PROJECT}|${UNSPACED}`, 'iu');

/** `personal` is what the weights say. */
export function scopeFrom(text: string, personal: number): 'user' | 'space' {
  return ALL_PROJECTS.test(text) || personal + personLean(text) > 0 ? 'user' : 'space';
}

/**
 * What tells, beside the weights, that a statement is about the person: they speak of themselves in the singular ("my
 * timezone", "I never deploy on Fridays"), or say how the agent is to answer them ("answer in German"). Neither where they
 * speak for others, or of a project; and who names a path or code speaks of where things are, whoever wants them there.
 */
const OF_MYSELF = 1.25;
const OF_ANSWERS = 1.5;
const OF_PLACES = -1.5;
const MYSELF: ReadonlySet<string> = new Set(['i', 'person']);
const OTHERS: ReadonlySet<string> = new Set(['we', 'project', 'team']);
/** Telling the agent to answer or to speak: as the first word of all, or of what follows a courtesy. */
const ANSWER = String.raw`(?:answer|reply|respond|speak|talk|antwort\p{L}*|sprich|rede|responde\p{L}*|contesta\p{L}*|habla\p{L}*|réponds|répondez|parle\p{L}*|rispond\p{L}*|parla\p{L}*|respond\p{L}*|fale|fala|отвечай\p{L}*|говори\p{L}*|odpowiadaj\p{L}*|mów)`;
const COURTESY = String.raw`(?:(?:please|always|bitte|immer|por favor|siempre|toujours|sempre|per favore|пожалуйста|всегда|proszę|zawsze)[\s,]+){0,2}`;
const TELLS_TO_ANSWER = new RegExp(`^\\s*${COURTESY}${ANSWER}(?!\\p{L})`, 'iu');
const TELLS_TO_ANSWER_UNSPACED = /(?:回答|回复|回覆|答复|答えて|返答|返事|話して|대답|답변|답해)/u;

/** To be added to how likely it is about the person, as a logit. */
export function personLean(text: string): number {
  const tokens = tokensOf(text);
  const meanings = conceptsOf(text, tokens).map(({ name }) => name.split('/')[0] ?? '');
  if (meanings.some((meaning) => OTHERS.has(meaning))) return 0;
  const isPlaced = tokens.some((token) => token.kind === 'code' || (token.kind === 'path' && !isNamePair(text, token)));
  const saysMyself = meanings.some((meaning) => MYSELF.has(meaning));
  if (isPlaced) return saysMyself ? OF_PLACES : 0;
  const saysAnswers = TELLS_TO_ANSWER.test(text) || TELLS_TO_ANSWER_UNSPACED.test(text);
  return (saysMyself ? OF_MYSELF : 0) + (saysAnswers ? OF_ANSWERS : 0);
}

/** `Europe/Berlin` is no place in a folder. */
function isNamePair(text: string, { from, to }: Token): boolean {
  return /^\p{Lu}[\p{L}_]+(?:\/\p{Lu}[\p{L}_]+)+$/u.test(text.slice(from, to));
}
