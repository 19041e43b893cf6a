import { describe, expect, it } from 'vitest';
import type { Learning } from '../../memory/learning.ts';
import { curatorInput, type ExampleCall } from './example-turns.fixture.ts';
import { curateByRules } from './rules.ts';

const contents = (calls: readonly ExampleCall[]) =>
  curateByRules(curatorInput([{ calls }])).learnings.map(({ content }) => content);
const ran = (input: string, tool = 'Bash') => contents([{ input, tool }]);

describe('L-17: commands that work, whatever client called the shell', () => {
  it.each([
    ['Bash', "/bin/bash -lc 'npm test'"],
    ['command_execution', "/bin/bash -lc 'npm test'"],
    ['shell', '{"command":["bash","-lc","npm test"],"workdir":"/x"}'],
    ['exec_command', '{"cmd":"npm test 2>&1 | tail -5"}'],
    ['local_shell', '["npm","test"]'],
    ['run_terminal_cmd', '{"command":"cd /home/a/app && CI=1 npm test"}'],
    ['mcp__desk__execute_command', '{"command":"npm","args":["test"]}'],
  ])('%s %s', (tool, input) => {
    expect(ran(input, tool)).toEqual(['Tests run with `npm test`.']);
  });

  it.each([
    [
      'npx kcd-scripts test --no-watch src/a/b.test.js',
      'Tests of single files run with `npx kcd-scripts test --no-watch FILE`.',
    ],
    ['yarn type-check', 'Type checks run with `yarn type-check`.'],
    ['pnpm type', 'Type checks run with `pnpm type`.'],
    ['npm run test:types', 'Type checks run with `npm run test:types`.'],
    ['yarn prettier:check src/a.ts', 'Formatting of single files runs with `yarn prettier:check FILE`.'],
    [
      'node_modules/.bin/jest --config scripts/jest.config.js src/a.test.ts --runInBand',
      'Tests of single files run with `node_modules/.bin/jest --config scripts/jest.config.js FILE --runInBand`.',
    ],
    ['npx eslint src/a.ts src/b.ts', 'Linting of single files runs with `npx eslint FILE`.'],
    ['npx eslint src/plugins/zoom', 'Linting of single files runs with `npx eslint FILE`.'],
    ['./scripts/test.sh', 'Tests run with `./scripts/test.sh`.'],
    ['docker compose exec -T api pytest -q', 'Tests run with `docker compose exec -T api pytest -q`.'],
  ])('%s', (input, reads) => {
    expect(ran(`/bin/bash -lc '${input}'`)).toEqual([reads]);
  });

  it.each([
    "bash -lc 'sed -n 1,9p a.ts'",
    "bash -lc 'git diff && rg test src'",
    'createdb test',
    'npm ci',
    'jest -u a.test.ts',
  ])('none: %s', (input) => {
    expect(ran(input)).toEqual([]);
  });

  it('counts no call whose result tells another exit status', () => {
    const output = '{"output":"1 test done","metadata":{"exit_code":1}}';
    expect(contents([{ tool: 'shell', input: '{"command":["npm","test"]}', output }])).toEqual([]);
    expect(contents([{ tool: 'shell', input: 'npm test', output: 'Exit code: 2\nOutput:\nno' }])).toEqual([]);
  });

  it('tells the newest form of a tool, in place of the one that is known', () => {
    const known = {
      id: 'learning-1',
      content: 'Tests of single files run with `npx jest FILE`.',
      validTo: null,
      tags: ['command'],
      trust: 'assistant',
    };
    const learned = (input: string, trust = 'assistant') =>
      curateByRules(curatorInput([{ calls: [{ input }] }], { recent: [{ ...known, trust } as unknown as Learning] }))
        .learnings;
    expect(learned('npx jest a.test.ts --runInBand')).toMatchObject([
      { content: 'Tests of single files run with `npx jest FILE --runInBand`.', replaces: 'learning-1' },
    ]);
    expect(learned('node_modules/.bin/jest b.test.ts')).toEqual([]);
    expect(learned('npx jest a.test.ts --runInBand', 'typed')).toEqual([]);
  });
});

