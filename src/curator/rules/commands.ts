/**
 * Commands that worked for building, testing, running and the like: a known purpose and an outcome that says so. A call for
 * some files is told with `FILE` for them, beside the call for all. Of one tool the newest form that worked is told, and
 * takes the place of the form that is known; the same form run by another runner is no news.
 */
import { tierOf } from '../../memory/trust.ts';
import { type ShellCommand, shellCommands } from '../../text/shell.ts';
import type { AnsweredLearning } from '../answer.ts';
import type { CuratorInput } from '../curator.ts';
import { type ShellCall, workedIn } from './calls.ts';
import { isChange } from './changes.ts';
import { type Called, calledFor } from './purposes.ts';

/** What was run, in which form. */
interface Form {
  /** Of one purpose, tool and place there is one form. */
  readonly key: string;
  readonly subject: string;
  readonly shown: string;
  readonly content: string;
  /** Without the runner: `jest --ci` of `npx jest --ci`. */
  readonly bare: string;
}

/** A single file or folder: true for once, so it is named by its kind. */
const FILE_WORD = /^[^\s-]\S*\.[a-z]{1,5}(?:[:#]\S*)?$/i;
const FOLDER_WORD = /^(?!\.{1,2}\/)[\w@.-]+\/[\w@./-]+$/;
/** Their value says how the tool is set up, not what it is run on. */
const SETTING_OPTION =
  /^(?:-p|-c|-C|-f|--config|--project|--prefix|--manifest-path|--setup\S*|--preset|--tsconfig|--rootdir)$/;
const PATTERN_OPTION =
  /^(?:-t|-k|-g|--grep|--testNamePattern|-run|--run|--filter|--test-name-pattern|-m|--tests|-only-testing)$/;
/** Changes what is expected instead of checking it. */
const REWRITES = /^(?:-u|--update(?:-?snapshots?)?|--updateSnapshot|--snapshot-update)$/;
/** Needs the shell to mean anything, or is only a question to the tool. */
const NOT_PLAIN = /[$`*\n]|--(?:help|version|dry-run|list|watch)\b(?!=)|\s-h$|\/tmp\/|[<>]/;
const COMMAND_CHARS = 120;
/** More ways to do one thing are noise. */
const MOST_OF_A_KIND = 3;

export function commandsThatWork(calls: readonly ShellCall[], input: CuratorInput): readonly AnsweredLearning[] {
  const known = knownForms(input);
  const found = new Map<string, { readonly form: Form; readonly turns: readonly number[] }>();
  const failed = new Set<string>();
  for (const call of calls) {
    if (call.outcome === 'error') for (const { text } of call.commands) failed.add(text);
    for (const command of workedIn(call)) {
      // What failed bare and worked with something in front is told as a fix, with what stood in front.
      if (failed.has(command.text) && hadHelp(command, call)) continue;
      const form = formOf(command);
      if (form === null) continue;
      const before = found.get(form.key)?.turns ?? [];
      found.delete(form.key);
      found.set(form.key, { form, turns: [...new Set([...before, call.turn])] });
    }
  }
  const news = [...found.values()].filter(({ form }) => {
    const before = known.get(form.key);
    return before === undefined || (before.bare !== form.bare && !before.isPersons);
  });
  return newestOfEach(news).map(({ form, turns }) => ({
    type: 'PATTERN',
    content: form.content,
    turns,
    scope: 'space',
    subject: form.subject,
    tags: ['command'],
    replaces: known.get(form.key)?.id ?? null,
  }));
}

/** Null when the command is for nothing that is told, or cannot be told plainly. */
function formOf(command: ShellCommand): Form | null {
  const called = calledFor(command);
  if (called === undefined || NOT_PLAIN.test(command.text) || command.text.length > COMMAND_CHARS) return null;
  if (called.purpose.subject === 'test' && command.words.some((word) => REWRITES.test(word))) return null;
  const { text, isNarrow } = shapeOf(command, called);
  const shown = [command.through, text].filter(Boolean).join(' ');
  const { subject, says, narrow } = called.purpose;
  const { directory } = command;
  const where = directory === null || /^[/~$"']|^\.\.?$/.test(directory) ? '' : ` in \`${directory}\``;
  return {
    key: [subject, isNarrow ? 'narrow' : 'whole', called.core, command.through, where].join('\n'),
    subject: isNarrow ? `${subject} of one file` : subject,
    shown,
    content: `${isNarrow ? narrow : says} \`${shown}\`${where}.`,
    bare: text.slice(Math.max(0, text.indexOf(called.core))),
  };
}

function hadHelp(command: ShellCommand, { commands }: ShellCall): boolean {
  const before = commands.slice(0, commands.indexOf(command));
  return command.variables.length > 0 || command.directory !== null || before.some((other) => isChange(other));
}

function shapeOf({ words, text }: ShellCommand, { purpose }: Called): { text: string; isNarrow: boolean } {
  if (purpose.narrow === undefined) return { text, isNarrow: false };
  const kept: string[] = [];
  const raws = text.split(' ');
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const isArgument = at > 0 && !SETTING_OPTION.test(words[at - 1] ?? '') && !/^manage\.py$/.test(word);
    const kind = FILE_WORD.test(word) || FOLDER_WORD.test(word) ? 'FILE' : null;
    if (PATTERN_OPTION.test(word) && at > 1) at += 1;
    else if (isArgument && kind !== null && !isScript(words, at)) {
      if (kept.at(-1) !== kind) kept.push(kind);
    } else kept.push(raws.length === words.length ? (raws[at] ?? word) : quoted(word));
  }
  return { text: kept.join(' '), isNarrow: kept.includes('FILE') };
}

/** The file that is run itself: `python scripts/lint.py`. */
function isScript(words: readonly string[], at: number): boolean {
  return at === 1 && /^(?:bash|sh|zsh|node|python[\d.]*|ruby|perl|php|tsx|ts-node|bun)$/.test(words[0] ?? '');
}

function quoted(word: string): string {
  return /\s/.test(word) ? `"${word}"` : word;
}

function newestOfEach<Item extends { readonly form: Form }>(items: readonly Item[]): readonly Item[] {
  const count = new Map<string, number>();
  const kept = items.toReversed().filter(({ form }) => {
    const before = count.get(form.subject) ?? 0;
    count.set(form.subject, before + 1);
    return before < MOST_OF_A_KIND;
  });
  return kept.toReversed();
}

interface KnownForm extends Form {
  readonly id: string;
  /** Told by a person: theirs stays as it is. */
  readonly isPersons: boolean;
}

/** What was told before and still holds, the newest of each. */
function knownForms({ recent }: CuratorInput): ReadonlyMap<string, KnownForm> {
  const known = new Map<string, KnownForm>();
  for (const { id, validTo, content, trust, tags } of recent) {
    const isPersons = tierOf(trust) === 'user';
    if (validTo !== null || !(tags.includes('command') || isPersons)) continue;
    const form = formIn(content);
    if (form !== null && !known.has(form.key)) known.set(form.key, { ...form, id, isPersons });
  }
  return known;
}

/** The form that a sentence tells, in its first code. */
function formIn(content: string): Form | null {
  const [, code = '', folder] = /`([^`]+)`(?: in `([^`]+)`)?/.exec(content) ?? [];
  const line = code.replace(/\bFILE\b|<[^<>]{1,40}>/g, 'file.x');
  const [command] = shellCommands(line);
  return command === undefined ? null : formOf({ ...command, directory: folder ?? null });
}
