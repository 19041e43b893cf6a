/**
 * Rules that a person tells once, and tasks that need them later: `npm run bench -- told-once [--projects FILE] [--model] [--show]`.
 *
 * Every project is played session by session through the hooks of a daemon, in a home of its own, and read after each. A need
 * counts as given when what the later session was given, at its start and with its prompt, holds the rule. "At once" is the same task as
 * the very next session, in a copy of the home. `--model`: a scripted model answers with the labelled rules of each session, as
 * a capable one would; the product sees labels in no other way. `--show` lists what was lost, and the block of the last session.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ModelRequest, startModelServer } from '../test/support/model-server.ts';
import { type Api, connect } from './support/api.ts';
import { startBenchDaemon } from './support/daemon.ts';
import { type Given, playSession, readAll } from './support/play-session.ts';
import { holds, lineHolding } from './support/rule-given.ts';
import { asPlayed, type ToldRule, type ToldSession, toldProjects } from './support/told-projects.ts';

const LONG_AFTER = 12;
const CHARS_PER_TOKEN = 4;
const ANY_TASK = 'Please go on with the next task.';

interface Need {
  readonly rule: ToldRule;
  readonly later: string;
  /** Sessions between the two. */
  readonly between: number;
  readonly isLearned: boolean;
  readonly atOnce: boolean;
  readonly isGiven: boolean;
  readonly held: string | undefined;
}

interface Outcome {
  readonly rules: readonly (ToldRule & { readonly isLearned: boolean; readonly atOnce: boolean })[];
  readonly needs: readonly Need[];
  readonly given: readonly string[];
  readonly never: readonly { readonly text: string; readonly line: string | undefined }[];
}

