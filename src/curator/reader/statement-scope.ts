/**
 * Whether a statement says itself that it holds in all projects: "in all my projects", "for every repo". A quantifier in
 * front of what a project is called, in the languages the reader was made for. Pure.
 *
 * Limit: only what is said in so many words; whether something is about the person is the reader's to say.
 */
const EVERY = String.raw`(?<!\p{L})(?:all|every|each|any|alle[nrs]?|jede[mnrs]?|tous|toutes|chaque|tod[oa]s|cada|tutt[ie]|ogni|все[хм]?|кажд\p{L}+)`;
/** "all my", "all of the": and no more in between. */
const BETWEEN = String.raw`(?:\s+\p{L}+){0,2}\s+`;
const PROJECT = String.raw`(?:pro[jy]e[ck]?t\p{L}*|progett\p{L}|проект\p{L}*|repos?(?!\p{L})|repositor\p{L}*|codebases?|dépôts?|репозитор\p{L}*)`;
const UNSPACED = String.raw`(?:所有|每个|每個|全部)的?(?:项目|項目|专案|專案|仓库)|(?:すべて|全て|どの|全)の?(?:プロジェクト|リポジトリ)|모든\s*(?:프로젝트|저장소)`;
const ALL_PROJECTS = new RegExp(`${EVERY}${BETWEEN}${PROJECT}|${UNSPACED}`, 'iu');

export function holdsInAllProjects(text: string): boolean {
  return ALL_PROJECTS.test(text);
}
