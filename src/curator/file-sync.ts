/**
 * Keeps the memory files on disk and knowledge in step. What differs from what was last written is journalled as an edit and
 * merged; only then is anything written. It is the person's, and wins, when no agent was at work since the file was last
 * seen unchanged (`seen-unchanged.ts`) and it reads like a person's words. Else it stays on disk, is given to no agent, and
 * waits for a person to say that it is theirs. Locked files are put back, what stood there is kept as a version, and that is
 * reported; a file that is gone is written again, so to clear one it is emptied, not deleted.
 *
 * A crash at any moment leaves an old or a new file, and which of them is on disk is known: the next look finishes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DiskFile } from '../files/disk-file.ts';
import { editedSince } from '../files/erased-lines.ts';
import type { FileStore } from '../files/file-store.ts';
import { lineChanges } from '../files/line-changes.ts';
import { fileSpec, refsOf } from '../files/manifest.ts';
import { textOnDisk, type WaitingChange } from '../files/text-on-disk.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { FilePreset } from '../memory/act.ts';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { type ActId, newId, type SpaceId } from '../memory/ids.ts';
import type { FileVersion, MemoryFileRef } from '../memory/memory-file.ts';
import type { FoundEdit } from '../memory/review.ts';
import { isRarelyWritten } from '../memory/suspicion.ts';
import type { Clock } from '../platform/clock.ts';
import { faultPoint } from '../platform/fault-point.ts';
import { startedFrom } from './merge-base.ts';
import { OneAtATime } from './mutex.ts';
import type { Projector } from './projector.ts';
import { SeenUnchanged } from './seen-unchanged.ts';

export interface FileReport {
  readonly event:
    | 'locked-file-reverted'
    | 'locked-file-ignored'
    | 'file-unusable'
    | 'file-restored'
    | 'human-edit'
    | 'edit-held'
    | 'file-not-written';
  readonly path: string;
  readonly detail: string;
}

export interface FileSyncOptions {
  readonly desk: FileStore;
  readonly knowledge: Knowledge;
  readonly projector: Projector;
  readonly clock: Clock;
  /** Asked anew with every look. */
  preset(): FilePreset;
  /** What a person wrote goes into the journal and to models: without secrets. */
  clean(text: string): string;
  /** Makes sure that the desk knows the space's folder. */
  learnFolder(workspace: SpaceId | null): Promise<void>;
  /** As the journal tells; true also while it is not known yet what ran while nobody looked. */
  wasAgentActive(stretch: { readonly since: number; readonly until: number }): Promise<boolean>;
  onReport(report: FileReport): void;
}

type Standing = Pick<FileVersion, 'version' | 'content'>;
type DiskText = DiskFile & { readonly state: 'text' };
type FoundChange = WaitingChange & Pick<DiskText, 'changedAt'>;

const NO_VERSION: Standing = { version: 0, content: '' };
/** The disk's refusals: reported, and tried again with the next look. */
const UNWRITABLE: ReadonlySet<string> = new Set(['write-failed', 'folder-unusable']);
/** An editor that saves again and again while we write: the next look goes on. */
const ROUNDS = 5;
const SAVE_MS = 100;
/** An editor may have been open since then. */
const VERSIONS_BACK = 10;

export class FileSync {
  readonly #options: FileSyncOptions;
  readonly #turn = new OneAtATime();
  readonly #ignored = new Set<MemoryFileRef['name']>();
  readonly #seen: SeenUnchanged;

  constructor(options: FileSyncOptions) {
    this.#options = options;
    this.#seen = new SeenUnchanged(options);
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
      const found = (await knowledge.foundEdits()).map(({ held }) => held.file);
      const known = [...(await knowledge.files()), ...(await knowledge.filesGoneOnDisk()), ...found];
      let areSettled = true;
      for (const { name, workspace } of [
        ...refsOf(this.#options.preset(), null),
        ...known.filter(({ workspace }) => workspace !== null),
      ])
        areSettled = (await this.#settleOne({ name, workspace })) && areSettled;
      if (areSettled) await this.#seen.keep();
    });
  }

  /** True when the file holds what it should. */
  async #settleOne(ref: MemoryFileRef, extent: 'all' | 'edits only' = 'all'): Promise<boolean> {
    await this.#options.learnFolder(ref.workspace);
    try {
      for (let round = 0; round < ROUNDS; round += 1) if (await this.#agree(ref, extent === 'all')) return true;
    } catch (error) {
      if (!(error instanceof CarryoverError) || !UNWRITABLE.has(error.code)) throw error;
      this.#report('file-not-written', ref, messageOf(error));
    }
    return false;
  }

