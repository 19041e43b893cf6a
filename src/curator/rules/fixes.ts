/**
 * Error → fix: a command failed, something was changed, the same command worked; or nothing was changed and a variant of
 * it worked. Told only when the link is clear: at most two changes in between, and an error that is not the everyday
 * failing test of code being written.
 */
import type { AnsweredLearning } from '../answer.ts';
import type { Call } from './calls.ts';
import { purposeOf } from './commands.ts';
import { commandsIn, isShell } from './shell.ts';
import { isVariant, type Tried, triedIn } from './variants.ts';

const EDIT_TOOLS: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'apply_patch']);
const CHECKS: ReadonlySet<string> = new Set(['test', 'lint', 'typecheck']);
/** Looking changes nothing. */
const READ_ONLY =
  /^(?:ls|cat|grep|rg|find|head|tail|less|wc|pwd|echo|which|whereis|type|ps|lsof|env|printenv|sed -n|git (?:status|diff|log|show|branch|blame)|node -[ve]|\S+ (?:--version|-v|-V|--help)|(?:npm|pnpm) (?:ls|list|view)|pip (?:show|list|freeze)|docker (?:ps|logs|images)|curl|tree|file|stat|du|df|sleep|cd)\b/;
const VIEWER = /^(?:tail|head|tee|cat|grep|less)\b/;
const ERROR_LINE =
  /error|cannot|can't|not found|denied|fail|exception|undefined|refused|missing|unable|no such|invalid|unknown|unsupported|already in use|\bE[A-Z]{4,}\b/i;
/** Lines that frame an error and do not name it. */
const FRAME_LINE =
  /^(?:exit code \d+|>|\$|npm (?:err!|error) (?:code|errno|syscall|path|command|a complete log|lifecycle)|\s*at\s|traceback|-+$|=+$|file "|<\w+>)/i;
/** Code under work fails its own checks all day; how that was mended is in the code. */
const EVERYDAY =
  /assert|expected\b|received|\btests? (?:failed|failing)|\d+ (?:failed|failing)|^\s*(?:✕|×|✗|FAIL|●)|error TS\d+|SyntaxError|NameError|TypeError|ReferenceError|AttributeError|lint|unused|is not defined|undefined: /;
const EVERYDAY_ERROR = 'everyday';
const OUTPUT_CHARS = 10_000;
/** A code that programs print: `EADDRINUSE`, `ERR_MODULE_NOT_FOUND`, `ImportError`. */
const CODE = /\bE[A-Z]{4,15}\b|\b[A-Z]{2,12}(?:_[A-Z0-9]{1,15}){1,5}\b|\b[A-Z][A-Za-z]{2,30}(?:Error|Exception)\b/;
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/cannot find (?:module|package)|module not found|no module named|could not resolve/i, 'module not found'],
  [/command not found|is not recognized as/i, 'command not found'],
  [/address already in use|EADDRINUSE|port \d+ is already/i, 'port already in use'],
  [/permission denied|EACCES|EPERM/i, 'permission denied'],
  [/connection refused|ECONNREFUSED/i, 'connection refused'],
  [/no such file|ENOENT/i, 'no such file'],
  [/no space left|ENOSPC/i, 'no space left'],
  [/out of memory|heap limit|ENOMEM/i, 'out of memory'],
  [/ERESOLVE|peer dep|conflicting peer/i, 'dependency conflict'],
  [/unsupported engine|requires? (?:a )?(?:newer )?(?:node|python|java|go|ruby)/i, 'wrong runtime version'],
  [/(?:relation|table|column) \S+ does not exist|no such table/i, 'missing table or column'],
  [/environment variable|\bnot set\b/i, 'variable not set'],
  [/certificate|\bSSL\b|\bTLS\b/i, 'certificate problem'],
  [/authentication failed|unauthori[sz]ed|not logged in/i, 'not logged in'],
  [/timed? ?out|ETIMEDOUT/i, 'timeout'],
  [/not found|could not find|cannot find|missing/i, 'something missing'],
];
const COMMAND_CHARS = 80;
const MOST_CHANGES = 2;

interface Failure {
  readonly turn: number;
  readonly at: number;
  readonly error: string;
  readonly tried: Tried | null;
}

