/** Programs and libraries of which a project settles on one: who says to use one and sees another has been contradicted. */
import { toolIn } from '../text/shell.ts';
import { PROGRAMS } from './replacement/families.ts';

const RIVALS_OF = new Map<string, Set<string>>();
for (const family of PROGRAMS.map((names) => names.split(', ')))
  for (const name of family) RIVALS_OF.set(name, new Set([...(RIVALS_OF.get(name) ?? []), ...family]));
/** Looking something up with another program settles nothing. */
const LOOKING = /^(?:--?v(?:ersion)?|--?h(?:elp)?|view|info|show|list|ls|search|whoami|config|outdated|why|login)$/i;
const IMPORTED = /(?:\bfrom\s+|\brequire\(|\bimport\s+(?:\w+\s+from\s+)?)["']?([@\w./-]+)/g;

export function isRivalName(name: string): boolean {
  return RIVALS_OF.has(name);
}

export function rivalsOf(name: string): readonly string[] {
  return [...(RIVALS_OF.get(name) ?? [])].filter((other) => other !== name);
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