  /** True when there is nothing left to do. */
  async #agree(ref: MemoryFileRef, mayWrite: boolean): Promise<boolean> {
    const { desk, knowledge } = this.#options;
    const wanted = await this.#wanted(ref);
    const disk = desk.read(ref);
    if (disk.state === 'unusable') this.#report('file-unusable', ref, disk.reason);
    const gone = await knowledge.goneLinesOnDisk(ref);
    if (gone !== undefined && disk.state === 'text' && disk.content !== wanted?.content)
      return !mayWrite || this.#overwrite(ref, wanted ?? NO_VERSION, disk, gone);
    if (wanted === undefined) {
      if (disk.state === 'text' && disk.content !== '') return this.#unknown(ref, disk);
      this.#seen.note(desk.path(ref), '');
      return true;
    }
    if (disk.state !== 'text') return !mayWrite || this.#write(ref, wanted, disk);
    if (disk.content === wanted.content && disk.exact) return this.#noted(ref, wanted);
    if (fileSpec(ref.name).owner === 'deploy') return !mayWrite || this.#putBack(ref, disk);
    if (disk.content === wanted.content || (await this.#isOurs(ref, disk.content)))
      return !mayWrite || this.#write(ref, wanted, disk);
    // An editor that saves in place empties the file first: what is empty now may be full in a moment.
    if (disk.content === '' && !(await this.#staysEmpty(ref))) return false;
    return this.#takeOver(ref, disk);
  }

  /** What the disk should hold: the newest version, with the change in it that waits there. */
  async #wanted(ref: MemoryFileRef): Promise<Standing | undefined> {
    const newest = await this.#options.knowledge.file(ref);
    const waiting = await this.#waiting(ref);
    if (newest === undefined && waiting === undefined) return undefined;
    const { version, content } = newest ?? NO_VERSION;
    return { version, content: textOnDisk(content, waiting) };
  }

  async #waiting({ name, workspace }: MemoryFileRef): Promise<FoundEdit['held'] | undefined> {
    const found = await this.#options.knowledge.foundEdits();
    return found.find(({ held: { file } }) => file.name === name && file.workspace === workspace)?.held;
  }

  /** The version on disk was forgotten: what a person has done to it since is taken over, and nothing else of it. */
  async #overwrite(ref: MemoryFileRef, wanted: Standing, disk: DiskText, gone: ReadonlySet<string>): Promise<boolean> {
    const isTheirs = fileSpec(ref.name).owner === 'curator';
    const edited = isTheirs ? editedSince(disk.content, wanted.content, gone) : undefined;
    if (edited === undefined) return this.#write(ref, wanted, disk, gone);
    const content = this.#options.clean(edited.content);
    const versions = await this.#options.knowledge.fileVersions(ref, VERSIONS_BACK);
    // Taken over before, and a crash kept us from writing what became of it.
    if (!versions.some((known) => known.content === content))
      await this.#keepEdit(ref, { ...edited, content, changedAt: disk.changedAt });
    return this.#write(ref, (await this.#wanted(ref)) ?? wanted, disk, gone);
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
    await this.#adopt(ref, disk);
    return this.#write(ref, (await this.#wanted(ref)) ?? NO_VERSION, disk);
  }

  /** Not yet written since the last deploy is no change of anybody's; the same change again is kept already. */
  async #putBack(ref: MemoryFileRef, disk: DiskText): Promise<boolean> {
    const { knowledge, clean } = this.#options;
    if (!(await this.#isOurs(ref, disk.content))) {
      const content = clean(disk.content);
      const isKept = ({ content: known }: FileVersion) => known === content;
      if (!(await knowledge.fileVersions(ref, VERSIONS_BACK)).some(isKept))
        await this.#record(ref, { before: (await knowledge.file(ref))?.content ?? '', content }, 'unknown');
      const kept = (await knowledge.fileVersions(ref, VERSIONS_BACK)).find(isKept);
      const where = kept === undefined ? '' : `; what stood there is version ${kept.version} of its history`;
      this.#report('locked-file-reverted', ref, `only \`carryover deploy\` changes it${where}`);
    }
    return this.#write(ref, (await knowledge.file(ref)) ?? NO_VERSION, disk);
  }

