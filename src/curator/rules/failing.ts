/**
 * Checks that fail whatever the next task does: those that failed before a session had changed anything (or with its changes
 * put aside) and failed the same way behind its changes, and those that failed more than once and were left so when it ended. Told
 * with the day, so that the next agent does not take them for its own doing; taken back by the first run that works.
 */
import { type ShellCommand, shellCommands } from '../../text/shell.ts';
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
/** Whoever runs it, it is the same tool. */
const RUN_BY = /^(?:npx|yarn|pnpm|exec|bunx)$/;
const BIN = /^.*\.bin\//;
const FIGURES = /\d+/g;
const STASH = /^git stash(?: push| save| -\S+|$)/;
const UNSTASH = /^git stash (?:pop|apply)/;
const OUTPUT_CHARS = 10_000;
const COMMAND_CHARS = 120;
/** More is a project that is broken, which nobody needs to be told. */
const MOST_OF_A_SESSION = 3;
const FAILING = 'failing';

export function checksLeftFailing(calls: readonly Call[], input: CuratorInput): readonly AnsweredLearning[] {
  const known = knownFailing(input);
  const found = new Map<string, AnsweredLearning>();
  for (const sessionId of new Set(calls.map((call) => call.sessionId))) {
    const own = calls.filter((call) => call.sessionId === sessionId && !call.bySubagent);
    const begins = input.turns.some(({ turn }) => turn.sessionId === sessionId && turn.sequenceNum === 1);
    const runs = runsIn(own, begins);
    for (const { command, turn, isFailed } of runs) {
      if (isFailed) continue;
      found.delete(command.text);
      for (const [text, id] of known)
        if (text === command.text || shellCommands(text).some((narrow) => isWider(command, narrow)))
          found.set(text, learningOf(`\`${text}\` passed again`, dayOf(input, turn), turn, id));
    }
    const lastEdit = own.findLastIndex((call) => editsOf(call).length > 0);
    for (const { run, told } of failingAtEnd(runs, lastEdit)) {
      found.delete(run.command.text);
      if (!known.has(run.command.text))
        found.set(run.command.text, learningOf(told, dayOf(input, run.turn), run.turn, null));
    }
  }
  return [...found.values()].slice(-MOST_OF_A_SESSION);
}

function learningOf(told: string, day: string, turn: number, replaces: string | null): AnsweredLearning {
  return {
    type: 'PATTERN',
    content: `${told} on ${day}.`,
    turns: [turn],
    scope: 'space',
    subject: FAILING,
    tags: replaces === null ? [FAILING] : [],
    replaces,
  };
}

/** Checks whose last run failed, and still would: with how that is told. */
function failingAtEnd(runs: readonly Run[], lastEdit: number): readonly { readonly run: Run; readonly told: string }[] {
  const last = new Map(runs.map((run) => [run.command.text, run]));
  const failing = [...last.values()].filter(({ isFailed }) => isFailed);
  const told = failing.flatMap((run) => {
    const before = runs.find((other) => other.isUntouched && other.isFailed && other.command.text === run.command.text);
    const isSame = before !== undefined && !run.isUntouched && sharesFailure(before, run);
    // Changed since, or passed in a wider form: nobody knows whether it still fails.
    if ((!isSame && run.at < lastEdit) || runs.some((other) => isAnswered(run, other))) return [];
    // Seen once it may be the work itself; looked into and left, it is not.
    const isLookedInto = runs.some(
      (other) => other !== run && other.isFailed && isSameTool(other, run) && sharesFailure(other, run),
    );
    if (!isSame && !isLookedInto) return [];
    const how = isSame ? 'failed before any work began' : 'was still failing when the work ended';
    return [{ run, told: `\`${run.command.text}\` ${how}${placesOf(run, failing)}` }];
  });
  // When one file of it is told to fail, that says more than that the whole does.
  return told.filter(({ run }) => !told.some((other) => isWider(run.command, other.run.command)));
}

