import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { homePaths } from '../../platform/paths.ts';
import { denialOf, GUARDED_NAMES, type GuardedHome } from './memory-guard.ts';

let root: string;
let guarded: GuardedHome;

beforeAll(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'carryover-guard-'));
  const home = join(root, 'user/.carryover');
  guarded = { home, userHome: join(root, 'user'), spaceEnding: '1234abcd' };
  mkdirSync(join(home, 'memory/spaces/shop-1234abcd/apps/reporter'), { recursive: true });
  writeFileSync(join(home, 'memory/user.md'), '# User\n');
  mkdirSync(join(root, 'project'));
  symlinkSync(join(home, 'memory'), join(root, 'project/linked'));
  symlinkSync(join(home, 'memory/new.md'), join(root, 'project/dangling'));
  symlinkSync(join(home, 'memory/user.md'), join(home, 'memory/spaces/shop-1234abcd/apps/reporter/notes.md'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** `ROOT` stands for the test's folder. */
function isDenied(tool: string, input: Record<string, string>, home: Partial<GuardedHome> = {}): boolean {
  const tool_input = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, value.replaceAll('ROOT', root)]),
  );
  const payload = { hook_event_name: 'PreToolUse', cwd: join(root, 'project'), tool_name: tool, tool_input };
  return denialOf(payload, { ...guarded, ...home }) !== undefined;
}

it('guards everything that a home holds', () => {
  const { home, socket: _, ...paths } = homePaths('/h');
  const names = Object.values(paths).map((path) => path.slice(home.length + 1).split('/')[0]);
  expect(new Set(GUARDED_NAMES)).toEqual(new Set(names));
});

describe('a file that an agent would write (A-070, B-072)', () => {
  it.each([
    ['Write', 'ROOT/user/.carryover/memory/user.md'],
    ['Edit', 'ROOT/user/.carryover/memory/spaces/shop-1234abcd/context.md'],
    ['MultiEdit', '../user/.carryover/memory/user.md'],
    ['Write', '~/.carryover/memory/user.md'],
    ['Write', 'ROOT/project/../user/./.carryover//memory/user.md'],
    ['Write', 'ROOT/user/.CARRYOVER/Memory/USER.md'],
    ['Write', 'linked/user.md'],
    ['Write', 'linked/not/there/yet.md'],
    ['Write', 'dangling'],
    ['Write', 'ROOT/user/.carryover/config.json'],
    ['Write', 'ROOT/user/.carryover/apps.json'],
    ['Write', 'ROOT/user/.carryover/token'],
    ['Write', 'ROOT/user/.carryover/memory/memory.db'],
  ])('%s %s is denied', (tool, file_path) => {
    expect(isDenied(tool, { file_path })).toBe(true);
  });

  it('is denied in a notebook, too', () => {
    expect(isDenied('NotebookEdit', { notebook_path: 'linked/user.ipynb' })).toBe(true);
  });

  it.each([
    ['Write', 'notes.md'],
    ['Write', 'memory/user.md'],
    ['Write', 'ROOT/user/.carryover-notes/memory/user.md'],
    ['Write', 'ROOT/user/.carryover/something-else.txt'],
    ['Read', 'ROOT/user/.carryover/memory/user.md'],
    ['Read', 'ROOT/user/.carryover/memory/spaces/shop-1234abcd/tools.md'],
    ['Read', 'ROOT/user/.carryover/something-else.txt'],
    ['Read', 'notes.md'],
  ])('%s %s is not', (tool, file_path) => {
    expect(isDenied(tool, { file_path })).toBe(false);
  });

  it("is the app's own memory.md, for that app in its own space, and nothing beside it (E-033)", () => {
    const own = { app: 'reporter' };
    const apps = 'ROOT/user/.carryover/memory/spaces/shop-1234abcd/apps';
    expect(isDenied('Write', { file_path: `${apps}/reporter/memory.md` }, own)).toBe(false);
    expect(isDenied('Write', { file_path: `${apps}/reporter/memory.md` })).toBe(true);
    for (const path of [
      `${apps}/reporter/notes.md`,
      `${apps}/reporter/memory.md/x`,
      `${apps}/other/memory.md`,
      `${apps}/reporter/../../context.md`,
      `${apps.replace('shop-1234abcd', 'shop-9999abcd')}/reporter/memory.md`,
      'ROOT/user/.carryover/memory/user.md',
    ])
      expect(isDenied('Write', { file_path: path }, own), path).toBe(true);
  });
});

