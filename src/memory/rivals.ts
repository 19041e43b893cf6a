/** Programs and libraries of which a project settles on one: who says to use one and sees another has been contradicted. */
import { toolIn } from '../text/shell.ts';

const FAMILIES: readonly (readonly string[])[] = [
  ['npm', 'pnpm', 'yarn', 'bun'],
  ['pip', 'uv', 'poetry', 'pipenv', 'conda', 'pdm'],
  ['jest', 'vitest', 'mocha', 'ava', 'jasmine'],
  ['pytest', 'unittest', 'nose2'],
  ['playwright', 'cypress', 'puppeteer', 'selenium'],
  ['eslint', 'biome', 'oxlint', 'tslint'],
  ['black', 'yapf', 'autopep8', 'ruff'],
  ['docker', 'podman', 'nerdctl'],
  ['moment', 'date-fns', 'dayjs', 'luxon'],
  ['axios', 'got', 'node-fetch', 'undici', 'superagent'],
  ['webpack', 'vite', 'rollup', 'parcel', 'esbuild'],
  ['make', 'just', 'task', 'rake'],
  ['mvn', 'gradle', 'sbt'],
  ['terraform', 'tofu', 'pulumi'],
  ['lodash', 'ramda', 'underscore'],
  ['redux', 'zustand', 'mobx', 'jotai'],
];
const FAMILY_OF: ReadonlyMap<string, readonly string[]> = new Map(
  FAMILIES.flatMap((family) => family.map((name) => [name, family] as const)),
);
/** Looking something up with another program settles nothing. */
const LOOKING = /^(?:--?v(?:ersion)?|--?h(?:elp)?|view|info|show|list|ls|search|whoami|config|outdated|why|login)$/i;
const IMPORTED = /(?:\bfrom\s+|\brequire\(|\bimport\s+(?:\w+\s+from\s+)?)["']?([@\w./-]+)/g;

export function isRivalName(name: string): boolean {
  return FAMILY_OF.has(name);
}

export function rivalsOf(name: string): readonly string[] {
  return (FAMILY_OF.get(name) ?? []).filter((other) => other !== name);
}

/** The program a command runs and its first word after that; nothing when it only looks something up. */
export function programOf(command: string): readonly string[] {
  const [program = '', first = ''] = toolIn(command).split(/\s+/, 2);
  return LOOKING.test(first) ? [] : [program.toLowerCase(), first.toLowerCase()];
}

/** The libraries that this text of a file brings in. */
export function importsOf(writing: string): readonly string[] {
  return [...writing.matchAll(IMPORTED)].map(([, name]) => (name ?? '').toLowerCase());
}
