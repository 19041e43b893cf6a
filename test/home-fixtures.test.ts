/**
 * Homes that 0.1.0 and later builds made (`support/home-fixtures/make.ts`): this build opens, verifies, exports and rebuilds
 * each as was written down when it was made. `CARRYOVER_UPDATE_FIXTURES=1` writes it down anew.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callApi } from './support/api.ts';
import { isEncrypted } from './support/encrypted.ts';
import { makeHome, runCli, stopDaemon, type TestHome } from './support/home.ts';
import { ARCHIVE_SUFFIX, unpackHome } from './support/home-fixtures/archive.ts';
import { pointAtKey, writeFixtureKey, writeRedactionKey } from './support/home-fixtures/keys.ts';
import { createMovedClock } from './support/moved-clock.ts';
import { serveReady } from './support/serve.ts';
import { memoryFiles } from './support/stores.ts';
import { makeFolder } from './support/workspace.ts';

const HOMES = resolve(import.meta.dirname, 'fixtures/homes');
const NAMES = readdirSync(HOMES)
  .filter((file) => file.endsWith(ARCHIVE_SUFFIX))
  .map((file) => file.slice(0, -ARCHIVE_SUFFIX.length));
const UPDATES = process.env.CARRYOVER_UPDATE_FIXTURES === '1';

interface Kept {
  /** The time at which the home was made. */
  readonly now: number;
  readonly holds?: unknown;
}

describe.skipIf(isEncrypted)('a home that is kept as a fixture', () => {
  it.each(NAMES)('%s is opened, verified, exported, rebuilt and taken over as it was', async (name) => {
    const expectation = join(HOMES, `${name}.json`);
    const { now, holds } = JSON.parse(readFileSync(expectation, 'utf8')) as Kept;
    const folder = makeFolder('home');
    const outside = makeFolder('outside');
    try {
      unpackHome(join(HOMES, `${name}${ARCHIVE_SUFFIX}`), folder);
      const { port: _, ...config } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
      await using home = await makeHome({ folder, config });
      writeRedactionKey(home.paths);
      pointAtKey(home.paths, writeFixtureKey(outside));
      const clock = createMovedClock(outside);
      clock.moveTo(now);
      await serveReady(home, clock.env);
      const lines = await exportLines(home);
      const files = memoryFiles(home);
      const held = {
        counts: countsOf(lines),
        export: digest(lines.join('\n')),
        learnings: ofKind(lines, 'learning').map((line) => digest(line)),
        files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, digest(text)])),
      };
      if (UPDATES) writeFileSync(expectation, `${JSON.stringify({ now, holds: held }, null, 2)}\n`);
      else expect(held).toEqual(holds);

      expect((await callApi(home, '/memory/rebuild', {})).body).toMatchObject({ finished: true });
      expect(memoryFiles(home)).toEqual(files);
      expect(ofKind(await exportLines(home), 'learning')).toEqual(ofKind(lines, 'learning'));
      await stopDaemon(home);
      const verified = await runCli(home, ['verify', '--json'], { env: clock.env });
      expect(JSON.parse(verified.stdout), verified.stderr).toMatchObject({ problems: [] });
    } finally {
      for (const each of [folder, outside]) rmSync(each, { recursive: true, force: true });
    }
  });
});

/** Sorted: their order is not what is promised. */
async function exportLines(home: TestHome): Promise<readonly string[]> {
  const answer = await fetch(`${home.url}/memory/export`, { headers: { authorization: `Bearer ${home.scriptToken}` } });
  expect(answer.status).toBe(200);
  return (await answer.text()).split('\n').filter(Boolean).toSorted();
}

function ofKind(lines: readonly string[], kind: string): readonly string[] {
  return lines.filter((line) => JSON.parse(line).kind === kind);
}

function countsOf(lines: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const line of lines) {
    const { kind } = JSON.parse(line) as { readonly kind: string };
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).toSorted());
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
