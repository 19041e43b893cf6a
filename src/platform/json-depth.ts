/** How deep JSON nests, before it is parsed: a hostile text is refused at the price of reading it once. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Counts brackets outside strings; jumps over strings, which are nearly all of a large body. */
export function isDeeperThan(json: Buffer, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = endOfString(json, at + 1);
      if (at === -1) return false;
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth -= 1;
  }
  return false;
}

/** The position of the closing quote, -1 when there is none. */
function endOfString(json: Buffer, from: number): number {
  for (let at = json.indexOf(QUOTE, from); at !== -1; at = json.indexOf(QUOTE, at + 1)) {
    let backslashes = 0;
    while (at - 1 - backslashes >= from && json[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}
