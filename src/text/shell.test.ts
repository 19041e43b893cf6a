import { describe, expect, it } from 'vitest';
import { everyCommand, shellCommands, shellLine, toolIn } from './shell.ts';
import { shellParts } from './shell-words.ts';

const texts = (line: string) => shellCommands(line).map(({ text }) => text);

describe('L-17: a shell line as every client writes it', () => {
  it.each([
    ["/bin/bash -lc 'npm test'", ['npm test']],
    ['bash -lc "cd web && npm test"', ['npm test']],
    ["sh -c 'npm test'", ['npm test']],
    ["zsh -ic 'npm test'", ['npm test']],
    [`bash -lc 'npx vitest run -t '"'"'adds two'"'"''`, ["npx vitest run -t 'adds two'"]],
    [shellLine(['bash', '-lc', "npm test -- -t 'a b'"]), ["npm test -- -t 'a b'"]],
    [shellLine(['npm', 'test']), ['npm test']],
    ['CI=1 npm test', ['npm test']],
    ['env CI=1 FOO=2 npm test', ['npm test']],
    ['timeout 60 npm test', ['npm test']],
    ['timeout -k 5 60s npm test', ['npm test']],
    ['sudo -u ci nice -n 10 npm test', ['npm test']],
    ['time npm test', ['npm test']],
    ['/usr/bin/env npm test', ['npm test']],
    ['npm test > out.txt 2>&1', ['npm test']],
    ['npm test 2>&1 | tail -20', ['npm test', 'tail -20']],
    ['npm test &> log', ['npm test']],
    ['(cd web && npm test)', ['npm test']],
    ['{ npm test; }', ['npm test']],
    ['if npm test; then npm run build; fi', ['npm test', 'npm run build']],
    ['for f in a b; do npx eslint $f; done', ['npx eslint $f']],
    ['npm test # all of them', ['npm test']],
    ['npm \\\n  test', ['npm test']],
    ["eval 'npm test'", ['npm test']],
    ['npm test || true', []],
    ["cat > a.sh <<'EOF'\nnpm install zod\nEOF\nnpm test", ['cat', 'npm test']],
    ['echo "npm test && rm -rf x"', ['echo "npm test && rm -rf x"']],
    ['echo $(npm test; ls)', ['echo $(npm test; ls)']],
  ])('%s', (line, expected) => {
    expect(texts(line)).toEqual(expected);
  });

  it('tells where a command ran, and through what', () => {
    expect(shellCommands('cd a && (cd b && make) && make c')).toMatchObject([
      { text: 'make', directory: 'a/b' },
      { text: 'make c', directory: 'a' },
    ]);
    expect(shellCommands("ssh -p 22 ci@web1 'cd /srv && sudo apt-get install -y jq'")).toMatchObject([
      { text: 'apt-get install -y jq', through: 'ssh -p 22 ci@web1', directory: '/srv' },
    ]);
    expect(shellCommands("docker compose exec -T api sh -c 'pytest -q | tail'")).toMatchObject([
      { text: 'pytest -q', through: 'docker compose exec -T api', masked: true },
      { text: 'tail' },
    ]);
    expect(shellCommands('docker exec -it -w /app box npm test')).toMatchObject([
      { text: 'npm test', through: 'docker exec -it -w /app box' },
    ]);
    expect(shellCommands('kubectl exec pod -- npm test')).toMatchObject([{ text: 'npm test' }]);
    expect(shellCommands('docker build .')).toMatchObject([{ text: 'docker build .', through: '' }]);
  });

  it('tells whose exit status it was', () => {
    const masked = (line: string) => shellCommands(line).map((command) => command.masked);
    expect(masked('npm test && ls')).toEqual([false, false]);
    expect(masked('npm test; ls')).toEqual([true, false]);
    expect(masked('npm test | tail')).toEqual([true, false]);
    expect(masked('set -o pipefail; npm test | tail')).toEqual([false, false]);
    expect(masked("bash -c 'npm test' | tail")).toEqual([true, false]);
    expect(masked('npm run dev &')).toEqual([true]);
  });

  it('gives each word as the program gets it, and what a command writes', () => {
    const [command] = shellCommands(`git commit -m "it's \\"done\\"" --author='A B'`);
    expect(command?.words).toEqual(['git', 'commit', '-m', 'it\'s "done"', '--author=A B']);
    expect(shellCommands('echo x >> notes.md 2>/dev/null')).toMatchObject([{ writes: ['notes.md'] }]);
  });
});

describe('a shell line of anybody', () => {
  const PIECES = [
    "'",
    '"',
    '`',
    '$(',
    ')',
    '(',
    '\\',
    '<<',
    '<<<',
    '>',
    '&>',
    '|',
    '||',
    '&',
    ';',
    '\n',
    '#',
    ' ',
    '{',
    'a',
  ];

  it('is never too much: no mix of signs throws, and every word of it stands in the line', () => {
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 3_000; round += 1) {
      const line = Array.from({ length: next(24) }, () => PIECES[next(PIECES.length)]).join('');
      for (const { words } of shellParts(line)) for (const { raw } of words) expect(line).toContain(raw);
      expect(Array.isArray(shellCommands(`bash -c ${line}`))).toBe(true);
    }
  });

  it('is read in one pass: ten times the signs are no hundred times the parts', () => {
    for (const piece of [...PIECES, "bash -c '", 'sudo ', '<<a\n', '$((', 'a=', '\\\n', 'ssh x ']) {
      const parts = shellParts(piece.repeat(Math.floor(1_000_000 / piece.length)));
      expect(parts.length).toBeLessThanOrEqual(1_000_000);
      expect(shellCommands(piece.repeat(200_000)).length).toBeLessThanOrEqual(20_001);
    }
  });
});

describe('every command that stands in a line', () => {
  it.each([
    ['a 1 || b 2 && cd c', ['a 1', 'b 2', 'cd c']],
    ['bash -lc "x && sh -c \'y z\'"', ['bash -lc "x && sh -c \'y z\'"', 'x', "sh -c 'y z'", 'y z']],
    ['echo "$(a $(b))" `c d`', ['echo "$(a $(b))" `c d`', 'a $(b)', 'b', 'c d']],
    ['echo \'$(a)\' "\\`b\\`"', ['echo \'$(a)\' "\\`b\\`"']],
  ])('%s', (line, expected) => {
    expect(everyCommand(line).map(({ text }) => text)).toEqual(expected);
  });

  it('tells what stands before it, what it reads and what it writes', () => {
    expect(everyCommand('A=1 sudo -u ci sort < in.txt 2>/dev/null >> out.txt')).toMatchObject([
      { front: ['A=1', 'sudo', '-u', 'ci'], words: ['sort'], reads: ['in.txt'], writes: ['out.txt'] },
    ]);
  });

  it('is read to its end, however deep it stands', () => {
    for (const part of ['$(', '`', 'bash -c "', 'eval '])
      expect(everyCommand(part.repeat(20_000 / part.length)).length).toBeLessThan(200_000);
  });
});

it.each([
  ['npx --yes jest --ci', 'jest --ci'],
  ['python3 -m pytest -q', 'pytest -q'],
  ['node_modules/.bin/tsc --noEmit', 'tsc --noEmit'],
  ['uv run --frozen ruff check', 'ruff check'],
  ['pnpm install', 'pnpm install'],
  ['npx', 'npx'],
])('the tool in %s is %s', (command, tool) => {
  expect(toolIn(command)).toBe(tool);
});
