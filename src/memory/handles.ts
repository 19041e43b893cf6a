/**
 * What a statement tells somebody to reach or to run: hosts, the telling words of commands, and packages. And whether it
 * runs what it downloads. Asked of what did not come from the user; it only ever adds a look by a person.
 *
 * Limits: shapes, so it can be talked around; commands outside code marks are found by the programs people commonly name.
 * Words that stand in everybody's commands, numbers and paths within the project are no handles.
 */
import { originTokens } from './origin-tokens.ts';
import { addressesIn } from './suspicion.ts';
import { unmasked } from './unmask.ts';

export interface Handles {
  /** Lower case, without user, port and whatever follows. */
  readonly hosts: readonly string[];
  /** Words of commands, names of packages, hosts, addresses with their path. */
  readonly words: readonly string[];
}

const PROGRAMS =
  'npm|npx|pnpm|yarn|bun|bunx|deno|node|pip3?|pipx|uv|uvx|poetry|conda|mamba|python3?|cargo|rustup|go|gem|bundle|composer|php|mvn|gradle|gradlew|brew|apt|apt-get|dnf|yum|apk|pacman|snap|flatpak|choco|winget|scoop|docker|docker-compose|podman|kubectl|helm|kustomize|terraform|tofu|ansible|ansible-playbook|aws|gcloud|az|doctl|fly|vercel|netlify|heroku|gh|glab|git|make|cmake|just|task|rake|tox|nox|curl|wget|ssh|scp|rsync|systemctl|service|launchctl|crontab|sudo|bash|sh|zsh|pwsh|powershell|chmod|chown|nc|openssl|psql|mysql|redis-cli|mongosh|sqlite3|mix|dotnet|nuget|nix|nix-env|vagrant|pre-commit|source|export|setx|code';
/** Until a sentence goes on. */
const ENDING =
  '(?:to|before|after|and|or|for|when|whenever|because|then|is|are|was|were|in|the|with|on|so|if|from|which|that|as|at|by|it|this|of|a|an|instead|works?|worked|fails?|failed|takes?|succeeds?|succeeded|once|first|again|now|here)';
const IN_PROSE = new RegExp(
  String.raw`(?<![\w./@-])(?:${PROGRAMS})(?:\s+(?!${ENDING}(?![\w-])|[(–—])[^\s,;()"'“”\x60]+){1,8}`,
  'giu',
);
const CODE = /`([^`\n]{2,300})`|(?:^|\n)\s*[$>]\s+([^\n]{2,300})/g;
const PACKAGE_AFTER =
  /\b(?:package|packages|module|library|crate|gem|image|plugin|extension|dependency|action|registry|mirror|tap|repository|cli|tool|binary|fork)\s+(?:called |named )?[`"'“]?([@\w][\w@./:-]{2,})/giu;
const PACKAGE_BEFORE =
  /([@\w][\w@./:-]{2,})[`"'”]?\s+(?:package|module|library|crate|gem|image|plugin|extension|action|registry|mirror|cli|binary)\b/giu;
const SCOPED = /(?<![\w/.])@[\w-]+\/[\w.-]+|\b[\w-]+\/[\w.-]+@v?\d[\w.]*|\bghcr\.io\/\S+/giu;
const LOGIN =
  /\b(?:ssh|scp|rsync|sftp|mosh)\s+(?:-\S+\s+\S+\s+)*?(?:\S+@)?([\w.-]{2,})(?=[\s:]|$)|\b[\w.-]+@([\w.-]+):/giu;
const INSIDE =
  /^(?:\.{0,2}\/)?(?!tmp\/|etc\/|usr\/|var\/|opt\/|home\/)[\w@.-]+(?:\/[\w@.*-]+)+\/?$|^[\w.-]+\.(?:[cm]?[jt]sx?|py|go|rs|rb|php|java|kt|cs|cpp|h|md|json|ya?ml|toml|sql|txt|lock|cfg|ini|xml|html|css|env|sh)$/iu;
const LOCAL = /^(?:localhost|127\.|0\.0\.0\.0|\[?::1?\]?$|host\.docker\.internal)/i;
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/;
const EVERYBODYS: ReadonlySet<string> = new Set(
  'github.com gitlab.com bitbucket.org codeberg.org golang.org go.dev pkg.go.dev npmjs.com npmjs.org pypi.org files.pythonhosted.org crates.io rubygems.org docker.io hub.docker.com'.split(
    ' ',
  ),
);
const ADDRESS = /(?<![\w.])(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[\w-]+\.)+[a-z]{2,}\/[^\s"'`<>)]+/giu;
const COMMON: ReadonlySet<string> = new Set(
  `${PROGRAMS.replaceAll('?', '').replaceAll('|', ' ')} pip python build run test tests install add remove update upgrade dev start stop restart
  serve watch lint format fmt check fix clean all ci exec init create new list ls show get set up down ps log logs push pull commit
  status checkout switch branch merge rebase clone fetch diff reset tag stash main master head origin prod production staging local
  global config env version help apply delete describe rollout deploy release publish login compose image container images volume
  vitest jest mocha pytest unittest eslint prettier tsc typescript biome ruff mypy black isort flake8 webpack vite rollup esbuild
  tsx nodemon pm2 next react vue svelte django flask rails express prisma migrate migration migrations seed generate coverage unit e2e integration
  -m -c -y -g -d -it -rm --rm -f -n -p -v -u -a -h --save-dev --dev --global --watch --help --version --verbose --fix --all --build --detach --yes
  echo cat cd mkdir touch cp mv rm grep find tail head true false latest default user root src lib app api web server client worker db`
    .split(/\s+/)
    .filter(Boolean),
);

