import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openScripted, type Scripted, update } from './scripted.fixture.ts';

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted();
});
afterEach(() => scripted.bench.dispose());

const make = (path: string) => {
  mkdirSync(join(scripted.bench.project, path, '..'), { recursive: true });
  writeFileSync(join(scripted.bench.project, path), '');
};
const ABOUT = '- src/: application code, login lives in auth.ts which must never import database';

describe('a look at the folder of a project (B-006, B-081)', () => {
  it('counts again, takes out what it wrote itself and nothing that somebody told', async () => {
    const { bench, learn } = scripted;
    make('src/auth.ts');
    const told = { user: 'tell', answer: `${ABOUT} src/auth.ts handles login` };
    const touch = { tool: 'Write', input: '{}', path: join(bench.project, 'src/auth.ts') };
    await learn({ ...told, calls: [touch] }, 'NONE');
    expect(bench.file('files.md')).toMatch(/- src\/ 1 file\n/);
    expect(bench.file('files.md')).toMatch(/- src\/auth\.ts: created/);
    const counted = '- src/ 1 file';
    await learn(told, update('FILES', '# Files of this project', '## Folders', counted, ABOUT, '## Files'));
    make('src/new.ts');
    make('top.txt');
    rmSync(join(bench.project, 'src/auth.ts'));
    make('src/other.ts');
    await learn({ user: 'ok' }, 'NONE');
    expect(bench.file('files.md')).toContain(ABOUT);
    expect(bench.file('files.md')).toMatch(/- src\/ 2 files\n/);
    expect(bench.file('files.md')).toMatch(/- \(top level\) 1 file\n/);
    expect(bench.file('files.md')).not.toMatch(/1 file\n[\s\S]*src\/ 1 file|auth\.ts: created/);
  });

  it('is journalled without secrets (RED-3)', async () => {
    const { bench, learn } = scripted;
    const secret = `hunter${22}`;
    make(`${secret}-key.txt`);
    make('a.txt');
    await learn({ user: 'hello there friend' }, 'NONE');
    const scans = (await bench.journal.acts(0, 100)).filter(({ kind }) => kind === 'scan');
    expect(scans).toMatchObject([{ paths: ['[removed]-key.txt', 'a.txt'] }]);
    await learn({ user: 'hello again friend' }, 'NONE');
    expect((await bench.journal.acts(0, 100)).filter(({ kind }) => kind === 'scan')).toHaveLength(1);
  });
});

describe('what a rewrite takes out of files.md (A-016, B-029)', () => {
  it('stays a learning when it is no line that code makes', async () => {
    const { bench, learn, learning } = scripted;
    make('src/auth.ts');
    const about = ['auth', 'pool', 'mail', 'cart', 'tax'].map((name) => `- src/${name}.ts: holds the ${name} rules`);
    const told = { user: 'tell', answer: [ABOUT, ...about].join('\n') };
    const counted = '- src/ 1 file';
    await learn(told, update('FILES', '# Files of this project', counted, ABOUT, ...about));
    expect(bench.file('files.md')).toContain(ABOUT);
    await learn({ user: 'see' }, update('FILES', '# Files of this project', ...about));
    expect(bench.file('files.md')).not.toContain(counted);
    expect(bench.file('files.md')).not.toContain(ABOUT);
    expect(await learning(ABOUT.slice(2))).toMatchObject({ type: 'FACT', trust: 'assistant', workspace: bench.space });
    const all = await bench.knowledge.learnings({ valid: false, limit: 99 });
    expect(all.filter(({ content }) => /1 file/.test(content))).toEqual([]);
  });
});
