/**
 * Builds dist/, as two bundles:
 * - ESM entries that share chunks; a command loads its part by `await import()`, so `--version` does not pay for HTTP.
 *   All files lie flat in dist/: `import.meta.dirname` is dist/ in every module, wherever the bundler put it.
 * - the hook, as CommonJS files that share nothing: it is started for every session and must read one file only.
 *
 *   node scripts/build.mjs [--if-stale] [--types] [--out FOLDER]
 *
 * Guarantee: a reader of dist/ sees whole files, and builds that run at once do not mix: one works, the others wait.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { withLock } from './lock.mjs';
import { plainTemplates } from './plain-templates.mjs';
import { thirdPartyText } from './third-party.mjs';

const root = resolve(import.meta.dirname, '..');

/** Native: its binary lies inside its package and cannot be bundled. */
const EXTERNAL = ['better-sqlite3-multiple-ciphers'];
/** Written last; as old as the sources that were read. */
const STAMP = '.built';
const LOCK = '.building';
/** What a build depends on besides the code of npm packages, which changes only with the lock file. */
const INPUTS = ['src', 'scripts', 'data/evaluation', 'package.json', 'package-lock.json'];
const EXECUTABLE = 'carryover.js';

const SHARED_ENTRIES = {
  carryover: 'src/cli/main.ts',
  daemon: 'src/daemon/main.ts',
  index: 'src/index.ts',
  'capture-worker': 'src/daemon/capture-worker.ts',
  'index-thread': 'src/recall/threads/index-thread.ts',
  'search-thread': 'src/recall/threads/search-thread.ts',
  'privacy-process': 'src/daemon/privacy-process.ts',
};
/** Loaded by hook.cjs only when the daemon does not answer, or before a tool call, so never bundled into it. */
const LATER = ['./hook-cold.cjs'];
const ALONE_ENTRIES = {
  hook: 'src/clients/hook/main.ts',
  'hook-cold': 'src/clients/hook/cold.ts',
};

/** Served by the dashboard as they are, what words mean, and the turns that `curate --eval` asks a model about. */
const ASSETS = {
  'word-vectors.bin': 'src/recall/text/word-vectors.bin',
  'evaluation.jsonl': 'data/evaluation/cases.jsonl',
  'dashboard.css': 'src/dashboard/assets/dashboard.css',
  'dashboard.js': 'src/dashboard/assets/dashboard.js',
  'login.js': 'src/dashboard/assets/login.js',
  'icon.svg': 'src/dashboard/assets/icon.svg',
  'htmx.js': 'node_modules/htmx.org/dist/htmx.min.js',
};

const inputOptions = {
  cwd: root,
  platform: 'node',
  // A package with both forms is bundled from its ES modules; UMD wrappers hide their requires from a bundler.
  resolve: { mainFields: ['module', 'main'] },
  transform: { target: 'node22.14' },
  plugins: [{ name: 'plain-templates', renderChunk: (code) => plainTemplates(code) }],
  // A warning nobody reads is a bug nobody sees.
  onLog(level, log) {
    if (level === 'warn') throw new Error(`bundling: ${log.message}`);
  },
};

/**
 * Names stay, for traces; comments and blanks go: a process keeps the text of what it runs, and the daemon runs three megabytes.
 * A single letter beyond ASCII makes every other one of its file take two bytes there, so those are escaped.
 */
const outputOptions = {
  charset: 'ascii',
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
};

/** @returns {Promise<import('rolldown').OutputChunk[]>} */
async function bundleShared() {
  const bundle = await rolldown({ ...inputOptions, input: SHARED_ENTRIES, external: EXTERNAL });
  const { output } = await bundle.generate({
    ...outputOptions,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    banner: (chunk) => (chunk.fileName === EXECUTABLE ? '#!/usr/bin/env node' : ''),
  });
  return output;
}

async function bundleAlone(name, source) {
  const bundle = await rolldown({ ...inputOptions, input: { [name]: source }, external: LATER });
  const { output } = await bundle.generate({
    ...outputOptions,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    codeSplitting: false,
  });
  return output;
}

async function build(out) {
  const startedAt = new Date();
  const chunks = await bundleShared();
  for (const [name, source] of Object.entries(ALONE_ENTRIES)) chunks.push(...(await bundleAlone(name, source)));

  const files = new Map(chunks.map((chunk) => [chunk.fileName, chunk.code]));
  const assets = Object.entries(ASSETS).map(([name, source]) => [name, join(root, source)]);
  for (const [name, path] of assets) files.set(name, readFileSync(path));
  const parts = [...chunks.flatMap((chunk) => chunk.moduleIds), ...assets.map(([, path]) => path)];
  files.set('THIRD-PARTY.txt', thirdPartyText(parts));
  publish(out, files);
  writeFileSync(join(out, STAMP), '');
  utimesSync(join(out, STAMP), startedAt, startedAt);
}

/** Puts the files in place one rename at a time, then removes what the last build left. */
function publish(out, files) {
  const staging = join(out, '.staging');
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  for (const [name, content] of files)
    writeFileSync(join(staging, name), content, { mode: name === EXECUTABLE ? 0o755 : 0o644 });
  // Chunks first: an entry must not name a chunk that is not there yet.
  const chunksFirst = [...files.keys()].sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)));
  for (const name of chunksFirst) renameSync(join(staging, name), join(out, name));
  const keep = new Set([...files.keys(), LOCK, 'types']);
  for (const name of readdirSync(out)) if (!keep.has(name)) rmSync(join(out, name), { recursive: true });
}

function isEntry(fileName) {
  return fileName.replace(/\.c?js$/, '') in { ...SHARED_ENTRIES, ...ALONE_ENTRIES };
}

function emitTypes(out) {
  const tsc = join(root, 'node_modules/.bin/tsc');
  const run = spawnSync(tsc, ['-p', 'tsconfig.types.json', '--outDir', join(out, 'types')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (run.status !== 0) throw new Error('tsc did not emit the types');
}

function isFresh(out) {
  const stamp = statSync(join(out, STAMP), { throwIfNoEntry: false });
  return stamp !== undefined && INPUTS.every((input) => newestMtimeMs(join(root, input)) < stamp.mtimeMs);
}

/** Folders count too: a removed file changes nothing but its folder. */
function newestMtimeMs(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestMtimeMs(join(path, name))));
}

const { values } = parseArgs({
  options: { 'if-stale': { type: 'boolean' }, types: { type: 'boolean' }, out: { type: 'string', default: 'dist' } },
});
const out = resolve(root, values.out);
if (!values['if-stale'] || !isFresh(out)) {
  mkdirSync(out, { recursive: true });
  await withLock(join(out, LOCK), async () => {
    // Whoever held the lock before may have built just this.
    if (!values['if-stale'] || !isFresh(out)) await build(out);
    if (values.types) emitTypes(out);
  });
}
