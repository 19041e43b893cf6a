/**
 * Makes JSON of any size small before it is parsed: what is beyond a number of values or a depth is left out, with a note
 * that says how much. The time is linear in the bytes, the memory that of what is kept, and nothing recurses.
 *
 * Kept first is what stands first. When the number is used up, the texts and numbers of the outermost objects still stay
 * (ids stand beside what is large), and so do the last few entries of a list. What is kept is copied as it stands, so
 * it says what it said; whether it is JSON at all is left to the parser.
 */

export interface JsonLimits {
  /** Values that are kept, of all kinds. */
  readonly values: number;
  /** Levels of lists and objects. */
  readonly depth: number;
  /** A longer string becomes a note of its length; unlimited where it is not given. */
  readonly stringBytes?: number;
}

export interface CutJson {
  /** The same bytes when nothing was left out. */
  readonly json: Buffer;
  /** Bytes that were left out. */
  readonly left: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Objects this far out keep their texts and numbers in any case: a hook's payload, a message, its blocks. */
const OUTER_LEVELS = 4;
/** Of each level, so that the inner ones leave the outer ones theirs. */
const OUTER_FIELDS = 100;
/** The ends of long lists, in all. */
const LAST_ENTRIES = 24;
const LAST_BYTES = 8_000;
/** Looked through step by step: a fraction of a millisecond. */
const SURE_BYTES = 64 * 1024;
/** Most strings are short, and a call into the system costs more than a few steps. */
const STEPS_IN_STRING = 48;

/** What `cutJson` wrote in place of what it left out. */
export const LEFT_OUT = /^\[… \d+ bytes left out\]$/;

function leftOut(bytes: number): string {
  return `[… ${bytes} bytes left out]`;
}

/** `onLeft` is given each string that is left out, with its quotes. */
export function cutJson(json: Buffer, limits: JsonLimits, onLeft?: (string: Buffer) => void): CutJson {
  return new JsonCutter(json, limits, onLeft).cut();
}

/** Whether there are more values than this, about; the brackets and commas of a text are not counted. */
export function hasMoreValues(json: Buffer, most: number): boolean {
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = endOfString(json, at + 1);
      if (at === -1) return false;
    } else if (byte === COMMA || byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}

/** The beginning of JSON that goes on, closed behind the last entry that is whole. */
export function closedBeginning(json: Buffer): Buffer {
  const closing: string[] = [];
  let end = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = endOfString(json, at + 1);
      if (at === -1) break;
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      closing.push(byte === OPEN_BRACE ? '}' : ']');
      end = at + 1;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
      closing.pop();
      end = at + 1;
    } else if (byte === COMMA) end = at;
  }
  return Buffer.concat([json.subarray(0, end), Buffer.from(closing.toReversed().join(''))]);
}

/**
 * The text of a field of the outermost object, found without parsing; undefined when it has none. Sure within the first
 * bytes, where a client puts what names an event; behind them it is the last field of that name, at whatever depth, so that a
 * body of any size is looked through in no time.
 */
export function outerText(json: Buffer, field: string): string | undefined {
  const wanted = Buffer.from(`"${field}"`);
  let depth = 0;
  const sure = Math.min(json.length, SURE_BYTES);
  for (let at = 0; at < sure; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      const end = endOfString(json, at + 1);
      if (end === -1) return undefined;
      if (depth === 1 && end - at + 1 === wanted.length && json.subarray(at, end + 1).equals(wanted)) {
        const found = textBehindColon(json, end + 1);
        if (found !== undefined) return found;
      }
      at = end;
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) depth += 1;
    else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth -= 1;
  }
  const last = json.length > sure ? json.lastIndexOf(wanted) : -1;
  return last < 0 ? undefined : textBehindColon(json, last + wanted.length);
}

function textBehindColon(json: Buffer, from: number): string | undefined {
  const colon = afterSpace(json, from);
  if (json[colon] !== COLON) return undefined;
  const start = afterSpace(json, colon + 1);
  const end = json[start] === QUOTE ? endOfString(json, start + 1) : -1;
  if (end === -1) return undefined;
  try {
    return JSON.parse(json.toString('utf8', start, end + 1));
  } catch {
    // A string that no parser takes is none.
    return undefined;
  }
}

class JsonCutter {
  readonly #json: Buffer;
  readonly #limits: JsonLimits;
  readonly #onLeft: ((string: Buffer) => void) | undefined;
  readonly #pieces: Buffer[] = [];
  /** Of the lists and objects around this place: whether each is an object. */
  readonly #levels: boolean[] = [];
  /** From here on the bytes are kept, and are not among the pieces yet. */
  #from = 0;
  #values = 0;
  /** By level. */
  readonly #outerFields: number[] = [];
  #left = 0;
  #lastBytes = LAST_BYTES;

  constructor(json: Buffer, limits: JsonLimits, onLeft: ((string: Buffer) => void) | undefined) {
    this.#json = json;
    this.#limits = limits;
    this.#onLeft = onLeft;
  }

