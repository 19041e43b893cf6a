/** The commands about what was learned: each noun's list is what it does when nothing else is said. */
import type { Command } from 'commander';
import { RIGHTS, type Right } from '../memory/right.ts';
import type { Options } from './options.ts';

type Run = (options: Options, args: readonly string[]) => Promise<number>;
export type AddCommand = (
  parent: Command,
  usage: string,
  summary: string,
  load: () => Promise<Run>,
  settings?: CommandSettings,
) => Command;

export interface CommandSettings {
  readonly isDefault?: boolean;
  /** The right that a command needs which works on files; undefined where these options change nothing. */
  readonly needs?: (options: Options) => Right | undefined;
  /** Whether a script may do it to a home that is still being set up. */
  readonly setsUp?: boolean;
}

/** What changes the settings. */
export const CHANGES_SETTINGS: CommandSettings = { needs: () => 'settings' };

const SPACE = ['--space <folder>', 'of this project (a folder or a space id) instead of the one here'] as const;
const ONLY_SPACE = ['--space <folder>', 'only this project (a folder or a space id)'] as const;
const JSON_OUTPUT = ['--json', 'print JSON'] as const;
const YES = ['--yes', 'do not ask'] as const;

const RUN_EXAMPLES = `
The exit code is that of the command; 75 when an action is cooling down.
What the agent is told (memory, --env) is on its command line, which other users of this machine can list: put no secrets there.

Examples:
  carryover run -- claude -p "Check the services and fix what is down"
  carryover run --tier 2 --name nightly --env "production, host alpha" -- claude -p "Do the nightly checks"
  carryover run --cooldown jellyfin/restart=2/4h -- claude -p "Restart jellyfin and wait until it is healthy"`;

export function addMemoryCommands(program: Command, add: AddCommand): void {
  add(
    program,
    'context',
    'show what a session here would start with, or a prompt would be given',
    async () => (await import('./commands/context.ts')).runContext,
  )
    .option(...SPACE)
    .option('--prompt <text>', 'what would be given with this prompt')
    .option('--parts', 'show how it is split over hooks')
    .option(...JSON_OUTPUT);
  add(
    program,
    'why [id]',
    'what an agent was given and what became of it: the last time, an id of that, or an id of something given',
    async () => (await import('./commands/why.ts')).runWhy,
  )
    .option('--session <id>', 'the last time in this session')
    .option('--block', 'also the text as the agent got it')
    .option(...JSON_OUTPUT);
  addRun(program, add);
  addFiles(program, add);
  addScopes(program, add);
  addActions(program, add);
  addReview(program, add);
  addTrust(program, add);
  addCuration(program, add);
}

function addRun(program: Command, add: AddCommand): void {
  add(
    program,
    'run <command...>',
    'run an agent with what earlier runs learned, and keep what it learns',
    async () => (await import('./commands/run.ts')).runRun,
  )
    .usage('[options] -- <command...>')
    // Without the two dashes, too: what stands behind the command is its own.
    .passThroughOptions()
    .option('--tier <number>', 'which budget of memory it gets (operational.tiers)', '1')
    .option('--name <app>', 'run it as this app of the project, with a memory of its own')
    .option(
      '--cooldown <limit>',
      'this run is one use of service/action, or of service/action=uses/window; may be given again',
      (given: string, before: readonly string[] = []) => [...before, given],
    )
    .option('--pre <command>', 'run this in a shell first; when it fails, nothing is started')
    .option('--env <text>', 'what the agent is told of where it runs')
    .option('--stream', 'print the stream-json of the agent as it comes, instead of its result')
    .option('--quiet', 'only the result')
    .option('--json', 'print the run as JSON at its end, instead of the result')
    .addHelpText('after', RUN_EXAMPLES);
}

