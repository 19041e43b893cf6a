/**
 * Checks that fail whatever the next task does: those that failed before a session had changed anything (or with its changes
 * put aside) and with the same failure at its end, and those that were failing when a session ended. Told with the day, so
 * that the next agent does not take them for its own doing; taken back by the first run that works.
 */
import type { ShellCommand } from '../../text/shell.ts';
import type { AnsweredLearning } from '../answer.ts';
import type { CuratorInput } from '../curator.ts';
import { asShell, type Call } from './calls.ts';
import { editsOf, isChange, isCheck } from './changes.ts';
import { calledFor } from './purposes.ts';

interface Run {
  readonly command: ShellCommand;
  readonly turn: number;
  readonly at: number;
  readonly isFailed: boolean;
  /** Nothing had been changed yet, or the changes were put aside. */
  readonly isUntouched: boolean;
  readonly failures: ReadonlySet<string>;
}

/** Lines that name what failed, whatever runs the check. */
const FAILURE_LINE = /^\s*(?:FAIL(?:ED)?\b|✕|×|✗|●|not ok\b|--- FAIL)|\berror\b/i;
const OUTPUT_CHARS = 10_000;
const COMMAND_CHARS = 120;
/** More is a project that is broken, which nobody needs to be told. */
const MOST_OF_A_SESSION = 3;
export const FAILING = 'failing';

export function checksLeftFailing(calls: readonly Call[], input: CuratorInput): readonly AnsweredLearning[] {
  const known = knownFailing(input);
  const found = new Map<string, AnsweredLearning>();
  for (const sessionId of new Set(calls.map((call) => call.sessionId))) {
    const own = calls.filter((call) => call.sessionId === sessionId && !call.bySubagent);
    const begins = input.turns.some(({ turn }) => turn.sessionId === sessionId && turn.sequenceNum === 1);
    const lastEdit = own.findLastIndex((call) => editsOf(call).length > 0);
    const passed = lastPasses(own);
    for (const runs of runsIn(own, begins).values()) {
      const last = runs.at(-1);
      // Another form of it that worked since says that it is not the check that fails.
      if (last === undefined || (last.isFailed && (passed.get(coreOf(last.command)) ?? -1) > last.at)) continue;
      const { text } = last.command;
      const id = known.get(text);
      const told = last.isFailed ? tellFailing(runs, last, lastEdit) : id === undefined ? null : 'passes again';
      if (!last.isFailed) found.delete(text);
      if (told === null || (last.isFailed && id !== undefined)) continue;
      const day = dayOf(input, last.turn);
      found.set(text, {
        type: 'PATTERN',
        content: `\`${text}\` ${told} (${day}).`,
        turns: [last.turn],
        scope: 'space',
        subject: FAILING,
        tags: last.isFailed ? [FAILING] : [],
        replaces: last.isFailed ? null : (id ?? null),
      });
    }
  }
  return [...found.values()].slice(-MOST_OF_A_SESSION);
}

/** Where each tool was last seen to pass, in whatever form. */
function lastPasses(calls: readonly Call[]): ReadonlyMap<string, number> {
  const passed = new Map<string, number>();
  for (const [at, call] of calls.entries())
    for (const command of call.outcome === 'ok' ? (asShell(call)?.commands ?? []) : [])
      if (isCheck(command)) passed.set(coreOf(command), at);
  return passed;
}

function coreOf(command: ShellCommand): string {
  return calledFor(command)?.core ?? '';
}

function tellFailing(runs: readonly Run[], last: Run, lastEdit: number): string | null {
  const before = runs.find(({ isUntouched, isFailed }) => isUntouched && isFailed);
  const isSame = before !== undefined && (before === last || sharesFailure(before, last));
  // Changed since: nobody knows whether it still fails.
  if (!isSame && last.at < lastEdit) return null;
  return isSame ? 'failed before any work began' : 'was still failing when the work ended';
}

function sharesFailure(a: Run, b: Run): boolean {
  return a.failures.size + b.failures.size === 0 || [...a.failures].some((line) => b.failures.has(line));
}

/** The runs of each check that was called by itself, so that the outcome is its own. */
function runsIn(calls: readonly Call[], begins: boolean): ReadonlyMap<string, readonly Run[]> {
  const found = new Map<string, Run[]>();
  let isUntouched = begins;
  let isPutAside = false;
  for (const [at, call] of calls.entries()) {
    if (editsOf(call).length > 0) isUntouched = false;
    const shell = asShell(call);
    if (shell === null || (call.outcome !== 'ok' && call.outcome !== 'error')) continue;
    const stashed = shell.commands.some(({ text }) => /^git stash(?: push| -\S+|$)/.test(text));
    const checks = shell.commands.filter(isCheck);
    const [command] = checks;
    const isAlone =
      checks.length === 1 &&
      !shell.commands.some((other) => other !== command && isChange(other) && !/^git stash/.test(other.text));
    if (command !== undefined && isAlone && isTellable(command)) {
      const run = {
        command,
        turn: call.turn,
        at,
        isFailed: call.outcome === 'error',
        isUntouched: isUntouched || isPutAside || stashed,
      };
      const before = found.get(command.text) ?? [];
      found.set(command.text, [...before, { ...run, failures: failuresIn(call.output) }]);
    }
    if (stashed) isPutAside = true;
    if (shell.commands.some(({ text }) => /^git stash (?:pop|apply)/.test(text))) isPutAside = false;
  }
  return withoutWider(found);
}

function isTellable({ text, words, masked }: ShellCommand): boolean {
  return (
    !masked &&
    text.length <= COMMAND_CHARS &&
    !/[$`*\n<>]/.test(text) &&
    !words.some((word) => /^(?:-t|-k|-u|--testNamePattern)$/.test(word))
  );
}

/** When one file of it is known to fail, that says more than that the whole does. */
function withoutWider(found: ReadonlyMap<string, Run[]>): ReadonlyMap<string, readonly Run[]> {
  const failing = [...found.values()].flatMap((runs) => runs.slice(-1)).filter(({ isFailed }) => isFailed);
  const isWider = ({ command, isFailed }: Run): boolean =>
    isFailed &&
    failing.some(
      ({ command: other }) =>
        other.words.length > command.words.length &&
        coreOf(other) === coreOf(command) &&
        command.words.every((word) => other.words.includes(word)),
    );
  return new Map([...found].filter(([, runs]) => !runs.slice(-1).some(isWider)));
}

/** Figures change from run to run. */
function failuresIn(output: string): ReadonlySet<string> {
  const lines = output
    .slice(0, OUTPUT_CHARS)
    .split('\n')
    .filter((line) => FAILURE_LINE.test(line));
  return new Set(lines.map((line) => line.replace(/[\d.:]+/g, '#').trim()));
}

function knownFailing({ recent }: CuratorInput): ReadonlyMap<string, string> {
  const open = recent.filter(({ validTo, tags }) => validTo === null && tags.includes(FAILING));
  return new Map(open.map(({ id, content }) => [/^`([^`]+)`/.exec(content)?.[1] ?? '', id]));
}

function dayOf({ turns }: CuratorInput, number: number): string {
  const at = turns.find((one) => one.number === number)?.turn.timestamp ?? 0;
  return new Date(at).toISOString().slice(0, 10);
}