describe('L-06: what is installed in the end', () => {
  it.each([
    ['npm i zod && npm uninstall zod', []],
    ['npm i zod ky && npm rm ky', ['Installed `zod` with npm.']],
    ['npm i zod@3 && npm uninstall zod', []],
    ["ssh ci@web1 'sudo apt-get install -y nginx jq'", ['Installed `nginx`, `jq` with apt on `ci@web1`.']],
    ["ssh web1 'apt-get install -y jq' && sudo apt-get remove jq", ['Installed `jq` with apt on `web1`.']],
    ['docker compose exec api pip install httpx', ['Installed `httpx` with pip in a container.']],
    ['flatpak install -y org.gimp.GIMP', ['Installed `org.gimp.GIMP` with flatpak on this machine.']],
    ['nix profile install nixpkgs#jq', ['Installed `nixpkgs#jq` with nix on this machine.']],
    ['sudo zypper in ripgrep', ['Installed `ripgrep` with zypper on this machine.']],
    ['dart pub add http', ['Installed `http` with dart.']],
    ['dotnet add App.csproj package Serilog', ['Installed `Serilog` with dotnet.']],
    ['winget install --source winget Git.Git', ['Installed `Git.Git` with winget on this machine.']],
    ['opam install dune', ['Installed `dune` with opam.']],
    ['bundle add rspec', ['Installed `rspec` with bundler.']],
    ['mise use node@22', ['Installed `node@22` with asdf on this machine.']],
  ])('%s', (input, expected) => {
    expect(ran(input)).toEqual(expected);
  });
});

describe('L-06: an error and what mended it, by the shape of the calls', () => {
  const failed = (input: string, output: string): ExampleCall => ({ input, outcome: 'error', output });

  it.each([
    [
      [failed('npm run build', 'kaputt, 42'), { input: 'mkdir -p dist' }, { input: 'npm run build' }],
      '`npm run build` failed; fixed by running `mkdir -p dist`.',
    ],
    [
      [
        failed("bash -lc 'npm run typecheck'", 'npm error Missing script: "typecheck"'),
        { input: "bash -lc 'npm run type-check'" },
      ],
      '`npm run typecheck` failed (something missing); `npm run type-check` works.',
    ],
    [
      [
        failed('flutter build apk', 'Gradle says no'),
        { input: 'apply', tool: 'Edit', path: '/a/android/gradle.properties' },
        { input: 'flutter build apk' },
      ],
      '`flutter build apk` failed; fixed by editing `android/gradle.properties`.',
    ],
    [
      [failed('docker compose up -d', 'boum'), { input: 'docker compose up -d --force-recreate' }],
      '`docker compose up -d` failed; `docker compose up -d --force-recreate` works.',
    ],
  ] as const)('%j', (calls, content) => {
    expect(contents([...calls])).toContain(content);
  });

  it.each([
    [[failed('npm run build', 'x'), { input: '', tool: 'Edit', path: '/a/src/a.ts' }, { input: 'npm run build' }]],
    [[failed('npm run build', 'x'), { input: "sed -i 's/a/b/' src/a.ts" }, { input: 'npm run build' }]],
    [[failed('npm run build', 'x'), { input: 'git stash' }, { input: 'npm run build' }]],
    [[failed('make test', '2 failed'), { input: 'make test-fast' }]],
  ])('is silent where the code itself was changed, or the check gave its verdict: %j', (calls) => {
    expect(contents(calls).filter((content) => / failed/.test(content))).toEqual([]);
  });
});

describe('checks that failed before the work', () => {
  const FAILURE = 'FAIL src/old.test.ts\n  1 failed';
  const bad = (input = 'npx jest --ci'): ExampleCall => ({ input, outcome: 'error', output: FAILURE });
  const edit: ExampleCall = { input: '', tool: 'Edit', path: '/a/src/a.ts' };
  const told = (calls: readonly ExampleCall[]) =>
    contents(calls).filter((content) => /began|ended|again/.test(content));

  it('are known when they fail the same way before the first change and behind it', () => {
    expect(told([bad(), edit, bad()])).toEqual(['`npx jest --ci` failed before any work began on 1970-01-01.']);
    expect(told([edit, { input: 'git stash' }, bad(), { input: 'git stash pop' }, bad()])).toHaveLength(1);
  });

  it('are known when they were looked into and left, with the file the agent named itself', () => {
    expect(told([edit, bad('npx jest src/old.test.ts --ci'), edit, bad()])).toEqual([
      '`npx jest --ci` was still failing when the work ended, in `src/old.test.ts` on 1970-01-01.',
    ]);
  });

  it('are none when they passed since, failed once, or failed otherwise', () => {
    expect(told([bad(), edit, { input: 'npx jest --ci' }])).toEqual([]);
    expect(told([edit, bad()])).toEqual([]);
    expect(told([bad(), edit, { ...bad(), output: 'FAIL src/new.test.ts' }])).toEqual([]);
    expect(told([edit, bad(), bad(), edit])).toEqual([]);
  });

  it('are taken back by the first run that passes', () => {
    const content = '`npx jest --ci` failed before any work began on 2026-01-01.';
    const recent = [
      { id: 'learning-2', content, validTo: null, tags: ['failing'], trust: 'assistant' } as unknown as Learning,
    ];
    const { learnings } = curateByRules(curatorInput([{ calls: [{ input: 'node_modules/.bin/jest' }] }], { recent }));
    expect(learnings.find(({ replaces }) => replaces === 'learning-2')?.content).toContain(
      '`npx jest --ci` passed again',
    );
  });
});
