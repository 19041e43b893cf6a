/** Inputs that are small to send and dear to read: each by name, as the JSON of one value. */
const MB = 1_000_000;

export interface HostileValue {
  readonly name: string;
  json(): string;
}

/** A tool's answer, or any other value of a payload. */
export const HOSTILE_VALUES: readonly HostileValue[] = [
  { name: '2 MB of query rows', json: () => JSON.stringify(rows(2 * MB)) },
  { name: '4 MB of numbers', json: () => filled('1234,', 4 * MB, '0') },
  { name: '8 MB of {}', json: () => filled('{},', 8 * MB, '{}') },
  { name: '8 MB of ""', json: () => filled('"",', 8 * MB, '""') },
  { name: '8 MB of words', json: () => filled('"password","note",', 8 * MB, '""') },
  { name: '8 MB of keys', json: () => manyKeys(8 * MB) },
  { name: '8 MB of one key twice and again', json: () => `{${'"a":1,'.repeat(MB)}"a":2}` },
  { name: 'a key of 8 MB', json: () => `{"${'k'.repeat(8 * MB)}":1}` },
  { name: '4,000,000 levels', json: () => '['.repeat(4 * MB) + ']'.repeat(4 * MB) },
  { name: '8 MB of one character', json: () => `"${'a'.repeat(8 * MB)}"` },
  { name: '8 MB of spaces', json: () => `"${' '.repeat(8 * MB)}"` },
  { name: '8 MB of line ends', json: () => `"${'\\n'.repeat(4 * MB)}"` },
  { name: '8 MB of lone surrogates', json: () => `"${'\\ud800'.repeat(1.3 * MB)}"` },
  { name: '8 MB of 1e999', json: () => filled('1e999,', 8 * MB, '0') },
  { name: '8 MB of texts of 1 KB', json: () => filled(`"${'word '.repeat(200)}",`, 8 * MB, '""') },
  { name: '8 MB of base64 lines', json: () => `"${`${'QUJDREVG'.repeat(9)}=\\n`.repeat(8 * 13_000)}"` },
];

function filled(part: string, bytes: number, last: string): string {
  return `[${part.repeat(Math.floor(bytes / part.length))}${last}]`;
}

function rows(bytes: number): readonly object[] {
  const row = (id: number) => ({
    id,
    name: `user ${id}`,
    mail: `user${id}@example.org`,
    active: id % 2 === 0,
    at: 1e12 + id,
  });
  return Array.from({ length: Math.floor(bytes / JSON.stringify(row(10_000)).length) }, (_, id) => row(id));
}

function manyKeys(bytes: number): string {
  const entries: string[] = [];
  for (let size = 0, n = 0; size < bytes; n += 1) {
    const entry = `"key_${n}":${n}`;
    entries.push(entry);
    size += entry.length + 1;
  }
  return `{${entries.join(',')}}`;
}
