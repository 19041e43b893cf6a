/**
 * `carryover export`: everything, one JSON object per line, to standard output or a private file.
 */
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CarryoverError, messageOf } from '../../memory/error.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, workspaceOf } from '../options.ts';
import { counter } from '../progress.ts';
import { count, say } from '../terminal.ts';

export async function runExport({ format, out, space }: Options): Promise<number> {
  if (format !== 'jsonl')
    throw new CarryoverError(`"${String(format)}" is no format`, {
      code: 'invalid-input',
      hint: '--format is jsonl',
    });
  const client = await daemonClient(currentHome());
  const lines = client.stream('/memory/export', { format: 'jsonl', workspace: workspaceOf(space) });
  if (typeof out !== 'string') {
    await pipeline(Readable.from(told(lines)), process.stdout, { end: false });
    return 0;
  }
  // A half-written export is worse than none: it appears under its name when it is complete.
  const partial = `${out}.partial`;
  let written = 0;
  try {
    await pipeline(
      Readable.from(
        told(lines, (number) => {
          written = number;
        }),
      ),
      createWriteStream(partial, { mode: 0o600 }),
    );
    renameSync(partial, out);
    say(`${count(written, 'line')} in ${out}`);
    return 0;
  } catch (cause) {
    rmSync(partial, { force: true });
    throw cannotExport(out, cause);
  }
}

function cannotExport(out: string, cause: unknown): CarryoverError {
  if (cause instanceof CarryoverError) return cause;
  return new CarryoverError(`cannot export to ${out}: ${messageOf(cause)}`, {
    code: 'export-failed',
    subject: out,
    hint: 'the folder must be there and be yours, with enough free space',
    cause,
  });
}

async function* told(lines: AsyncIterable<string>, onLine?: (number: number) => void): AsyncGenerator<string> {
  const shown = counter('exported');
  let written = 0;
  try {
    for await (const line of lines) {
      yield `${line}\n`;
      written += 1;
      onLine?.(written);
      if (written % 1_000 === 0) shown.update(written);
    }
  } finally {
    shown.end();
  }
}
