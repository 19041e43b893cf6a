/** The keys of homes that are kept as fixtures: put together here, in no archive, the same for all. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HomePaths } from '../../../src/platform/paths.ts';

const KEY_BYTES = 32;

/** The path of the key file that opens the encrypted homes, which is written into this folder. */
export function writeFixtureKey(folder: string): string {
  const path = join(folder, 'key');
  writePrivately(path, Buffer.alloc(KEY_BYTES, 'fixture').toString('base64url'));
  return path;
}

/** Placeholders carry a hash by this key. */
export function writeRedactionKey(paths: HomePaths): void {
  writePrivately(paths.redactionKey, Buffer.alloc(KEY_BYTES, 'redaction').toString('base64url'));
}

/** The home names the path of its key file: lets it name this one. */
export function pointAtKey(paths: HomePaths, key: string): void {
  if (!existsSync(paths.keys)) return;
  const file = JSON.parse(readFileSync(paths.keys, 'utf8')) as { readonly holder: object };
  writePrivately(paths.keys, JSON.stringify({ ...file, holder: { ...file.holder, path: key } }, null, 2));
}

function writePrivately(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${text}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
}
