/**
 * Texts that an agent has read, to tell markers of its own from those it only repeats (C-066): what a tool's output, a page
 * or something pasted says, and the examples it was taught with. The same words count, whatever signs, spaces or invisible
 * characters stand between them. A text is folded once, however many markers are asked about. Of one that was not kept whole
 * there are digests of its marker lines.
 *
 * Limit: when there is more than is looked at, every marker counts as repeated: a lost observation comes again.
 */
import { MARKER_EXAMPLES, type Marker, NO_SERVICE } from './marker.ts';
import { lineDigest, TOO_MANY } from './marker-lines.ts';
import { unmasked } from './unmask.ts';

/** A tenth of a second of folding, or two. */
const MOST_CHARS = 2_000_000;
const NOT_WORDS = /[^\p{L}\p{N}]+/gu;

export class MarkerEchoes {
  readonly #folded = [folded(MARKER_EXAMPLES)];
  readonly #digests: string[] = [];
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

  /** What `markerDigests` made of a text. */
  addDigests(digests: string): void {
    this.#digests.push(digests);
  }

  has({ kind, label, service, text }: Marker): boolean {
    if (this.#chars > MOST_CHARS || this.#digests.includes(TOO_MANY)) return true;
    const services = service === null ? ['', NO_SERVICE] : [service];
    // Apart: a word of two alphabets would be folded otherwise than two words.
    const lines = services.map((name) => `${kind} ${label} ${name} ${text}`);
    return lines.some((line) => {
      const [words, digest] = [folded(line), lineDigest(line)];
      return this.#folded.some((hay) => hay.includes(words)) || this.#digests.some((own) => own.includes(digest));
    });
  }
}

function folded(text: string): string {
  return unmasked(text).toLowerCase().replace(NOT_WORDS, '');
}
