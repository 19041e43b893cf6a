/** Forgetting on a workbench, with the real search for traces, on the same thread. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Workbench } from '../../curator/workbench.fixture.ts';
import { contentHash } from '../content-hash.ts';
import { compactFile } from '../retention/compact-file.ts';
import { Forget } from './forget.ts';
import type { ForgetOptions } from './forget-options.ts';
import { ForgetWork } from './forget-work.ts';
import { WithheldItems } from './withheld-items.ts';

/** Whose words stand in schemas and headings. The bundle has them all, and no test's. */
const PROGRAM = ['../../journal/sqlite/migrations', '../../knowledge/sqlite/migrations', '../../files/manifest.ts'];
const REDACTION_KEY = 'key of the test';

export function searchOn({ journal, knowledge, clock, home, memory }: Workbench): ForgetWork {
  const place = {
    home,
    journal: join(memory, 'transcript.db'),
    knowledge: join(memory, 'memory.db'),
    backups: join(home, 'backups'),
    staying: PROGRAM.map((folder) => fileURLToPath(new URL(folder, import.meta.url))),
    stayingTexts: [],
    redactionKey: REDACTION_KEY,
  };
  return new ForgetWork({ place, journal, knowledge, clock, termsOf: () => [] });
}

export function forgetOn(bench: Workbench, options: Partial<ForgetOptions> = {}): Forget {
  const { journal, knowledge, projector, keeper, clock, scheduler, home } = bench;
  return new Forget({
    journal,
    knowledge,
    projector,
    keeper,
    clock,
    search: searchOn(bench),
    withheld: new WithheldItems(bench),
    onWithheld: () => undefined,
    reserve: join(home, 'reserve'),
    jobKey: join(home, 'forgetting.key'),
    hash: (content) => contentHash(REDACTION_KEY, content),
    quietly: (work) => scheduler.quietly(work),
    before: async () => undefined,
    spaceErased: async () => undefined,
    remake: async () => {
      compactFile(join(bench.memory, 'transcript.db'));
      await journal.settleDisk();
    },
    after: async () => undefined,
    index: async () => undefined,
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
