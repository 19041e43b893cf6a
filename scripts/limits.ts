/**
 * Makes docs/limits.md: the numbers that people look for, each read from the line of source where it holds, so that the page
 * cannot say anything else. `node scripts/limits.ts` writes it; a test holds the page against it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileSpec } from '../src/files/manifest.ts';
import { MEMORY_FILE_NAMES } from '../src/memory/memory-file.ts';
import { CONFIG_KEYS, defaultConfig } from '../src/platform/config.ts';

type Row = readonly [what: string, file: string, constant: string, unit: Unit];
type Unit = 'ms' | 'bytes' | 'number' | 'share' | 'characters';

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'What an agent is given': [
    ['facts with a prompt, at most', 'recall/prompt-block.ts', 'MOST_FACTS', 'number'],
    ['passages with a prompt, at most', 'recall/prompt-block.ts', 'MOST_SNIPPETS', 'number'],
    ['of its budget, for what only tools and files said', 'recall/prompt-block.ts', 'UNTRUSTED_SHARE', 'share'],
    ['how likely the first item must be', 'recall/gate/selection.ts', 'OPENS_AT', 'number'],
    ['the longest that a prompt waits on a busy machine', 'clients/claude-code/recall-request.ts', 'MOST_MS', 'ms'],
    ['one part of the boot block', 'recall/boot-block.ts', 'PART_CHARS', 'characters'],
    ['parts of the boot block, at most', 'recall/boot-block.ts', 'MOST_PARTS', 'number'],
    ['learnings are given at a start for', 'recall/boot-block.ts', 'RECENT_LEARNINGS_MS', 'ms'],
    ['open actions are given at a start for', 'recall/boot-block.ts', 'FRESH_ACTIONS_MS', 'ms'],
    ['of the boot block, for operational memory', 'recall/boot-block.ts', 'OPERATIONAL_SHARE', 'share'],
  ],
  'How long is waited': [
    ['a session start for its memory', 'clients/hook/main.ts', 'SESSION_START_MS', 'ms'],
    ['… and longer where no last block is kept', 'clients/hook/cold.ts', 'NO_LAST_BLOCK_MS', 'ms'],
    ['any other event of the command hook', 'clients/hook/main.ts', 'EVENT_MS', 'ms'],
    [
      'the journal, before an event goes to the spool',
      'clients/claude-code/hook-handler.ts',
      'STORE_DEADLINE_MS',
      'ms',
    ],
    ['a search, before it is ended', 'recall/threads/reader-pool.ts', 'DEADLINE_MS', 'ms'],
  ],
  Curation: [
    ['a session is idle after', 'curator/scheduler.ts', 'IDLE_MS', 'ms'],
    ['the realtime profile looks every', 'curator/scheduler.ts', 'REALTIME_MS', 'ms'],
    ['the first wait after a failing model', 'platform/back-off.ts', 'FIRST_MS', 'ms'],
    ['the longest wait between two tries', 'platform/back-off.ts', 'LONGEST_MS', 'ms'],
    ['a batch is parked and shown after', 'curator/scheduler.ts', 'PATIENCE_MS', 'ms'],
    ['a claim without an owner ends after', 'curator/scheduler.ts', 'LEASE_MS', 'ms'],
    ['learnings of one session by itself, at most', 'curator/prompt/extract-prompt.ts', 'MOST_EXTRACTED', 'number'],
    ['words of each of those', 'curator/prompt/extract-prompt.ts', 'MOST_WORDS', 'number'],
  ],
  'Confidence of operational memory': [
    ['of something new', 'memory/learning.ts', 'NEW_CONFIDENCE', 'number'],
    ['gained when it is said again', 'memory/confidence.ts', 'REINFORCEMENT', 'number'],
    ['lost when it is contradicted', 'memory/confidence.ts', 'CONTRADICTION', 'number'],
    ['it does not fade for', 'memory/decay.ts', 'GRACE_MS', 'ms'],
    ['lost in each week after that', 'memory/decay.ts', 'DECAY_PER_WEEK', 'number'],
    ['nobody is given it below', 'memory/decay.ts', 'ACTIVE_CONFIDENCE', 'number'],
  ],
  Sizes: [
    ['a request body', 'http/limits.ts', 'BODY_BYTES', 'bytes'],
    ['a body that has a form', 'http/limits.ts', 'FORM_BYTES', 'bytes'],
    ['records in one request', 'capture/record-reading.ts', 'RECORDS_PER_REQUEST', 'number'],
    ['one record', 'capture/record-reading.ts', 'CONTENT_CHARS', 'characters'],
    ['headers and address', 'http/server.ts', 'HEADER_BYTES', 'bytes'],
    ['the spool', 'capture/spool.ts', 'SPOOL_LIMIT_BYTES', 'bytes'],
    ['a line of a transcript', 'clients/claude-code/transcript-file.ts', 'MAX_LINE_BYTES', 'bytes'],
    ['read on the daemon’s thread, larger events in a worker', 'capture/bytes-reader.ts', 'SMALL_BYTES', 'bytes'],
    ['what is kept so that forgetting works on a full disk', 'privacy/forget/reserve.ts', 'MOST_BYTES', 'bytes'],
  ],
  Destruction: [
    ['of the journal, before retention asks a person', 'privacy/retention/sweep-limit.ts', 'SHARE', 'share'],
    ['hidden text is erased after this much running time', 'privacy/retention/retention.ts', 'HIDDEN_MS', 'ms'],
  ],
  'Signing in': [
    ['a one-time code', 'http/login-codes.ts', 'CODE_LIFE_MS', 'ms'],
    ['a browser’s session', 'http/browser-sessions.ts', 'SESSION_LIFE_MS', 'ms'],
    ['… unless it is not used for', 'http/browser-sessions.ts', 'IDLE_MS', 'ms'],
    ['wrong tokens in a second before waiting begins', 'http/attempts.ts', 'FAILURES_PER_WINDOW', 'number'],
    ['the longest wait after wrong tokens', 'http/attempts.ts', 'LONGEST_WAIT_MS', 'ms'],
  ],
};

const repository = resolve(import.meta.dirname, '..');
const PAGE = join(repository, 'docs', 'limits.md');

export function limitsPage(): string {
  return [
    '# Limits',
    '',
    'The numbers that people look for, and the file each stands in. Made by `node scripts/limits.ts` from the source; what has a',
    'key is changed with `carryover config set KEY VALUE`.',
    '',
    '## Settings',
    '',
    ...table(
      ['key', 'usual value'],
      CONFIG_KEYS.map((key) => [code(key), code(JSON.stringify(defaultConfig()[key]))]),
    ),
    '',
    '## Memory files',
    '',
    ...table(['file', 'lines, at most', 'may lose in one rewrite'], MEMORY_FILE_NAMES.map(fileRow)),
    ...Object.entries(ROWS).flatMap(([heading, rows]) => [
      '',
      `## ${heading}`,
      '',
      ...table(['what', 'how much', 'in'], rows.map(rowOf)),
    ]),
    '',
  ].join('\n');
}

function fileRow(name: (typeof MEMORY_FILE_NAMES)[number]): readonly string[] {
  const { limitLines, lossBudget, owner } = fileSpec(name);
  const loss = owner === 'deploy' ? 'nothing: it is deployed' : lossBudget === 'free' ? 'all' : percent(lossBudget);
  return [name, String(limitLines), loss];
}

function rowOf([what, file, constant, unit]: Row): readonly string[] {
  return [what, amount(numberIn(file, constant), unit), `${code(file)} (${code(constant)})`];
}

/** The constant as it is written: numbers, products and other constants of the file. */
function numberIn(file: string, constant: string): number {
  const text = readFileSync(join(repository, 'src', file), 'utf8');
  const written = new RegExp(`^(?:export )?const ${constant}(?:: number)? = ([^;]+);`, 'm').exec(text)?.[1];
  if (written === undefined) throw new Error(`src/${file} has no constant ${constant}: correct scripts/limits.ts`);
  return written.split('*').reduce((product, part) => {
    const factor = part.trim();
    return product * (/^[\d_.]+$/.test(factor) ? Number(factor.replaceAll('_', '')) : numberIn(file, factor));
  }, 1);
}

const UNITS = [
  ['days', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

function amount(value: number, unit: Unit): string {
  if (unit === 'share') return percent(value);
  if (unit === 'characters') return `${value.toLocaleString('en')} characters`;
  if (unit === 'bytes') return value >= 1024 ** 2 ? `${value / 1024 ** 2} MB` : `${value / 1024} KB`;
  if (unit === 'number') return value.toLocaleString('en');
  const [name, ms] = UNITS.find(([, each]) => value >= each && value % (each / 2) === 0) ?? ['ms', 1];
  return `${value / ms} ${name}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, limitsPage());
