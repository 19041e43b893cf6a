/**
 * All commands, as data: how each is called, what it does, its options, and the file it is loaded from when it is called.
 * `program.ts` makes the command line of it. The heading under which a command stands in `--help` is that of its block.
 */
import { RIGHTS } from '../memory/right.ts';
import {
  CLIENT,
  type CommandSpec,
  command,
  DRY_RUN,
  from,
  home,
  JSON_OUTPUT,
  KEY_FILE,
  KEYCHAIN,
  ONLY_SPACE,
  PASSPHRASE_STDIN,
  SPACE,
  settings,
  unlessDryRun,
  YES,
} from './command-spec.ts';

const RUN_EXAMPLES = `
The exit code is that of the command; 75 when an action is cooling down.
What the agent is told (memory, --env) is on its command line, which other users of this machine can list: put no secrets there.

Examples:
  carryover run -- claude -p "Check the services and fix what is down"
  carryover run --tier 2 --name nightly --env "production, host alpha" -- claude -p "Do the nightly checks"
  carryover run --cooldown jellyfin/restart=2/4h -- claude -p "Restart jellyfin and wait until it is healthy"`;

const actions = () => import('./commands/actions.ts');
const app = () => import('./commands/app.ts');
const backup = () => import('./commands/backup.ts');
const config = () => import('./commands/config.ts');
const context = () => import('./commands/context.ts');
const curate = () => import('./commands/curate.ts');
const daemon = () => import('./commands/daemon.ts');
const decrypt = () => import('./commands/decrypt.ts');
const deploy = () => import('./commands/deploy.ts');
const doctor = () => import('./commands/doctor.ts');
const encrypt = () => import('./commands/encrypt.ts');
const exports = () => import('./commands/export.ts');
const files = () => import('./commands/files.ts');
const forget = () => import('./commands/forget.ts');
const hook = () => import('./commands/hook.ts');
const imports = () => import('./commands/import.ts');
const init = () => import('./commands/init.ts');
const injection = () => import('./commands/injection.ts');
const link = () => import('./commands/link.ts');
const mcp = () => import('./commands/mcp.ts');
const open = () => import('./commands/open.ts');
const rebuild = () => import('./commands/rebuild.ts');
const redact = () => import('./commands/redact.ts');
const rekey = () => import('./commands/rekey.ts');
const remember = () => import('./commands/remember.ts');
const restore = () => import('./commands/restore.ts');
const retention = () => import('./commands/retention.ts');
const review = () => import('./commands/review.ts');
const run = () => import('./commands/run.ts');
const search = () => import('./commands/search.ts');
const spend = () => import('./commands/spend.ts');
const status = () => import('./commands/status.ts');
const token = () => import('./commands/token.ts');
const undo = () => import('./commands/undo.ts');
const unlock = () => import('./commands/unlock.ts');
const up = () => import('./commands/up.ts');
const verify = () => import('./commands/verify.ts');
const waitingEdits = () => import('./commands/waiting-edits.ts');
const why = () => import('./commands/why.ts');

const START: readonly CommandSpec[] = [
  command(
    'init',
    'connect an agent client to Carryover',
    from(init, 'runInit'),
    [
      CLIENT,
      ['--scope <scope>', 'user (all projects) or project (this folder only)'],
      ['--disable-auto-memory', "switch the client's own memory off, so that only one keeps notes"],
      DRY_RUN,
      YES,
    ],
    { needs: unlessDryRun('access'), setsUp: true },
  ),
  command(
    'uninstall',
    'take away exactly what init wrote',
    from(init, 'runUninstall'),
    [CLIENT, ['--scope <scope>', 'user or project'], DRY_RUN, YES],
    { needs: unlessDryRun('access') },
  ),
  command('status', 'what is captured, what waits, what is wrong', from(status, 'runStatus'), [JSON_OUTPUT]),
  command('doctor', 'check everything that can be wrong', from(doctor, 'runDoctor'), [JSON_OUTPUT]),
  command('open', 'open the dashboard in a browser, logged in', from(open, 'runOpen'), [
    ['--print', 'only print the address'],
    JSON_OUTPUT,
  ]),
];

