/**
 * Pins what a reader of this repository may rely on: imports go one way (the table and its reasons are in
 * support/architecture-rules.ts) and in no new circle, a few APIs have one place each, the hook loads next to nothing,
 * and no file tells of the machine it was written on.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limitsPage } from '../scripts/limits.ts';
import { hookViolations, violationsOf } from './support/architecture-rules.ts';
import { type Cycle, cycleViolations, fileCycles, folderCycles } from './support/import-cycles.ts';
import { KNOWN_FILE_CYCLES, KNOWN_FOLDER_CYCLES } from './support/known-cycles.ts';
import { codeLines, linesOfRooms, overBudget } from './support/room-budgets.ts';
import { parseSource, type Source } from './support/source.ts';

const repository = resolve(import.meta.dirname, '..');

/** Everything that is committed or will be. */
function files(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const listed = execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).split('\0');
  return listed.filter((path) => path !== '' && existsSync(join(repository, path)));
}

function read(path: string): string {
  return readFileSync(join(repository, path), 'utf8');
}

function sources(): ReadonlyMap<string, Source> {
  const paths = files().filter((path) => /^src\/.*(?<!\.d)\.tsx?$/.test(path));
  return new Map(paths.map((path) => [path, parseSource(path, read(path))]));
}

describe('the house', () => {
  it('imports go one way, banned APIs stay in their one place, files keep their shape', () => {
    const all = sources();
    expect(all.size).toBeGreaterThan(20);
    expect([...all.values()].flatMap(violationsOf)).toEqual([]);
  });

  it('docs/limits.md says what the source says', () => {
    expect(read('docs/limits.md'), 'run `node scripts/limits.ts`').toBe(limitsPage());
  });

  it('no cycle of imports comes to those that are known, between files or folders', () => {
    const all = sources();
    expect(cycleViolations(fileCycles(all), KNOWN_FILE_CYCLES)).toEqual([]);
    expect(cycleViolations(folderCycles(all), KNOWN_FOLDER_CYCLES)).toEqual([]);
  });

  it('no room is above its budget of lines (H-01)', () => {
    expect(overBudget(linesOfRooms(repository))).toEqual([]);
  });

  it('the hook entry reaches no package and only the built-ins it needs', () => {
    expect(hookViolations(sources())).toEqual([]);
  });
});

describe('the checker sees', () => {
  it('a room that outgrew its budget, and one that nobody gave a budget', () => {
    const rooms = new Map(Object.entries({ mcp: { lines: 10_000, code: 1 }, attic: { lines: 1, code: 1 } }));
    expect(overBudget(rooms)).toEqual([
      expect.stringMatching(/^mcp has 10000 lines, \d+ above/),
      'attic has no budget',
    ]);
  });

  it('which lines are code', () => {
    const text = `/** Says\n * what. */\nimport {\n  a,\n} from './a.ts';\nimport './b.ts';\n\n// why\nconst x = 1; // one\n/* z */\n`;
    expect(codeLines(text)).toBe(1);
  });

  const planted: readonly [what: string, path: string, text: string, violation: RegExp][] = [
    [
      'an import against the direction',
      'src/journal/x.ts',
      "import {\n  a,\n} from '../capture/a.ts';",
      /^src\/journal\/x\.ts:1: imports \.\.\/capture\/a\.ts, but journal may import memory, platform, store: a store/,
    ],
    ['a type-only import', 'src/memory/x.ts', "import type { A } from '../journal/a.ts';", /memory may import text/],
    ['a re-export', 'src/recall/x.ts', "export * from '../capture/a.ts';", /x\.ts:1: imports/],
    ['a dynamic import', 'src/mcp/x.ts', "\nconst a = await import('../daemon/a.ts');", /x\.ts:2: imports/],
    ['a type taken by import()', 'src/http/x.ts', "type A = import('../cli/a.ts').A;", /http may import/],
    ['a required file', 'src/http/x.ts', "const a = require('../cli/a.ts');", /http may import/],
    ['a computed import', 'src/http/x.ts', 'const a = await import(name);', /what is computed cannot be checked/],
    ['a room nobody knows', 'src/attic/x.ts', '', /attic is an unknown room: add it to the table, with a reason/],
    ['the file system in a pure room', 'src/redaction/x.ts', "import { statSync } from 'node:fs';", /node:crypto only/],
    ['a package in a pure room', 'src/memory/x.ts', "import * as z from 'zod';", /imports zod, but memory may/],
    ['a slow package in the hook', 'src/clients/hook/x.ts', "import * as z from 'zod';", /imports zod, but not here/],
    ['test code outside of tests', 'src/http/x.ts', "import { a } from './a.fixture.ts';", /stays in tests/],
    ['a second user of the driver', 'src/journal/x.ts', "import D from 'better-sqlite3-multiple-ciphers';", /one file/],
    ['console', 'src/daemon/x.ts', "console.log('hi');", /uses console\.log, but only the command line/],
    ['the wall clock', 'src/capture/x.ts', 'const a = Date.now();', /uses Date\.now, but time comes from a Clock/],
    ['a date of now', 'src/capture/x.ts', 'const a = new Date();', /uses new Date\(\)/],
    ['the monotonic clock', 'src/capture/x.ts', 'const a = performance.now();', /uses performance\.now/],
    ['an exit', 'src/http/x.ts', 'process.exit(1);', /uses process\.exit, but a process has one exit/],
    ['a file written in place', 'src/http/x.ts', "import { writeFileSync } from 'node:fs';", /uses writeFileSync/],
    [
      'the same through fs',
      'src/http/x.ts',
      "fs.promises.writeFile('a', 'b');",
      /writeFile, but files are written whole/,
    ],
    ['a guess', 'src/http/x.test.ts', 'const a = Math.random();', /uses Math\.random/],
    ['a default export', 'src/http/x.ts', 'export default 1;', /has a default export/],
    ['an empty word in a name', 'src/http/x.ts', 'export class SessionManager {}', /"SessionManager" says "manager"/],
    ['an empty word in a file name', 'src/http/string-utils.ts', '', /says "utils"/],
    ['a file that does not tell', 'src/http/x.ts', 'f();\n'.repeat(41), /has no header/],
    ['a file that never ends', 'src/http/x.ts', `/** A. */\n${'f();\n'.repeat(500)}`, /x\.ts:501: more than 500 lines/],
  ];
  it.each(planted)('%s', (_what, path, text, violation) => {
    expect(violationsOf(parseSource(path, text))).toEqual([expect.stringMatching(violation)]);
  });

  const allowed: readonly [what: string, path: string, text: string][] = [
    ['a banned call in a comment or a string', 'src/http/x.ts', "// Date.now()\nconst a = 'console.log';"],
    ['a date made from a number', 'src/http/x.ts', 'export const at = (ms: number): Date => new Date(ms);'],
    ['the types of the driver', 'src/platform/x.ts', "import type D from 'better-sqlite3-multiple-ciphers';"],
    ['the command line printing', 'src/cli/x.ts', "console.log('hi');"],
    [
      'a test that reads the clock and uses the shared support',
      'src/http/x.test.ts',
      "Date.now(); import '../../test/support/wait.ts';",
    ],
  ];
  it.each(allowed)('and lets pass: %s', (_what, path, text) => {
    expect(violationsOf(parseSource(path, text))).toEqual([]);
  });

  it('what the hook would load, also through another file', () => {
    const hook = [
      ['src/clients/hook/main.ts', "import './frame.ts';\nimport type { A } from '../../memory/a.ts';"],
      ['src/clients/hook/frame.ts', "import { spawn } from 'node:child_process';\nimport '../../redaction/redact.ts';"],
    ] as const;
    expect(hookViolations(new Map(hook.map(([path, text]) => [path, parseSource(path, text)])))).toEqual([
      expect.stringMatching(/frame\.ts:1: imports node:child_process/),
      expect.stringMatching(/frame\.ts:2: imports \.\.\/\.\.\/redaction\/redact\.ts/),
    ]);
  });
});

