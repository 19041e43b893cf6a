/** What a sweep found, told without a word of it: rows by table, secrets by kind, and where some of them are. */
import type { RewrittenPage } from '../../journal/sqlite/rewrite-texts.ts';
import type { Redacted } from '../../redaction/finding.ts';
import { isTokenLike } from '../../redaction/value/judge.ts';
import type { Needles } from '../traces/search-terms.ts';

export interface RetroRedactionReport {
  readonly rows: number;
  /** Rows with a secret, by table. */
  readonly found: Readonly<Record<string, number>>;
  /** Secrets, by kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Some of the rows: table and id. */
  readonly places: readonly string[];
  readonly fixed: boolean;
  /** Where one of the secrets is still written, after a fix. */
  readonly tracesIn: readonly string[];
}

/** Enough to look at; there may be thousands. */
const PLACES = 20;
/** As many as are looked for in one go afterwards. */
const SECRETS = 10_000;
const LINE_BREAK = /[\r\n]/;

export class Findings {
  readonly #tables: Record<string, number> = {};
  readonly #kinds: Record<string, number> = {};
  readonly #places: string[] = [];
  #rows = 0;
  readonly #secrets = new Set<string>();

  get rows(): number {
    return this.#rows;
  }

  add(page: RewrittenPage): void {
    this.#rows += page.rows;
    for (const [table, count] of Object.entries(page.changed)) this.#tables[table] = (this.#tables[table] ?? 0) + count;
    this.#places.push(...page.places.slice(0, PLACES - this.#places.length));
  }

  /** Counts what was found in a text, and gives the text without it. */
  count(text: string, redacted: Redacted): string {
    for (const { kind, start, end } of redacted.findings) {
      this.#kinds[kind] = (this.#kinds[kind] ?? 0) + 1;
      const secret = text.slice(start, end);
      // A word that anybody may say proves nothing where it is found again.
      if (this.#secrets.size < SECRETS && isTokenLike(secret) && !LINE_BREAK.test(secret)) this.#secrets.add(secret);
    }
    return redacted.text;
  }

  /** The secrets that nothing but themselves looks like, for a search of the home. Not to be kept. */
  needles(): Needles {
    return { texts: [...this.#secrets].map((secret) => secret.toLowerCase()), terms: [], leftOut: 0 };
  }

  report(end: Pick<RetroRedactionReport, 'fixed' | 'tracesIn'>): RetroRedactionReport {
    return { rows: this.#rows, found: this.#tables, kinds: this.#kinds, places: this.#places, ...end };
  }
}