const READ: readonly CommandSpec[] = [
  command('search <words...>', 'search what was said and learned', from(search, 'runSearch'), [
    ['-k, --k <count>', 'how many hits', '10'],
    ['--type <type>', 'all, records or facts', 'all'],
    ONLY_SPACE,
    ['--session <id>', 'only this session'],
    ['--since <when>', 'a date, or how long ago: 7d, 12h'],
    ['--until <when>', 'a date, or how long ago'],
    ['--explain', 'say why each hit stands where it stands'],
    JSON_OUTPUT,
  ]),
  command(
    'context',
    'show what a session here would start with, or a prompt would be given',
    from(context, 'runContext'),
    [
      SPACE,
      ['--prompt <text>', 'what would be given with this prompt'],
      ['--parts', 'show how it is split over hooks'],
      JSON_OUTPUT,
    ],
  ),
  command(
    'why [id]',
    'what an agent was given and what became of it: the last time, an id of that, or an id of something given',
    from(why, 'runWhy'),
    [
      ['--session <id>', 'the last time in this session'],
      ['--block', 'also the text as the agent got it'],
      JSON_OUTPUT,
    ],
  ),
  command('files', 'the memory files and every version they had'),
  command(
    'files list',
    'all files, who changed them last, and where they are',
    from(files, 'listFiles'),
    [ONLY_SPACE, JSON_OUTPUT],
    { isDefault: true },
  ),
  command('files show <name>', 'what stands in it', from(files, 'showFile'), [
    SPACE,
    ['--at <version>', 'as it was in this version'],
    JSON_OUTPUT,
  ]),
  command('files history <name>', 'its versions, the newest first', from(files, 'showHistory'), [
    SPACE,
    ['-n, --limit <count>', 'how many versions', '20'],
    JSON_OUTPUT,
  ]),
  command(
    'files diff <name> [from] [to]',
    'what the last change did; or what changed since a version, or between two',
    from(files, 'showDiff'),
    [SPACE, JSON_OUTPUT],
  ),
  command('files undo <name>', 'bring back what it was, as a new version', from(files, 'undoFile'), [
    SPACE,
    ['--to <version>', 'this version instead of the one before'],
    YES,
    JSON_OUTPUT,
  ]),
  command(
    'files waiting',
    'changes on disk that may not be yours, and wait for your word',
    from(waitingEdits, 'listWaitingEdits'),
    [JSON_OUTPUT],
  ),
  command('files accept <name>', 'the change on disk is yours', from(waitingEdits, 'acceptWaitingEdit'), [
    SPACE,
    YES,
    JSON_OUTPUT,
  ]),
  command(
    'files reject <name>',
    'the change on disk is not yours: it is taken out, and kept as a version',
    from(waitingEdits, 'rejectWaitingEdit'),
    [SPACE, YES, JSON_OUTPUT],
  ),
  command('actions', 'what is left to do'),
  command(
    'actions list',
    'open actions, project by project',
    from(actions, 'listActions'),
    [ONLY_SPACE, ['--all', 'also those that are done or dismissed'], JSON_OUTPUT],
    { isDefault: true },
  ),
  command('actions done <id>', 'it is done', from(actions, 'closeAction'), [JSON_OUTPUT]),
  command('actions dismiss <id>', 'it need not be done', from(actions, 'dismissAction'), [JSON_OUTPUT]),
  command('actions reopen <id>', 'it is to be done after all', from(actions, 'reopenAction'), [JSON_OUTPUT]),
];