function addFiles(program: Command, add: AddCommand): void {
  const files = program.command('files').description('the memory files and every version they had');
  const load = () => import('./commands/files.ts');
  add(files, 'list', 'all files, who changed them last, and where they are', async () => (await load()).listFiles, {
    isDefault: true,
  })
    .option(...ONLY_SPACE)
    .option(...JSON_OUTPUT);
  add(files, 'show <name>', 'what stands in it', async () => (await load()).showFile)
    .option(...SPACE)
    .option('--at <version>', 'as it was in this version')
    .option(...JSON_OUTPUT);
  add(files, 'history <name>', 'its versions, the newest first', async () => (await load()).showHistory)
    .option(...SPACE)
    .option('-n, --limit <count>', 'how many versions', '20')
    .option(...JSON_OUTPUT);
  add(
    files,
    'diff <name> [from] [to]',
    'what the last change did; or what changed since a version, or between two',
    async () => (await load()).showDiff,
  )
    .option(...SPACE)
    .option(...JSON_OUTPUT);
  add(files, 'undo <name>', 'bring back what it was, as a new version', async () => (await load()).undoFile)
    .option(...SPACE)
    .option('--to <version>', 'this version instead of the one before')
    .option(...YES)
    .option(...JSON_OUTPUT);
  const loadWaiting = () => import('./commands/waiting-edits.ts');
  add(
    files,
    'waiting',
    'changes on disk that may not be yours, and wait for your word',
    async () => (await loadWaiting()).listWaitingEdits,
  ).option(...JSON_OUTPUT);
  add(files, 'accept <name>', 'the change on disk is yours', async () => (await loadWaiting()).acceptWaitingEdit)
    .option(...SPACE)
    .option(...YES)
    .option(...JSON_OUTPUT);
  add(
    files,
    'reject <name>',
    'the change on disk is not yours: it is taken out, and kept as a version',
    async () => (await loadWaiting()).rejectWaitingEdit,
  )
    .option(...SPACE)
    .option(...YES)
    .option(...JSON_OUTPUT);
  add(
    program,
    'deploy <folder>',
    'take soul.md and os.md from a folder, with its release in a file named VERSION',
    async () => (await import('./commands/deploy.ts')).runDeploy,
  )
    .option('--dry-run', 'show what would change, change nothing')
    .option(...JSON_OUTPUT);
}

function addScopes(program: Command, add: AddCommand): void {
  const app = program.command('app').description('automations with a memory of their own inside a project');
  const loadApp = () => import('./commands/app.ts');
  add(app, 'list', 'all apps and their projects', async () => (await loadApp()).listApps, { isDefault: true }).option(
    ...JSON_OUTPUT,
  );
  add(app, 'add <name>', 'add one, and show its token this once', async () => (await loadApp()).addApp)
    .option(...SPACE)
    .option(...JSON_OUTPUT);
  add(app, 'remove <name>', 'take its token back', async () => (await loadApp()).removeApp)
    .option(...YES)
    .option(...JSON_OUTPUT);
  const token = program
    .command('token')
    .description('tokens for your own scripts, each with the rights it was made for');
  const loadToken = () => import('./commands/token.ts');
  add(token, 'list', 'all tokens and what they may', async () => (await loadToken()).listTokens, {
    isDefault: true,
  }).option(...JSON_OUTPUT);
  add(token, 'add <name>', 'make one, and show it this once', async () => (await loadToken()).addToken)
    .requiredOption('--may <rights>', `what it may, with commas between: ${RIGHTS.join(', ')}`)
    .option(...JSON_OUTPUT);
  add(token, 'remove <name>', 'take it back', async () => (await loadToken()).removeToken)
    .option(...YES)
    .option(...JSON_OUTPUT);
  const loadLink = () => import('./commands/link.ts');
  add(
    program,
    'link <project>',
    'let agents here read another project, too',
    async () => (await loadLink()).link,
    CHANGES_SETTINGS,
  )
    .option(...SPACE)
    .option(...JSON_OUTPUT);
  add(
    program,
    'unlink <project>',
    'let agents here read another project no longer',
    async () => (await loadLink()).unlink,
    CHANGES_SETTINGS,
  )
    .option(...SPACE)
    .option(...JSON_OUTPUT);
  add(program, 'links', 'which projects are linked', async () => (await loadLink()).listLinks).option(...JSON_OUTPUT);
}

function addActions(program: Command, add: AddCommand): void {
  const actions = program.command('actions').description('what is left to do');
  const load = () => import('./commands/actions.ts');
  add(actions, 'list', 'open actions, project by project', async () => (await load()).listActions, { isDefault: true })
    .option(...ONLY_SPACE)
    .option('--all', 'also those that are done or dismissed')
    .option(...JSON_OUTPUT);
  add(actions, 'done <id>', 'it is done', async () => (await load()).closeAction).option(...JSON_OUTPUT);
  add(actions, 'dismiss <id>', 'it need not be done', async () => (await load()).dismissAction).option(...JSON_OUTPUT);
  add(actions, 'reopen <id>', 'it is to be done after all', async () => (await load()).reopenAction).option(
    ...JSON_OUTPUT,
  );
}

