/**
 * Which secret files a shell command shows: `cat .env`, `grep KEY < .env`, `docker exec web cat /run/secrets/db`.
 * Reads the command as words, not as a grammar; when in doubt it names the file, because a stub loses little.
 */
import { isSecretFile } from './secret-file.ts';

/** Programs that print what they read. */
const READERS = new Set(
  (
    'cat tac nl head tail less more most bat batcat view vi vim nvim nano emacs ed ex pico micro sed awk gawk mawk nawk perl ruby python ' +
    'python3 node deno bun php grep egrep fgrep zgrep rg ag ack ugrep cut tr sort uniq paste join comm diff sdiff colordiff delta cmp fold fmt column rev ' +
    'strings xxd od hexdump hd base64 base32 basenc uuencode openssl gpg jq yq tomlq xmllint dasel gron type source ' +
    '. get-content gc select-string findstr out-string format-hex dd tee scp rsync curl wget http nc ncat socat ' +
    'xargs envsubst dotenv pygmentize highlight glow mdcat pr split csplit zcat gunzip gzip tar zip unzip ' +
    'git keytool certutil ssh-keygen pandoc iconv dos2unix expand unexpand sponge pv column mapfile readarray read'
  ).split(' '),
);
/** Programs that only run another program. */
const RUNNERS = new Set(
  'sudo doas env time nice nohup command exec builtin docker podman kubectl ssh bash sh zsh fish dash xargs timeout watch su chroot nsenter wsl busybox'.split(
    ' ',
  ),
);
const WORDS =
  /"((?:[^"\\]|\\.){0,2000})"|'([^']{0,2000})'|\$'((?:[^'\\]|\\.){0,2000})'|([^\s"'|;&()<>`$]+|\$\{?\w+\}?)|(\|\||&&|[|;&()`\n]|<<<|<<|<>|<|>>|>)/g;
const LONGEST_COMMAND = 20_000;
const MOST_DEPTH = 3;

export function secretFilesInCommand(command: string): string[] {
  const found = new Set<string>();
  collect(command.slice(0, LONGEST_COMMAND), found, 0);
  return [...found];
}

function collect(command: string, found: Set<string>, depth: number): void {
  let reading = false;
  let atStart = true;
  let writing = false;
  let redirected = false;
  for (const match of command.matchAll(WORDS)) {
    const sign = match[5];
    if (sign !== undefined) {
      redirected = sign === '<' || sign === '<>';
      writing = sign === '>' || sign === '>>';
      if (!redirected && !writing && !sign.startsWith('<<')) {
        reading = false;
        atStart = true;
      }
      continue;
    }
    const word = match[1] ?? match[2] ?? match[3] ?? match[4] ?? '';
    const quoted = match[4] === undefined;
    const name = (word.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.exe$/, '');
    if (atStart && !quoted && /^\w+=/.test(word)) continue;
    if (atStart && RUNNERS.has(name) && !READERS.has(name)) reading = false;
    else if (READERS.has(name) && !(reading && isSecretFile(word))) {
      if (atStart || !reading) reading = true;
    }
    if (quoted && depth < MOST_DEPTH && /[\s<]/.test(word)) collect(word, found, depth + 1);
    if (!writing && (reading || redirected)) addFiles(word, found);
    atStart = atStart && RUNNERS.has(name);
    writing = false;
    redirected = false;
  }
}

/** A word can be a path, `--file=path`, `@path`, `host:path` or a commit's `HEAD:path`. */
function addFiles(word: string, found: Set<string>): void {
  for (const candidate of [word, ...word.split(/[=@:,]/)]) {
    if (candidate !== '' && isSecretFile(candidate)) {
      found.add(candidate);
      return;
    }
  }
}