describe('a file that an agent would read (S-13)', () => {
  it.each([
    ['Read', 'ROOT/user/.carryover/memory/transcript.db'],
    ['Read', 'ROOT/user/.carryover/token'],
    ['Read', 'linked/spaces/other-9999abcd/tools.md'],
    ['Read', 'linked/spaces/shop-1234abcd/apps/reporter/memory.md'],
    ['Read', 'linked/spaces/shop-1234abcd/apps/reporter/notes.md/../memory.md'],
    ['Grep', 'ROOT/user/.carryover/memory'],
    ['Grep', '~/.carryover'],
    ['Grep', '../user/.carryover/'],
    ['Glob', '~/.carryover/backups'],
    ['Read', 'linked/../token'],
    ['Read', 'linked/spaces/../../token'],
  ])('%s %s is denied', (tool, path) => {
    expect(isDenied(tool, { [tool === 'Read' ? 'file_path' : 'path']: path })).toBe(true);
  });

  it.each([
    ['Glob', { pattern: 'ROOT/user/.carryover/**' }],
    ['Glob', { path: 'ROOT/user', pattern: '.carryover/tok*' }],
    ['Grep', { path: 'ROOT/user', pattern: '.', glob: '.carryover/{token,x}' }],
    ['mcp__files__write_file', { path: 'ROOT/user/.carryover/memory/user.md', content: 'x' }],
    ['mcp__files__read', { uri: 'file://ROOT/user/.carryover/token' }],
    ['mcp__files__move', { source: 'x', destination: '~/.carryover/memory/user.md' }],
  ])('T-05: %s %j is denied', (tool, input) => {
    expect(isDenied(tool, input)).toBe(true);
  });

  it.each([
    ['Grep', { pattern: 'token', path: 'ROOT/user' }],
    ['Grep', { pattern: '/.carryover/', glob: '*.ts' }],
    ['Glob', { pattern: '**/*.md' }],
    ['mcp__files__write_file', { path: 'ROOT/project/x.md', content: 'see ~/.carryover/token' }],
    ['Task', { prompt: '/review the memory' }],
  ])('T-05: %s %j is not', (tool, input) => {
    expect(isDenied(tool, input)).toBe(false);
  });

  it('is the memory.md of the app itself, and no other', () => {
    const path = (app: string) => `linked/spaces/shop-1234abcd/apps/${app}/memory.md`;
    expect(isDenied('Read', { file_path: path('reporter') }, { app: 'reporter' })).toBe(false);
    expect(isDenied('Read', { file_path: path('other') }, { app: 'reporter' })).toBe(true);
  });

  it('is no file of a space when the session has none', () => {
    const file_path = 'linked/spaces/shop-1234abcd/tools.md';
    expect(isDenied('Read', { file_path }, { spaceEnding: undefined })).toBe(true);
  });
});

