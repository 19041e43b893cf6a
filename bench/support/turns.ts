/**
 * Turns as a developer and an agent make them, the same in every run: requests, questions, edits, test runs; about a
 * third say or show something worth keeping. Names are drawn from lists, so much is said once, some of it again, and
 * some of it otherwise than before.
 */
import type { ToldCall, ToldTurn } from '../../test/support/turn-records.ts';
import { createRandom, pick } from './random.ts';

const AREAS =
  'billing checkout search import export login profile invoice report upload settings audit webhook mailer cache session order catalog pricing shipping tax refund coupon inbox calendar backup sync editor viewer parser';
const PARTS = 'route model view service form test job client store schema helper table filter page worker queue';
const TOOLS =
  'vitest pytest ruff eslint prettier biome zod sqlite3 redis postgres terraform docker make cargo gradle jest playwright httpx black mypy tsx rollup esbuild pnpm poetry';
const STYLES =
  'named exports|double quotes|tabs|early returns|small functions|ISO dates|plain SQL|typed errors|snake case|short commit messages|British spelling|semicolons|explicit return types|UTC timestamps|feature flags';
const WORDS =
  'the change keeps every caller as it was and moves only what belongs to this part while tests cover both branches because an empty list used to end in an error which is now answered early so that nothing else has to know about it and the log says what was left out when a value does not fit or takes longer than expected to come back from its source';

const areas = AREAS.split(' ');
const parts = PARTS.split(' ');
const tools = TOOLS.split(' ');
const styles = STYLES.split('|');
const words = WORDS.split(' ');

export function createTurns(seed: number): () => ToldTurn {
  const random = createRandom(seed);
  const area = () => pick(random, areas);
  const part = () => pick(random, parts);
  const tool = () => pick(random, tools);
  const style = () => pick(random, styles);
  const number = (below: number) => Math.floor(random() * below);
  const path = () => `src/${area()}/${part()}-${number(40)}.ts`;

  const prose = (sentences: number): string =>
    Array.from({ length: sentences }, () => {
      const chosen = Array.from({ length: 8 + number(14) }, () => pick(random, words)).join(' ');
      return `In \`${path()}\` ${chosen}.`;
    }).join(' ');
  const code = (lines: number): string =>
    Array.from({ length: lines }, (_, line) => `${line + 1}\t  const ${area()}${line} = ${part()}(${area()});`).join(
      '\n',
    );

  const bash = (command: string, output: string, outcome: ToldCall['outcome'] = 'ok'): ToldCall => ({
    tool: 'Bash',
    input: { command },
    outcome,
    output,
  });
  const read = (): ToldCall => ({ tool: 'Read', input: { file_path: path() }, outcome: 'ok', output: code(40) });
  const edit = (): ToldCall => {
    const file_path = path();
    const input = { file_path, old_string: code(3), new_string: code(4) };
    return { tool: 'Edit', input, outcome: 'ok', output: file_path };
  };
  const work = (): ToldCall[] =>
    Array.from({ length: number(6) }, () =>
      pick(random, [read, edit, edit, () => bash(`rg -n ${area()} src`, code(8)), () => bash('git status', code(4))])(),
    );

  const telling: readonly (() => Pick<ToldTurn, 'prompt'> & Partial<Pick<ToldTurn, 'calls'>>)[] = [
    () => ({ prompt: `from now on always use ${style()} in the ${area()} ${part()}s` }),
    () => ({ prompt: `I prefer ${style()} over ${style()}. can you clean up ${path()}?` }),
    () => ({ prompt: `No, use ${tool()}, not ${tool()}, for the ${area()} ${part()}s.` }),
    () => ({ prompt: `Remember that the ${area()} ${part()} listens on port ${3000 + number(900)}.` }),
    () => ({ prompt: `Our ${area()} database runs on ${tool()} ${9 + number(9)}, please keep that in mind.` }),
    () => ({ prompt: `We decided to go with ${tool()} for the ${area()} ${part()}.` }),
    () => ({ prompt: `TODO: add pagination to the ${area()} ${part()} before the release` }),
    () => {
      const name = `${tool()}-${area()}`;
      return { prompt: `we need ${name} here`, calls: [bash(`npm install -D ${name}`, 'added 3 packages in 2s')] };
    },
    () => {
      const command = `npx ${tool()} run src/${area()}`;
      const failed = bash(command, `Error: Cannot find module '${area()}'\n${code(6)}`, 'error');
      return {
        prompt: `why does the ${area()} run fail?`,
        calls: [failed, bash(`npm install ${area()}-${part()}`, 'added 1 package'), bash(command, '12 tests passed')],
      };
    },
    () => ({
      prompt: `run the ${area()} tests`,
      calls: [bash(`npm run test:${area()}`, `${number(90)} tests passed\n${code(5)}`)],
    }),
  ];
  const asking: readonly (() => string)[] = [
    () => `fix the ${area()} ${part()}, it shows the wrong total when the list is empty`,
    () => `what does ${path()} do?`,
    () => `rename the ${part()} in ${path()} and move its test along`,
    () => `why is the ${area()} ${part()} so slow? ${prose(1)}`,
    () => `ok, go ahead`,
    () => `looks good. now do the same for the ${area()} ${part()}`,
    () => `here is the log:\n\n\`\`\`\n${code(12)}\n\`\`\`\nany idea?`,
    () => `write a test for the ${area()} ${part()} with two users and no ${part()}`,
  ];

  return () => {
    const told = random() < 1 / 3 ? pick(random, telling)() : { prompt: pick(random, asking)() };
    return { calls: work(), answer: prose(1 + number(7)), ...told };
  };
}
