/** Forgetting on a workbench, with the real search for traces, on the same thread. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Workbench } from '../../curator/workbench.fixture.ts';
import { contentHash } from '../content-hash.ts';
import { byteTraces } from '../traces/byte-traces.ts';
import { cellTraces } from '../traces/cell-traces.ts';
import { rareNeedles } from '../traces/survivors.ts';
import { Forget } from './forget.ts';
import type { ForgetOptions } from './forget-options.ts';

const WORK = { step: (): void => undefined };

/** Whose words stand in schemas and headings. The bundle has them all, and no test's. */
const PROGRAM = ['../../journal/sqlite/migrations', '../../knowledge/sqlite/migrations', '../../files/manifest.ts'];

export function forgetOn(bench: Workbench, options: Partial<ForgetOptions> = {}): Forget {
  const { journal, knowledge, projector, keeper, clock, scheduler, home } = bench;
  return new Forget({
    journal,
    knowledge,
    projector,
    keeper,
    clock,
    traces: {
      survivors: async (needles, given) => rareNeedles(needles, given, WORK),
      cells: async (needles) => cellTraces(home, needles, WORK),
      bytes: async (needles) => byteTraces(home, needles, WORK),
    },
    reserve: join(home, 'reserve'),
    jobKey: join(home, 'forgetting.key'),
    journalPath: join(home, 'memory', 'transcript.db'),
    staying: PROGRAM.map((folder) => fileURLToPath(new URL(folder, import.meta.url))),
    termsOf: () => [],
    hash: (content) => contentHash('key of the test', content),
    quietly: (work) => scheduler.quietly(work),
    before: async () => undefined,
    spaceErased: async () => undefined,
    remake: async () => journal.settleDisk('compact'),
    after: async () => undefined,
    ...options,
  });
}

/** Files under the home that hold the text, in whatever case. */
export function filesWith(home: string, text: string): readonly string[] {
  const wanted = text.toLowerCase();
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).toString('latin1').toLowerCase().includes(wanted));
}