describe('a command that an agent would run: the plain forms', () => {
  it.each([
    'echo x > ~/.carryover/memory/user.md',
    'echo x >> "$HOME/.carryover/memory/user.md"',
    ['echo x >"$', '{HOME}"/.carryover/memory/user.md'].join(''),
    'echo x >| $CARRYOVER_HOME/memory/user.md',
    'echo x &> ROOT/user/.carryover/memory/user.md',
    "cat notes.md | tee -a '../user/.carryover/memory/user.md'",
    "sed -i 's/a/b/' ~/.carryover/memory/user.md",
    'sed -e s/a/b/ --in-place=.bak linked/user.md',
    'cp evil.md ~/.carryover/memory/user.md',
    'cp -t ~/.carryover/memory evil.md',
    'mv ~/.carryover/memory/user.md /tmp/',
    'mv ~/.carryover /tmp/',
    'rm -f ~/.carryover/memory/user.md',
    'rm -rf ~/.carryover',
    'rm -rf "$HOME"',
    'dd if=/dev/zero of=$HOME/.carryover/memory/memory.db',
    'chmod 666 ~/.carryover/token',
    'cat ~/.carryover/token',
    'cat linked/user.md && echo x > linked/user.md',
    'curl -s example.com -o ~/.carryover/memory/user.md',
    'sqlite3 ~/.carryover/memory/memory.db "delete from learnings"',
    'echo x > ROOT/user/.Carryover/MEMORY/user.md',
    'echo x > ~/.carryover/mem\\ory/us""er.md',
    'sudo cp x ~/.carryover/config.json',
    'rm -rf ~/.carryover/*',
    'cat ~/.carryover/mem*/user.md',
    'cp -r ~/.carryover /tmp/copy',
    'tar czf /tmp/all.tgz ~/.carryover',
    'chmod -R 777 $CARRYOVER_HOME',
    'grep -rn token ~/.carryover',
    'rg -uu password ~/.carryover/',
    'find ~/.carryover -type f -delete',
    'cd ~/.carryover && echo x >> memory/user.md',
    'cp -r evil/. ~/.carryover',
    'cat ~/.carryover/{token,apps.json}',
    'cat linked/../token',
    'echo x > ./linked/spaces/../user.md',
    'cat < ~/.carryover/token',
    'bash -lc "cat ~/.carryover/token"',
    "sh -c 'cd /; rm -rf ~/.carryover'",
    'echo "$(cat ~/.carryover/token)"',
    'echo `cat ~/.carryover/token`',
    'X=~/.carryover/token; cat $X',
    'true || cp x ~/.carryover/config.json',
    'timeout 5 nice rm -rf ~/.carryover',
    'for f in ~/.carryover/memory/*; do cat $f; done',
    'diff <(cat ~/.carryover/token) x',
    "find ~/.carryover -name '*.md' -exec rm {} +",
  ])('is denied: %s', (command) => {
    expect(isDenied('Bash', { command })).toBe(true);
  });

  it.each([
    'cat ~/.carryover/memory/user.md',
    'grep -n port ~/.carryover/memory/user.md | head -5 > found.txt',
    'ls -la ~/.carryover 2>/dev/null',
    "find ~/.carryover -name '*.md'",
    'cp -r notes /tmp/.carryover',
    'rg -n carryover src/*',
    'wc -l linked/user.md 2>&1',
    'npm test && rm -rf build',
    'python3 -c "print(1)"',
    'node build.js > out.log',
    "cat > README.md <<'EOF'\nrm -rf ~/.carryover/memory\nEOF",
    'mv a.md ~/',
    'rm -rf ./*',
    'CARRYOVER_HOME=~/.carryover carryover status',
    'git commit -m "Keep memory/user.md"',
    "echo '> ~/.carryover/memory/user.md'",
    'timeout 5 cat ~/.carryover/memory/user.md',
    "git commit -m 'reads `~/.carryover/token` no more'",
    '',
    "'",
    '$(',
  ])('is not: %s', (command) => {
    expect(isDenied('Bash', { command })).toBe(false);
  });

  it('is told why, and what to do instead', () => {
    const command = 'rm ~/.carryover/memory/user.md';
    const answer = denialOf({ cwd: root, tool_name: 'Bash', tool_input: { command } }, guarded);
    expect(answer).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining('say in your answer what should be remembered'),
      },
    });
  });

  it('T-07: is judged however long a path it names', () => {
    const deep = (parts: number) => 'x/'.repeat(parts);
    for (const parts of [1_900, 200_000]) {
      expect(isDenied('Write', { file_path: `ROOT/user/.carryover/memory/${deep(parts)}y` })).toBe(true);
      expect(isDenied('Write', { file_path: `ROOT/project/${deep(parts)}y` })).toBe(false);
      expect(isDenied('Bash', { command: `cat /${deep(parts)}y; cat ROOT/project/${deep(900)}y` })).toBe(false);
    }
  });

  it('is judged whatever it says', () => {
    for (const payload of [null, 1, {}, { tool_input: {} }, { tool_name: 'Bash', tool_input: { command: 7 } }])
      expect(denialOf(payload, guarded)).toBeUndefined();
    expect(basename(guarded.home)).toBe('.carryover');
  });
});