  /**
   * Whether the disk holds the version we last put there, or, when that is unknown, any we ever made; each with the change
   * that waits. Knowledge that was made anew without a secret knows none that holds it.
   */
  async #isOurs(ref: MemoryFileRef, content: string): Promise<boolean> {
    const { knowledge, desk } = this.#options;
    if (this.#seen.isLast(desk.path(ref), content)) return true;
    const waiting = await this.#waiting(ref);
    const onDisk = await knowledge.versionOnDisk(ref);
    const last = onDisk === undefined ? undefined : ((await knowledge.fileVersion(ref, onDisk)) ?? NO_VERSION);
    const versions = last === undefined ? await knowledge.fileVersions(ref, Number.MAX_SAFE_INTEGER) : [last];
    return versions.some((known) => textOnDisk(known.content, waiting) === content);
  }

  /** `gone` when the lines of what is overwritten must not come back. */
  async #write(ref: MemoryFileRef, wanted: Standing, disk: DiskFile, gone?: ReadonlySet<string>): Promise<boolean> {
    const { desk, knowledge } = this.#options;
    if (disk.state === 'absent' && wanted.content === '') return true;
    const wasThere = (await knowledge.versionOnDisk(ref)) !== undefined;
    faultPoint('before-file-write');
    const written = desk.write(ref, wanted.content, disk);
    if (written.outcome === 'changed') return false;
    faultPoint('after-file-write');
    if (disk.state === 'absent' && wasThere) this.#report('file-restored', ref, 'it had been deleted');
    if (written.aside !== null) this.#report('file-unusable', ref, `what stood there is now ${written.aside}`);
    await knowledge.noteOnDisk(ref, wanted.version);
    this.#seen.note(desk.path(ref), wanted.content);
    // Somebody wrote into the old file in the very moment it was replaced: their words are here, and count.
    if (written.overwritten?.state !== 'text') return true;
    const { content, changedAt } = written.overwritten;
    await this.#adopt(ref, {
      content: gone === undefined ? content : (editedSince(content, wanted.content, gone)?.content ?? wanted.content),
      changedAt,
    });
    return false;
  }

  async #noted(ref: MemoryFileRef, { version, content }: Standing): Promise<boolean> {
    const { knowledge, desk } = this.#options;
    if ((await knowledge.versionOnDisk(ref)) !== version) await knowledge.noteOnDisk(ref, version);
    this.#seen.note(desk.path(ref), content);
    return true;
  }

  async #adopt(ref: MemoryFileRef, { content, changedAt }: Pick<DiskText, 'content' | 'changedAt'>): Promise<void> {
    const { knowledge, clock, clean } = this.#options;
    const now = clock.now();
    const cleaned = clean(content);
    const onDisk = await knowledge.versionOnDisk(ref);
    const waiting = await this.#waiting(ref);
    const versions = (await knowledge.fileVersions(ref, VERSIONS_BACK)).map((version) =>
      version.version === onDisk ? { ...version, content: textOnDisk(version.content, waiting) } : version,
    );
    // Taken over before, and a crash or the disk kept us from writing what became of it.
    if (versions.some(({ version, content: known }) => version > (onDisk ?? version) && known === cleaned)) return;
    const before =
      versions.length === 0 ? (waiting?.content ?? '') : startedFrom({ versions, onDisk, content: cleaned, now });
    if (before !== cleaned) await this.#keepEdit(ref, { before, content: cleaned, changedAt });
  }

  async #keepEdit(file: MemoryFileRef, { changedAt, ...edit }: FoundChange): Promise<void> {
    const { knowledge, desk } = this.#options;
    const isLookedAt = file.workspace === null || (await knowledge.file(file)) !== undefined;
    const change = { path: desk.path(file), changedAt, isLookedAt };
    const isDoubtful = lineChanges(edit.before, edit.content).added.some(isRarelyWritten);
    const by = (await this.#seen.wasAgentAtWork(change)) ? 'unknown' : isDoubtful ? 'doubtful' : undefined;
    await this.#record(file, edit, by);
    if (by === undefined) this.#report('human-edit', file, 'taken over');
    else this.#report('edit-held', file, 'it waits for your word: see `carryover review`');
  }

  async #record(file: MemoryFileRef, edit: WaitingChange, by: 'unknown' | 'doubtful' | undefined): Promise<void> {
    const { projector, clock } = this.#options;
    const now = clock.now();
    await projector.record({
      kind: 'edit',
      id: newId<ActId>(now),
      ts: now,
      workspace: file.workspace,
      change: { kind: 'file', file, ...edit, ...(by === undefined ? {} : { by }) },
    });
  }

  #report(event: FileReport['event'], ref: MemoryFileRef, detail: string): void {
    this.#options.onReport({ event, path: this.#options.desk.path(ref), detail });
  }
}
