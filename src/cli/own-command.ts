/** How a person calls this very program: `carryover` where that is it, else the absolute paths, ready to paste. */
import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function ownCommand(): string {
  const script = process.argv[1] ?? '';
  if (isOnPath(script)) return 'carryover';
  return `${quoted(process.execPath)} ${quoted(script)}`;
}

function isOnPath(script: string): boolean {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => realPath(join(folder, 'carryover')) === realPath(script));
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // No such file.
    return undefined;
  }
}

/** As a shell takes it for one word. */
export function quoted(path: string): string {
  return /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
