/**
 * The spool where a home is, was or becomes encrypted: reading an entry of either form, and changing the form of what
 * lies there. A change is cut off without harm: for a moment an entry is there in both forms, and taking it in twice
 * changes nothing.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CarryoverError } from '../memory/error.ts';
import { seal, unseal } from '../platform/sealing.ts';
import {
  ASIDE,
  HALF_WRITTEN,
  PLAIN,
  readSpoolKey,
  removeSpooled,
  SEALED,
  type SpoolPlace,
  writeSpoolFile,
} from './spool.ts';

const SEALED_ASIDE = `${SEALED}${ASIDE}`;

/** The JSON of an entry. Throws `no-key` for a sealed one without a key, and `not-unsealed` for one that was changed. */
export async function readEntry(path: string, privateKey: Buffer | undefined): Promise<Buffer> {
  const content = await readFile(path);
  if (!path.endsWith(SEALED)) return content;
  if (privateKey === undefined)
    throw new CarryoverError('a spooled event is sealed, and there is no key here', { code: 'no-key' });
  return unseal(privateKey, content);
}

/** Seals what was spooled before the home was encrypted. The key is in its place by then, so nothing plain is added. */
export function sealSpool({ spool, spoolKey }: SpoolPlace): void {
  const key = readSpoolKey(spoolKey);
  if (key === undefined) throw new CarryoverError('there is no key to seal to', { code: 'invalid-key' });
  for (const name of filesIn(spool).filter((each) => !isSealed(each))) {
    const sealed = name.endsWith(ASIDE) ? name.replace(/\.bad$/, SEALED_ASIDE) : name.replace(/\.json$/, SEALED);
    replace(spool, name, sealed, (content) => seal(key, content));
  }
}

/** Opens what is sealed, after the key that hooks seal to is gone. */
export function unsealSpool({ spool }: Pick<SpoolPlace, 'spool'>, privateKey: Buffer): void {
  for (const name of filesIn(spool).filter(isSealed)) {
    const plain = name.endsWith(ASIDE) ? name.replace(SEALED_ASIDE, ASIDE) : name.replace(/\.sealed$/, PLAIN);
    try {
      replace(spool, name, plain, (content) => unseal(privateKey, content));
    } catch (error) {
      // What somebody changed stays for a person to look at.
      if (!(error instanceof CarryoverError) || error.code !== 'not-unsealed') throw error;
    }
  }
}

function replace(folder: string, name: string, by: string, change: (content: Buffer) => Buffer): void {
  const path = join(folder, name);
  // What a kill left of an earlier try; nobody else writes under this name.
  rmSync(join(folder, `${by}${HALF_WRITTEN}`), { force: true });
  writeSpoolFile(folder, by, change(readFileSync(path)));
  removeSpooled(path);
}

function isSealed(name: string): boolean {
  return name.endsWith(SEALED) || name.endsWith(SEALED_ASIDE);
}

/** Whole entries; what is still being written gets its name later. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && [PLAIN, SEALED, ASIDE].some((ending) => file.name.endsWith(ending)))
    .map(({ name }) => name);
}
