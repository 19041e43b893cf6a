/**
 * Homes that 0.1.0 and later builds made (`support/home-fixtures/make.ts`): this build opens, verifies, exports,
 * rebuilds and takes over each as was written down when it was made. `CARRYOVER_UPDATE_FIXTURES=1` writes it down anew.
 *
 * `rebuilt` and `restored` are what is not the same afterwards: of homes of this build nothing may be in `rebuilt`. What
 * is there is a defect that is known, or a sentence worded differently since; nothing may come to it unexplained.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callApi } from './support/api.ts';
import { isEncrypted } from './support/encrypted.ts';
import { makeHome, runCli, stopDaemon } from './support/home.ts';
import {
  expectationOf,
  FIXTURE_HOMES,
  OLDEST,
  type OpenedHome,
  openFixtureHome,
  serveHome,
} from './support/home-fixtures/opened.ts';
import { UPDATES_FIXTURES } from './support/snapshot.ts';
import { memoryFiles } from './support/stores.ts';
import { makeFolder } from './support/workspace.ts';

const LONGEST_SHOWN = 60;

type Line = Readonly<Record<string, unknown>>;

describe.skipIf(isEncrypted)('a home that is kept as a fixture', () => {
  it.each(FIXTURE_HOMES)('%s is opened, exported, rebuilt, verified and curated as it was', async (name) => {
    await using home = await openFixtureHome(name);
    const lines = await home.exportLines();
    if (name.endsWith('-plain')) expectAsWritten(name, { restored: between(lines, await linesOnceRestored(home)) });
    const files = memoryFiles(home);
    expect((await callApi(home, '/memory/rebuild', {})).body).toMatchObject({ finished: true });
    const rebuilt = [
      ...between(lines, await home.exportLines()),
      ...between(asLines(files), asLines(memoryFiles(home))),
    ];
    if (!name.startsWith(OLDEST)) expect(rebuilt).toEqual([]);

    const { waiting, curated } = (await callApi(home, '/memory/curate', {})).body;
    expect(waiting).toBe(0);
    expectAsWritten(name, {
      counts: countsOf(lines),
      export: digest(lines.join('\n')),
      learnings: lines.filter((line) => parse(line).kind === 'learning').map((line) => digest(line)),
      files: digestsOf(files),
      rebuilt,
      curated,
      filesCurated: digestsOf(memoryFiles(home)),
    });

    await stopDaemon(home);
    const verified = await runCli(home, ['verify', '--json'], { env: home.clock.env });
    expect(JSON.parse(verified.stdout), verified.stderr).toMatchObject({ problems: [] });
  });
});

/** What a home exports that was empty until it was given the export of this one. */
async function linesOnceRestored(home: OpenedHome): Promise<readonly string[]> {
  const outside = makeFolder('export');
  const file = join(outside, 'all.jsonl');
  try {
    const out = await runCli(home, ['export', '--out', file], { env: home.clock.env });
    expect(out.code, out.stderr).toBe(0);
    await using other = await serveHome(await makeHome(), home.madeAt);
    const restored = await runCli(other, ['import', file, '--restore', '--yes'], { env: other.clock.env });
    expect(restored.code, restored.stderr).toBe(0);
    return await other.exportLines();
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
}

function expectAsWritten(name: string, found: Readonly<Record<string, unknown>>): void {
  const path = expectationOf(name);
  const written = JSON.parse(readFileSync(path, 'utf8'));
  if (UPDATES_FIXTURES) writeFileSync(path, `${JSON.stringify({ ...written, ...found }, null, 2)}\n`);
  else expect(found).toEqual(Object.fromEntries(Object.keys(found).map((key) => [key, written[key]])));
}

/** Which line came, went or has another value in which field. */
function between(before: readonly string[], after: readonly string[]): readonly string[] {
  const [had, has] = [byName(before), byName(after)];
  return [...new Set([...had.keys(), ...has.keys()])].toSorted().flatMap((name) => {
    const [old, current] = [had.get(name), has.get(name)];
    if (current === undefined) return [`${name} went`];
    if (old === undefined) return [`${name} came`];
    const fields = Object.keys({ ...old, ...current }).filter((field) => shown(old[field]) !== shown(current[field]));
    return fields.map((field) => `${name} ${field}: ${shown(old[field])} → ${shown(current[field])}`);
  });
}

function byName(lines: readonly string[]): ReadonlyMap<string, Line> {
  return new Map(
    lines.map((line) => {
      const read = parse(line);
      const { kind, id, of, hash, name, workspace } = read;
      return [[kind, of, id ?? hash ?? name, id === undefined ? workspace : undefined].filter(Boolean).join(' '), read];
    }),
  );
}

function asLines(files: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(files).map(([name, text]) => JSON.stringify({ kind: 'on disk', name, text }));
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST_SHOWN ? digest(text) : text;
}

function parse(line: string): Line {
  return JSON.parse(line);
}

function countsOf(lines: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const line of lines) {
    const kind = String(parse(line).kind);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).toSorted());
}

function digestsOf(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, digest(text)]));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
