/**
 * The records of coding sessions, the same in every run: requests, answers, commands, their output, errors. Words are
 * drawn by rank with Zipf's frequencies, so that a search meets what it meets in life: words that are everywhere, words
 * that are nowhere else, and names of code between them.
 */
import { ADJECTIVES, identifier, NOUNS, TOOLS, VERBS } from './coding-words.ts';
import { createRandom, pick } from './random.ts';

const IDENTIFIERS = 20_000;
const ROWS_PER_SESSION = 24;
const ENDINGS = ['ts', 'tsx', 'py', 'go', 'rs', 'sql', 'yml', 'md'];
const ERRORS = ['TypeError', 'RangeError', 'AssertionError', 'KeyError', 'TimeoutError', 'ECONNREFUSED', 'ENOENT'];

interface CodingRow {
  readonly type: 'prompt' | 'assistant' | 'tool_use' | 'tool_result' | 'error';
  readonly session: number;
  readonly text: string;
}

export interface CodingRows {
  next(): CodingRow;
  /** A name of code that stands in few rows. */
  rare(): string;
  /** A word that stands in very many. */
  common(): string;
  /** Running text of about so many words, as in a long prompt. */
  prose(words: number): string;
}

export function createCodingRows(seed: number): CodingRows {
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  /** Rank r comes up in proportion to 1/r. */
  const rank = (size: number): number => Math.min(size - 1, Math.floor((size + 1) ** random()) - 1);
  const from = (words: readonly string[]): string => words[rank(words.length)] ?? '';
  const noun = () => from(NOUNS);
  const verb = () => from(VERBS);
  const adjective = () => from(ADJECTIVES);
  const tool = () => from(TOOLS);
  const name = () => identifier(rank(IDENTIFIERS));
  const path = () =>
    `${pick(random, ['src', 'lib', 'app', 'test', 'packages/core'])}/${noun()}/${name()}.${pick(random, ENDINGS)}`;
  const hash = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const thing = () =>
    pick(random, [
      `the ${noun()}`,
      `the ${adjective()} ${noun()}`,
      `a ${noun()}`,
      `\`${name()}\``,
      `the ${noun()} ${noun()}`,
    ]);

  const clauses: readonly (() => string)[] = [
    () => `${thing()} has to ${verb()} ${thing()} before it can ${verb()}`,
    () => `we ${verb()} ${thing()} because ${thing()} was ${adjective()}`,
    () => `\`${name()}\` in ${path()} does not ${verb()} ${thing()}`,
    () => `after that ${tool()} will ${verb()} ${thing()} and ${verb()} ${thing()}`,
    () => `I would ${verb()} ${thing()} so that ${thing()} stays ${adjective()}`,
    () => `there is ${thing()} which is ${adjective()} when ${thing()} is ${adjective()}`,
    () => `line ${below(900)} of ${path()} still ${verb()}s ${thing()}`,
    () => `it took ${below(900)} ms with ${tool()} and ${thing()} was ${adjective()} again`,
  ];
  const sentences = (count: number): string =>
    Array.from({ length: count }, () => {
      const clause = pick(random, clauses)();
      return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
    }).join(' ');
  const command = (): string =>
    pick(random, [
      () => `npm run ${verb()}:${noun()} -- --${noun()}=${below(90)}`,
      () => `git log --oneline -n ${below(40)} -- ${path()}`,
      () => `rg -n "${name()}" ${path()}`,
      () => `${tool()} ${verb()} --${adjective()} ${path()}`,
      () => `docker exec ${noun()}-${tool()} ${verb()} ${noun()}`,
      () => `cat ${path()} | head -${below(200)}`,
      () => `git checkout -b ${verb()}-${noun()}-${below(9_000)}`,
    ])();
  const code = (lines: number): string =>
    Array.from({ length: lines }, () =>
      pick(random, [
        () => `  const ${noun()} = await ${name()}(${noun()}, { ${noun()}: ${below(500)} });`,
        () => `  if (${name()} === undefined) return ${noun()}.${verb()}(${noun()});`,
        () => `${hash()} ${verb()} ${adjective()} ${noun()} in ${name()}`,
        () => `  ✓ ${verb()}s ${thing()} (${below(300)} ms)`,
      ])(),
    ).join('\n');
  const failure = (): string =>
    `${pick(random, ERRORS)}: ${thing()} is ${adjective()}\n    at ${name()} (${path()}:${below(800)}:${below(60)})\n    at ${name()} (${path()}:${below(800)}:${below(60)})`;
  const request = (): string =>
    pick(random, [
      () => `can you ${verb()} ${thing()} in ${path()}?`,
      () => `${verb()} ${thing()} and ${verb()} ${thing()}, please`,
      () => `why is ${thing()} ${adjective()}? ${sentences(1)}`,
      () => `${sentences(1)} ${verb()} it with ${tool()}`,
      () => `next: ${thing()} should ${verb()} ${thing()}`,
      () => 'ok, go on',
    ])();

  let made = 0;
  return {
    next() {
      const session = Math.floor(made / ROWS_PER_SESSION);
      const place = made % 6;
      made += 1;
      if (place === 0) return { type: 'prompt', session, text: request() };
      if (place === 5) return { type: 'assistant', session, text: sentences(1 + below(12)) };
      if (place % 2 === 1) return { type: 'tool_use', session, text: command() };
      return random() < 0.15
        ? { type: 'error', session, text: failure() }
        : { type: 'tool_result', session, text: code(2 + below(20)) };
    },
    rare: () => identifier(IDENTIFIERS / 2 + below(IDENTIFIERS / 2)),
    common: () => pick(random, pick(random, [NOUNS, VERBS]).slice(0, 20)),
    prose(words) {
      let text = '';
      while (text.split(' ').length < words) text += ` ${sentences(1)}`;
      return text.trim();
    },
  };
}