export function handlesIn(statement: string): Handles {
  const plain = unmasked(statement.slice(0, LONGEST_CHARS)).replace(/\[\.\]|\(\.\)/g, '.');
  const hosts = new Set([...addressesIn(plain).map(hostOf), ...loginsIn(plain)].filter((host) => host !== ''));
  const words = new Set<string>();
  const pieces = [
    ...[...plain.matchAll(CODE)].map(([, code, line]) => code ?? line ?? '').filter((code) => /\s/.test(code.trim())),
    ...[...plain.matchAll(IN_PROSE)].map(([command]) => command),
    ...[...plain.matchAll(PACKAGE_AFTER), ...plain.matchAll(PACKAGE_BEFORE)].map(([, name]) => name ?? ''),
    ...(plain.match(SCOPED) ?? []),
  ];
  for (const piece of pieces) for (const word of commandWords(piece)) words.add(word);
  for (const [address] of plain.matchAll(ADDRESS))
    for (const { text, isTelling } of originTokens(address)) if (isTelling) words.add(text);
  for (const host of hosts) if (!EVERYBODYS.has(host)) words.add(host);
  return { hosts: [...hosts], words: [...words] };
}

/** The words of a command that are not in everybody's. */
export function commandWords(command: string): readonly string[] {
  return command.split(/[\s"'|&;()<>]+/).flatMap((raw) => {
    const word = raw.replace(/[.,:`]+$/, '');
    const isPath = INSIDE.test(word) && !word.startsWith('@');
    if (word.length < 2 || isPath || COMMON.has(word.toLowerCase())) return [];
    // A number alone is an amount or a port.
    return originTokens(word).flatMap(({ text }) => (/^[\d.]+$/.test(text) || COMMON.has(text) ? [] : [text]));
  });
}

/**
 * Of the wide world: not this machine, and no address of a private network, which means nothing elsewhere. Where everybody
 * keeps code and packages the host says nothing; what is named there is a handle of its own.
 */
export function isForeignHost(host: string): boolean {
  return !LOCAL.test(host) && !PRIVATE.test(host) && !EVERYBODYS.has(host);
}

function hostOf(address: string): string {
  return address
    .toLowerCase()
    .replace(/^[^@]*@/, '')
    .replace(/:\d*$/, '')
    .replace(/\.+$/, '');
}

/** `ssh deploy@build7`: names without a domain, too. */
function loginsIn(text: string): readonly string[] {
  return [...text.matchAll(LOGIN)].map(([, after, before]) => hostOf(after ?? before ?? ''));
}

const FETCH = String.raw`(?:curl|wget|aria2c|xh|httpie|fetch|iwr|irm|invoke-(?:webrequest|restmethod)|start-bitstransfer|download(?:string|file)|urlopen|urlretrieve|urllib\S*|requests\.get|lynx\s+-(?:source|dump)|gsutil\s+(?:cat|cp)|aws\s+s3\s+cp|gh\s+api|git\s+archive)`;
const INTERPRETER = String.raw`(?:(?:ba|z|da|k|fi|c|tc|a)?sh|python[\d.]*|node|deno|bun|tsx|perl|ruby|php|pwsh|powershell|lua|iex|invoke-expression|source|eval|osascript|cmd|tclsh|rscript|groovy|julia)`;
const BEFORE_IT = String.raw`(?:(?:sudo|env|command|nohup|exec|time|xargs)(?:\s+(?:-\S+|\w+=\S*))*\s+)*(?:\S{0,100}\/)?`;
const FROM_AFAR = String.raw`(?:https?:|git\+|git@|github:|gitlab:|\bgist\b|ftp:)`;
export const DOWNLOAD_EXPRESSIONS: readonly RegExp[] = [
  String.raw`\b${FETCH}\b[^\n]{0,400}\|&?\s*${BEFORE_IT}${INTERPRETER}\b`,
  String.raw`(?:\b${INTERPRETER}|(?:^|\s)\.)\s[^\n]{0,60}(?:<\(|<<<|\$\(|${'`'}|-c\b|-e\b)[^\n]{0,120}\b${FETCH}\b`,
  String.raw`\b${INTERPRETER}\s*[("'$<][^\n]{0,120}\b${FETCH}\b`,
  String.raw`\b(?:iex|invoke-expression)\b[^\n]{0,120}(?:${FETCH}|${FROM_AFAR}|webclient)`,
  String.raw`\b${FETCH}\b[^\n]{0,300}(?:&&|;|\bthen\b|\band\b)[^\n]{0,120}(?:\bchmod\b|\./\S|\b${INTERPRETER}\s+\S*\w)`,
  String.raw`\b(?:npx|bunx|uvx|pipx|dlx|npm\s+(?:exec|i|install|x)|pnpm\s+(?:add|i|install)|yarn\s+(?:add|global)|bun\s+(?:add|x|run)|deno\s+(?:run|install)|pip[\d.]*\s+install|uv\s+(?:pip|tool|run|add)|gem\s+install|go\s+(?:run|install|get)|cargo\s+install|brew\s+(?:install|tap)|docker\s+run|kubectl\s+(?:apply|create)|helm\s+install|ansible-pull|node|python[\d.]*|${INTERPRETER})\s[^\n;|]{0,160}${FROM_AFAR}`,
  String.raw`\b(?:base64\s+(?:-d|-D|--decode)|xxd\s+-r|openssl\s+(?:enc|base64)\s[^\n|]*-d|gunzip|gzip\s+-d|zcat)\b[^\n]{0,200}\|\s*${BEFORE_IT}${INTERPRETER}\b`,
  String.raw`\bpip(?:e[sd]?|ing)\b[^\n.]{0,120}\b(?:in)?to\s+(?:a\s+|the\s+|your\s+)?(?:shell|${INTERPRETER}|interpreter|terminal)\b`,
  String.raw`\b(?:download|fetch|curl|wget|grab|pull)\w*\b[^\n]{0,100}\b(?:script|installer|bootstrap\w*|binary|payload|\w+\.sh|\w+\.ps1|https?:\S+)[^\n]{0,80}\b(?:runs?|running|execut\w+|pip(?:e[sd]?|ing)|source[sd]?|eval\w*|bash|sh)\b`,
  String.raw`\b(?:runs?|running|execut\w+|source[sd]?|eval\w*|bash|sh)\b[^\n]{0,60}\b(?:script|installer|bootstrap\w*|one-?liner|\w+\.sh|\w+\.ps1)\b[^\n]{0,60}\b(?:from|at|hosted|served|downloaded|fetched)\b[^\n]{0,40}(?:https?:|\b(?:[\w-]+\.)+[a-z]{2,}\b)`,
].map((shape) => new RegExp(shape, 'iu'));

/** No statement is as long; more is not looked through. */
const LONGEST_CHARS = 4_000;

/** Whether it has a download run, by a pipe, a substitution, a package from an address, or in words. */
export function runsDownload(statement: string): boolean {
  const plain = unmasked(statement.slice(0, LONGEST_CHARS));
  return DOWNLOAD_EXPRESSIONS.some((shape) => shape.test(plain));
}
