/**
 * Texts that an agent has read, to tell markers of its own from those it only repeats (C-066): what a tool's output, a page
 * or something pasted says, and the examples it was taught with. The same words count, whatever signs, spaces or invisible
 * characters stand between them. A text is folded once, however many markers are asked about.
 *
 * Limit: when there is more than is looked at, every marker counts as repeated: a lost observation comes again.
 */
import { MARKER_EXAMPLES, type Marker, NO_SERVICE } from './marker.ts';
import { unmasked } from './unmask.ts';

/** A tenth of a second of folding, or two. */
const MOST_CHARS = 2_000_000;
const NOT_WORDS = /[^\p{L}\p{N}]+/gu;

export class MarkerEchoes {
  readonly #folded = [folded(MARKER_EXAMPLES)];
  #chars = 0;

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.add(text);
  }

  get chars(): number {
    return this.#chars;
  }

  add(text: string): void {
    this.#chars += text.length;
    if (this.#chars <= MOST_CHARS) this.#folded.push(folded(text));
  }

  has({ kind, label, service, text }: Marker): boolean {
    if (this.#chars > MOST_CHARS) return true;
    const services = service === null ? ['', NO_SERVICE] : [service];
    // Apart: a word of two alphabets would be folded otherwise than two words.
    const lines = services.map((name) => folded(`${kind} ${label} ${name} ${text}`));
    return this.#folded.some((hay) => lines.some((line) => hay.includes(line)));
  }
}

function folded(text: string): string {
  return unmasked(text).toLowerCase().replace(NOT_WORDS, '');
}
