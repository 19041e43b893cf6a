/** The key of homes that are kept as fixtures: put together here, in no archive, the same for all. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HomePaths } from '../../../src/platform/paths.ts';

const KEY_BYTES = 32;

/** Placeholders carry a hash by this key. */
export function writeRedactionKey(paths: HomePaths): void {
  mkdirSync(dirname(paths.redactionKey), { recursive: true, mode: 0o700 });
  const key = Buffer.alloc(KEY_BYTES, 'redaction').toString('base64url');
  writeFileSync(paths.redactionKey, `${key}\n`, { mode: 0o600 });
}
