/** Passwords on command lines whose flag does not say so: `mysql -p…`, `curl -u user:…`, `sshpass -p …` (RED-4). */
import type { Report } from '../finding.ts';
import { isPasswordLike, isRandom, isTokenLike } from '../value/judge.ts';
import { isTypedWord } from '../value/word-password.ts';
import { type Belief, COMMANDS } from './cli-commands.ts';

interface Flag {
  readonly pattern: RegExp;
  readonly belief: Belief;
}

interface CommandTable {
  readonly anyCommand: RegExp;
  readonly flagsOf: ReadonlyMap<string, readonly Flag[]>;
}

/** `echo … | sudo -S`, `printf … | docker login --password-stdin`, `--with-token <<< …`, `echo user:… | chpasswd`. */
const PIPED =
  /\b(?:echo|printf|cat <<<|Write-Output)[ \t]{1,4}(?:-\w{1,3}[ \t]{1,4}|["']?%s\\n["']?[ \t]{1,4})?["']?(?:[\w.-]{1,40}:)?([^\s"'|:]{6,200})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo|su|docker|podman|helm|chpasswd|passwd|kinit|cryptsetup|gpg|gh|glab|openssl|ssh-add|vault|base64|wrangler|op|mysql|psql|skopeo|oras|npm|pass|secret-tool|kubeseal|flyctl|fly|pulumi)\b/g;
/** The same where nothing but a password is asked for. */
const TYPED_INTO =
  /\b(?:echo|printf)[ \t]{1,4}(?:-\w{1,3}[ \t]{1,4}|["']?%s\\n["']?[ \t]{1,4})?["']?(?:[\w.-]{1,40}:)?([^\s"'|:]{4,200})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4}(?:-\w{1,6}[ \t]{1,4}){0,3}?-\w{0,3}S|(?:sudo[ \t]{1,4})?(?:chpasswd|passwd|kinit|cryptsetup)|[^\n|]{1,160}?--?pass(?:word|phrase)?-?(?:stdin|fd))\b/g;
const ASKED_FOR = /-stdin|sudo|passwd|kinit|cryptsetup|-fd/;
const HERE_STRING =
  /(?:-stdin|--with-token|passwd|sudo[^\n<]{0,40}-\w{0,3}S|-passin stdin|--pass(?:word|phrase)-fd \d)[^\n<]{0,60}<<<[ \t]{0,4}["']?([^\s"']{6,200})/g;
const LONGEST_LINE = 600;
/** The name of a command may stand across the end of what was searched. */
const LONGEST_COMMAND = 24;
const CONTINUED = /\\\r?\n/g;
const COMMAND_END = /\n|&&|\|\|/;

/** Something that one of the commands could be given: found first, because it is rarer than the names of the commands. */
const FLAG_HINT =
  /\s(?:-[pPawkKuUAXb]|--(?:user|proxy-user|auth|basic)|\/p|login\s|(?:add-)?authtoken\s|alias set|host add|add_user\s|change_password\s)|net user?\s|wpa_passphrase\s|nmcli\s|(?:redis|keydb|valkey)-cli\s|htpasswd\s/g;
const PORTS_AND_IDS = /^[\d:.,/-]+$/;

let compiled: CommandTable | undefined;

function commandTable(): CommandTable {
  if (compiled) return compiled;
  const flagsOf = new Map<string, Flag[]>();
  for (const { names, flag, belief } of COMMANDS) {
    const entry = { pattern: new RegExp(`(?<=\\s)${flag}`, 'g'), belief: belief ?? 'any' };
    for (const name of names.split('|')) flagsOf.set(name, [...(flagsOf.get(name) ?? []), entry]);
  }
  const names = [...flagsOf.keys()].sort((a, b) => b.length - a.length);
  compiled = { anyCommand: new RegExp(`(?<![\\w.-])(?:${names.join('|')})(?:\\.exe)?(?=[ \\t])`, 'g'), flagsOf };
  return compiled;
}

export function findCommandLineSecrets(text: string, report: Report): void {
  findFlags(text, report);
  if (text.includes('|')) reportMatches(text, 0, { pattern: PIPED, belief: 'mixed' }, report);
  if (ASKED_FOR.test(text)) reportMatches(text, 0, { pattern: TYPED_INTO, belief: 'any' }, report);
  if (text.includes('<<<')) reportMatches(text, 0, { pattern: HERE_STRING, belief: 'any' }, report);
}

function findFlags(text: string, report: Report): void {
  FLAG_HINT.lastIndex = 0;
  let done = 0;
  for (let hint = FLAG_HINT.exec(text); hint; hint = FLAG_HINT.exec(text)) {
    const start = Math.max(done, commandStart(text, hint.index));
    const end = Math.min(text.length, hint.index + LONGEST_LINE);
    reportCommands(text, start, end, report);
    done = end - LONGEST_COMMAND;
    FLAG_HINT.lastIndex = Math.max(FLAG_HINT.lastIndex, done);
  }
}

/** The start of the line that holds the place, over continued lines, up to a bound. */
function commandStart(text: string, at: number): number {
  const lowest = Math.max(0, at - LONGEST_LINE);
  let start = at;
  while (start > lowest) {
    const code = text.charCodeAt(start - 1);
    if (code === 10 && text.charAt(start - 2) !== '\\') break;
    start--;
  }
  return start;
}

/** Looks for commands between the two places, and at the arguments of each, also beyond. */
function reportCommands(text: string, from: number, to: number, report: Report): void {
  const { anyCommand, flagsOf } = commandTable();
  const seen = new Set<string>();
  let done = from;
  const line = text.slice(from, to);
  anyCommand.lastIndex = 0;
  for (let match = anyCommand.exec(line); match; match = anyCommand.exec(line)) {
    const start = from + anyCommand.lastIndex;
    const command = match[0].replace(/\.exe$/, '');
    if (start >= done) seen.clear();
    // Its flags were searched to the end of the line already.
    if (seen.has(command)) continue;
    const rest = logicalLine(text, start);
    done = Math.max(done, start + rest.length);
    seen.add(command);
    for (const flag of flagsOf.get(command) ?? []) reportMatches(rest, start, flag, report);
  }
}

/** The rest of the command, over continued lines, up to a bound. Continuations become blanks so that offsets stay. */
function logicalLine(text: string, start: number): string {
  const rest = text.slice(start, start + LONGEST_LINE).replace(CONTINUED, (mark) => ' '.repeat(mark.length));
  const end = rest.search(COMMAND_END);
  return end < 0 ? rest : rest.slice(0, end);
}

function reportMatches(line: string, offset: number, { pattern, belief }: Flag, report: Report): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    const value = match[1] ?? '';
    if (!isBelieved(value, belief)) continue;
    const start = offset + match.index + match[0].lastIndexOf(value);
    report('cli-password', start, start + value.length);
  }
}

function isBelieved(value: string, belief: Belief): boolean {
  if (belief === 'generated') return isRandom(value);
  if (PORTS_AND_IDS.test(value)) return false;
  return isPasswordLike(value) || isTokenLike(value) || (belief === 'any' && isTypedWord(value));
}
