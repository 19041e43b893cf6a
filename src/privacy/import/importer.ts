/**
 * What comes in from a file: an export of this or another home. Either whole, into an empty home (`restore`), or beside
 * what is there, where it is trusted as little as any text from outside (`add`). A line that does not fit is refused
 * with its number and reason, and the rest goes on.
 *
 * Guarantees: everything is redacted again before it is stored; the same file twice changes nothing; what was forgotten
 * here does not come back; a restore that was cut off goes on with the same file.
 */
import { isAbsolute } from 'node:path';
import type { BytesReader } from '../../capture/bytes-reader.ts';
import type { RebuildOptions } from '../../curator/rebuild.ts';
import { rebuild } from '../../curator/rebuild.ts';
import { CarryoverError } from '../../memory/error.ts';
import { type Fields, text } from '../../memory/json-guards.ts';
import { Breather } from '../../platform/breathe.ts';
import { byteLines } from './byte-lines.ts';
import { type ImportReport, ImportTally } from './import-report.ts';
import { Adding, type AddingOptions } from './merge-import.ts';
import { importLineReading } from './parse-line.ts';
import { Restoring } from './restore-import.ts';
import { endRestore } from './restore-note.ts';

export const EXPORT_VERSION = 1;

export type ImporterOptions = RebuildOptions &
  Omit<AddingOptions, 'tally' | 'dryRun' | 'target' | 'from'> & {
    /** Where it is noted that a restore has begun. */
    readonly restoreNote: string;
    readonly reader: Pick<BytesReader, 'read'>;
    /** The journal has something new. */
    onStored(): void;
  };

export interface ImportRequest {
  readonly mode: ImportReport['mode'];
  readonly dryRun: boolean;
  /** A folder or a space where all that belongs to a project goes; else where it was. */
  readonly workspace?: string | undefined;
  /** Where it came from, for people. */
  readonly from: string;
}

export class Importer {
  readonly #options: ImporterOptions;

  constructor(options: ImporterOptions) {
    this.#options = options;
  }

  async run(chunks: AsyncIterable<Uint8Array>, request: ImportRequest): Promise<ImportReport> {
    const { scheduler, onStored } = this.#options;
    const { mode, dryRun } = request;
    const tally = new ImportTally();
    if (mode === 'restore') {
      // A turn must not be read again because the act that tells of its reading has not come yet.
      await scheduler.quietly(() => this.#read(chunks, tally, request));
      if (!dryRun) {
        await rebuild(this.#options, () => undefined);
        endRestore(this.#options.restoreNote);
      }
    } else await this.#read(chunks, tally, request);
    if (!dryRun) onStored();
    return tally.report(mode, dryRun);
  }

  async #read(chunks: AsyncIterable<Uint8Array>, tally: ImportTally, request: ImportRequest): Promise<void> {
    const { mode, dryRun, workspace } = request;
    const options = { ...this.#options, tally, dryRun };
    if (
      workspace !== undefined &&
      !isAbsolute(workspace) &&
      (await options.cleaner.clean(workspace)).value !== workspace
    )
      throw new CarryoverError('the workspace looks like a secret', {
        code: 'invalid-input',
        hint: 'name another, or its folder: it is kept as it is given',
      });
    const from = String((await options.cleaner.clean(request.from)).value);
    const target = mode === 'restore' ? new Restoring(options) : new Adding({ ...options, target: workspace, from });
    if (target instanceof Restoring) await target.refuseUsedHome();
    const breather = new Breather(this.#options.clock);
    let [lines, isExport] = [0, false];
    for await (const { number, bytes } of byteLines(chunks)) {
      await breather.breathe();
      const line = bytes === undefined ? 'the line is too long' : await this.#line(bytes);
      if (typeof line === 'string') tally.refuse(number, line);
      else if (line.kind === 'carryover-export') {
        checkHeader(line, request);
        isExport = true;
      } else if (mode === 'restore' && !isExport) throw notWhole('it does not begin as an export does');
      else if (line.kind === 'end') tally.whole = line.lines === lines;
      else if (text(line.kind) === '') tally.refuse(number, 'has no kind');
      else await target.take(number, text(line.kind), line);
      lines += 1;
    }
    await target.finish();
  }

  async #line(bytes: Buffer): Promise<Fields | string> {
    const read = await this.#options.reader.read(importLineReading, bytes, null, { way: 'import', id: () => '' });
    return 'unread' in read ? `its ${read.unread.bytes} bytes ${read.unread.reason}` : read.result;
  }
}

function checkHeader(
  line: { readonly version?: unknown; readonly workspace?: unknown },
  { mode }: ImportRequest,
): void {
  if (line.version !== EXPORT_VERSION) {
    throw new CarryoverError('this export was made by a newer Carryover', {
      code: 'invalid-input',
      hint: `this one reads version ${EXPORT_VERSION}; install the newest`,
    });
  }
  if (mode === 'restore' && line.workspace !== null) throw notWhole('it holds one project only');
}

function notWhole(reason: string): CarryoverError {
  return new CarryoverError(`this file cannot be restored: ${reason}`, {
    code: 'invalid-input',
    hint: 'without --restore what is in it is added as text from outside',
  });
}
