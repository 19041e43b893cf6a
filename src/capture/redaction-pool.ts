/**
 * Redaction on the way in: before the first write, on every string of a value. Small values are done at once; large
 * ones in a worker, so that they never hold up anybody else's event. Fails closed: when a value cannot be redacted in its
 * time, its text is dropped and counted, never stored raw (RED-8 … RED-10).
 */

import { CarryoverError } from '../memory/error.ts';
import type { Redacted } from '../redaction/finding.ts';
import { redactOrDrop } from '../redaction/redact-or-drop.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { BytesReader } from './bytes-reader.ts';
import { type Cleaned, cleanNow, dropText, withoutDepths } from './clean-value.ts';
import { parseJson } from './parse-json.ts';
import type { Reading } from './reading.ts';

/** About a millisecond of redaction. */
const LARGE_CHARS = 16 * 1024;
/** Each costs by itself, however short. */
const CHARS_PER_VALUE = 40;

/** A value that is on the daemon's thread already. */
export const valueReading: Reading<null, Cleaned> = {
  name: 'value',
  read: (bytes, _, { redactor }) => cleanNow(redactor, parseJson(bytes)),
};

/** A text that is stored already; `field` is what it is the value of. */
export const storedTextReading: Reading<{ readonly field: string | undefined }, Redacted> = {
  name: 'stored-text',
  read: (bytes, { field }, { redactor }) => redactStored(redactor, bytes.toString('utf8'), field),
};

function redactStored(redactor: Redactor, text: string, field: string | undefined): Redacted {
  return field === undefined ? redactor.redact(text) : redactor.redactField(field, text);
}

export class Cleaner {
  readonly #reader: BytesReader;

  constructor(reader: BytesReader) {
    this.#reader = reader;
  }

  async clean(value: unknown): Promise<Cleaned> {
    if (!isLarge(value)) return cleanNow(this.#reader.redactor, value);
    const shallow = withoutDepths(value);
    const bytes = Buffer.from(JSON.stringify(shallow));
    const read = await this.#reader.read(valueReading, bytes, null, { way: 'value', id: () => '' });
    return 'unread' in read ? { value: dropText(shallow), found: {}, failed: true } : read.result;
  }

  /** For what is ours or a person's document: log lines, answers of models, memory files. Nothing in it is private. */
  text(text: string): string {
    return redactOrDrop(this.#reader.redactor, text.toWellFormed()).text;
  }

  /** For what is stored already, with what was found in it. Throws when it cannot be redacted: whoever asks keeps it. */
  async redact(text: string, field?: string): Promise<Redacted> {
    if (text.length <= LARGE_CHARS) return redactStored(this.#reader.redactor, text, field);
    const redacted = await this.#reader.tryRead(storedTextReading, Buffer.from(text), { field });
    if (redacted !== undefined) return redacted;
    throw new CarryoverError('a stored text cannot be redacted', { code: 'internal-error' });
  }
}

/** Looks no further than it has to. */
function isLarge(value: unknown): boolean {
  let chars = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0 && chars <= LARGE_CHARS) {
    const next = pending.pop();
    chars += typeof next === 'string' ? next.length : CHARS_PER_VALUE;
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next)) {
      chars += next.length;
      if (chars <= LARGE_CHARS) for (const entry of next) pending.push(entry);
    } else
      for (const key in next) {
        chars += key.length;
        if (chars > LARGE_CHARS) break;
        pending.push((next as Record<string, unknown>)[key]);
      }
  }
  return chars > LARGE_CHARS;
}
