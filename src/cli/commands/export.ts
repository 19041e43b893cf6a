/** `carryover export`: everything, one JSON object per line, to standard output or a private file. */
import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { CarryoverError } from '../../memory/error.ts';
import { currentHome, daemonClient } from '../home.ts';
import { progress } from '../progress.ts';
import { say } from '../terminal.ts';

export async function runExport({ format, out }: { format?: unknown; out?: unknown }): Promise<number> {
  const client = await daemonClient(currentHome());
  const lines = client.stream('/memory/export', { format: String(format) });
  if (typeof out !== 'string') {
    await writeLines(lines, process.stdout);
    return 0;
  }
  // A half-written export is worse than none: it appears under its name when it is complete.
  const partial = `${out}.partial`;
  const file = createWriteStream(partial, { mode: 0o600 });
  try {
    const count = await writeLines(lines, file);
    file.end();
    await finished(file);
    renameSync(partial, out);
    say(`${count} lines in ${out}`);
    return 0;
  } catch (cause) {
    file.destroy();
    rmSync(partial, { force: true });
    throw cause instanceof CarryoverError
      ? cause
      : new CarryoverError(`cannot export to ${out}`, {
          code: 'export-failed',
          subject: out,
          hint: 'check the folder and the free space',
          cause,
        });
  }
}

async function writeLines(lines: AsyncIterable<string>, target: NodeJS.WritableStream): Promise<number> {
  const shown = progress('exported');
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (!target.write(`${line}\n`)) await once(target, 'drain');
    if (count % 1_000 === 0) shown.update(count, count);
  }
  shown.end();
  return count;
}