function addReview(program: Command, add: AddCommand): void {
  const review = program.command('review').description('what was held back until you look at it');
  const load = () => import('./commands/review.ts');
  add(review, 'list', 'what waits, and why', async () => (await load()).listReviews, { isDefault: true }).option(
    ...JSON_OUTPUT,
  );
  add(review, 'accept [id]', 'take it in, or many at once', async () => (await load()).acceptReview)
    .option('--batch <act>', 'all that came out of this act')
    .option('--all', 'all that waits')
    .option('--space <folder>', 'of a line that is to hold in one project: in this one')
    .option(...YES)
    .option(...JSON_OUTPUT);
  add(review, 'both <id>', 'of two statements: both hold', async () => (await load()).keepBoth).option(...JSON_OUTPUT);
  add(review, 'reject <id>', 'drop it', async () => (await load()).rejectReview).option(...JSON_OUTPUT);
}

function addTrust(program: Command, add: AddCommand): void {
  const load = () => import('./commands/own-words.ts');
  add(program, 'remember <words...>', 'keep this for good, in your own words', async () => (await load()).runRemember)
    .option('--space <folder>', 'for this project (a folder or a space id) instead of the one here')
    .option('--user', 'for every project')
    .option('--sensitive', 'keep it from agents')
    .option(...JSON_OUTPUT);
  add(
    program,
    'move <id>',
    'let a learning hold in a project, or everywhere; its line goes to the files there',
    async () => (await load()).runMove,
  )
    .option('--space <folder>', 'in this project (a folder or a space id)')
    .option('--user', 'in every project')
    .option(...JSON_OUTPUT);
  add(program, 'pin <id>', 'never let go of a learning or a record', async () => (await load()).runPin)
    .option('--off', 'pinned no more')
    .option(...JSON_OUTPUT);
  add(program, 'sensitive <id>', 'keep a learning or a record from agents', async () => (await load()).runSensitive)
    .option('--off', 'for agents, too')
    .option(...JSON_OUTPUT);
  add(
    program,
    'undo [batch]',
    'take back what was learned: a batch, one learning, or all from one source; without any of them, list the batches',
    async () => (await import('./commands/undo.ts')).runUndo,
  )
    .option('--last', 'the newest batch that was not taken back yet')
    .option('--learning <id>', 'this learning')
    .option('--source <source>', 'what rests on this URL, host, tool or file')
    .option(...YES)
    .option(...JSON_OUTPUT);
}

function addCuration(program: Command, add: AddCommand): void {
  add(
    program,
    'forget [ids...]',
    'forget for good: records or facts by id, a session, a project, everything from one source',
    async () => (await import('./commands/forget.ts')).runForget,
  )
    .option('--session <id>', 'a whole session')
    .option('--space <folder>', 'a whole project')
    .option('--source <source>', 'everything from a URL or host, a tool, or a file')
    .option('--dry-run', 'show what would go, change nothing')
    .option('--receipts', 'list what was forgotten so far')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON');
  add(
    program,
    'retention [confirm]',
    'how long text is kept, and what is past its time; `confirm` lets it go',
    async () => (await import('./commands/retention.ts')).runRetention,
  )
    .option('--now', 'the same as confirm')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON');
  add(
    program,
    'redact',
    'look for secrets that an older rule let through',
    async () => (await import('./commands/redact.ts')).runRedact,
  )
    .option('--scan', 'only look')
    .option('--fix', 'overwrite what is found, everywhere')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON');
  add(program, 'curate', 'read the turns that wait, now', async () => (await import('./commands/curate.ts')).runCurate)
    .option('--retry', 'also those that were parked')
    .option('--queue', 'only show what waits and what is parked')
    .option(
      '--eval [path]',
      'measure your model on labelled turns instead: a file, a folder with cases.jsonl, or those that come along',
    )
    .option('--answers <folder>', 'with --eval: answers that were given before, so that nobody is asked')
    .option('--out <folder>', 'with --eval: where questions, answers and the report go')
    .option('--yes', 'do not ask before a model is used')
    .option(...JSON_OUTPUT);
  add(
    program,
    'rebuild',
    'make learnings and memory files anew from the journal',
    async () => (await import('./commands/rebuild.ts')).runRebuild,
  )
    .option('--index', 'only the search index, from the journal and from what was learned')
    .option('--recurate', 'have every turn read again; with a model this costs money')
    .option(...YES)
    .option(...JSON_OUTPUT);
  const spend = program.command('spend').description('what model calls cost');
  const load = () => import('./commands/spend.ts');
  add(spend, 'show', 'the last 24 hours against the caps', async () => (await load()).showSpend, {
    isDefault: true,
  }).option(...JSON_OUTPUT);
  add(spend, 'off', 'call no model from now on', async () => (await load()).switchOff, CHANGES_SETTINGS);
  add(spend, 'on', 'allow model calls again', async () => (await load()).switchOn, CHANGES_SETTINGS);
}
