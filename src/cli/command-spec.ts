/** One entry of the table of commands, the options that several have, and the rights they need. */
import type { Command } from 'commander';
import type { Right } from '../memory/right.ts';
import type { Options } from './options.ts';

export type Run = (options: Options, args: readonly string[]) => Promise<number>;

type Option = readonly [flags: string, summary: string, usual?: string];

export interface CommandSpec {
  /** The words it is called by, then its arguments: `files show <name>`. */
  readonly usage: string;
  readonly summary: string;
  /** None for what only has others below it. */
  readonly load?: () => Promise<Run>;
  readonly options: readonly Option[];
  /** What a command with others below it does when nothing else is said. */
  readonly isDefault?: boolean;
  /** The right that a command needs which works on files; undefined where these options change nothing. */
  readonly needs?: (options: Options) => Right | undefined;
  /** Whether a script may do it to a home that is still being set up. */
  readonly setsUp?: boolean;
  /** What commander is told beside it. */
  readonly adjust?: (command: Command) => void;
}

export const SPACE: Option = ['--space <folder>', 'of this project (a folder or a space id) instead of the one here'];
export const ONLY_SPACE: Option = ['--space <folder>', 'only this project (a folder or a space id)'];
export const JSON_OUTPUT: Option = ['--json', 'print JSON'];
export const YES: Option = ['--yes', 'do not ask'];
export const DRY_RUN: Option = ['--dry-run', 'show what would change, change nothing'];
export const CLIENT: Option = ['--client <name>', 'the client', 'claude-code'];
export const PASSPHRASE_STDIN: Option = ['--passphrase-stdin', 'read the passphrase from standard input'];
export const KEY_FILE: Option = [
  '--key-file <path>',
  'the key is in this file, outside the home; made when it is missing',
];
export const KEYCHAIN: Option = ['--keychain', 'the key is in the keychain of the operating system'];

export const unlessDryRun =
  (right: Right) =>
  ({ dryRun }: Options): Right | undefined =>
    dryRun === true ? undefined : right;
export const settings = (): Right => 'settings';
export const home = (): Right => 'home';

export function command(
  usage: string,
  summary: string,
  load?: CommandSpec['load'],
  options: readonly Option[] = [],
  more: Omit<CommandSpec, 'usage' | 'summary' | 'load' | 'options'> = {},
): CommandSpec {
  return { usage, summary, options, ...more, ...(load === undefined ? {} : { load }) };
}

export function from<Name extends string, File extends Readonly<Record<Name, Run>>>(
  load: () => Promise<File>,
  name: Name,
) {
  return async (): Promise<Run> => (await load())[name];
}
