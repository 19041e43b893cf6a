/**
 * A shell command as far as it has to be understood to see which paths it names: simple commands, their words without
 * quotes and with `~` and known variables filled in, and what they redirect into. The words of a substitution count as
 * words of the command around it. Pure; any text is taken.
 */
export interface SimpleCommand {
  readonly words: readonly string[];
  /** Files that are written by `>` and its kin. */
  readonly targets: readonly string[];
}

export interface ShellText {
  readonly commands: readonly SimpleCommand[];
  /** Texts that are handed to a command as its input. */
  readonly documents: readonly string[];
}

const DOCUMENT = /<<-?[ \t]*(['"]?)(\w+)\1([^\n]*)\n(?:([\s\S]*?)\n)?[ \t]*\2(?=\n|$)/g;
const VARIABLE = /^\$(?:(\w+)|\{(\w+)(?::?[-=]([^}]*))?\})/;
const OUTPUT = /^(?:&|\d+)?(?:>>|>\||<>|>)(?:&(?:\d+|-)(?=\s|$))?/;
const SEPARATOR = /^(?:&&|\|\||[;|&\n)])/;
const ASSIGNMENT = /^(\w+)=(.*)$/s;

export function shellText(command: string, variables: Readonly<Record<string, string>>): ShellText {
  const documents: string[] = [];
  const plain = command.replace(DOCUMENT, (_all, _quote, _tag, rest: string, body = '') => {
    documents.push(body);
    return rest;
  });
  return { commands: commandsIn(plain, variables), documents };
}

function commandsIn(source: string, given: Readonly<Record<string, string>>): readonly SimpleCommand[] {
  const variables = new Map(Object.entries(given));
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  let targets: string[] = [];
  let word = '';
  let isWord = false;
  let isTarget = false;
  let quote = '';
  let depth = 0;
  const endWord = (): void => {
    if (isWord) (isTarget ? targets : words).push(word);
    if (isWord) isTarget = false;
    word = '';
    isWord = false;
  };
  const endCommand = (): void => {
    endWord();
    for (const each of words) {
      const [, name, value] = ASSIGNMENT.exec(each) ?? [];
      if (name === undefined || value === undefined) break;
      variables.set(name, value);
    }
    if (words.length + targets.length > 0) commands.push({ words, targets });
    words = [];
    targets = [];
    isTarget = false;
  };
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at, at + 300);
    const char = rest[0] ?? '';
    const take = (length: number, added: string): void => {
      word += added;
      isWord = true;
      at += length;
    };
    if (quote === "'") {
      if (char === "'") quote = '';
      take(1, char === "'" ? '' : char);
      continue;
    }
    if (char === '\\') {
      take(2, rest[1] === '\n' ? '' : (rest[1] ?? ''));
      continue;
    }
    if (rest.startsWith('$(') || char === '`' || (quote === '' && /^[<>]\(/.test(rest))) {
      endWord();
      if (char !== '`') depth += 1;
      at += char === '`' ? 1 : 2;
      continue;
    }
    const variable = char === '$' ? VARIABLE.exec(rest) : null;
    if (variable !== null) {
      const [all, short, long, otherwise] = variable;
      take(all.length, variables.get(short ?? long ?? '') ?? otherwise ?? all);
      continue;
    }
    if (char === ')' && depth > 0) {
      depth -= 1;
      endWord();
      at += 1;
      continue;
    }
    if (
      char === '"' ||
      (char === "'" && quote === '') ||
      (quote === '' && (rest.startsWith("$'") || rest.startsWith('$"')))
    ) {
      const opening = char === '$' ? (rest[1] ?? '') : char;
      quote = quote === '' ? opening : '';
      take(char === '$' ? 2 : 1, '');
      continue;
    }
    if (quote !== '') {
      take(1, char);
      continue;
    }
    const output = OUTPUT.exec(rest);
    if (output !== null && (!isWord || /^[&>]/.test(rest))) {
      endWord();
      isTarget = !/&(?:\d+|-)$/.test(output[0]);
      at += output[0].length;
      continue;
    }
    const separator = SEPARATOR.exec(rest);
    if (separator !== null || char === '(' || char === '<' || /\s/.test(char)) {
      if (separator !== null || char === '(') endCommand();
      else endWord();
      at += separator?.[0].length ?? 1;
      continue;
    }
    if (char === '~' && (word === '' || word.endsWith('=')) && /^~(?=[/\s;&|)]|$)/.test(rest)) {
      take(1, variables.get('HOME') ?? '~');
      continue;
    }
    take(1, char);
  }
  endCommand();
  return commands;
}
