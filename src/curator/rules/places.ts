/**
 * Where in a message something was found already, so that no sentence is learned twice. Sentences come in their order, and
 * may have been joined or cleaned: their beginnings are looked for. One that cannot be found takes no place.
 */
const BEGINNING_CHARS = 24;

export class Places {
  readonly #text: string;
  readonly #taken: { readonly from: number; readonly to: number }[] = [];
  #from = 0;

  constructor(message: string) {
    this.#text = plain(message);
  }

  take(sentence: string): void {
    const from = this.#text.indexOf(plain(sentence.slice(0, BEGINNING_CHARS)), this.#from);
    if (from < 0) return;
    this.#taken.push({ from, to: from + sentence.length });
    this.#from = from + 1;
  }

  isTaken({ from, to }: { readonly from: number; readonly to: number }): boolean {
    return this.#taken.some((place) => place.from < to && from < place.to);
  }
}

/** As long as it was. */
function plain(text: string): string {
  return text.replaceAll('’', "'");
}
