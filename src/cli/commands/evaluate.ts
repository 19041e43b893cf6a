/**
 * `carryover curate --eval`: asks the person's own model about labelled turns and tells what the product would have kept of its
 * answers. The daemon asks, so that key, caps, kill switch and ledger are those of every call; turns are played in homes that
 * are thrown away, and nothing of the person's memory is read or written. Questions, answers and report stay as files.
 */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DaemonClient } from '../../http/client.ts';
import type { WireStatus } from '../../http/wire.ts';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import { writeFileAtomically } from '../../platform/atomic-file.ts';
import { systemClock } from '../../platform/clock.ts';
import { distFolder } from '../../platform/dist-folder.ts';
import { curatorName, type SpendAnswer } from '../answers.ts';
import { abandoned, agreed } from '../ask.ts';
import type { Ask } from '../evaluation/asked-case.ts';
import { evaluate } from '../evaluation/evaluate.ts';
import { type EvaluationCase, readCases } from '../evaluation/evaluation-case.ts';
import { reportLines, reportOf } from '../evaluation/evaluation-report.ts';
import { keeping, keptAnswers } from '../evaluation/kept-answers.ts';
import { currentHome, patientClient } from '../home.ts';
import { lastLine } from '../last-line.ts';
import { type Options, textOf } from '../options.ts';
import { progressBar } from '../progress.ts';
import { count, dollars, safe, say, sayJson } from '../terminal.ts';

const SHIPPED = 'evaluation.jsonl';
const IN_FOLDER = 'cases.jsonl';
const AT_ONCE = 4;

export async function runEvaluation(options: Options): Promise<number> {
  const cases = casesOf(textOf(options.eval));
  const given = textOf(options.answers);
  if (given !== undefined) return measured(cases, keptAnswers(resolve(given)), { options, atOnce: AT_ONCE });
  const client = await patientClient(currentHome());
  const { curator } = (await client.request('GET', '/memory/status')) as WireStatus;
  const before = await spendOf(client);
  if (curator.provider === 'rules') throw noModel();
  if (options.yes !== true) {
    say(
      `${count(cases.length, 'case')} would be put to ${safe(curatorName(curator))}, one or two questions each, for at most ${dollars(before.left_usd)} (what is left of the cap of a day). Your memory is neither shown nor changed.`,
    );
    if (!(await agreed(options.yes, 'Go ahead?'))) return abandoned();
  }
  const folder = resolve(textOf(options.out) ?? `carryover-evaluation-${dayOf(systemClock.now())}`);
  const code = await measured(cases, keeping(folder, askedOf(client)), {
    options,
    folder,
    curator: curatorName(curator),
  });
  const costUsd = Math.max(0, (await spendOf(client)).day.usd - before.day.usd);
  if (options.json !== true) say(`\n${dollars(costUsd)} spent. Questions, answers and the report are in ${folder}`);
  return code;
}

async function measured(
  cases: readonly EvaluationCase[],
  ask: Ask,
  {
    options,
    folder,
    atOnce = 1,
    curator = 'answers that were given before',
  }: {
    readonly options: Options;
    readonly folder?: string;
    readonly atOnce?: number;
    readonly curator?: string;
  },
): Promise<number> {
  const shown = progressBar('answered');
  const onCase = (done: number) => shown.update(done, cases.length);
  const results = await evaluate(cases, ask, { atOnce, onCase }).finally(() => shown.end());
  const report = { curator, ...reportOf(results), results };
  if (folder !== undefined)
    writeFileAtomically(join(folder, 'report.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  if (options.json === true) sayJson(report);
  else for (const line of [`answered by ${safe(curator)}`, ...reportLines(report)]) say(line);
  return 0;
}

function askedOf(client: DaemonClient): Ask {
  return async (_id, _number, { system, prompt }) => {
    const line = await lastLine<{ readonly asked: true }, WireCompletion>(
      client.stream('/memory/curate/question', {}, { body: { system, prompt } }),
      (one): one is WireCompletion => 'text' in one,
      () => undefined,
    );
    const { text, ended, input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costUsd } = line;
    return { text, ended, inputTokens, outputTokens, costUsd };
  };
}

interface WireCompletion {
  readonly text: string;
  readonly ended: 'complete' | 'length';
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number;
}

function spendOf(client: DaemonClient): Promise<SpendAnswer> {
  return client.request('GET', '/memory/spend') as Promise<SpendAnswer>;
}

function casesOf(given: string | undefined): readonly EvaluationCase[] {
  const path = given === undefined ? join(distFolder(), SHIPPED) : resolve(given);
  try {
    const file = statSync(path).isDirectory() ? join(path, IN_FOLDER) : path;
    return readCases(readFileSync(file, 'utf8'), file);
  } catch (cause) {
    if (cause instanceof CarryoverError) throw cause;
    throw new CarryoverError(`the cases in ${path} cannot be read: ${messageOf(cause)}`, {
      code: 'invalid-input',
      subject: path,
      hint: `give a file with one case per line, or a folder with ${IN_FOLDER}; docs/learning.md shows a case`,
      cause,
    });
  }
}

function noModel(): CarryoverError {
  return new CarryoverError('rules read your turns, and no model is there to be measured', {
    code: 'no-model',
    hint: '`carryover config set curator.provider claude-cli` (or anthropic, openai) chooses one; --answers FOLDER measures answers you have',
  });
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
