/**
 * The real Claude Code, at exactly one version, kept in the user's cache folder: 366 MB, so fetched once and shared by
 * all checkouts. `CARRYOVER_TEST_CLAUDE` names another binary to test with.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const CLAUDE_VERSION = '2.1.325';
const PACKAGE = '@anthropic-ai/claude-code';
const INSTALL_TIMEOUT_MS = 10 * 60_000;

export function claudeBinary(): string {
  const binary = findClaude();
  if (binary === undefined) throw new Error('Claude Code is not installed for the tests: run them through `npm test`');
  return binary;
}

export function installClaude(): void {
  if (findClaude() !== undefined) return;
  const target = cacheFolder();
  process.stdout.write(`fetching ${PACKAGE}@${CLAUDE_VERSION} (366 MB, once) into ${target}\n`);
  mkdirSync(dirname(target), { recursive: true });
  const staging = mkdtempSync(`${target}.`);
  try {
    // Without its install script, which only copies the binary to another place.
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    execFileSync('npm', ['install', '--prefix', staging, ...flags, `${PACKAGE}@${CLAUDE_VERSION}`], {
      cwd: staging,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: INSTALL_TIMEOUT_MS,
    });
    rmSync(target, { recursive: true, force: true });
    renameSync(staging, target);
  } catch (cause) {
    rmSync(staging, { recursive: true, force: true });
    // Another run may have been quicker; then its copy is as good.
    if (findClaude() !== undefined) return;
    const hint = 'the tests need the npm registry once, or CARRYOVER_TEST_CLAUDE=/path/to/claude';
    throw new Error(`cannot install ${PACKAGE}@${CLAUDE_VERSION}: ${hint}`, { cause });
  }
  claudeBinary();
}

function cacheFolder(): string {
  const cache = process.env.XDG_CACHE_HOME;
  return join(
    cache !== undefined && cache !== '' ? cache : join(homedir(), '.cache'),
    'carryover-tests',
    `claude-code-${CLAUDE_VERSION}`,
  );
}

/** The chosen binary, else the cached one; undefined when there is none or it is not whole. */
function findClaude(): string | undefined {
  const chosen = process.env.CARRYOVER_TEST_CLAUDE;
  if (chosen !== undefined && chosen !== '') return chosen;
  const binary = cachedBinary();
  return binary !== undefined && versionOf(binary)?.startsWith(CLAUDE_VERSION) ? binary : undefined;
}

function versionOf(binary: string): string | undefined {
  try {
    return execFileSync(binary, ['--version'], { encoding: 'utf8' });
  } catch {
    // A binary that cannot run is as good as none: it is fetched again.
    return undefined;
  }
}

/** It lies in the package of its platform, of which npm installs the one that fits. */
function cachedBinary(): string | undefined {
  const packages = join(cacheFolder(), 'node_modules', dirname(PACKAGE));
  if (!existsSync(packages)) return undefined;
  const folders = readdirSync(packages).map((name) => join(packages, name));
  return folders.map((folder) => join(folder, 'claude')).find(existsSync);
}