  cut(): CutJson {
    let at = 0;
    while (at < this.#json.length) at = this.#step(at);
    if (this.#left === 0) return { json: this.#json, left: 0 };
    this.#keepUntil(this.#json.length);
    return { json: Buffer.concat(this.#pieces), left: this.#left };
  }

  /** Where to go on; the end when this is no JSON. */
  #step(at: number): number {
    switch (this.#json[at]) {
      case OPEN_BRACKET:
      case OPEN_BRACE:
        return this.#open(at);
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        this.#levels.pop();
        return at + 1;
      case COMMA:
        return this.#isFull && this.#levels.length > 0 && !this.#isInOuterObject ? this.#skipRest(at) : at + 1;
      case QUOTE:
        return this.#string(at);
      default:
        return this.#plain(at);
    }
  }

  get #isFull(): boolean {
    return this.#values >= this.#limits.values;
  }

  get #isInObject(): boolean {
    return this.#levels.at(-1) === true;
  }

  get #isInOuterObject(): boolean {
    const level = this.#levels.length;
    return this.#isInObject && level <= OUTER_LEVELS && (this.#outerFields[level] ?? 0) < OUTER_FIELDS;
  }

  #open(at: number): number {
    if (this.#isFull || this.#levels.length >= this.#limits.depth) {
      const end = this.#endOfContainer(at);
      this.#replace(at, end);
      return end;
    }
    this.#values += 1;
    this.#levels.push(this.#json[at] === OPEN_BRACE);
    return at + 1;
  }

  #string(at: number): number {
    const end = endOfString(this.#json, at + 1);
    if (end === -1) return this.#json.length;
    // The name of a field costs nothing by itself: its value does.
    if (!this.#isInObject || this.#json[afterSpace(this.#json, end + 1)] !== COLON) this.#count();
    const most = this.#limits.stringBytes;
    if (most !== undefined && end - at > most) {
      this.#onLeft?.(this.#json.subarray(at, end + 1));
      this.#replace(at, end + 1);
    }
    return end + 1;
  }

  /** A number, a word, a colon or a space. */
  #plain(at: number): number {
    let end = at;
    while (end < this.#json.length && !isStructure(this.#json[end])) end += 1;
    if (end === at) return at + 1;
    if (!isSpace(this.#json, at, end)) this.#count();
    return end;
  }

  #count(): void {
    const level = this.#levels.length;
    if (this.#isFull) this.#outerFields[level] = (this.#outerFields[level] ?? 0) + 1;
    this.#values += 1;
  }

  /** From a comma on to the end of its list or object, but for the last entries of a list. */
  #skipRest(comma: number): number {
    const last: number[] = [];
    const end = this.#skip(comma, (at) => {
      last.push(at);
      if (last.length > LAST_ENTRIES) last.shift();
    });
    if (end === -1) return this.#json.length;
    const until = (this.#isInObject ? undefined : last.find((at) => end - at <= this.#lastBytes)) ?? end;
    this.#lastBytes -= end - until;
    if (until === comma) return end;
    this.#keepUntil(comma);
    const note = JSON.stringify(leftOut(until - comma));
    this.#pieces.push(Buffer.from(this.#isInObject ? `,"…":${note}` : `,${note}`));
    this.#left += until - comma;
    this.#from = until;
    return end;
  }

  #endOfContainer(at: number): number {
    const end = this.#skip(at + 1, () => undefined);
    return end === -1 ? this.#json.length : end + 1;
  }

  /** Where what is open at `from` closes, -1 when it does not; tells of the commas between its own entries. */
  #skip(from: number, onComma: (at: number) => void): number {
    const json = this.#json;
    let depth = 1;
    for (let at = from; at < json.length; at += 1) {
      const byte = json[at];
      if (byte === QUOTE) {
        const end = endOfString(json, at + 1);
        if (end === -1) return -1;
        this.#onLeft?.(json.subarray(at, end + 1));
        at = end;
      } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) depth += 1;
      else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
        depth -= 1;
        if (depth === 0) return at;
      } else if (byte === COMMA && depth === 1) onComma(at);
    }
    return -1;
  }

  #replace(at: number, end: number): void {
    this.#keepUntil(at);
    this.#pieces.push(Buffer.from(JSON.stringify(leftOut(end - at))));
    this.#left += end - at;
    this.#from = end;
  }

  #keepUntil(end: number): void {
    if (end > this.#from) this.#pieces.push(this.#json.subarray(this.#from, end));
    this.#from = end;
  }
}

/** The position of the closing quote, -1 when there is none. */
export function endOfString(json: Buffer, from: number): number {
  const near = Math.min(json.length, from + STEPS_IN_STRING);
  for (let at = from; at < near; at += 1) {
    const byte = json[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) return at;
  }
  for (let at = json.indexOf(QUOTE, from); at !== -1; at = json.indexOf(QUOTE, at + 1)) {
    let backslashes = 0;
    while (at - 1 - backslashes >= from && json[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}

function isStructure(byte: number | undefined): boolean {
  return (
    byte === QUOTE ||
    byte === COMMA ||
    byte === COLON ||
    byte === OPEN_BRACKET ||
    byte === CLOSE_BRACKET ||
    byte === OPEN_BRACE ||
    byte === CLOSE_BRACE
  );
}

function isSpaceByte(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isSpace(json: Buffer, from: number, to: number): boolean {
  return afterSpace(json, from) >= to;
}

function afterSpace(json: Buffer, from: number): number {
  let at = from;
  while (isSpaceByte(json[at])) at += 1;
  return at;
}
