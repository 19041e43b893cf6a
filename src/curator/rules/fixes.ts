/**
 * Error → fix: a command failed, something was changed, the same command worked; or nothing was changed and a variant of
 * it worked. The link is told by the shape of the calls, not by what the error says: at most two changes in between, and
 * none of them to the code itself, which fails all day while it is written.
 */
import type { AnsweredLearning } from '../answer.ts';
import { asShell, type Call, type ShellCall } from './calls.ts';
import { editsOf, isChange, isCheck } from './changes.ts';
import { isVariant, type Tried, triedIn, unwrapped } from './variants.ts';

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
/** Words of ours for the commonest; an error without one is told without. */
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
/** Files that say how a project is run, and not what it does. */
const SETTINGS_FILE =
  /(?:^|\/)(?:\.[\w.-]+|[\w.-]*(?:config|rc)(?:\.[\w.-]+)?|Dockerfile[\w.-]*|[\w.-]*Makefile|Gemfile|Procfile|go\.(?:mod|sum)|requirements[\w.-]*\.txt|[\w.-]+\.(?:json|ya?ml|toml|ini|cfg|conf|env|lock|properties|gradle|kts|nix|csproj))$/;
/** Going back and forth in history is no fix. */
const HISTORY = /^git (?!submodule|lfs)/;
const COMMAND_CHARS = 80;
const MOST_CHANGES = 2;

interface Failure {
  readonly turn: number;
  readonly at: number;
  readonly error: string;
  readonly output: string;
  readonly tried: Tried | null;
  readonly isCheck: boolean;
}

export function fixesIn(calls: readonly Call[]): readonly AnsweredLearning[] {
  const failures = new Map<string, Failure>();
  const found: AnsweredLearning[] = [];
  for (const [at, called] of calls.entries()) {
    const call = asShell(called);
    if (call === null) continue;
    const instead = call.outcome === 'ok' ? insteadOf(call, failures, calls.slice(0, at)) : null;
    if (instead !== null) {
      failures.delete(instead.key);
      found.push(instead.learning);
      continue;
    }
    const name = nameOf(call);
    if (name === null) continue;
    const key = `${call.sessionId} ${name}`;
    const failure = failures.get(key);
    if (call.outcome === 'error') failures.set(key, failureOf(call, at));
    if (call.outcome !== 'ok' || failure === undefined) continue;
    failures.delete(key);
    const fix = fixOf(name, failure, changesIn(calls.slice(failure.at + 1, at), call.sessionId));
    if (fix !== null) found.push(learning(fix, failure, call));
  }
  return found;
}

function failureOf(call: ShellCall, at: number): Failure {
  const { turn, output } = call;
  const [command] = call.commands.filter(({ text }) => !VIEWER.test(text));
  const checks = command !== undefined && isCheck(command);
  return { turn, at, error: errorIn(output), output, tried: triedIn(call), isCheck: checks };
}

/** A variant that worked where the last failing command did not, with nothing changed in between. */
function insteadOf(
  call: ShellCall,
  failures: ReadonlyMap<string, Failure>,
  before: readonly Call[],
): { key: string; learning: AnsweredLearning } | null {
  const now = triedIn(call);
  const [key, failure] = [...failures].findLast(([name]) => name.startsWith(`${call.sessionId} `)) ?? [];
  if (now === null || key === undefined || failure === undefined || failure.tried === null) return null;
  const { edits, commands } = changesIn(before.slice(failure.at + 1), call.sessionId);
  const isEveryday = failure.error === EVERYDAY_ERROR;
  if (edits.length + commands.length > 0 || !isVariant(failure.tried, now, isEveryday)) return null;
  if (failure.isCheck && !isAboutTheCall(failure, now)) return null;
  const kind = isEveryday || failure.error === '' ? '' : ` (${failure.error})`;
  const content = `\`${failure.tried.line}\` failed${kind}; \`${now.line}\` works.`;
  return { key, learning: learning(content, failure, call) };
}

/** That a check failed is its verdict, unless it names the word that was then left out or spelled otherwise. */
function isAboutTheCall({ tried, output }: Failure, now: Tried): boolean {
  const dropped = tried?.words.filter((word) => !now.words.includes(word)) ?? [];
  const lines = output.slice(0, OUTPUT_CHARS).split('\n');
  return (
    dropped.length === 0 ||
    lines.some((line) => !FRAME_LINE.test(line.trim()) && dropped.some((word) => line.includes(word)))
  );
}

interface Changes {
  readonly edits: readonly string[];
  readonly commands: readonly string[];
}

function changesIn(calls: readonly Call[], sessionId: string): Changes {
  const edits = new Set<string>();
  const commands = new Set<string>();
  for (const call of calls) {
    if (call.sessionId !== sessionId || call.outcome !== 'ok') continue;
    const edited = editsOf(call);
    for (const { path } of edited) edits.add(path.split(/[\\/]/).slice(-2).join('/'));
    const shell = asShell(call);
    if (edited.length === 0 && shell?.commands.some(isChange) === true) commands.add(unwrapped(shell.line));
  }
  return { edits: [...edits], commands: [...commands] };
}

function fixOf(name: string, { error }: Failure, { edits, commands }: Changes): string | null {
  const count = edits.length + commands.length;
  if (error === EVERYDAY_ERROR || count === 0 || count > MOST_CHANGES) return null;
  if (commands.some((text) => text.length > COMMAND_CHARS || /[\n`]/.test(text) || HISTORY.test(text))) return null;
  if (edits.some((path) => !SETTINGS_FILE.test(path) || path.includes('`'))) return null;
  const ran = commands.map((text) => `\`${text}\``).join(' and ');
  const edited = edits.map((path) => `\`${path}\``).join(' and ');
  const done = [ran && `running ${ran}`, edited && `editing ${edited}`].filter(Boolean).join(' and ');
  return `\`${name}\` failed${error === '' ? '' : ` (${error})`}; fixed by ${done}.`;
}

function learning(content: string, failure: Failure, call: Call): AnsweredLearning {
  return {
    type: 'PATTERN',
    content,
    turns: [...new Set([failure.turn, call.turn])],
    scope: 'space',
    subject: 'fix',
    tags: ['fix'],
    replaces: null,
  };
}

/** The command as it is run again: without what only shows its output. Null for what is not one plain command. */
function nameOf({ commands }: ShellCall): string | null {
  const names = commands.filter(({ text }) => !VIEWER.test(text));
  const [name] = names;
  return name !== undefined && names.length === 1 && name.text.length <= COMMAND_CHARS && !/[\n`]/.test(name.text)
    ? name.text
    : null;
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
