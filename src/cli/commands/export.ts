/**
 * `carryover export`: everything, one JSON object per line, to standard output or a private file; or what is known, as
 * Markdown pages in a folder.
 */
import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { CarryoverError } from '../../memory/error.ts';
import { writeMarkdownFolder } from '../../privacy/export/markdown-folder.ts';
import { type ExportLine, MarkdownPages } from '../../privacy/export/markdown-pages.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, textOf, workspaceOf } from '../options.ts';
import { counter } from '../progress.ts';
import { count, say } from '../terminal.ts';

export async function runExport({ format, out, space }: Options): Promise<number> {
  if (format !== 'jsonl' && format !== 'markdown')
    throw new CarryoverError(`"${String(format)}" is no format`, {
      code: 'invalid-input',
      hint: '--format is jsonl or markdown',
    });
  const client = await daemonClient(currentHome());
  const lines = client.stream('/memory/export', { format: 'jsonl', workspace: workspaceOf(space) });
  if (format === 'markdown') return writePages(lines, textOf(out));
  if (typeof out !== 'string') {
    await writeLines(lines, process.stdout);
    return 0;
  }
  // A half-written export is worse than none: it appears under its name when it is complete.
  const partial = `${out}.partial`;
  const file = createWriteStream(partial, { mode: 0o600 });
  try {
    const written = await writeLines(lines, file);
    file.end();
    await finished(file);
    renameSync(partial, out);
    say(`${written} lines in ${out}`);
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

async function writePages(lines: AsyncIterable<string>, folder: string | undefined): Promise<number> {
  if (folder === undefined)
    throw new CarryoverError('Markdown is written into a folder', {
      code: 'invalid-input',
      hint: 'name it: --out FOLDER',
    });
  const pages = new MarkdownPages();
  for await (const line of lines) pages.take(JSON.parse(line) as ExportLine);
  const { written, removed, unchanged } = writeMarkdownFolder(folder, pages.finish());
  say(`${count(written, 'page')} written, ${removed} removed, ${unchanged} unchanged in ${folder}`);
  return 0;
}

async function writeLines(lines: AsyncIterable<string>, target: NodeJS.WritableStream): Promise<number> {
  const shown = counter('exported');
  let written = 0;
  for await (const line of lines) {
    written += 1;
    if (!target.write(`${line}\n`)) await once(target, 'drain');
    if (written % 1_000 === 0) shown.update(written);
  }
  shown.end();
  return written;
}
