/**
 * What a child prints, byte for byte: lines that may be messages as a whole, everything else as it comes, so that a picture,
 * a question without a line end or a line without an end is passed on as it is. Linear in what is printed; of a line no more
 * than 32 MB is held.
 */

export interface Printed {
  readonly bytes: Buffer;
  /** A whole line, without having been read. */
  readonly mayBeMessage: boolean;
}

const NEWLINE = 0x0a;
const BRACE = 0x7b;
/** More than a client says at once, pictures included. */
const MOST_HELD_BYTES = 32_000_000;

export async function* printedBy(stdout: AsyncIterable<Buffer>): AsyncIterable<Printed> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isPassing = false;
  for await (const chunk of stdout)
    for (const piece of piecesOf(chunk)) {
      if (held.length === 0 && !isPassing) isPassing = piece[0] !== BRACE;
      const isEnd = piece.at(-1) === NEWLINE;
      held.push(piece);
      heldBytes += piece.length;
      if (!isPassing && !isEnd && heldBytes <= MOST_HELD_BYTES) continue;
      yield { bytes: Buffer.concat(held), mayBeMessage: !isPassing && isEnd };
      held = [];
      heldBytes = 0;
      isPassing = !isEnd;
    }
  // The last line may end with the stream.
  if (held.length > 0) yield { bytes: Buffer.concat(held), mayBeMessage: true };
}

/** Each ends with a line end but the last. */
function* piecesOf(chunk: Buffer): Iterable<Buffer> {
  for (let from = 0; from < chunk.length; ) {
    const at = chunk.indexOf(NEWLINE, from);
    const to = at === -1 ? chunk.length : at + 1;
    yield chunk.subarray(from, to);
    from = to;
  }
}
