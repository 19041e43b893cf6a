/** The command line made of the table of commands. Each is loaded only when it is called: `--help` must not cost what `search` costs. */
import { Command, CommanderError } from 'commander';
import { CarryoverError } from '../memory/error.ts';
import { VERSION } from '../platform/version.ts';
import type { CommandSpec, Run } from './command-spec.ts';
import { COMMANDS } from './commands.ts';
import type { Options } from './options.ts';

/** What a command is handed to when it was called. */
type Call = (spec: CommandSpec, load: () => Promise<Run>, options: Options, args: readonly string[]) => Promise<void>;

/** The exit code. One that was proposed is run only when it is a command that is kept as a proposal without a person. */
export async function runCommandLine(
  argv: readonly string[],
  { isProposed = false }: { readonly isProposed?: boolean } = {},
): Promise<number> {
  let code = 0;
  const program = createProgram(async ({ needs, setsUp = false }, load, options, args) => {
    const right = needs?.(options);
    if (right !== undefined) await (await import('./require-person.ts')).requirePerson(right, setsUp);
    else if (isProposed) throw needsNoPerson();
    code = await (await load())(options, args);
  });
  try {
    await program.parseAsync([...argv]);
    return code;
  } catch (error) {
    // Help, version and usage errors have been printed by commander already.
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
}

function createProgram(call: Call): Command {
  const program = new Command('carryover')
    .description('Memory for AI agents that carries over from one session to the next.')
    .version(VERSION)
    .showSuggestionAfterError()
    .enablePositionalOptions()
    .exitOverride();
  for (const [heading, specs] of Object.entries(COMMANDS))
    for (const spec of specs) addCommand(program, heading, spec, call);
  program.commandsGroup('Help:').helpCommand('help [command]', 'display help for a command');
  return program;
}

function addCommand(program: Command, heading: string, spec: CommandSpec, call: Call): void {
  const { usage, summary, load, options = [], isDefault = false, adjust } = spec;
  const [first = '', second = ''] = usage.split(' ');
  const parent = /^[a-z]/.test(second) ? program.commands.find((other) => other.name() === first) : program;
  if (parent === undefined) throw new Error(`the table of commands has no "${first}" before "${usage}"`);
  const called = parent === program ? usage : usage.slice(first.length + 1);
  const command = parent.command(called, { isDefault }).description(summary);
  if (parent === program) command.helpGroup(heading);
  for (const option of options) command.option(...option);
  adjust?.(command);
  if (load !== undefined) command.action(() => call(spec, load, command.opts(), command.args));
}

/** Whoever proposes such a command wants something else than what it says. */
function needsNoPerson(): CarryoverError {
  return new CarryoverError('this command needs no person: it is no proposal that Carryover makes', {
    code: 'forbidden',
    hint: 'reject it: `carryover review reject NAME`',
  });
}
