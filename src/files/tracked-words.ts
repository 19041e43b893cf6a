/**
 * Which of some words stand in files that the repository tracks, and since when: the earliest moment from which a file that
 * holds the word was not changed any more. A look at a part of the repository: files that tell how a project is built and
 * run first, then the smaller ones, up to some megabytes.
 *
 * What was installed or vendored does not count, tracked or not. Limit: a file that is changed for another reason counts
 * from then on; in doubt somebody is asked once more.
 */
import { lstat, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { originTokens } from '../memory/origin-tokens.ts';
import { trackedPaths } from './git-index.ts';

const MOST_FILES = 400;
const MOST_FILE_BYTES = 256 * 1024;
const MOST_BYTES = 4 * 1024 * 1024;
const DEEPEST = 6;
const NOT_OURS =
  /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|third-party|external|dist|build|out|target|\.yarn|\.venv|venv|site-packages|Pods|Godeps|__pycache__|fixtures?|testdata|snapshots|__snapshots__|corpora)\//i;
const GENERATED =
  /(?:^|\/)(?:[\w.-]+\.lock|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|[\w.-]+\.(?:min\.\w+|map|snap|svg|png|jpe?g|gif|pdf|ico|woff2?|zip|gz|jar|bin|db|sqlite))$/i;
const TELLING_NAME =
  /(?:^|\/)(?:package\.json|(?:gnu)?makefile|justfile|taskfile\.ya?ml|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|requirements[\w.-]*\.txt|cargo\.toml|go\.mod|gemfile|rakefile|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|deno\.jsonc?|(?:docker-)?compose[\w.-]*\.ya?ml|dockerfile[\w.-]*|procfile|readme[\w.-]*|contributing[\w.-]*|development[\w.-]*|agents\.md|claude\.md|\.env\.(?:example|sample|template)|\.gitlab-ci\.yml|\.npmrc|fly\.toml|vercel\.json|netlify\.toml)$|^\.(?:github|gitlab|circleci)\/|^(?:scripts?|bin|tools|ci|deploy|ops|docs?)\//i;

/** By word; what stands nowhere is left out. */
export async function trackedWords(root: string, words: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const paths = words.size === 0 ? undefined : await trackedPaths(root);
  if (paths === undefined) return found;
  let bytes = 0;
  for (const path of chosen(paths)) {
    const file = await lstat(join(root, path)).catch(() => undefined);
    if (file === undefined || !file.isFile() || file.size > MOST_FILE_BYTES) continue;
    bytes += file.size;
    if (bytes > MOST_BYTES) break;
    const text = await readFile(join(root, path), 'utf8').catch(() => '');
    const since = Math.ceil(Math.max(file.mtimeMs, file.ctimeMs));
    for (const word of wordsOf(text, words)) found.set(word, Math.min(since, found.get(word) ?? since));
  }
  return found;
}

function chosen(paths: readonly string[]): readonly string[] {
  const ours = paths.filter(
    (path) => !path.startsWith('/') && !path.split('/').includes('..') && !NOT_OURS.test(path) && !GENERATED.test(path),
  );
  const near = ours.filter((path) => path.split('/').length <= DEEPEST);
  const isTelling = (path: string) => TELLING_NAME.test(posix.normalize(path));
  return [...near.filter(isTelling), ...near.filter((path) => !isTelling(path))].slice(0, MOST_FILES);
}

/** As a text that is read elsewhere would be taken apart; a word that is not in it at all need not be looked for. */
function wordsOf(text: string, words: ReadonlySet<string>): readonly string[] {
  const lower = text.toLowerCase();
  const held = [...words].filter((word) => lower.includes(word));
  if (held.length === 0) return [];
  const lines = lower.split('\n').filter((line) => held.some((word) => line.includes(word)));
  const tokens = new Set(lines.flatMap((line) => originTokens(line).map((token) => token.text)));
  return held.filter((word) => tokens.has(word));
}
