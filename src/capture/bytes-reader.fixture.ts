/** A reader with its real worker, run from the sources, and a quarantine in a folder that nobody keeps. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../platform/clock.ts';
import { BytesReader, type BytesReaderOptions } from './bytes-reader.ts';
import { Quarantine, type QuarantinedInput } from './quarantine.ts';

const WORKER = fileURLToPath(new URL('../daemon/capture-worker.ts', import.meta.url));

export interface OpenedReader {
  readonly reader: BytesReader;
  readonly quarantine: Quarantine;
  /** What went into quarantine. */
  readonly added: readonly QuarantinedInput[];
  close(): Promise<void>;
}

export function openReader(options: Partial<BytesReaderOptions> = {}): OpenedReader {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-reader-'));
  const added: QuarantinedInput[] = [];
  const quarantine = new Quarantine({
    path: join(folder, 'quarantine.json'),
    key: 'k',
    clock: systemClock,
    onAdded: (input) => added.push(input),
  });
  const redaction = { key: 'k', hex: 'code-aware', patterns: [], allow: [] } as const;
  const reader = new BytesReader({ redaction, workerEntry: WORKER, quarantine, ...options });
  return {
    reader,
    quarantine,
    added,
    async close() {
      await reader.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function bytesOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