/** Files that fail in it, by the agent's own words: it has run them by themselves, and they failed. */
function placesOf(run: Run, failing: readonly Run[]): string {
  const files = failing
    .filter(({ command }) => isWider(run.command, command))
    .flatMap(({ command }) => command.words.filter((word) => !run.command.words.includes(word)))
    .filter((word) => [...run.failures].some((line) => line.includes(word.replace(FIGURES, '#'))));
  return files.length === 0 ? '' : `, in ${[...new Set(files)].map((file) => `\`${file}\``).join(', ')}`;
}

function isSameTool(a: Run, b: Run): boolean {
  return coreOf(a.command) === coreOf(b.command);
}

/** A later run that passed and had all of it in it, or the same with another option. */
function isAnswered(run: Run, later: Run): boolean {
  if (later.isFailed || later.at <= run.at || !isSameTool(later, run)) return false;
  const [mine, theirs] = [run, later].map(({ command }) => command.words.filter((word) => !word.startsWith('-')));
  return isWider(later.command, run.command) || mine?.join(' ') === theirs?.join(' ');
}

function isWider(wide: ShellCommand, narrow: ShellCommand): boolean {
  const [whole, part] = [wide, narrow].map(({ words }) =>
    words.filter((word) => !RUN_BY.test(word)).map((word) => word.replace(BIN, '')),
  );
  const isPart = whole?.every((word) => part?.includes(word)) === true;
  return isPart && (part?.length ?? 0) > (whole?.length ?? 0) && coreOf(narrow) === coreOf(wide);
}

function coreOf(command: ShellCommand): string {
  return calledFor(command)?.core ?? '';
}

function sharesFailure(a: Run, b: Run): boolean {
  return a.failures.size + b.failures.size === 0 || [...a.failures].some((line) => b.failures.has(line));
}

/** The runs of each check that was called by itself, so that the outcome is its own. */
function runsIn(calls: readonly Call[], begins: boolean): readonly Run[] {
  const found: Run[] = [];
  let isUntouched = begins;
  let isPutAside = false;
  for (const [at, call] of calls.entries()) {
    if (editsOf(call).length > 0) isUntouched = false;
    const shell = asShell(call);
    if (shell === null || (call.outcome !== 'ok' && call.outcome !== 'error')) continue;
    const stashed = shell.commands.some(({ text }) => STASH.test(text));
    const checks = shell.commands.filter(isCheck);
    const [command] = checks;
    const others = shell.commands.filter((other) => other !== command && !/^git stash/.test(other.text));
    const isItsOwn = call.outcome === 'ok' || !others.some(isChange);
    if (command !== undefined && checks.length === 1 && isItsOwn && isTellable(command))
      found.push({
        command,
        turn: call.turn,
        at,
        isFailed: call.outcome === 'error',
        isUntouched: isUntouched || isPutAside || stashed,
        failures: failuresIn(call.output),
      });
    if (stashed) isPutAside = true;
    if (shell.commands.some(({ text }) => UNSTASH.test(text))) isPutAside = false;
  }
  return found;
}

function isTellable({ text, words, masked }: ShellCommand): boolean {
  return (
    !masked &&
    text.length <= COMMAND_CHARS &&
    !/[$`*\n<>]/.test(text) &&
    !words.some((word) => /^(?:-t|-k|-u|--testNamePattern)$/.test(word))
  );
}

/** Figures change from run to run. */
function failuresIn(output: string): ReadonlySet<string> {
  const lines = output
    .slice(0, OUTPUT_CHARS)
    .split('\n')
    .filter((line) => FAILURE_LINE.test(line));
  return new Set(lines.map((line) => line.replace(FIGURES, '#').trim()));
}

function knownFailing({ recent }: CuratorInput): ReadonlyMap<string, string> {
  const open = recent.filter(({ validTo, tags }) => validTo === null && tags.includes(FAILING));
  return new Map(open.map(({ id, content }) => [/^`([^`]+)`/.exec(content)?.[1] ?? '', id]));
}

function dayOf({ turns }: CuratorInput, number: number): string {
  const at = turns.find((one) => one.number === number)?.turn.timestamp ?? 0;
  return new Date(at).toISOString().slice(0, 10);
}
