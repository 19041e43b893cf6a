/** A throw-away place for one test: a HOME, a project in it, and whatever files they should hold. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Set for the whole run by `prepare.ts`, which removes it at the end. */
export const ROOT_VARIABLE = 'CARRYOVER_TEST_ROOT';

/** Path inside the folder → text, or a value that is written as JSON. */
export type Files = { readonly [path: string]: string | object };

export interface Workspace extends Disposable {
  readonly root: string;
  readonly home: string;
  readonly project: string;
}

/** Short and without symbolic links: sockets have a length limit, and spaces are told by real paths. */
export function makeFolder(prefix: string): string {
  return mkdtempSync(join(realpathSync(process.env[ROOT_VARIABLE] ?? tmpdir()), `${prefix}-`));
}

export function makeWorkspace(options: { readonly files?: Files; readonly git?: boolean } = {}): Workspace {
  const root = makeFolder('ws');
  const home = join(root, 'home');
  const project = join(root, 'project');
  mkdirSync(home);
  mkdirSync(project);
  if (options.git === true) execFileSync('git', ['init', '--quiet', project]);
  writeFiles(project, options.files ?? {});
  return { root, home, project, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}