export function fixesIn(calls: readonly Call[]): readonly AnsweredLearning[] {
  const failures = new Map<string, Failure>();
  const found: AnsweredLearning[] = [];
  for (const [at, call] of calls.entries()) {
    if (!isShell(call)) continue;
    const instead = call.outcome === 'ok' ? insteadOf(call, failures, calls.slice(0, at)) : null;
    if (instead !== null) {
      failures.delete(instead.key);
      found.push(instead.learning);
      continue;
    }
    const name = nameOf(call.input);
    if (name === null) continue;
    const key = `${call.sessionId} ${name}`;
    const failure = failures.get(key);
    if (call.outcome === 'error')
      failures.set(key, { turn: call.turn, at, error: errorIn(call.output), tried: triedIn(call.input) });
    if (call.outcome !== 'ok' || failure === undefined) continue;
    failures.delete(key);
    const fix = fixOf(name, failure, changesIn(calls.slice(failure.at + 1, at), call.sessionId, name));
    if (fix !== null) found.push({ ...fix, turns: [...new Set([failure.turn, call.turn])] });
  }
  return found;
}

/** A variant that worked where the last failing command did not, with nothing changed in between. */
function insteadOf(
  call: Call,
  failures: ReadonlyMap<string, Failure>,
  before: readonly Call[],
): { key: string; learning: AnsweredLearning } | null {
  const now = triedIn(call.input);
  const [key, failure] = [...failures].findLast(([name]) => name.startsWith(`${call.sessionId} `)) ?? [];
  if (now === null || key === undefined || failure === undefined || failure.tried === null) return null;
  const { edits, commands } = changesIn(before.slice(failure.at + 1), call.sessionId, now.text);
  const isEveryday = failure.error === EVERYDAY_ERROR;
  if (edits.length + commands.length > 0 || !isVariant(failure.tried, now, isEveryday)) return null;
  const kind = isEveryday || failure.error === '' ? '' : ` (${failure.error})`;
  return {
    key,
    learning: {
      type: 'PATTERN',
      content: `\`${failure.tried.line}\` failed${kind}; \`${now.line}\` works.`,
      turns: [...new Set([failure.turn, call.turn])],
      scope: 'space',
      subject: 'fix',
      tags: ['fix'],
      replaces: null,
    },
  };
}

interface Changes {
  readonly edits: readonly string[];
  readonly commands: readonly string[];
}

function changesIn(calls: readonly Call[], sessionId: string, name: string): Changes {
  const edits = new Set<string>();
  const commands = new Set<string>();
  for (const call of calls) {
    if (call.sessionId !== sessionId || call.outcome !== 'ok') continue;
    if (EDIT_TOOLS.has(call.tool) && call.path !== null) edits.add(call.path.split(/[\\/]/).slice(-2).join('/'));
    if (!isShell(call)) continue;
    const changes = commandsIn(call.input).some(({ text }) => text !== name && !READ_ONLY.test(text) && !isCheck(text));
    if (changes) commands.add(call.input.trim());
  }
  return { edits: [...edits], commands: [...commands] };
}

/** Checking again is not changing. */
function isCheck(command: string): boolean {
  return CHECKS.has(purposeOf(command)?.subject ?? '');
}

function fixOf(name: string, { error }: Failure, { edits, commands }: Changes): Omit<AnsweredLearning, 'turns'> | null {
  const count = edits.length + commands.length;
  if (
    error === '' ||
    count === 0 ||
    count > MOST_CHANGES ||
    commands.some((text) => text.length > COMMAND_CHARS || /[\n`]/.test(text))
  )
    return null;
  if (error === EVERYDAY_ERROR) return null;
  const ran = commands.map((text) => `\`${text}\``).join(' and ');
  const edited = edits.map((path) => `\`${path}\``).join(' and ');
  const done = [ran && `running ${ran}`, edited && `editing ${edited}`].filter(Boolean).join(' and ');
  return {
    type: 'PATTERN',
    content: `\`${name}\` failed (${error}); fixed by ${done}.`,
    scope: 'space',
    subject: 'fix',
    tags: ['fix'],
    replaces: null,
  };
}

/** The command as it is run again: without what only shows its output. Null for what is not one plain command. */
function nameOf(input: string): string | null {
  const names = commandsIn(input).filter(({ text }) => !VIEWER.test(text));
  const [name] = names;
  return name !== undefined && names.length === 1 && name.text.length <= COMMAND_CHARS ? name.text : null;
}

/**
 * What kind of error it was, in words of ours: an error message is tool output and could say anything. Empty when there is
 * none we have a word for.
 */
function errorIn(output: string): string {
  const lines = output
    .slice(0, OUTPUT_CHARS)
    .split('\n')
    .filter((text) => ERROR_LINE.test(text) && !FRAME_LINE.test(text.trim()));
  for (const line of lines) {
    if (EVERYDAY.test(line)) return EVERYDAY_ERROR;
    const known = KINDS.find(([pattern]) => pattern.test(line))?.[1];
    const kind = known ?? CODE.exec(line)?.[0];
    if (kind !== undefined) return kind;
  }
  return '';
}