const { values } = parseArgs({
  options: {
    projects: {
      type: 'string',
      default: join(import.meta.dirname, '..', 'test', 'corpora', 'told-once', 'sample.jsonl'),
    },
    model: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
});

/** The rules of the sessions that a scripted model is asked about. */
let told: readonly ToldRule[] = [];
await using model = await startModelServer((request) => ({ does: 'answer', text: scriptedAnswer(request) }));
const outcomes: Outcome[] = [];
for (const [name, sessions] of toldProjects(values.projects)) {
  const outcome = await playProject(name, sessions);
  outcomes.push(outcome);
  console.log(`\n== ${name}, ${sessions.length} sessions`);
  report([outcome]);
  if (values.show) showLost(outcome);
}
console.log('\n== all projects');
report(outcomes);

async function playProject(name: string, sessions: readonly ToldSession[]): Promise<Outcome> {
  const root = mkdtempSync(join(tmpdir(), 'carryover-told-'));
  const project = join(root, 'projects', name);
  mkdirSync(project, { recursive: true });
  execFileSync('git', ['init', '-q', project]);
  writeFileSync(join(root, 'key'), 'no-key', { mode: 0o600 });
  const atOnce = new Set<ToldRule>();
  const givenTo = new Map<ToldSession, string>();
  let home = await openHome(root, 'main');
  try {
    for (const [at, session] of sessions.entries()) {
      told = session.rules;
      const given = await playSession(home.api, project, asPlayed(session, project));
      await readAll(home.api);
      if (session.needs.length > 0) givenTo.set(session, everythingOf(given));
      if (session.rules.length === 0) continue;
      await home.close();
      // With its rights: a home that others may read does not open.
      execFileSync('cp', ['-a', join(root, 'main'), join(root, 'copy')]);
      home = await openHome(root, 'copy');
      for (const rule of await givenNext(home.api, project, session, sessions.slice(at + 1))) atOnce.add(rule);
      await home.close();
      rmSync(join(root, 'copy'), { recursive: true });
      home = await openHome(root, 'main');
    }
    return outcomeOf(sessions, { atOnce, givenTo, ...(await knownIn(home.api)) });
  } finally {
    await home.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** The rules of a session that the next one is given, whichever of the tasks that need them it is about, or any other. */
async function givenNext(
  api: Api,
  project: string,
  { rules }: ToldSession,
  later: readonly ToldSession[],
): Promise<readonly ToldRule[]> {
  const tasks = later.filter(({ needs }) => rules.some(({ key }) => needs.includes(key)));
  const given = new Set<ToldRule>();
  for (const task of [...tasks, undefined]) {
    const prompt = task?.turns[0]?.prompt ?? ANY_TASK;
    const probe = { id: `next-${task?.id}`, turns: [{ prompt, calls: [], answer: '' }] };
    const text = everythingOf(await playSession(api, project, probe));
    for (const rule of rules)
      if ((task === undefined || task.needs.includes(rule.key)) && holds(text, rule.quote)) given.add(rule);
  }
  return [...given];
}

interface OpenHome {
  readonly api: Api;
  close(): Promise<void>;
}

async function openHome(root: string, name: string): Promise<OpenHome> {
  const asked = {
    'curator.provider': 'anthropic',
    'curator.baseUrl': model.url,
    'curator.keyFile': join(root, 'key'),
    'curator.dailyUsd': 100,
  };
  const config = { 'curator.profile': 'manual', ...(values.model ? asked : { 'curator.provider': 'rules' }) };
  const keep = join(root, name);
  mkdirSync(keep, { recursive: true });
  const daemon = await startBenchDaemon({ config, keep });
  const api = connect(daemon);
  return {
    api,
    async close() {
      api.close();
      await daemon.stop();
    },
  };
}

async function knownIn(api: Api): Promise<Pick<Played, 'learned' | 'held'>> {
  const lines = (await api.get('/memory/export', { format: 'jsonl' })).body.split('\n');
  const learnings = lines
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { kind?: string; content: string; valid_to?: number | null })
    .filter(({ kind, valid_to }) => kind === 'learning' && (valid_to ?? null) === null);
  const { reviews } = JSON.parse((await api.get('/review', { status: 'waiting' })).body) as {
    reviews: readonly Held[];
  };
  return { learned: learnings.map(({ content }) => content.replace(/\s+/g, ' ')).join('\n'), held: reviews };
}

interface Held {
  readonly reason?: string;
}

interface Played {
  /** Given to the session right after they were told. */
  readonly atOnce: ReadonlySet<ToldRule>;
  readonly givenTo: ReadonlyMap<ToldSession, string>;
  readonly learned: string;
  readonly held: readonly Held[];
}

function outcomeOf(sessions: readonly ToldSession[], { atOnce, givenTo, learned, held }: Played): Outcome {
  const toldIn = new Map(sessions.flatMap(({ rules }, at) => rules.map((rule) => [rule.key, { rule, at }] as const)));
  const stateOf = (rule: ToldRule) => ({
    isLearned: holds(learned, rule.quote),
    atOnce: atOnce.has(rule),
  });
  const needs = sessions.flatMap((session, at) =>
    session.needs.flatMap((key): readonly Need[] => {
      const source = toldIn.get(key);
      if (source === undefined) throw new Error(`${session.id} needs ${key}, which nobody told`);
      const { rule } = source;
      const waiting = held.find((review) => holds(JSON.stringify(review), rule.quote));
      return [
        {
          ...{ rule, later: session.id, between: at - source.at - 1, ...stateOf(rule) },
          isGiven: holds(givenTo.get(session) ?? '', rule.quote),
          held: waiting === undefined ? undefined : (waiting.reason ?? 'held'),
        },
      ];
    }),
  );
  const given = [...givenTo.values()];
  const never = sessions.flatMap((session) => session.never);
  return {
    rules: [...toldIn.values()].map(({ rule }) => ({ ...rule, ...stateOf(rule) })),
    needs,
    given,
    never: never.map((text) => ({ text, line: lineHolding(given.map(withoutAsked).join('\n'), text) })),
  };
}

/** What was asked is told as such: it is no rule there. */
function withoutAsked(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/ UTC, asked: |^answered: /.test(line))
    .join('\n');
}

function everythingOf({ boot, prompts }: Given): string {
  return `${boot}\n${prompts}`;
}

/** One line for each rule, with the turn it was said in. */
function scriptedAnswer({ prompt }: ModelRequest): string {
  const turns = prompt.split(/^<<<\S+ turn (?=\d+)/m).slice(1);
  const lines = told.flatMap(({ quote, type }) => {
    const numbers = turns
      .filter((turn) => holds(turn.replace(/\s+/g, ' '), quote))
      .map((turn) => Number.parseInt(turn, 10));
    const text = quote.replace(/\s+/g, ' ').trim();
    return numbers.length === 0 ? [] : `${type}: ${text} (turns ${numbers.join(',')})`;
  });
  return lines.length === 0 ? 'NONE' : lines.join('\n');
}

function report(all: readonly Outcome[]): void {
  const rules = all.flatMap((outcome) => outcome.rules);
  const needs = all.flatMap((outcome) => outcome.needs);
  const late = needs.filter(({ between }) => between >= LONG_AFTER);
  const given = all.flatMap((outcome) => outcome.given);
  const never = all.flatMap((outcome) => outcome.never);
  const lost = needs.filter(({ isGiven }) => !isGiven);
  const count = <Item>(items: readonly Item[], is: (item: Item) => boolean) =>
    `${items.filter(is).length} of ${items.length}`;
  const lines = given.map((text) => text.split('\n').filter((line) => line.startsWith('- ')).length);
  console.log(
    [
      `  rules told once: ${count(rules, ({ isLearned }) => isLearned)} learned, ${count(rules, ({ atOnce }) => atOnce)} given to the next session`,
      `  needs of later tasks: ${count(needs, ({ atOnce }) => atOnce)} given at once, ${count(needs, ({ isGiven }) => isGiven)} in their place, ${count(late, ({ isGiven }) => isGiven)} after ${LONG_AFTER} sessions or more`,
      `  lost: ${count(lost, ({ isLearned, held }) => !isLearned && held === undefined)} not learned, ${lost.filter(({ held }) => held !== undefined).length} held, ${lost.filter(({ isLearned }) => isLearned).length} learned and not given`,
      `  given to a later task on average: ${mean(lines)} lines, ${mean(given.map((text) => text.length / CHARS_PER_TOKEN))} tokens`,
      `  given that should not be: ${count(never, ({ line }) => line !== undefined)}`,
    ].join('\n'),
  );
}

function mean(values: readonly number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));
}

function showLost({ rules, needs, given, never }: Outcome): void {
  for (const { quote, key, isLearned, atOnce } of rules)
    if (!isLearned || !atOnce) console.log(`  ${isLearned ? 'not given at once' : 'not learned'}: ${key}: ${quote}`);
  for (const { rule, later, between, isLearned, isGiven, held } of needs)
    if (!isGiven)
      console.log(
        `  missing in ${later}, ${between} sessions later (${isLearned ? 'learned' : (held ?? 'not learned')}): ${rule.key}`,
      );
  for (const { text, line } of never)
    if (line !== undefined) console.log(`  should not be given: ${text}\n    in: ${line}`);
  console.log(`--- given to the last of them\n${given.at(-1)}`);
}
