/** Passwords on command lines whose flag does not say so: `mysql -p…`, `curl -u user:…`, `sshpass -p …` (RED-4). */
import type { Report } from '../finding.ts';
import { isPasswordLike, isStrikingPassword, isTokenLike } from '../value/judge.ts';
import { isStandIn } from '../value/stand-in.ts';

interface Command {
  readonly names: string;
  /** Sticky on the arguments; group 1 is the secret. */
  readonly flag: string;
}

const QUOTE = `["']?`;
const VALUE = `([^\\s"'\`;|]{4,200})`;

const COMMANDS: readonly Command[] = [
  { names: 'mysql|mysqldump|mysqladmin|mysqlimport|mysqlshow|mysqlsh|mysqlpump|mariadb|mariadb-dump|mycli|7z|7za|7zr|rar|unrar|xtrabackup', flag: `-p${QUOTE}(?![-\\s])${VALUE}` },
  { names: 'sshpass|mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|rdesktop|psexec|evil-winrm|crackmapexec|netexec|twine|rabbitmqadmin|cqlsh|isql|ncftp|ncftpput|ncftpget|winexe|cypher-shell|influx|snowsql', flag: `-p(?:[ \t]{1,4}|=)${QUOTE}${VALUE}` },
  { names: 'docker|podman|buildah|skopeo|nerdctl|helm|oras|az|cf|oc|ibmcloud', flag: `login[ \t][^\n]{0,200}?-p(?:[ \t]{1,4}|=)${QUOTE}${VALUE}` },
  { names: 'sqlcmd|bcp|tsql|zip|unzip|zipcloak|mosquitto_pub|mosquitto_sub|ipmitool|wpa_cli|7z|fsql|osql|tabcmd|db2', flag: `-P(?:[ \\t]{1,4}|=)?${QUOTE}(?![-\\s])${VALUE}` },
  { names: 'redis-cli|keydb-cli|valkey-cli|http|https|xh|nats|snmpwalk|snmpget', flag: `-a(?:[ \\t]{1,4}|=)${QUOTE}(?:[^\\s:"']{1,64}:)?${VALUE}` },
  { names: 'ldapsearch|ldapadd|ldapmodify|ldapdelete|ldapwhoami|ldappasswd|security|vncviewer|expect|winexe', flag: `-w(?:[ \\t]{1,4}|=)${QUOTE}${VALUE}` },
  { names: 'snmpwalk|snmpget|snmpset|snmpbulkwalk', flag: `-[AX](?:[ \\t]{1,4}|=)${QUOTE}${VALUE}` },
  { names: 'openssl|nuget|dotnet|gem|choco', flag: `-[kK](?:[ \\t]{1,4}|=)${QUOTE}${VALUE}` },
  { names: 'curl|http|https|xh|hurl|curlie|oha|hey', flag: `(?:-u|-U|-a|--user|--proxy-user|--auth|--basic)(?:[ \\t]{1,4}|=)?${QUOTE}[^\\s:"'/]{1,80}:${VALUE}` },
  { names: 'ab', flag: `-[AP][ \\t]{0,4}${QUOTE}[^\\s:"'/]{1,80}:${VALUE}` },
  { names: 'smbclient|smbget|rpcclient|net|winexe|wmic|impacket-\\w+|mount', flag: `(?:-U|--user|-o)(?:[ \\t]{1,4}|=)${QUOTE}[^\\s%"']{1,80}%${VALUE}` },
  { names: 'lftp|sftp', flag: `-u[ \\t]{1,4}${QUOTE}[^\\s,"']{1,80},${VALUE}` },
  { names: 'xfreerdp|xfreerdp3|wfreerdp|mstsc|cmdkey|runas|wmic|schtasks|net', flag: `/(?:p|pass|password):${QUOTE}${VALUE}` },
  { names: 'htpasswd', flag: `-\\w{0,6}b\\w{0,6}[ \\t]{1,4}(?:\\S{1,120}[ \\t]{1,4}){1,2}${QUOTE}${VALUE}$` },
  { names: 'vault|cargo|ngrok|heroku|wrangler|flyctl|fly|doppler|infisical|railway|vercel|netlify|gh|glab|huggingface-cli|hf|wandb|snyk|sentry-cli|circleci|buildkite-agent|databricks|pulumi|npm|yarn|pnpm|tailscale|cloudflared|rclone', flag: `(?:login|authtoken|add-authtoken|auth|token|setup|obscure|install)[ \\t]{1,4}${QUOTE}([A-Za-z0-9._~+/=-]{16,300})` },
  { names: 'wpa_passphrase', flag: `\\S{1,60}[ \\t]{1,4}${QUOTE}${VALUE}` },
  { names: 'mysqladmin', flag: `password[ \\t]{1,4}${QUOTE}${VALUE}` },
  { names: 'mc', flag: `(?:alias[ \\t]{1,4}set|config[ \\t]{1,4}host[ \\t]{1,4}add)[ \\t]{1,4}\\S{1,60}[ \\t]{1,4}\\S{1,120}[ \\t]{1,4}\\S{1,80}[ \\t]{1,4}${QUOTE}${VALUE}` },
  { names: 'net', flag: `use[ \\t]{1,4}\\S{1,160}[ \\t]{1,4}(?:/user:\\S{1,80}[ \\t]{1,4})?${QUOTE}(?!/)${VALUE}` },
];
/** `echo … | sudo -S`, `printf … | docker login --password-stdin`, `--with-token <<< …`, `echo user:… | chpasswd`. */
const PIPED =
  /\b(?:echo|printf|cat <<<|Write-Output)[ \t]{1,4}(?:-\w{1,3}[ \t]{1,4}|["']?%s\\n["']?[ \t]{1,4})?["']?(?:[\w.-]{1,40}:)?([^\s"'|:]{6,200})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo|su|docker|podman|helm|chpasswd|passwd|kinit|cryptsetup|gpg|gh|glab|openssl|ssh-add|vault|base64|wrangler|op|mysql|psql|skopeo|oras|npm|pass|secret-tool|kubeseal|flyctl|fly|pulumi)\b/g;
const HERE_STRING = /(?:-stdin|--with-token|passwd|-passin stdin|--pass(?:word|phrase)-fd \d)[^\n<]{0,60}<<<[ \t]{0,4}["']?([^\s"']{6,200})/g;
const LONGEST_LINE = 600;
const CONTINUED = /\\\r?\n/g;

let anyCommand: RegExp | undefined;
let flags: ReadonlyMap<string, readonly RegExp[]> | undefined;

function commandTable(): { readonly any: RegExp; readonly flagsOf: ReadonlyMap<string, readonly RegExp[]> } {
  if (anyCommand && flags) return { any: anyCommand, flagsOf: flags };
  const map = new Map<string, RegExp[]>();
  for (const { names, flag } of COMMANDS) {
    for (const name of names.split('|')) map.set(name, [...(map.get(name) ?? []), new RegExp(`(?<=\\s)${flag}`, 'g')]);
  }
  const names = [...map.keys()].sort((a, b) => b.length - a.length);
  anyCommand = new RegExp(`(?<![\\w.-])(?:${names.join('|')})(?:\\.exe)?(?=[ \\t])`, 'g');
  flags = map;
  return { any: anyCommand, flagsOf: map };
}

export function findCommandLineSecrets(text: string, report: Report): void {
  const { any, flagsOf } = commandTable();
  any.lastIndex = 0;
  let lineEnd = 0;
  let lineCommands = new Set<string>();
  for (let match = any.exec(text); match; match = any.exec(text)) {
    const start = any.lastIndex;
    const command = match[0].replace(/\.exe$/, '');
    if (start >= lineEnd) lineCommands = new Set();
    // Its flags were searched to the end of the line already.
    if (lineCommands.has(command)) continue;
    const line = logicalLine(text, start);
    lineEnd = Math.max(lineEnd, start + line.length);
    lineCommands.add(command);
    for (const flag of flagsOf.get(command) ?? []) reportFlags(line, start, flag, report);
  }
  for (const pattern of [PIPED, HERE_STRING]) {
    if (pattern === PIPED ? text.includes('|') : text.includes('<<<')) reportFlags(text, 0, pattern, report);
  }
}

/** The rest of the command, over continued lines, up to a bound. Continuations become blanks so that offsets stay. */
function logicalLine(text: string, start: number): string {
  const rest = text.slice(start, start + LONGEST_LINE).replace(CONTINUED, (mark) => ' '.repeat(mark.length));
  const end = rest.search(/[\n]|&&|\|\|/);
  return end < 0 ? rest : rest.slice(0, end);
}

function reportFlags(line: string, offset: number, flag: RegExp, report: Report): void {
  flag.lastIndex = 0;
  for (let match = flag.exec(line); match; match = flag.exec(line)) {
    const value = match[1] ?? '';
    if (!isPasswordLike(value) && !isTokenLike(value)) continue;
    if (isStandIn(value) || (/^[\d:.,/-]+$/.test(value) && !isStrikingPassword(value))) continue;
    const start = offset + match.index + match[0].lastIndexOf(value);
    report('cli-password', start, start + value.length);
  }
}