const CORRECT: readonly CommandSpec[] = [
  command('remember <words...>', 'keep this for good, in your own words', from(remember, 'runRemember'), [
    ['--space <folder>', 'for this project (a folder or a space id) instead of the one here'],
    ['--user', 'for every project'],
    ['--sensitive', 'keep it from agents'],
    JSON_OUTPUT,
  ]),
  command(
    'move <id>',
    'let a learning hold in a project, or everywhere; its line goes to the files there',
    from(remember, 'runMove'),
    [['--space <folder>', 'in this project (a folder or a space id)'], ['--user', 'in every project'], JSON_OUTPUT],
  ),
  command('pin <id>', 'never let go of a learning or a record', from(remember, 'runPin'), [
    ['--off', 'pinned no more'],
    JSON_OUTPUT,
  ]),
  command('sensitive <id>', 'keep a learning or a record from agents', from(remember, 'runSensitive'), [
    ['--off', 'for agents, too'],
    JSON_OUTPUT,
  ]),
  command('review', 'what was held back until you look at it'),
  command('review list', 'what waits, and why', from(review, 'listReviews'), [JSON_OUTPUT], { isDefault: true }),
  command('review accept [id]', 'take it in, or many at once', from(review, 'acceptReview'), [
    ['--batch <act>', 'all that came out of this act'],
    ['--all', 'all that waits'],
    ['--space <folder>', 'of a line that is to hold in one project: in this one'],
    YES,
    JSON_OUTPUT,
  ]),
  command('review both <id>', 'of two statements: both hold', from(review, 'keepBoth'), [JSON_OUTPUT]),
  command('review reject <id>', 'drop it', from(review, 'rejectReview'), [JSON_OUTPUT]),
  command(
    'undo [batch]',
    'take back what was learned: a batch, one learning, or all from one source; without any of them, list the batches',
    from(undo, 'runUndo'),
    [
      ['--last', 'the newest batch that was not taken back yet'],
      ['--learning <id>', 'this learning'],
      ['--source <source>', 'what rests on this URL, host, tool or file'],
      YES,
      JSON_OUTPUT,
    ],
  ),
  command(
    'forget [ids...]',
    'forget for good: records or facts by id, a session, a project, everything from one source',
    from(forget, 'runForget'),
    [
      ['--session <id>', 'a whole session'],
      ['--space <folder>', 'a whole project'],
      ['--source <source>', 'everything from a URL or host, a tool, or a file'],
      ['--dry-run', 'show what would go, change nothing'],
      ['--receipts', 'list what was forgotten so far'],
      YES,
      JSON_OUTPUT,
    ],
  ),
];

const LEARN: readonly CommandSpec[] = [
  command('curate', 'read the turns that wait, now', from(curate, 'runCurate'), [
    ['--retry', 'also those that were parked'],
    ['--queue', 'only show what waits and what is parked'],
    [
      '--eval [path]',
      'measure your model on labelled turns instead: a file, a folder with cases.jsonl, or those that come along',
    ],
    ['--answers <folder>', 'with --eval: answers that were given before, so that nobody is asked'],
    ['--out <folder>', 'with --eval: where questions, answers and the report go'],
    ['--yes', 'do not ask before a model is used'],
    JSON_OUTPUT,
  ]),
  command('rebuild', 'make learnings and memory files anew from the journal', from(rebuild, 'runRebuild'), [
    ['--index', 'only the search index, from the journal and from what was learned'],
    ['--recurate', 'have every turn read again; with a model this costs money'],
    YES,
    JSON_OUTPUT,
  ]),
  command('spend', 'what model calls cost'),
  command('spend show', 'the last 24 hours against the caps', from(spend, 'showSpend'), [JSON_OUTPUT], {
    isDefault: true,
  }),
  command('spend off', 'call no model from now on', from(spend, 'switchOff'), [], { needs: settings }),
  command('spend on', 'allow model calls again', from(spend, 'switchOn'), [], { needs: settings }),
];

