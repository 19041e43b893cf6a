/**
 * Keeps the memory files on disk and knowledge in step. What differs from what was last written was done by a person: it
 * is journalled as an edit, merged, and wins; only then is anything written. Where an agent's call is seen to have named the
 * file since, it was no person: the file is put back, and the change waits for one to say yes. Locked files are put back and reported; a
 * file that is gone is written again, so to clear one it is emptied, not deleted.
 *
 * A crash at any moment leaves an old or a new file, and which of them is on disk is known: the next look finishes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DiskFile } from '../files/disk-file.ts';
import type { FileDesk } from '../files/file-desk.ts';
import { editedSince } from '../files/gone-lines.ts';
import { fileSpec, refsOf } from '../files/manifest.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { FilePreset } from '../memory/act.ts';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { type ActId, newId, type SpaceId } from '../memory/ids.ts';
import type { FileVersion, MemoryFileRef } from '../memory/memory-file.ts';
import type { Clock } from '../platform/clock.ts';
import { faultPoint } from '../platform/fault-point.ts';
import { OneAtATime } from './one-at-a-time.ts';
import type { Projector } from './projector.ts';
import { startedFrom } from './started-from.ts';

export interface FileReport {
  readonly event:
    | 'locked-file-reverted'
    | 'locked-file-ignored'
    | 'file-unusable'
    | 'file-restored'
    | 'human-edit'
    | 'agent-edit-held'
    | 'file-not-written';
  readonly path: string;
  readonly detail: string;
}

export interface FileKeeperOptions {
  readonly desk: FileDesk;
  readonly knowledge: Knowledge;
  readonly projector: Projector;
  readonly clock: Clock;
  /** Asked anew with every look. */
  preset(): FilePreset;
  /** What a person wrote goes into the journal and to models: without secrets. */
  clean(text: string): string;
  /** Makes sure that the desk knows the space's folder. */
  learnFolder(workspace: SpaceId | null): Promise<void>;
  /** Whether an agent's call since then may have changed the file at this path. */
  isAgents?(path: string, since: number): Promise<boolean>;
  onReport(report: FileReport): void;
}

type Standing = Pick<FileVersion, 'version' | 'content'>;
type DiskText = DiskFile & { readonly state: 'text' };

/** Of a file that was forgotten as a whole. */
const NO_VERSION: Standing = { version: 0, content: '' };
/** The disk's refusals: reported, and tried again with the next look. */
const UNWRITABLE: ReadonlySet<string> = new Set(['write-failed', 'folder-unusable']);
/** An editor that saves again and again while we write: the next look goes on. */
const ROUNDS = 5;
const SAVE_MS = 100;
/** An editor may have been open since then. */
const VERSIONS_BACK = 10;

export class FileKeeper {
  readonly #options: FileKeeperOptions;
  readonly #turn = new OneAtATime();
  readonly #ignored = new Set<MemoryFileRef['name']>();
  /** By path: when disk and knowledge were last seen to agree, and on what. */
  readonly #agreement = new Map<string, { readonly at: number; readonly content: string }>();

  constructor(options: FileKeeperOptions) {
    this.#options = options;
  }

  /** Looks at every file of the space and of the home; afterwards knowledge and disk agree, as far as the disk allows. */
  settle(workspace: SpaceId | null): Promise<void> {
    return this.#turn.run(async () => {
      for (const ref of refsOf(this.#options.preset(), workspace)) await this.#settleOne(ref);
    });
  }

  /** Takes over what people changed and leaves the rest of the disk as it is: whoever has more to write does so once. */
  takeOverEdits(workspace: SpaceId | null): Promise<void> {
    return this.#turn.run(async () => {
      for (const ref of refsOf(this.#options.preset(), workspace)) await this.#settleOne(ref, 'edits only');
    });
  }

