/** Forgetting on a workbench, with the real search for traces. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Workbench } from '../../curator/workbench.fixture.ts';
import { contentHash } from '../content-hash.ts';
import { TraceSearch } from '../traces/trace-search.ts';
import { Forget } from './forget.ts';
import type { ForgetOptions } from './forget-options.ts';

const THREAD = fileURLToPath(new URL('../thread/privacy-thread.ts', import.meta.url));

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
    traces: new TraceSearch({ thread: THREAD, home }),
    reserve: join(home, 'reserve'),
    jobKey: join(home, 'forgetting.key'),
    journalPath: join(home, 'memory', 'transcript.db'),
    staying: PROGRAM.map((folder) => fileURLToPath(new URL(folder, import.meta.url))),
    termsOf: () => [],
    hash: (content) => contentHash('key of the test', content),
    quietly: (work) => scheduler.quietly(work),
    before: async () => undefined,
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