const AGENTS: readonly CommandSpec[] = [
  command(
    'run <command...>',
    'run an agent with what earlier runs learned, and keep what it learns',
    from(run, 'runRun'),
    [
      ['--tier <number>', 'which budget of memory it gets (operational.tiers)', '1'],
      ['--name <app>', 'run it as this app of the project, with a memory of its own'],
      ['--pre <command>', 'run this in a shell first; when it fails, nothing is started'],
      ['--env <text>', 'what the agent is told of where it runs'],
      ['--stream', 'print the stream-json of the agent as it comes, instead of its result'],
      ['--quiet', 'only the result'],
      ['--json', 'print the run as JSON at its end, instead of the result'],
    ],
    {
      adjust: (command) =>
        command
          .usage('[options] -- <command...>')
          // Without the two dashes, too: what stands behind the command is its own.
          .passThroughOptions()
          .option(
            '--cooldown <limit>',
            'this run is one use of service/action, or of service/action=uses/window; may be given again',
            (given: string, before: readonly string[] = []) => [...before, given],
          )
          .addHelpText('after', RUN_EXAMPLES),
    },
  ),
  command('app', 'automations with a memory of their own inside a project'),
  command('app list', 'all apps and their projects', from(app, 'listApps'), [JSON_OUTPUT], { isDefault: true }),
  command('app add <name>', 'add one, and show its token this once', from(app, 'addApp'), [SPACE, JSON_OUTPUT]),
  command('app remove <name>', 'take its token back', from(app, 'removeApp'), [YES, JSON_OUTPUT]),
  command('injection', 'whether agents are given memory by themselves: everywhere, in a project, in a session'),
  command('injection status', 'what is on and what is off', from(injection, 'showInjection'), [JSON_OUTPUT], {
    isDefault: true,
  }),
  ...(['on', 'off'] as const).map(
    (word): CommandSpec => ({
      usage: `injection ${word}`,
      summary: word === 'on' ? 'give memory again' : 'give nothing from now on',
      load: async () => (await import('./commands/injection.ts'))[word === 'on' ? 'switchOn' : 'switchOff'],
      needs: settings,
      options: [
        ['--space <folder>', 'only in this project (a folder or a space id)'],
        ['--session [id]', 'only in this session; without an id the one it is run in'],
        JSON_OUTPUT,
      ],
    }),
  ),
  command('link <project>', 'let agents here read another project, too', from(link, 'link'), [SPACE, JSON_OUTPUT], {
    needs: settings,
  }),
  command(
    'unlink <project>',
    'let agents here read another project no longer',
    from(link, 'unlink'),
    [SPACE, JSON_OUTPUT],
    { needs: settings },
  ),
  command('links', 'which projects are linked', from(link, 'listLinks'), [JSON_OUTPUT]),
  command(
    'deploy <folder>',
    'take soul.md and os.md from a folder, with its release in a file named VERSION',
    from(deploy, 'runDeploy'),
    [DRY_RUN, JSON_OUTPUT],
  ),
  command('mcp', 'serve memory to an agent over standard input and output', from(mcp, 'runMcp')),
  command('hook <client> <event>', 'hand one client event on standard input to the daemon', from(hook, 'runHook')),
];