  /** The same as `settle` for every file there is. */
  settleAll(): Promise<void> {
    return this.#turn.run(async () => {
      const { knowledge } = this.#options;
      const known = [...(await knowledge.files()), ...(await knowledge.filesGoneOnDisk())];
      for (const ref of [
        ...refsOf(this.#options.preset(), null),
        ...known.filter(({ workspace }) => workspace !== null),
      ])
        await this.#settleOne({ name: ref.name, workspace: ref.workspace });
    });
  }

  async #settleOne(ref: MemoryFileRef, extent: 'all' | 'edits only' = 'all'): Promise<void> {
    await this.#options.learnFolder(ref.workspace);
    try {
      for (let round = 0; round < ROUNDS; round += 1) if (await this.#agree(ref, extent === 'all')) return;
    } catch (error) {
      if (!(error instanceof CarryoverError) || !UNWRITABLE.has(error.code)) throw error;
      this.#report('file-not-written', ref, messageOf(error));
    }
  }

  /** True when there is nothing left to do. */
  async #agree(ref: MemoryFileRef, mayWrite: boolean): Promise<boolean> {
    const { desk, knowledge } = this.#options;
    const newest = await knowledge.file(ref);
    const disk = desk.read(ref);
    if (disk.state === 'unusable') this.#report('file-unusable', ref, disk.reason);
    const gone = await knowledge.goneLinesOnDisk(ref);
    if (gone !== undefined && disk.state === 'text' && disk.content !== newest?.content)
      return !mayWrite || this.#overwrite(ref, newest ?? NO_VERSION, disk, gone);
    if (newest === undefined) return disk.state !== 'text' || disk.content === '' || this.#unknown(ref, disk);
    if (disk.state !== 'text') return !mayWrite || this.#write(ref, newest, disk);
    if (disk.content === newest.content && disk.exact) return this.#noted(newest);
    if (fileSpec(ref.name).owner === 'deploy') return !mayWrite || this.#putBack(ref, newest, disk);
    if (disk.content === newest.content || (await this.#isOurs(ref, disk.content)))
      return !mayWrite || this.#write(ref, newest, disk);
    // An editor that saves in place empties the file first: what is empty now may be full in a moment.
    if (disk.content === '' && !(await this.#staysEmpty(ref))) return false;
    return this.#takeOver(ref, disk);
  }

  /** The version on disk was forgotten: what a person has done to it since is taken over, and nothing else of it. */
  async #overwrite(ref: MemoryFileRef, newest: Standing, disk: DiskText, gone: ReadonlySet<string>): Promise<boolean> {
    const isTheirs = fileSpec(ref.name).owner === 'curator';
    const edited = isTheirs ? editedSince(disk.content, newest.content, gone) : undefined;
    if (edited === undefined) return this.#write(ref, newest, disk, gone);
    const content = this.#options.clean(edited.content);
    const versions = await this.#options.knowledge.fileVersions(ref, VERSIONS_BACK);
    // Taken over before, and a crash kept us from writing what became of it.
    if (!versions.some((known) => known.content === content)) await this.#keepEdit(ref, edited.before, content);
    return this.#write(ref, (await this.#options.knowledge.file(ref)) ?? newest, disk, gone);
  }

  /** A file nobody wrote through us: locked ones are not read, the others are a person's beginning. */
  async #unknown(ref: MemoryFileRef, disk: DiskText): Promise<boolean> {
    if (fileSpec(ref.name).owner === 'curator') return this.#takeOver(ref, disk);
    // It stays as it is, so every look finds it: told once.
    if (!this.#ignored.has(ref.name)) {
      this.#ignored.add(ref.name);
      this.#report('locked-file-ignored', ref, 'it was not written by `carryover deploy` and is not used');
    }
    return true;
  }

  async #staysEmpty(ref: MemoryFileRef): Promise<boolean> {
    await sleep(SAVE_MS);
    const again = this.#options.desk.read(ref);
    return again.state === 'text' && again.content === '';
  }

  /** What the disk should hold afterwards may differ from the edit: merged, or without a secret. */
  async #takeOver(ref: MemoryFileRef, disk: DiskText): Promise<boolean> {
    await this.#adopt(ref, disk.content);
    const newest = await this.#options.knowledge.file(ref);
    // An agent began a file that is not there: then it is empty again.
    return this.#write(ref, newest ?? NO_VERSION, disk);
  }

  async #putBack(ref: MemoryFileRef, newest: FileVersion, disk: DiskText): Promise<boolean> {
    // Not yet written since the last deploy is no change of anybody's.
    const isOurs = await this.#isOurs(ref, disk.content);
    if (!isOurs) this.#report('locked-file-reverted', ref, 'only `carryover deploy` changes it');
    return this.#write(ref, newest, disk);
  }

  /**
   * Whether the disk holds the version we last put there, or, when that is unknown, any we ever made. Knowledge that was
   * made anew without a secret knows none that holds it.
   */
  async #isOurs(ref: MemoryFileRef, content: string): Promise<boolean> {
    const { knowledge, desk } = this.#options;
    if (this.#agreement.get(desk.path(ref))?.content === content) return true;
    const version = await knowledge.versionOnDisk(ref);
    if (version !== undefined) return (await knowledge.fileVersion(ref, version))?.content === content;
    const versions = await knowledge.fileVersions(ref, Number.MAX_SAFE_INTEGER);
    return versions.some((known) => known.content === content);
  }

  /** `gone` when the lines of what is overwritten must not come back. */
  async #write(ref: MemoryFileRef, newest: Standing, disk: DiskFile, gone?: ReadonlySet<string>): Promise<boolean> {
    const { desk, knowledge } = this.#options;
    if (disk.state === 'absent' && newest.content === '') return true;
    const wasThere = (await knowledge.versionOnDisk(ref)) !== undefined;
    faultPoint('before-file-write');
    const written = desk.write(ref, newest.content, disk);
    if (written.outcome === 'changed') return false;
    faultPoint('after-file-write');
    if (disk.state === 'absent' && wasThere) this.#report('file-restored', ref, 'it had been deleted');
    if (written.aside !== null) this.#report('file-unusable', ref, `what stood there is now ${written.aside}`);
    await knowledge.noteOnDisk(ref, newest.version);
    this.#agreed(ref, newest.content);
    // Somebody wrote into the old file in the very moment it was replaced: their words are here, and count.
    if (written.overwritten?.state !== 'text') return true;
    const { content } = written.overwritten;
    await this.#adopt(
      ref,
      gone === undefined ? content : (editedSince(content, newest.content, gone)?.content ?? newest.content),
    );
    return false;
  }

  async #noted({ name, workspace, version, content }: FileVersion): Promise<boolean> {
    const { knowledge } = this.#options;
    const ref = { name, workspace };
    if ((await knowledge.versionOnDisk(ref)) !== version) await knowledge.noteOnDisk(ref, version);
    this.#agreed(ref, content);
    return true;
  }

  async #adopt(ref: MemoryFileRef, content: string): Promise<void> {
    const { knowledge, clock, clean } = this.#options;
    const now = clock.now();
    const cleaned = clean(content);
    const versions = await knowledge.fileVersions(ref, VERSIONS_BACK);
    const onDisk = await knowledge.versionOnDisk(ref);
    // Taken over before, and a crash or the disk kept us from writing what became of it.
    if (versions.some(({ version, content: known }) => version > (onDisk ?? version) && known === cleaned)) return;
    const before = startedFrom({ versions, onDisk, content: cleaned, now });
    if (before !== cleaned) await this.#keepEdit(ref, before, cleaned);
  }

  async #keepEdit(file: MemoryFileRef, before: string, content: string): Promise<void> {
    const { projector, clock, desk, knowledge, isAgents } = this.#options;
    const now = clock.now();
    const path = desk.path(file);
    const since = this.#agreement.get(path)?.at ?? (await knowledge.file(file))?.ts ?? 0;
    const byAgent = (await isAgents?.(path, since)) === true;
    await projector.record({
      kind: 'edit',
      id: newId<ActId>(now),
      ts: now,
      workspace: file.workspace,
      change: { kind: 'file', file, before, content, ...(byAgent ? { by: 'agent' } : {}) },
    });
    if (byAgent) this.#report('agent-edit-held', file, "an agent's call changed it: see `carryover review`");
    else this.#report('human-edit', file, 'taken over');
  }

  #agreed(ref: MemoryFileRef, content: string): void {
    this.#agreement.set(this.#options.desk.path(ref), { at: this.#options.clock.now(), content });
  }

  #report(event: FileReport['event'], ref: MemoryFileRef, detail: string): void {
    this.#options.onReport({ event, path: this.#options.desk.path(ref), detail });
  }
}
