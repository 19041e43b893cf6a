/**
 * The words of a shell line, parted at its operators: quotes, escapes, substitutions, redirections, here-documents and
 * comments are read as a shell would; nothing is expanded. One pass, linear in the line; never fails: what is left open
 * (a quote, a bracket) ends with the line. Pure.
 */

export interface ShellWord {
  /** As a program would get it. */
  readonly value: string;
  /** As it was written. */
  readonly raw: string;
}

export interface ShellPart {
  readonly words: readonly ShellWord[];
  /** Where output is redirected to. */
  readonly writes: readonly string[];
  /** Files that are its input. */
  readonly reads: readonly string[];
  /** `(` and `)` around it: how deep it stands. */
  readonly depth: number;
  /** The operator behind it: `&&`, `||`, `;`, `|`, `&`, or nothing at the end. */
  readonly after: string;
}

const BLANK = /[ \t\r]/;
const ENDS_WORD = /[\s;|&<>()]/;
const ESCAPED_IN_QUOTES = /["\\$`\n]/;
const OPERATOR = /&&|\|\||\|&|;;|[;|&\n]/y;
const REDIRECTION = /(?:\d{0,2}|&)(?:<<<|<<-?|>>|>\||<>|>|<)(?:&(?:\d{1,2}|-))?/y;

export function shellParts(line: string): readonly ShellPart[] {
  return new Reader(line).parts();
}

class Reader {
  readonly #line: string;
  readonly #parts: ShellPart[] = [];
  #at = 0;
  #words: ShellWord[] = [];
  #writes: string[] = [];
  #reads: string[] = [];
  #depth = 0;
  /** Ends of here-documents that begin behind this line. */
  #documents: string[] = [];

  constructor(line: string) {
    this.#line = line;
  }

  parts(): readonly ShellPart[] {
    while (this.#at < this.#line.length) this.#step();
    this.#end('');
    return this.#parts;
  }

  #step(): void {
    const char = this.#line[this.#at] ?? '';
    if (BLANK.test(char)) this.#at += 1;
    else if (char === '\\' && this.#line[this.#at + 1] === '\n') this.#at += 2;
    else if (char === '#') this.#at = this.#lineEnd();
    else if (char === '(' || char === ')') this.#bracket(char);
    else if (!this.#redirection() && !this.#operator()) this.#words.push(this.#word());
  }

  #bracket(char: string): void {
    this.#end(';');
    this.#depth = Math.max(0, this.#depth + (char === '(' ? 1 : -1));
    this.#at += 1;
  }

  #operator(): boolean {
    const operator = this.#match(OPERATOR);
    if (operator === '') return false;
    this.#end(operator === '\n' || operator === ';;' ? ';' : operator === '|&' ? '|' : operator);
    if (operator === '\n') this.#skipDocuments();
    return true;
  }

  #redirection(): boolean {
    const sign = this.#match(REDIRECTION);
    if (sign === '') return false;
    if (/&(?:\d{1,2}|-)$/.test(sign)) return true;
    while (BLANK.test(this.#line[this.#at] ?? '')) this.#at += 1;
    const target = this.#word().value;
    if (sign.includes('<<') && !sign.includes('<<<')) this.#documents.push(target);
    else if (target === '' || target.startsWith('/dev/')) return true;
    else if (sign.includes('>')) this.#writes.push(target);
    else if (sign.endsWith('<') && !sign.includes('<<')) this.#reads.push(target);
    return true;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#line)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #word(): ShellWord {
    const from = this.#at;
    const value: string[] = [];
    while (this.#at < this.#line.length && !ENDS_WORD.test(this.#line[this.#at] ?? '')) {
      const char = this.#line[this.#at] ?? '';
      if (char === "'") value.push(this.#quoted());
      else if (char === '"') value.push(this.#doublyQuoted());
      else if (char === '`') value.push(this.#upTo('`'));
      else if (char === '$' && this.#line[this.#at + 1] === '(') value.push(this.#substitution());
      else if (char === '\\') {
        if (this.#line[this.#at + 1] !== '\n') value.push(this.#line[this.#at + 1] ?? '');
        this.#at += 2;
      } else {
        value.push(char);
        this.#at += 1;
      }
    }
    // A sign that begins nothing is a word of its own.
    if (this.#at === from) this.#at += 1;
    return { value: value.join(''), raw: this.#line.slice(from, this.#at) };
  }

  #quoted(): string {
    return this.#upTo("'").slice(1).replace(/'$/, '');
  }

  #upTo(quote: string): string {
    const from = this.#at;
    const end = this.#line.indexOf(quote, from + 1);
    this.#at = end < 0 ? this.#line.length : end + 1;
    return this.#line.slice(from, this.#at);
  }

  #doublyQuoted(): string {
    const value: string[] = [];
    this.#at += 1;
    while (this.#at < this.#line.length && this.#line[this.#at] !== '"') {
      const next = this.#line[this.#at + 1] ?? '';
      const isEscape = this.#line[this.#at] === '\\' && ESCAPED_IN_QUOTES.test(next);
      if (!isEscape) value.push(this.#line[this.#at] ?? '');
      else if (next !== '\n') value.push(next);
      this.#at += isEscape ? 2 : 1;
    }
    this.#at += 1;
    return value.join('');
  }

  /** `$( … )` with what is in it, as it stands. */
  #substitution(): string {
    const from = this.#at;
    let open = 0;
    do {
      const char = this.#line[this.#at];
      if (char === '(') open += 1;
      else if (char === ')') open -= 1;
      this.#at += char === '\\' ? 2 : 1;
    } while (this.#at < this.#line.length && (open > 0 || this.#at === from + 1));
    return this.#line.slice(from, this.#at);
  }

  #skipDocuments(): void {
    for (const ending of this.#documents) {
      while (this.#at < this.#line.length) {
        const end = this.#lineEnd();
        const text = this.#line.slice(this.#at, end).trim();
        this.#at = end + 1;
        if (text === ending) break;
      }
    }
    this.#documents = [];
  }

  #lineEnd(): number {
    const end = this.#line.indexOf('\n', this.#at);
    return end < 0 ? this.#line.length : end;
  }

  #end(after: string): void {
    const [words, writes, reads] = [this.#words, this.#writes, this.#reads];
    if (words.length > 0 || writes.length > 0 || reads.length > 0)
      this.#parts.push({ words, writes, reads, depth: this.#depth, after });
    [this.#words, this.#writes, this.#reads] = [[], [], []];
  }
}
