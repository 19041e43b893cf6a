/** Passwords on command lines whose flag does not say so: `mysql -p…`, `curl -u user:…`, `sshpass -p …` (RED-4). */
import type { Report } from '../finding.ts';
import { isPasswordLike, isRandom, isTokenLike } from '../value/judge.ts';
import { COMMANDS } from './cli-commands.ts';

interface Flag {
  readonly pattern: RegExp;
  readonly generated: boolean;
}

interface CommandTable {
  readonly anyCommand: RegExp;
  readonly flagsOf: ReadonlyMap<string, readonly Flag[]>;
}

/** `echo … | sudo -S`, `printf … | docker login --password-stdin`, `--with-token <<< …`, `echo user:… | chpasswd`. */
const PIPED =
  /\b(?:echo|printf|cat <<<|Write-Output)[ \t]{1,4}(?:-\w{1,3}[ \t]{1,4}|["']?%s\\n["']?[ \t]{1,4})?["']?(?:[\w.-]{1,40}:)?([^\s"'|:]{6,200})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo|su|docker|podman|helm|chpasswd|passwd|kinit|cryptsetup|gpg|gh|glab|openssl|ssh-add|vault|base64|wrangler|op|mysql|psql|skopeo|oras|npm|pass|secret-tool|kubeseal|flyctl|fly|pulumi)\b/g;
const HERE_STRING =
  /(?:-stdin|--with-token|passwd|-passin stdin|--pass(?:word|phrase)-fd \d)[^\n<]{0,60}<<<[ \t]{0,4}["']?([^\s"']{6,200})/g;
const LONGEST_LINE = 600;
const CONTINUED = /\\\r?\n/g;
const COMMAND_END = /\n|&&|\|\|/;

/** A text without any of these holds none of the commands' flags. */
const MAY_HOLD_FLAG =
  /\s(?:-[a-zA-Z]|--(?:user|proxy-user|auth|basic)|\/p|login|authtoken|add-auth|auth|token|setup|password|use|alias|add_user|change_p|config|wpa_)/;
const PORTS_AND_IDS = /^[\d:.,/-]+$/;

let compiled: CommandTable | undefined;

function commandTable(): CommandTable {
  if (compiled) return compiled;
  const flagsOf = new Map<string, Flag[]>();
  for (const { names, flag, generated } of COMMANDS) {
    const entry = { pattern: new RegExp(`(?<=\\s)${flag}`, 'g'), generated: generated === true };
    for (const name of names.split('|')) flagsOf.set(name, [...(flagsOf.get(name) ?? []), entry]);
  }
  const names = [...flagsOf.keys()].sort((a, b) => b.length - a.length);
  compiled = { anyCommand: new RegExp(`(?<![\\w.-])(?:${names.join('|')})(?:\\.exe)?(?=[ \\t])`, 'g'), flagsOf };
  return compiled;
}

export function findCommandLineSecrets(text: string, report: Report): void {
  if (MAY_HOLD_FLAG.test(text)) findFlags(text, report);
  if (text.includes('|')) reportMatches(text, 0, { pattern: PIPED, generated: false }, report);
  if (text.includes('<<<')) reportMatches(text, 0, { pattern: HERE_STRING, generated: false }, report);
}

function findFlags(text: string, report: Report): void {
  const { anyCommand, flagsOf } = commandTable();
  anyCommand.lastIndex = 0;
  let lineEnd = 0;
  let lineCommands = new Set<string>();
  for (let match = anyCommand.exec(text); match; match = anyCommand.exec(text)) {
    const start = anyCommand.lastIndex;
    const command = match[0].replace(/\.exe$/, '');
    if (start >= lineEnd) lineCommands = new Set();
    // Its flags were searched to the end of the line already.
    if (lineCommands.has(command)) continue;
    const line = logicalLine(text, start);
    lineEnd = Math.max(lineEnd, start + line.length);
    lineCommands.add(command);
    for (const flag of flagsOf.get(command) ?? []) reportMatches(line, start, flag, report);
  }
}

/** The rest of the command, over continued lines, up to a bound. Continuations become blanks so that offsets stay. */
function logicalLine(text: string, start: number): string {
  const rest = text.slice(start, start + LONGEST_LINE).replace(CONTINUED, (mark) => ' '.repeat(mark.length));
  const end = rest.search(COMMAND_END);
  return end < 0 ? rest : rest.slice(0, end);
}

function reportMatches(line: string, offset: number, { pattern, generated }: Flag, report: Report): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    const value = match[1] ?? '';
    const secret = generated
      ? isRandom(value)
      : (isPasswordLike(value) || isTokenLike(value)) && !PORTS_AND_IDS.test(value);
    if (!secret) continue;
    const start = offset + match.index + match[0].lastIndexOf(value);
    report('cli-password', start, start + value.length);
  }
}
