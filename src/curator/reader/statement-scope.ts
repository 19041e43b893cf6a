/**
 * Where a statement holds: what the weights say of it, and what its form tells. That it holds in all projects ("for every
 * repo": a quantifier in front of what a project is called), that somebody speaks of themselves ("my timezone", "I never
 * deploy on Fridays"), or tells how they are to be answered ("answer in German"). In the languages the reader was made for.
 * Pure.
 *
 * Limit: where the verb alone tells who speaks ("nunca despliego los viernes"), the weights decide.
 */
import { type Token, tokensOf } from '../../text/tokens.ts';
import { conceptsOf } from './concepts.ts';
import type { Verdict } from './model.ts';

const EVERY = String.raw`(?<!\p{L})(?:all|every|each|any|alle[nrs]?|jede[mnrs]?|tous|toutes|chaque|tod[oa]s|cada|tutt[ie]|ogni|все[хм]?|кажд\p{L}+)`;
/** "all my", "all of the": and no more in between. */
const BETWEEN = String.raw`(?:\s+\p{L}+){0,2}\s+`;
const PROJECT = String.raw`(?:pro[jy]e[ck]?t\p{L}*|progett\p{L}|проект\p{L}*|repos?(?!\p{L})|repositor\p{L}*|codebases?|dépôts?|репозитор\p{L}*)`;
const PROJECT_UNSPACED = String.raw`(?:项目|項目|专案|專案|仓库|プロジェクト|リポジトリ|프로젝트|저장소)`;
const EVERY_UNSPACED = String.raw`(?:(?:所有|每个|每個|全部)的?|(?:すべて|全て|どの|全)の?|모든\s*)`;
const ALL_PROJECTS = new RegExp(`${EVERY}${BETWEEN}${PROJECT}|${EVERY_UNSPACED}${PROJECT_UNSPACED}`, 'iu');
const A_PROJECT = new RegExp(String.raw`(?<!\p{L})${PROJECT}|${PROJECT_UNSPACED}`, 'iu');

/** Whether it says that it holds in one project: an exception from what holds everywhere, and no change of that. */
export function isOfOneProject(text: string): boolean {
  return A_PROJECT.test(text) && !ALL_PROJECTS.test(text);
}

/** `verdict` is what the weights say of it. */
export function scopeFrom(text: string, verdict: Pick<Verdict, 'personal' | 'kind' | 'english'>): 'user' | 'space' {
  return ALL_PROJECTS.test(text) || verdict.personal + personLean(text, verdict) > 0 ? 'user' : 'space';
}

/**
 * What a statement's form adds, as a logit. Set by hand on the labelled sentences, each author's read by weights made without
 * them: of 2,632 the reader takes, 155 instead of 188 that are about a person go to the project, and 44 instead of 40 of a
 * project's to the person. The latter are the worse mistakes, which every project is given: more is not bought with them.
 */
const OF_ANSWERS = 3;
const OF_MYSELF = 1.6;
const OF_TASTE = 0.3;
/** Rules, decisions, corrections and plans are a project's more often than not. */
const OF_WORK = -1.3;
/** Who names a path or code says where things are, whoever wants them there. */
const OF_PLACES = -1.3;
const FOLDER = /[\w.-]\/(?!\S)/;
const MYSELF: ReadonlySet<string> = new Set(['i', 'person']);
const HABITS: ReadonlySet<string> = new Set(['prefer', 'always', 'never']);
const OTHERS: ReadonlySet<string> = new Set(['we', 'others', 'project', 'team']);
/** Telling the agent to answer or to speak: as the first word of all, or of what follows a courtesy. */
const ANSWER = String.raw`(?:answer|reply|respond|speak|talk|antwort\p{L}*|sprich|rede|respond\p{L}*|contesta\p{L}*|habla\p{L}*|réponds|répondez|parle\p{L}*|rispond\p{L}*|parla\p{L}*|fale|fala|отвечай\p{L}*|говори\p{L}*|odpowiadaj\p{L}*|mów)`;
const COURTESY = String.raw`(?:(?:please|always|bitte|immer|por favor|siempre|toujours|sempre|per favore|пожалуйста|всегда|proszę|zawsze)[\s,]+){0,2}`;
const TELLS_TO_ANSWER = new RegExp(
  `^\\s*${COURTESY}${ANSWER}(?!\\p{L})|回答|回复|回覆|答复|答えて|返答|返事|話して|대답|답변|답해`,
  'iu',
);

function personLean(text: string, { kind, english }: Pick<Verdict, 'kind' | 'english'>): number {
  const tokens = tokensOf(text);
  const concepts = conceptsOf(text, tokens).map(({ name, from, to }) => ({ name: name.split('/')[0] ?? '', from, to }));
  // "i" is an article in Italian, and "on" says we in French.
  const isMyself = ({ name, from, to }: (typeof concepts)[number]) =>
    MYSELF.has(name) && (english > 0 || text.slice(from, to) !== 'i');
  const isPlaced =
    FOLDER.test(text) ||
    tokens.some((token) => token.kind === 'code' || (token.kind === 'path' && !isNamePair(text, token)));
  const isOfOthers = concepts.some(
    ({ name, from, to }) => OTHERS.has(name) && (english <= 0 || text.slice(from, to).toLowerCase() !== 'on'),
  );
  if (!isPlaced && !isOfOthers && TELLS_TO_ANSWER.test(text)) return OF_ANSWERS;
  // Who says "I prefer" or "I never" speaks of a taste or a habit, even where the weights hear a rule in it.
  const isTaste =
    kind === 'preference' ||
    (kind === 'rule' && concepts.some(isMyself) && concepts.some(({ name }) => HABITS.has(name)));
  const isAboutWork = !isTaste && kind !== 'fact';
  const work = isAboutWork ? OF_WORK : 0;
  if (isPlaced) return work + (concepts.some(isMyself) ? OF_PLACES : 0);
  const second = tokens.filter((token) => token.kind !== 'mark')[1]?.from ?? 0;
  const beginsWithMyself = concepts.some((concept) => concept.from <= second && isMyself(concept));
  const myself = beginsWithMyself && !isOfOthers && !isAboutWork ? OF_MYSELF : 0;
  return work + myself + (isTaste ? OF_TASTE : 0);
}

/** `Europe/Berlin` is no place in a folder. */
function isNamePair(text: string, { from, to }: Token): boolean {
  return /^\p{Lu}[\p{L}_]+(?:\/\p{Lu}[\p{L}_]+)+$/u.test(text.slice(from, to));
}
