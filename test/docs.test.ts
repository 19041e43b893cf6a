/** The docs are part of the product: their examples run, their tables name what exists, their links lead somewhere. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIG_KEYS, defaultConfig } from '../src/platform/config.ts';
import { callApi } from './support/api.ts';
import { isEncrypted } from './support/encrypted.ts';
import { DIST, makeHome, runCli, startDaemon } from './support/home.ts';
import { run } from './support/run.ts';
import { makeWorkspace } from './support/workspace.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

function block(page: string, language: string, containing: string): string {
  const blocks = [...read(page).matchAll(/```(\w*)\n([\s\S]*?)```/g)];
  const found = blocks.find(([, of, text]) => of === language && text?.includes(containing));
  if (found?.[2] === undefined) throw new Error(`no ${language} example with "${containing}" in ${page}`);
  return found[2];
}

describe('the docs', () => {
  it.each(PAGES)('%s links only to what is there', (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target]) => target ?? '');
    const missing = targets.filter((target) => !existsSync(resolve(ROOT, dirname(page), target)));
    expect(missing).toEqual([]);
  });

  it('list every configuration key with its default', () => {
    const [, configuration = ''] = read('docs/api.md').split('## Configuration');
    const rows = [...configuration.matchAll(/^\| `([\w.]+)` +\| (\S+) +\|/gm)].map(([, key, value]) => [
      key,
      value?.replaceAll('`', ''),
    ]);
    const defaults = defaultConfig();
    expect(rows).toEqual(
      CONFIG_KEYS.map((key) => [key, typeof defaults[key] === 'object' ? '[]' : String(defaults[key])]),
    );
  });

  it('show only commands that exist, and README shows those people need', async () => {
    await using home = await makeHome();
    const help = (await runCli(home, ['--help'])).stdout;
    const commands = [...help.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name);
    const shown = new Set(
      PAGES.flatMap((page) => [...read(page).matchAll(/`?carryover ([a-z]+)/g)].map(([, name]) => name ?? '')),
    );
    const known = [...shown].filter((name) => commands.includes(name));
    for (const needed of ['init', 'status', 'search', 'context', 'export', 'verify', 'uninstall'])
      expect(known).toContain(needed);
    for (const name of commands) {
      if (name === 'help' || name === undefined) continue;
      const { code, stdout } = await runCli(home, [name, '--help']);
      expect({ name, code }).toEqual({ name, code: 0 });
      expect(stdout).toContain('Usage: carryover');
    }
  });

  it('have an API example that works as it stands', async () => {
    await using home = await makeHome();
    await startDaemon(home);
    const example = await run('bash', ['--norc', '-euc', block('docs/api.md', 'sh', '/memory/record')], {
      env: { ...home.env, CARRYOVER_PORT: String(home.port) },
    });
    expect(example.code, example.stderr).toBe(0);
    expect(example.stdout).toContain('"inserted":1');
    expect(example.stdout).toContain('we deploy on Fridays');
    const memories = await run('bash', ['--norc', '-euo', 'pipefail', '-c', block('docs/api.md', 'sh', '/memories')], {
      env: { ...home.env, CARRYOVER_PORT: String(home.port) },
    });
    expect(memories.code, memories.stderr).toBe(0);
    expect(memories.stdout).toContain('New memory: [timing:jellyfin] takes two minutes to start');
    expect(memories.stdout).toMatch(/\{"memories":\[\{[^[]*takes two minutes to start[^[]*\}\]\}$/);
  });

  it('have an export example that works as it stands (D-025)', async () => {
    await using home = await makeHome();
    await using copy = await makeHome();
    using workspace = makeWorkspace();
    // The person who follows the example is one and the same in both homes.
    writeFileSync(copy.paths.tokens, readFileSync(home.paths.tokens));
    await startDaemon(home);
    const headers = { authorization: `Bearer ${home.token()}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ type: 'prompt', content: 'we deploy on Fridays', workspace: workspace.project });
    expect((await fetch(`${home.url}/memory/record`, { method: 'POST', headers, body })).status).toBe(201);
    const script = block('docs/export.md', 'sh', '--restore')
      .replaceAll('./copy', copy.paths.home)
      .replaceAll('8799', String(copy.port));
    const cli = `carryover() { "${process.execPath}" "${join(DIST, 'carryover.js')}" "$@"; }`;
    const example = await run('bash', ['--norc', '-euc', `${cli}\n${script}`], { cwd: workspace.root, env: home.env });
    expect(example.code, example.stderr).toBe(0);
    expect(example.stdout).toContain('the same, byte for byte');
    expect(readFileSync(join(workspace.root, 'again.jsonl'), 'utf8')).toContain('we deploy on Fridays');
  });

  it('have an example of a run that works as it stands', async () => {
    await using home = await makeHome();
    using workspace = makeWorkspace();
    const cli = `carryover() { "${process.execPath}" "${join(DIST, 'carryover.js')}" "$@"; }`;
    const script = `${cli}\n${block('docs/run.md', 'sh', 'carryover run')}`;
    const example = await run('bash', ['--norc', '-euc', script], { cwd: workspace.project, env: home.env });
    expect(example, example.stderr).toMatchObject({ code: 0, stdout: 'Jellyfin is up.\n' });
    expect(example.stderr).toContain('[memory] timing jellyfin: Needs a minute after a restart');
    expect(example.stderr).toContain('captured by its stream');
  });

  it('have a library example that works as it stands', async () => {
    await using home = await makeHome();
    using workspace = makeWorkspace();
    const source = block('README.md', 'ts', 'openMemory')
      .replace("'carryover'", JSON.stringify(join(DIST, 'index.js')))
      .replace('/path/to/project', workspace.project);
    const file = join(workspace.root, 'example.mts');
    writeFileSync(file, source);
    const example = await run(process.execPath, [file], { env: home.env });
    expect(example.code, example.stderr).toBe(0);
    expect(example.stdout).toContain('we deploy on Fridays');
  });

  it('have CLI examples that work as they stand', async () => {
    await using home = await makeHome();
    using workspace = makeWorkspace();
    await startDaemon(home);
    // The session that the example forgets.
    await callApi(home, '/memory/record', { type: 'prompt', content: 'about to go', session_id: 'ID' });
    // In place of an agent that would ask a model.
    const agents = join(workspace.root, 'agents');
    mkdirSync(agents);
    writeFileSync(join(agents, 'claude'), '#!/bin/sh\necho \'{"type":"result","result":"All is well."}\'\n', {
      mode: 0o755,
    });
    for (const line of block('README.md', 'sh', 'carryover status').split('\n')) {
      const command = /^carryover ([^#]*?)\s*(?:#.*)?$/.exec(line)?.[1];
      const [verb = ''] = command?.split(' ') ?? [];
      if (verb === '' || (verb === 'encrypt' && isEncrypted)) continue;
      const needsAnswer = ['init', 'uninstall', 'forget', 'encrypt'].includes(verb);
      const { code, stderr } = await run(
        'bash',
        [
          '--norc',
          '-euc',
          `"${process.execPath}" "${join(DIST, 'carryover.js')}" ${command}${needsAnswer ? ' --yes' : ''}`,
        ],
        {
          cwd: workspace.project,
          env: { ...home.env, HOME: workspace.home, PATH: `${agents}:${process.env.PATH}` },
        },
      );
      expect({ command, code, problem: code === 0 ? '' : stderr }).toEqual({ command, code: 0, problem: '' });
    }
    expect(existsSync(join(workspace.project, 'memory.jsonl'))).toBe(true);
  });
});
