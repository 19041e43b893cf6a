/**
 * What a call changed: files it edited, by a tool for that or in a shell (`apply_patch`, `sed -i`, `cat > x`, `tee x`), and
 * whether a command changed anything at all. Paths are the agent's words, as they stand in the call; from a shell those
 * are told from the folder it had gone to. Limits: what a program does to files by itself is not known.
 */
import type { ShellCommand } from '../../text/shell.ts';
import { asShell, type Call } from './calls.ts';
import { calledFor } from './purposes.ts';

export interface Edit {
  readonly path: string;
  readonly how: 'created' | 'changed';
}

const CREATING_TOOLS: ReadonlySet<string> = new Set(['write', 'create', 'create_file', 'write_file', 'write_to_file']);
const EDITING_TOOL =
  /(?:^|[_.-])(?:edit|multiedit|notebookedit|apply_patch|file_change|str_replace\w*|replace\w*|insert\w*)(?:$|[_.-])/i;
const PATCHED_FILE = /^\*\*\* (Update|Add) File: (.+)$/gm;
/** A patch of more files is no work of one call. */
const MOST_FILES = 50;
const PATCH_CHARS = 200_000;
/** They write what they are given; what other programs print is no file of the project. */
const WRITERS: ReadonlySet<string> = new Set(['cat', 'echo', 'printf', 'tee']);
const IN_PLACE = /^(?:-[a-zA-Z]*i(?:[.\w]*)?|--in-place(?:=.*)?)$/;
/** Looking changes nothing. */
const LOOKING =
  /^(?:ls|cat|grep|egrep|rg|ag|find|fd|head|tail|less|more|wc|pwd|echo|printf|which|whereis|type|ps|lsof|env|printenv|awk|cut|sort|uniq|nl|diff|jq|yq|tr|column|xxd|true|false|test|\[|git (?:status|diff|log|show|branch|blame|remote|rev-parse|ls-files|describe|grep|fetch)|node -[vep]|\S+ (?:--version|-v|-V|--help|version)$|(?:npm|pnpm|yarn) (?:ls|list|view|why|info|outdated)|pip3? (?:show|list|freeze)|docker (?:ps|logs|images|inspect)|kubectl (?:get|describe|logs)|curl|wget|tree|file|stat|du|df|sleep|cd|date|whoami|hostname|uname|id)(?=\s|$)/;
const LOOKING_SED = /^(?:sed|perl|python[\d.]* -c|node --eval)\b/;
const CHECKS: ReadonlySet<string> = new Set(['test', 'lint', 'typecheck', 'check']);

/** A command that may have changed something: neither a look nor a check. */
export function isChange(command: ShellCommand): boolean {
  const { text, writes } = command;
  if (writes.length > 0) return true;
  if (LOOKING_SED.test(text)) return command.words.some((word) => IN_PLACE.test(word));
  return !LOOKING.test(text) && !isCheck(command);
}

/** Checking again is not changing. */
export function isCheck(command: ShellCommand): boolean {
  return CHECKS.has(calledFor(command)?.purpose.subject ?? '');
}

/** Of a call that worked. */
export function editsOf(call: Call): readonly Edit[] {
  if (call.outcome !== 'ok') return [];
  const shell = asShell(call);
  const patched = patchedFiles(call.input);
  if (patched.length > 0) return patched;
  if (shell !== null) return shell.commands.flatMap(writtenBy);
  const name = call.tool.toLowerCase();
  if (call.path === null || !(CREATING_TOOLS.has(name) || EDITING_TOOL.test(name))) return [];
  return [{ path: call.path, how: CREATING_TOOLS.has(name) ? 'created' : 'changed' }];
}

function patchedFiles(input: string): readonly Edit[] {
  if (!input.includes('*** Begin Patch')) return [];
  // In JSON its lines are escaped.
  const text = input.slice(0, PATCH_CHARS).replaceAll('\\n', '\n');
  const found = [...text.matchAll(PATCHED_FILE)].slice(0, MOST_FILES);
  return found.map(([, kind, path = '']) => ({ path: path.trim(), how: kind === 'Add' ? 'created' : 'changed' }));
}

function writtenBy(command: ShellCommand): readonly Edit[] {
  const { words, writes, directory, through } = command;
  // Another machine's files are not ours.
  if (through !== '') return [];
  const program = words[0] ?? '';
  const plain = words.slice(1).filter((word) => !word.startsWith('-'));
  const paths =
    program === 'tee'
      ? plain
      : /^(?:sed|perl)$/.test(program) && words.some((word) => IN_PLACE.test(word))
        ? plain.filter((word) => /^[\w@./-]+\.\w+$/.test(word))
        : WRITERS.has(program)
          ? writes
          : [];
  return paths.map((path) => ({ path: fromFolder(directory, path), how: 'changed' as const }));
}

function fromFolder(folder: string | null, path: string): string {
  return folder === null || /^[/~]/.test(path) ? path : `${folder.replace(/\/+$/, '')}/${path}`;
}
