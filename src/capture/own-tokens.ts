/**
 * Recognises the tokens of this home by value, wherever they are shown: the owner's, the key of the placeholders, and those
 * of hooks, apps and scripts, of which only digests are kept. Looks into the files again whenever they changed, so that a
 * token made a moment ago is known. Works in the daemon, its worker and the hook, which share nothing but the files.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createFreshReader } from '../platform/fresh-reader.ts';
import type { HomePaths } from '../platform/paths.ts';

const TOKEN = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g;
const DIGEST = /\b[0-9a-f]{64}\b/g;

/** Every file of a home that holds a token of its own, or the digest of one. */
export function ownTokenFiles(paths: HomePaths): readonly string[] {
  return [paths.token, paths.redactionKey, paths.hookTokens, paths.tokens, paths.apps];
}

export function createOwnTokenCheck(files: readonly string[]): (candidate: string) => boolean {
  const readers = files.map(digestReader);
  return (candidate) => {
    const digest = hexDigest(candidate);
    return readers.some((digests) => digests().has(digest));
  };
}

function digestReader(path: string): () => ReadonlySet<string> {
  const read = createFreshReader<ReadonlySet<string>>(path, new Set(), () => digestsIn(readFileSync(path, 'utf8')));
  return () => {
    try {
      return read();
    } catch {
      // Gone or unreadable: whoever needs the file says so.
      return new Set();
    }
  };
}

function digestsIn(content: string): ReadonlySet<string> {
  return new Set([...(content.match(DIGEST) ?? []), ...(content.match(TOKEN) ?? []).map(hexDigest)]);
}

function hexDigest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
