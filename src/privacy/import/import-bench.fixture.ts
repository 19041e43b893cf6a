/** Exports and imports on real stores, for tests: what an export says, and what becomes of it in another home. */
import { join } from 'node:path';
import { openReader } from '../../capture/bytes-reader.fixture.ts';
import { Cleaner } from '../../capture/redaction-pool.ts';
import { SpaceDirectory } from '../../capture/space-directory.ts';
import { Workbench, type WorkbenchOptions } from '../../curator/workbench.fixture.ts';
import type { Journal } from '../../journal/journal.ts';
import { journalLine } from '../export/journal-lines.ts';
import type { ImportReport } from './import-report.ts';
import { Importer, type ImportRequest } from './importer.ts';

export const KEY = 'k'.repeat(40);
const HEADER = { kind: 'carryover-export', version: 1, workspace: null };

export class ImportBench implements AsyncDisposable {
  readonly bench: Workbench;
  readonly #opened = openReader({ redaction: { key: KEY, hex: 'code-aware', patterns: [], allow: [] } });

  constructor(bench: Workbench) {
    this.bench = bench;
  }

  get restoreNote(): string {
    return join(this.bench.home, 'restoring');
  }

  /** As on a machine that goes out at this call of the journal; what comes before it is kept. */
  dyingAt(call: keyof Journal, last: (given: never) => Promise<unknown> = async () => undefined): Journal {
    return new Proxy(this.bench.journal, {
      get: (target, name: keyof Journal) => {
        const value = Reflect.get(target, name, target);
        if (name === call)
          return async (given: never) => {
            await last(given);
            throw new Error('cut off');
          };
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  #importerOn(journal: Journal): Importer {
    const { knowledge, projector, scheduler, keeper, clock } = this.bench;
    return new Importer({
      journal,
      knowledge,
      projector,
      scheduler,
      keeper,
      clock,
      reader: this.#opened.reader,
      cleaner: new Cleaner(this.#opened.reader),
      spaces: new SpaceDirectory(journal, clock),
      redactionKey: KEY,
      restoreNote: this.restoreNote,
      settings: () => ({ match: 'similar', preset: 'six' }),
      onStored: () => undefined,
    });
  }

  static async open(options?: WorkbenchOptions): Promise<ImportBench> {
    return new ImportBench(await Workbench.open(options));
  }

  /** The journal's part of an export. */
  async lines(): Promise<readonly string[]> {
    const lines = [JSON.stringify(HEADER)];
    for await (const row of this.bench.journal.exportRows()) lines.push(JSON.stringify(journalLine(row)));
    return lines;
  }

  import(
    lines: readonly (string | object | Buffer)[],
    request: Partial<ImportRequest> = {},
    journal: Journal = this.bench.journal,
  ): Promise<ImportReport> {
    const bytes = lines.map((line) =>
      Buffer.concat([
        Buffer.isBuffer(line) ? line : Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)),
        Buffer.from('\n'),
      ]),
    );
    return this.#importerOn(journal).run(inChunks(bytes), { mode: 'add', dryRun: false, from: 'a test', ...request });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.close();
    await this.bench.dispose();
  }
}

async function* inChunks(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}
