/**
 * Where everything lives (DESIGN §4). Pure string work: nothing here touches the disk, so the hook can use it.
 * `CARRYOVER_HOME` moves the home.
 */
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Linux allows 107 bytes in a Unix socket's path, macOS 103. */
const SOCKET_PATH_LIMIT = 100;

export interface HomePaths {
  readonly home: string;
  readonly config: string;
  readonly token: string;
  /** Key of the placeholder hashes in redacted text. */
  readonly redactionKey: string;
  /** With encryption on: the keys of the databases, themselves under the person's key, and how that one is got. */
  readonly keys: string;
  /** With encryption on: what hooks, which have no secret, seal spooled events to. */
  readonly spoolKey: string;
  /** Apps, and hashes of their tokens. */
  readonly apps: string;
  /** There while something is being forgotten: the key of the note of what it is. */
  readonly forgettingKey: string;
  /** Room that is given free so that forgetting works on a full disk. */
  readonly reserve: string;
  /** Tokens of the owner's scripts: names, rights, hashes. */
  readonly tokens: string;
  /** Hashes of the revocable tokens given to clients' http hooks. */
  readonly hookTokens: string;
  readonly version: string;
  readonly run: string;
  readonly runFile: string;
  readonly socket: string;
  readonly ownerLock: string;
  readonly supervisorLock: string;
  /** The pid of whoever holds that lock. */
  readonly supervisorPid: string;
  /** Present and young while someone is starting the daemon, so that a hundred hooks start one. */
  readonly startMark: string;
  /** There while a person wants no daemon: nobody but a person or a new session starts one. */
  readonly stopMark: string;
  /** Digests of the cookies of browsers that are logged in; lost, they log in again. */
  readonly browserSessions: string;
  /** How far each client transcript has been read; may be lost, then they are read again. */
  readonly cursors: string;
  /** Last rendered boot block of each space, for a session that starts while the daemon does not answer. */
  readonly bootBlocks: string;
  /** When the last sweep of retention was, and what came of it. */
  readonly sweepNote: string;
  /** The rules that everything in the home was redacted with; lost, it is looked at again. */
  readonly redactionNote: string;
  /** How many secrets were taken out, by kind. */
  readonly redactionCounts: string;
  /** Inputs that took a worker with them; lost, each is tried once more. */
  readonly quarantine: string;
  /** There from the first page of a restore until it has come to its end. */
  readonly restoreNote: string;
  /** What `init` wrote, so that `uninstall` can take exactly that away. */
  readonly installs: string;
  readonly spool: string;
  readonly logs: string;
  readonly backups: string;
  readonly memory: string;
  readonly journal: string;
  readonly knowledge: string;
  /** The search index; can be made anew. */
  readonly recall: string;
}

export function homeFolder(env: NodeJS.ProcessEnv): string {
  const chosen = env.CARRYOVER_HOME;
  return chosen !== undefined && chosen !== '' ? resolve(chosen) : join(homedir(), '.carryover');
}

export function homePaths(home: string): HomePaths {
  const run = join(home, 'run');
  const memory = join(home, 'memory');
  return {
    home,
    config: join(home, 'config.json'),
    token: join(home, 'token'),
    redactionKey: join(home, 'redaction-key'),
    keys: join(home, 'keys.json'),
    spoolKey: join(home, 'spool-key.pub'),
    apps: join(home, 'apps.json'),
    forgettingKey: join(run, 'forgetting.key'),
    reserve: join(home, 'reserve'),
    tokens: join(home, 'tokens.json'),
    hookTokens: join(home, 'hook-tokens.json'),
    version: join(home, 'VERSION'),
    run,
    runFile: join(run, 'daemon.json'),
    socket: socketPath(run),
    ownerLock: join(run, 'owner.lock'),
    supervisorLock: join(run, 'supervisor.lock'),
    supervisorPid: join(run, 'supervisor.pid'),
    startMark: join(run, 'starting'),
    stopMark: join(run, 'stopped'),
    browserSessions: join(run, 'browsers.json'),
    cursors: join(run, 'cursors.json'),
    bootBlocks: join(run, 'boot'),
    sweepNote: join(run, 'sweep.json'),
    redactionNote: join(run, 'redaction.json'),
    redactionCounts: join(run, 'redactions.json'),
    quarantine: join(run, 'quarantine.json'),
    restoreNote: join(run, 'restoring'),
    installs: join(home, 'installs'),
    spool: join(home, 'spool'),
    logs: join(home, 'logs'),
    backups: join(home, 'backups'),
    memory,
    journal: join(memory, 'transcript.db'),
    knowledge: join(memory, 'memory.db'),
    recall: join(memory, 'recall.db'),
  };
}

/** In the home where it fits; else in a private folder of the system's temp directory, named after the home. */
function socketPath(run: string): string {
  const inside = join(run, 'daemon.sock');
  if (Buffer.byteLength(inside) <= SOCKET_PATH_LIMIT) return inside;
  // Loaded only here: the hook uses this file and cannot afford node:crypto.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const name = createHash('sha256').update(run).digest('hex').slice(0, 16);
  return join(tmpdir(), `carryover-${process.getuid?.() ?? 0}-${name}`, 'daemon.sock');
}

/** What earlier versions kept, and nothing reads: vectors of texts. Removed when the daemon starts. */
export function retiredFiles({ memory }: Pick<HomePaths, 'memory'>): readonly string[] {
  return ['vectors.db', 'vectors.db-wal', 'vectors.db-shm'].map((name) => join(memory, name));
}
