/**
 * The command line's one exit: runs a command, prints what went wrong as one line and a hint, and maps the result to
 * an exit code. A broken pipe (`carryover export | head`) is silent and no error.
 */
import { CarryoverError, messageOf } from '../memory/error.ts';

/** The SQLite driver ends the process without a word on an older Node, so this is asked before anything is loaded. */
const NEEDED_NAPI = 10;

async function run(): Promise<number> {
  if (Number(process.versions.napi) < NEEDED_NAPI) {
    throw new CarryoverError(`Carryover needs Node 22.14 or newer; this is ${process.version}`, {
      code: 'old-node',
      hint: 'install a current Node, or run it through `npm start` in a clone, which brings its own',
    });
  }
  // One of it lives in every session: it does not hold the list of all commands in memory.
  if (process.argv[2] === 'mcp' && process.argv.length === 3) return (await import('./commands/mcp.ts')).runMcp();
  const { runCommandLine } = await import('./program.ts');
  return runCommandLine(process.argv);
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
}

run().then(
  (code) => {
    process.exitCode = code;
  },
  async (error: unknown) => {
    const { ownCommand } = await import('./own-command.ts');
    if (error instanceof CarryoverError && error.code === 'proposed') {
      const { sayProposed } = await import('./proposal-lines.ts');
      process.exitCode = sayProposed(error, process.argv.includes('--json'));
      return;
    }
    // Hints name the command as it is called when it is on the PATH; here it may not be.
    const hint =
      error instanceof CarryoverError && error.hint !== undefined
        ? `\n  ${error.hint.replaceAll('`carryover ', `\`${ownCommand()} `)}`
        : '';
    console.error(`carryover: ${messageOf(error)}${hint}`);
    if (!(error instanceof CarryoverError) && process.env.CARRYOVER_DEBUG) console.error(error);
    process.exitCode = 1;
  },
);
