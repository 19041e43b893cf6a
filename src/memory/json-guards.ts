/** Reading values whose shape is not known: payloads of clients, settings of other programs. */

export type Fields = Readonly<Record<string, unknown>>;

/** An object with fields: not null, not a list. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text, or an empty one for anything else. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