const KEEP: readonly CommandSpec[] = [
  command('export', 'write everything as JSON lines', from(exports, 'runExport'), [
    ['--format <format>', 'jsonl', 'jsonl'],
    ['-o, --out <path>', 'into a file instead of standard output'],
    ONLY_SPACE,
  ]),
  command(
    'import <path>',
    'take in an export, a CLAUDE.md or a folder of notes',
    from(imports, 'runImport'),
    [
      ['--from <format>', 'carryover, claude-memory or claude-md; else told from what it holds'],
      ['--space <folder>', 'into this project (a folder or a space id) instead of where it was'],
      ['--restore', 'a whole export into an empty home, as it was'],
      ['--dry-run', 'show what would come in, take nothing'],
      YES,
      JSON_OUTPUT,
    ],
    { needs: unlessDryRun('import') },
  ),
  command(
    'backup [release] [name]',
    'make a copy of the journal now; `release NAME` lets a protected one go',
    from(backup, 'runBackup'),
    [['--list', 'only show the copies that there are'], YES, PASSPHRASE_STDIN, JSON_OUTPUT],
  ),
  command(
    'restore [file]',
    'put a copy of the journal in the place of the present one',
    from(restore, 'runRestore'),
    [PASSPHRASE_STDIN, YES, JSON_OUTPUT],
    { needs: home },
  ),
  command('verify', 'check every stored row against its checksum', from(verify, 'runVerify'), [
    PASSPHRASE_STDIN,
    JSON_OUTPUT,
  ]),
  command(
    'retention [confirm]',
    'how long text is kept, and what is past its time; `confirm` lets it go',
    from(retention, 'runRetention'),
    [['--now', 'the same as confirm'], YES, JSON_OUTPUT],
  ),
  command('redact', 'look for secrets that an older rule let through', from(redact, 'runRedact'), [
    ['--scan', 'only look'],
    ['--fix', 'overwrite what is found, everywhere'],
    YES,
    JSON_OUTPUT,
  ]),
  command(
    'encrypt',
    'encrypt what is stored; without a choice, with a passphrase',
    from(encrypt, 'runEncrypt'),
    [KEY_FILE, KEYCHAIN, PASSPHRASE_STDIN, YES, JSON_OUTPUT],
    { needs: home },
  ),
  command(
    'decrypt',
    'store everything readable again',
    from(decrypt, 'runDecrypt'),
    [PASSPHRASE_STDIN, YES, JSON_OUTPUT],
    { needs: home },
  ),
  command(
    'rekey',
    'write everything anew under another key, also for another holder',
    from(rekey, 'runRekey'),
    [
      KEY_FILE,
      KEYCHAIN,
      ['--passphrase', 'a passphrase opens it from now on, whatever did before'],
      ['--passphrase-stdin', 'the same from standard input: the present one, where one opens it, then the new one'],
      YES,
      JSON_OUTPUT,
    ],
    { needs: home },
  ),
  command(
    'unlock',
    'open an encrypted memory; after every start of the daemon where a passphrase opens it',
    from(unlock, 'runUnlock'),
    [PASSPHRASE_STDIN, ['--key-file <path>', 'the key file, where it lies elsewhere now']],
  ),
  command('lock', 'close it again until the passphrase is given', from(unlock, 'runLock')),
];

const OPERATE: readonly CommandSpec[] = [
  command('up', 'run Carryover in the foreground', from(up, 'runUp')),
  command('daemon', 'start, stop and look at the background process'),
  command('daemon start', 'start it in the background', from(daemon, 'startInBackground')),
  command('daemon stop', 'stop it; what is under way is finished first', from(daemon, 'stopDaemon')),
  command('daemon status', 'is it running, and where', from(daemon, 'showDaemon'), [JSON_OUTPUT]),
  command('daemon logs', 'print its log', from(daemon, 'showLogs'), [
    ['-n, --lines <count>', 'how many lines', '50'],
    ['-f, --follow', 'go on as lines are written'],
  ]),
  command('config', 'show and change the configuration'),
  command('config list', 'all keys and their values', from(config, 'listConfig'), [JSON_OUTPUT], { isDefault: true }),
  command('config get <key>', 'one value', from(config, 'getConfig')),
  command('config set <key> <value>', 'change one value', from(config, 'changeConfig'), [], {
    needs: settings,
    setsUp: true,
  }),
  command('token', 'tokens for your own scripts, each with the rights it was made for'),
  command('token list', 'all tokens and what they may', from(token, 'listTokens'), [JSON_OUTPUT], { isDefault: true }),
  command('token add <name>', 'make one, and show it this once', from(token, 'addToken'), [JSON_OUTPUT], {
    adjust: (command) =>
      command.requiredOption('--may <rights>', `what it may, with commas between: ${RIGHTS.join(', ')}`),
  }),
  command('token remove <name>', 'take it back', from(token, 'removeToken'), [YES, JSON_OUTPUT]),
];

/** In the order in which people need them. */
export const COMMANDS: Readonly<Record<string, readonly CommandSpec[]>> = {
  'Begin:': START,
  'What is remembered:': READ,
  'Correct and forget:': CORRECT,
  'Learning:': LEARN,
  'Agents and automations:': AGENTS,
  'Keep it safe:': KEEP,
  'Operate:': OPERATE,
};
