/** The list of commands. Each is loaded only when it is called: `--help` must not cost what `search` costs. */
import { Command, CommanderError } from 'commander';
import { CarryoverError } from '../memory/error.ts';
import { VERSION } from '../platform/version.ts';
import { type AddCommand, addMemoryCommands, CHANGES_SETTINGS, type CommandSettings } from './memory-commands.ts';

const PASSPHRASE_STDIN = ['--passphrase-stdin', 'read the passphrase from standard input'] as const;

const CONNECTS: CommandSettings = { needs: ({ dryRun }) => (dryRun === true ? undefined : 'access') };
const CONVERTS_HOME: CommandSettings = { needs: () => 'home' };

/** The exit code. One that was proposed is run only when it is a command that is kept as a proposal without a person. */
export async function runCommandLine(
  argv: readonly string[],
  { isProposed = false }: { readonly isProposed?: boolean } = {},
): Promise<number> {
  let code = 0;
  const program = new Command('carryover')
    .description('Memory for AI agents that carries over from one session to the next.')
    .version(VERSION)
    .showSuggestionAfterError()
    .enablePositionalOptions()
    .exitOverride();

  const add: AddCommand = (parent, usage, summary, load, { needs, setsUp = false, ...settings } = {}) =>
    parent
      .command(usage, settings)
      .description(summary)
      .action(async (...given: unknown[]) => {
        const command = given.at(-1) as Command;
        const right = needs?.(command.opts());
        if (right !== undefined) await (await import('./require-person.ts')).requirePerson(right, setsUp);
        else if (isProposed) throw needsNoPerson();
        code = await (await load())(command.opts(), command.args);
      });

  add(
    program,
    'init',
    'connect an agent client to Carryover',
    async () => (await import('./commands/init.ts')).runInit,
    { ...CONNECTS, setsUp: true },
  )
    .option('--client <name>', 'the client', 'claude-code')
    .option('--scope <scope>', 'user (all projects) or project (this folder only)')
    .option('--disable-auto-memory', "switch the client's own memory off, so that only one keeps notes")
    .option('--dry-run', 'show what would change, change nothing')
    .option('--yes', 'do not ask');
  add(
    program,
    'uninstall',
    'take away exactly what init wrote',
    async () => (await import('./commands/init.ts')).runUninstall,
    CONNECTS,
  )
    .option('--client <name>', 'the client', 'claude-code')
    .option('--scope <scope>', 'user or project')
    .option('--dry-run', 'show what would change, change nothing')
    .option('--yes', 'do not ask');
  add(program, 'up', 'run Carryover in the foreground', async () => (await import('./commands/up.ts')).runUp);

  add(
    program,
    'open',
    'open the dashboard in a browser, logged in',
    async () => (await import('./commands/open.ts')).runOpen,
  )
    .option('--print', 'only print the address')
    .option('--json', 'print JSON');

  const daemon = program.command('daemon').description('start, stop and look at the background process');
  add(
    daemon,
    'start',
    'start it in the background',
    async () => (await import('./commands/daemon.ts')).startInBackground,
  );
  add(
    daemon,
    'stop',
    'stop it; what is under way is finished first',
    async () => (await import('./commands/daemon.ts')).stopDaemon,
  );
  add(
    daemon,
    'status',
    'is it running, and where',
    async () => (await import('./commands/daemon.ts')).showDaemon,
  ).option('--json', 'print JSON');
  add(daemon, 'logs', 'print its log', async () => (await import('./commands/daemon.ts')).showLogs)
    .option('-n, --lines <count>', 'how many lines', '50')
    .option('-f, --follow', 'go on as lines are written');

  addEncryption(program, add);
  add(
    program,
    'unlock',
    'open an encrypted memory; after every start of the daemon where a passphrase opens it',
    async () => (await import('./commands/unlock.ts')).runUnlock,
  )
    .option(...PASSPHRASE_STDIN)
    .option('--key-file <path>', 'the key file, where it lies elsewhere now');
  add(
    program,
    'lock',
    'close it again until the passphrase is given',
    async () => (await import('./commands/unlock.ts')).runLock,
  );
  add(
    program,
    'status',
    'what is captured, what waits, what is wrong',
    async () => (await import('./commands/status.ts')).runStatus,
  ).option('--json', 'print JSON');
  add(
    program,
    'doctor',
    'check everything that can be wrong',
    async () => (await import('./commands/doctor.ts')).runDoctor,
  ).option('--json', 'print JSON');
  add(
    program,
    'verify',
    'check every stored row against its checksum',
    async () => (await import('./commands/verify.ts')).runVerify,
  )
    .option(...PASSPHRASE_STDIN)
    .option('--json', 'print JSON');
  add(
    program,
    'backup [release] [name]',
    'make a copy of the journal now; `release NAME` lets a protected one go',
    async () => (await import('./commands/backup.ts')).runBackup,
  )
    .option('--list', 'only show the copies that there are')
    .option('--yes', 'do not ask')
    .option(...PASSPHRASE_STDIN)
    .option('--json', 'print JSON');
  add(
    program,
    'restore [file]',
    'put a copy of the journal in the place of the present one',
    async () => (await import('./commands/restore.ts')).runRestore,
    CONVERTS_HOME,
  )
    .option(...PASSPHRASE_STDIN)
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON');
  add(
    program,
    'search <words...>',
    'search what was said and learned',
    async () => (await import('./commands/search.ts')).runSearch,
  )
    .option('-k, --k <count>', 'how many hits', '10')
    .option('--type <type>', 'all, records or facts', 'all')
    .option('--space <folder>', 'only this project (a folder or a space id)')
    .option('--session <id>', 'only this session')
    .option('--since <when>', 'a date, or how long ago: 7d, 12h')
    .option('--until <when>', 'a date, or how long ago')
    .option('--explain', 'say why each hit stands where it stands')
    .option('--json', 'print JSON');
  add(program, 'export', 'write everything as JSON lines', async () => (await import('./commands/export.ts')).runExport)
    .option('--format <format>', 'jsonl, or markdown for pages in a folder', 'jsonl')
    .option('-o, --out <path>', 'into a file (or, for markdown, a folder) instead of standard output')
    .option('--space <folder>', 'only this project (a folder or a space id)');
  add(
    program,
    'import <path>',
    'take in an export, a CLAUDE.md, a folder of notes or another memory',
    async () => (await import('./commands/import.ts')).runImport,
    { needs: ({ dryRun }) => (dryRun === true ? undefined : 'import') },
  )
    .option('--from <format>', 'carryover, claude-memory, claude-md or memory-mcp; else told from what it holds')
    .option('--space <folder>', 'into this project (a folder or a space id) instead of where it was')
    .option('--restore', 'a whole export into an empty home, as it was')
    .option('--dry-run', 'show what would come in, take nothing')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON');
  addMemoryCommands(program, add);

  const injection = program
    .command('injection')
    .description('whether agents are given memory by themselves: everywhere, in a project, in a session');
  const loadInjection = () => import('./commands/injection.ts');
  add(injection, 'status', 'what is on and what is off', async () => (await loadInjection()).showInjection, {
    isDefault: true,
  }).option('--json', 'print JSON');
  for (const [word, summary] of [
    ['on', 'give memory again'],
    ['off', 'give nothing from now on'],
  ] as const)
    add(
      injection,
      word,
      summary,
      async () => (word === 'on' ? (await loadInjection()).switchOn : (await loadInjection()).switchOff),
      CHANGES_SETTINGS,
    )
      .option('--space <folder>', 'only in this project (a folder or a space id)')
      .option('--session [id]', 'only in this session; without an id the one it is run in')
      .option('--json', 'print JSON');

  const config = program.command('config').description('show and change the configuration');
  add(config, 'list', 'all keys and their values', async () => (await import('./commands/config.ts')).listConfig, {
    isDefault: true,
  }).option('--json', 'print JSON');
  add(config, 'get <key>', 'one value', async () => (await import('./commands/config.ts')).getConfig);
  add(
    config,
    'set <key> <value>',
    'change one value',
    async () => (await import('./commands/config.ts')).changeConfig,
    { ...CHANGES_SETTINGS, setsUp: true },
  );

  add(
    program,
    'hook <client> <event>',
    'hand one client event on standard input to the daemon',
    async () => (await import('./commands/hook.ts')).runHook,
  );
  add(
    program,
    'mcp',
    'serve memory to an agent over standard input and output',
    async () => (await import('./commands/mcp.ts')).runMcp,
  );

  try {
    await program.parseAsync([...argv]);
    return code;
  } catch (error) {
    // Help, version and usage errors have been printed by commander already.
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
}

/** Whoever proposes such a command wants something else than what it says. */
function needsNoPerson(): CarryoverError {
  return new CarryoverError('this command needs no person: it is no proposal that Carryover makes', {
    code: 'forbidden',
    hint: 'reject it: `carryover review reject NAME`',
  });
}

function addEncryption(program: Command, add: AddCommand): void {
  const keyFile = ['--key-file <path>', 'the key is in this file, outside the home; made when it is missing'] as const;
  const keychain = ['--keychain', 'the key is in the keychain of the operating system'] as const;
  const json = ['--json', 'print JSON'] as const;
  const yes = ['--yes', 'do not ask'] as const;
  add(
    program,
    'encrypt',
    'encrypt what is stored; without a choice, with a passphrase',
    async () => (await import('./commands/encrypt.ts')).runEncrypt,
    CONVERTS_HOME,
  )
    .option(...keyFile)
    .option(...keychain)
    .option(...PASSPHRASE_STDIN)
    .option(...yes)
    .option(...json);
  add(
    program,
    'decrypt',
    'store everything readable again',
    async () => (await import('./commands/decrypt.ts')).runDecrypt,
    CONVERTS_HOME,
  )
    .option(...PASSPHRASE_STDIN)
    .option(...yes)
    .option(...json);
  add(
    program,
    'rekey',
    'write everything anew under another key, also for another holder',
    async () => (await import('./commands/rekey.ts')).runRekey,
    CONVERTS_HOME,
  )
    .option(...keyFile)
    .option(...keychain)
    .option('--passphrase', 'a passphrase opens it from now on, whatever did before')
    .option('--passphrase-stdin', 'the same from standard input: the present one, where one opens it, then the new one')
    .option(...yes)
    .option(...json);
}
