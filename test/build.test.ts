/** What `npm run build` puts into dist/. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
// @ts-expect-error a script without types
import { plainTemplates } from '../scripts/plain-templates.mjs';
import { DIST } from './support/home.ts';
import { run } from './support/run.ts';
import { parseSource } from './support/source.ts';
import { makeFolder } from './support/workspace.ts';

const SCRIPT = resolve(import.meta.dirname, '../scripts/build.mjs');
const ENTRIES = ['carryover.js', 'daemon.js', 'hook-cold.cjs', 'hook.cjs', 'index.js', 'capture-worker.js'];
/** Native. */
const NOT_BUNDLED = ['better-sqlite3-multiple-ciphers'];

function build(out: string, ...flags: readonly string[]) {
  return run(process.execPath, [SCRIPT, '--out', out, ...flags], { env: { PATH: process.env.PATH } });
}

function importsOf(file: string): string[] {
  const { imports } = parseSource(file, readFileSync(join(DIST, file), 'utf8'));
  return [...new Set(imports.map(({ specifier }) => specifier))];
}

/** A pid that belonged to a process that is gone. */
function deadPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

it('builds that run at once leave one whole dist, also after a build that died', async () => {
  const out = makeFolder('dist');
  writeFileSync(join(out, '.building'), String(deadPid()));
  writeFileSync(join(out, 'left-over-Ab12Cd34.js'), '');
  const builds = await Promise.all([build(out, '--if-stale'), build(out), build(out, '--if-stale')]);
  expect(builds.map(({ code, stdout, stderr }) => ({ code, stdout, stderr }))).toEqual(
    Array.from({ length: 3 }, () => ({ code: 0, stdout: '', stderr: '' })),
  );
  const built = readdirSync(out).filter((name) => name !== 'types');
  expect(built.sort()).toEqual(
    readdirSync(DIST)
      .filter((name) => name !== 'types')
      .sort(),
  );
  expect(built).toEqual(expect.arrayContaining(ENTRIES));
});

it('a build is made again only when a source is newer', async () => {
  const out = makeFolder('dist');
  await build(out);
  const stamp = join(out, '.built');
  const entry = join(out, 'carryover.js');
  const { ino } = statSync(entry);
  await build(out, '--if-stale');
  expect(statSync(entry).ino).toBe(ino);
  utimesSync(stamp, 0, 0);
  await build(out, '--if-stale');
  expect(statSync(entry).ino).not.toBe(ino);
});

it('the hook is one file that loads built-ins and, when needed, its cold half or its guard', () => {
  const foreign = (file: string): string[] => importsOf(file).filter((specifier) => !isBuiltin(specifier));
  expect(foreign('hook.cjs')).toEqual(['./hook-cold.cjs']);
  expect(foreign('hook-cold.cjs')).toEqual([]);
});

it("a session's MCP process loads little: one of it lives in every session", () => {
  const [entry] = readdirSync(DIST).filter((name) => /^mcp-[\w-]+\.js$/.test(name));
  const loaded = new Set([`./${entry}`]);
  // What is loaded when it is asked for is another matter.
  for (const name of loaded)
    for (const [, other] of readFileSync(join(DIST, name), 'utf8').matchAll(/from ?["'](\.\/[\w-]+\.js)["']/g))
      loaded.add(String(other));
  const bytes = [...loaded].reduce((sum, name) => sum + statSync(join(DIST, name)).size, 0);
  expect(loaded.size).toBeGreaterThan(5);
  expect(bytes).toBeLessThan(120_000);
});

it('everything but the native driver and the optional peer is bundled', () => {
  const scripts = readdirSync(DIST).filter((name) => name.endsWith('.js'));
  const outside = scripts.flatMap(importsOf).filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier));
  expect(outside.filter((specifier) => !NOT_BUNDLED.includes(specifier))).toEqual([]);
});

it('every script is ASCII: with one letter beyond it, a process keeps two bytes for each letter of the file', () => {
  const scripts = readdirSync(DIST).filter((name) => /\.c?js$/.test(name));
  expect(scripts.filter((name) => readFileSync(join(DIST, name)).some((byte) => byte > 0x7f))).toEqual([]);
});

it('a raw template that is written as a plain one says the same', () => {
  const code =
    'const x = 1; [String.raw`ä\\p{L}\\`#{x}\\#{x}#{[x].map(() => String.raw`é\\n`)}`, `#{String.raw`ü\\q`}`, `é\\n`]';
  const raw = code.replaceAll('#', '$');
  const plain = plainTemplates(raw);
  expect(plain).not.toContain('.raw');
  expect(runInNewContext(plain)).toEqual(runInNewContext(raw));
});

it('the command is executable and names its interpreter', () => {
  const command = join(DIST, 'carryover.js');
  expect(statSync(command).mode & 0o111).toBe(0o111);
  expect(readFileSync(command, 'utf8').split('\n', 2)).toEqual([
    '#!/usr/bin/env node',
    expect.not.stringMatching(/^#!/),
  ]);
});

it('the licences of the bundled packages come along', () => {
  expect(existsSync(join(DIST, 'THIRD-PARTY.txt'))).toBe(true);
  const text = readFileSync(join(DIST, 'THIRD-PARTY.txt'), 'utf8');
  for (const name of ['hono', 'zod', 'commander'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'));
  expect(text).toContain('Permission is hereby granted, free of charge');
});
