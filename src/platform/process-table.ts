/**
 * The processes of this machine as far as the question "who is calling?" needs them: parents, terminal, command line and
 * environment. From /proc where there is one, else from `ps` and `lsof` (macOS). Limits: the environment is that of the
 * start of a process, and unknown (empty) for processes of others; without either source nobody is found.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { promisify } from 'node:util';

export interface RunningProcess {
  readonly pid: number;
  readonly ppid: number;
  readonly uid: number;
  /** The process its session began with; 0 where that is not told. */
  readonly session: number;
  readonly hasTerminal: boolean;
  /** Of its program, as the kernel has it. */
  readonly name: string;
  readonly args: readonly string[];
  /** `NAME=value`, as far as it can be read. */
  readonly env: readonly string[];
}

export interface ProcessTable {
  find(pid: number): RunningProcess | undefined;
  /** The parents of all processes with such a command line. */
  parentsOf(isWanted: (args: readonly string[]) => boolean): readonly number[];
  /** Whether this process has this file open now. */
  holds(pid: number, path: string): Promise<boolean>;
  /** The folder it works in; undefined when that is not told. */
  folderOf(pid: number): string | undefined;
}

const run = promisify(execFile);
const PROC = '/proc';

export async function processTable(): Promise<ProcessTable> {
  return existsSync(`${PROC}/self/stat`) ? procTable() : psTable();
}

function procTable(): ProcessTable {
  return {
    find: findInProc,
    parentsOf: (isWanted) =>
      readdirSync(PROC)
        .filter((name) => /^\d+$/.test(name) && isWanted(argsInProc(name)))
        .flatMap((name) => findInProc(Number(name))?.ppid ?? []),
    holds: async (pid, path) => entriesOf(`${PROC}/${pid}/fd`).some((file) => linkAt(file) === path),
    folderOf: (pid) => linkAt(`${PROC}/${pid}/cwd`),
  };
}

function findInProc(pid: number): RunningProcess | undefined {
  const folder = `${PROC}/${pid}`;
  const stat = textAt(`${folder}/stat`);
  const owner = statSync(folder, { throwIfNoEntry: false });
  // The name stands in brackets and may hold any character: what follows begins behind the last one.
  const end = stat.lastIndexOf(')');
  if (owner === undefined || end < 0) return undefined;
  const [, ppid, , session, terminal] = stat
    .slice(end + 2)
    .split(' ')
    .map(Number);
  return {
    pid,
    ppid: ppid ?? 0,
    uid: owner.uid,
    session: session ?? 0,
    hasTerminal: terminal !== undefined && terminal !== 0,
    name: stat.slice(stat.indexOf('(') + 1, end),
    args: argsInProc(String(pid)),
    env: parts(textAt(`${folder}/environ`)),
  };
}

function argsInProc(pid: string): readonly string[] {
  return parts(textAt(`${PROC}/${pid}/cmdline`));
}

function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It is gone, or not ours to read.
    return '';
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function parts(text: string): readonly string[] {
  return text.split('\0').filter((part) => part !== '');
}

async function psTable(): Promise<ProcessTable> {
  // -E puts the environment of our own processes behind their command line.
  const { stdout } = await run('ps', ['-A', '-E', '-ww', '-o', 'pid=,ppid=,uid=,tty=,command='], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const processes = new Map(processesIn(stdout).map((process) => [process.pid, process]));
  return {
    find: (pid) => processes.get(pid),
    parentsOf: (isWanted) => [...processes.values()].filter(({ args }) => isWanted(args)).map(({ ppid }) => ppid),
    async holds(pid, path) {
      const answer = await run('lsof', ['-p', String(pid), '-Fn']).catch(() => undefined);
      return answer?.stdout.split('\n').includes(`n${path}`) ?? false;
    },
    folderOf: () => undefined,
  };
}

/** The lines of `ps` as asked for above. Words of a command line cannot be told from those of the environment. */
export function processesIn(listing: string): readonly RunningProcess[] {
  return listing.split('\n').flatMap((line) => {
    const [pid, ppid, uid, tty, ...words] = line.trim().split(/\s+/);
    if (pid === undefined || tty === undefined) return [];
    return [
      {
        pid: Number(pid),
        ppid: Number(ppid),
        uid: Number(uid),
        session: 0,
        hasTerminal: !/^(?:\?+|-)$/.test(tty),
        name: words[0]?.split('/').at(-1)?.replace(/^-/, '') ?? '',
        args: words,
        env: words.filter((word) => /^[A-Z_][A-Z0-9_]*=/.test(word)),
      },
    ];
  });
}