describe('the checker of cycles sees', () => {
  const parsed = (files: Readonly<Record<string, string>>) =>
    new Map(Object.entries(files).map(([path, text]) => [path, parseSource(path, text)]));
  const known: readonly Cycle[] = [['src/a/x.ts', 'src/a/y.ts']];

  it('one of types, and one through a third file', () => {
    const three = parsed({
      'src/a/x.ts': "import type { Y } from './y.ts';",
      'src/a/y.ts': "export * from '../b/z.ts';",
      'src/b/z.ts': "import { x } from '../a/x.ts';",
      'src/b/end.ts': "import { z } from './z.ts';",
    });
    expect(fileCycles(three)).toEqual([['src/a/x.ts', 'src/a/y.ts', 'src/b/z.ts']]);
    expect(folderCycles(three)).toEqual([['src/a', 'src/b']]);
    expect(cycleViolations(fileCycles(three), known)).toEqual([
      expect.stringMatching(/^src\/b\/z\.ts: new in the cycle/),
    ]);
  });

  it('no cycle through a test', () => {
    const tested = parsed({
      'src/a/x.ts': "import { y } from './y.fixture.ts';",
      'src/a/y.fixture.ts': "import { x } from './x.ts';",
    });
    expect(fileCycles(tested)).toEqual([]);
  });

  it('which of the known is none any more', () => {
    expect(cycleViolations([['src/a/x.ts', 'src/a/y.ts']], known)).toEqual([]);
    expect(cycleViolations([], known)).toEqual([expect.stringMatching(/^no cycle any more/)]);
    expect(cycleViolations([['src/c/x.ts', 'src/c/y.ts']], known)).toHaveLength(2);
  });
});

describe('the repository', () => {
  it('has a lock file that works with any registry: it names none', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> };
    const resolved = Object.entries(lock.packages).filter(([, entry]) => 'resolved' in entry);
    expect(resolved.map(([name]) => name)).toEqual([]);
  });

  it('does not mention the machine it was written on', () => {
    // In halves, so that this file does not mention it either.
    const words = [
      ['/wo', 'rk/'],
      ['../sha', 'red'],
      ['registry.np', 'mjs'],
      ['/fa', 'rm/'],
    ].map((halves) => halves.join(''));
    const texts = files().filter((path) => !path.endsWith('.jsonl') && statSync(join(repository, path)).isFile());
    const found = texts.flatMap((path) => {
      const text = read(path);
      return words.filter((word) => text.includes(word)).map((word) => `${path} mentions ${word}`);
    });
    expect(found).toEqual([]);
  });
});
