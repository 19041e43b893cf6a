/**
 * Empties the text of records that are past their time (D-016) and keeps what evidence and trust need of them; of what
 * was read or written in a file a short piece stays (D-015). Before that, what came of them is kept as a checkpoint, so
 * that a rebuild needs their text no more. Never: what is pinned, what a pinned learning rests on, and what bears a time
 * from before there was anything to record. A turn that no curator has read yet gets another month to be read.
 *
 * Small steps with pauses between, so that captures hardly wait. Cut off at any moment, the next sweep goes on: a note
 * says whether words may be left in logs, indexes or copies. By itself it sweeps once a day, because what follows a sweep
 * (a checkpoint, the index, a new copy of the journal) costs the same for one record as for a thousand.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Projector } from '../../curator/projector.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { type ActId, newId, type SpaceId, type TurnId } from '../../memory/ids.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { Breather } from '../../platform/breathe.ts';
import type { Clock } from '../../platform/clock.ts';
import { checkpointScopes } from '../checkpoint-scopes.ts';
import { ClockWatch } from './clock-watch.ts';
import type { RetentionPolicy } from './policy.ts';
import { readSweepNote, type SweepNote, writeSweepNote } from './sweep-note.ts';

export interface RetentionOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly projector: Pick<Projector, 'recordFrom'>;
  readonly clock: Clock;
  /** Where the last time that was believed is kept. */
  readonly clockFile: string;
  /** Where it is noted how far the last sweep came. */
  readonly noteFile: string;
  policy(): Promise<RetentionPolicy>;
  hash(content: string): string;
  /** What was emptied must be nowhere else: index, rendered blocks, copies of the journal. Called again when it fails. */
  onEmptied(): Promise<void>;
  /** Writes the journal's file anew, aside; what is to be stored waits, and hooks spool what waits too long. */
  compact(): Promise<void>;
  onError(error: unknown): void;
}

export interface SpaceSweep {
  readonly workspace: SpaceId | null;
  readonly days: number | 'off';
  /** Records whose text goes. */
  readonly expired: number;
  /** Records past their time that stay as they are. */
  readonly pinned: number;
  readonly uncurated: number;
}

export type SweepProgress = (emptied: number) => void;

const LOOK_EVERY_MS = 60 * 60_000;
const FIRST_LOOK_MS = 60_000;
/** A little less, so that it does not come later every day. */
const BETWEEN_SWEEPS_MS = 23.5 * 60 * 60_000;
/** About what one step may hold up others for. */
const STEP_MS = 4;
const PAUSE_SHARE = 3;
/** About a millisecond to empty. */
const PAGE = 12;
const TURNS_KNOWN = 4_000;
const SHRINK_STEP_MS = 5;
/** Since the last record: then nobody is at work. */
const QUIET_MS = 10 * 60_000;
const SNIPPET_CHARS = 200;
/** What waits for a curator stays this much longer, and no more. */
const UNREAD_GRACE_MS = 30 * 24 * 60 * 60_000;
/** No agent wrote anything down before it: a record from then has a broken clock's time. */
const FIRST_POSSIBLE = Date.UTC(2020, 0, 1);
const NOTHING_EMPTIED: Omit<SweepNote, 'sweptAt' | 'isFinished'> = { emptiedAt: null, emptied: 0 };
const ARTIFACTS: ReadonlySet<StoredRecord['type']> = new Set(['tool_use', 'tool_result']);

export class Retention {
  readonly #options: RetentionOptions;
  readonly #watch: ClockWatch;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<unknown> | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: RetentionOptions) {
    this.#options = options;
    this.#watch = new ClockWatch(options.clockFile, options.clock);
  }

  start(): void {
    const look = (delayMs: number) => {
      this.#timer = setTimeout(() => {
        this.#looking = this.#look().finally(() => this.#stopped || look(LOOK_EVERY_MS));
      }, delayMs).unref();
    };
    look(FIRST_LOOK_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#sweeping?.catch(() => undefined);
    await this.#looking;
  }

  /** What a sweep at this moment would empty. */
  async preview(now: number = this.#options.clock.now()): Promise<readonly SpaceSweep[]> {
    const policy = await this.#options.policy();
    const sweeps: SpaceSweep[] = [];
    for (const workspace of await this.#spaces()) {
      const sweep = { workspace, days: policy.daysOf(workspace), expired: 0, pinned: 0, uncurated: 0 };
      for await (const { expired, pinned, uncurated } of this.#pages(workspace, policy, now)) {
        sweep.expired += expired.length;
        sweep.pinned += pinned;
        sweep.uncurated += uncurated;
      }
      sweeps.push(sweep);
    }
    return sweeps;
  }

  /** Resolves to how many records were emptied. One sweep at a time: a second waits for the first. */
  sweep(now: number, onProgress: SweepProgress = () => undefined): Promise<number> {
    const run = (this.#sweeping ?? Promise.resolve()).catch(() => undefined).then(() => this.#sweep(now, onProgress));
    this.#sweeping = run;
    return run;
  }

  async #look(): Promise<void> {
    try {
      const now = this.#watch.look();
      if (now !== undefined && this.#isTime(now)) await this.sweep(now);
      if (now !== undefined && !this.#stopped) await this.#compactWhenQuiet(now);
    } catch (error) {
      if (!this.#stopped) this.#options.onError(error);
    }
  }

  /** A page keeps pieces of rows that were moved in it until the file is written anew: when nobody is at work. */
  async #compactWhenQuiet(now: number): Promise<void> {
    const { noteFile, journal } = this.#options;
    const note = readSweepNote(noteFile);
    if (note?.isFinished !== true || note.isCompact !== false) return;
    const { lastRecordAt } = await journal.counts();
    if (lastRecordAt !== null && now - lastRecordAt < QUIET_MS) return;
    await this.#options.compact();
    await journal.settleDisk();
    writeSweepNote(noteFile, { ...note, isCompact: true });
  }

  #isTime(now: number): boolean {
    const note = readSweepNote(this.#options.noteFile);
    return note === undefined || !note.isFinished || Math.abs(now - note.sweptAt) >= BETWEEN_SWEEPS_MS;
  }

  async #sweep(now: number, onProgress: SweepProgress): Promise<number> {
    const { noteFile, journal } = this.#options;
    const policy = await this.#options.policy();
    const touched: (SpaceId | null)[] = [];
    for (const workspace of await this.#spaces())
      if (await this.#hasExpired(workspace, policy, now)) touched.push(workspace);
    const before = readSweepNote(noteFile);
    const wasCutOff = before?.isFinished === false;
    if (touched.length === 0 && !wasCutOff) {
      writeSweepNote(noteFile, { ...NOTHING_EMPTIED, ...before, sweptAt: now, isFinished: true });
      return 0;
    }
    const note = { sweptAt: now, emptiedAt: now, emptied: wasCutOff ? before.emptied : 0, isFinished: false };
    writeSweepNote(noteFile, note);
    if (touched.length > 0) await this.#checkpoint(touched);
    const emptied = await this.#emptyAll(touched, policy, now, onProgress);
    writeSweepNote(noteFile, { ...note, emptied: note.emptied + emptied });
    if (this.#stopped) return emptied;
    await journal.settleDisk();
    while (!this.#stopped && (await journal.shrink(SHRINK_STEP_MS))) await sleep(SHRINK_STEP_MS * PAUSE_SHARE);
    if (this.#stopped) return emptied;
    await this.#options.onEmptied();
    writeSweepNote(noteFile, { ...note, emptied: note.emptied + emptied, isFinished: true, isCompact: false });
    return emptied;
  }

  async #emptyAll(
    touched: readonly (SpaceId | null)[],
    policy: RetentionPolicy,
    now: number,
    onProgress: SweepProgress,
  ): Promise<number> {
    const { journal, clock } = this.#options;
    let emptied = 0;
    for (const workspace of touched)
      for await (const { expired } of this.#pages(workspace, policy, now)) {
        if (this.#stopped) return emptied;
        if (expired.length === 0) continue;
        const began = clock.elapsed();
        await journal.emptyRecords(
          expired.map((record) => ({
            id: record.id,
            contentHash: this.#options.hash(record.content),
            snippet: snippetOf(record),
          })),
        );
        emptied += expired.length;
        onProgress(emptied);
        await sleep(Math.max(STEP_MS, PAUSE_SHARE * (clock.elapsed() - began)));
      }
    return emptied;
  }

  async #hasExpired(workspace: SpaceId | null, policy: RetentionPolicy, now: number): Promise<boolean> {
    for await (const { expired } of this.#pages(workspace, policy, now)) if (expired.length > 0) return true;
    return false;
  }

  async *#pages(workspace: SpaceId | null, policy: RetentionPolicy, now: number) {
    const before = policy.cutoff(workspace, now);
    if (before === undefined) return;
    const { journal, knowledge, clock } = this.#options;
    const curated = new Map<TurnId, boolean>();
    const breather = new Breather(clock);
    // What is older bears a broken clock's time.
    for (let after: Pick<StoredRecord, 'ts' | 'seq'> = { ts: FIRST_POSSIBLE, seq: 0 }; ; ) {
      await breather.breathe();
      const page = await journal.agedRecords({ workspace, before, after, limit: PAGE });
      const last = page.at(-1);
      if (last === undefined) return;
      after = last;
      const ids = page.map(({ id }) => id);
      const marks = await knowledge.recordMarks(ids);
      const { learnings } = await knowledge.restingOn(ids);
      const held = new Set(learnings.filter(({ pinned }) => pinned).flatMap(({ evidence }) => evidence));
      const free = page.filter(({ id }) => !held.has(id) && marks.get(id)?.pinned !== true);
      const expired: StoredRecord[] = [];
      for (const record of free)
        if (record.ts < before - UNREAD_GRACE_MS || (await this.#isRead(record, curated))) expired.push(record);
      yield { expired, pinned: page.length - free.length, uncurated: free.length - expired.length };
    }
  }

  async #isRead({ turnId }: StoredRecord, known: Map<TurnId, boolean>): Promise<boolean> {
    if (turnId === null) return true;
    const before = known.get(turnId);
    if (before !== undefined) return before;
    const isRead = (await this.#options.knowledge.curatedRevision(turnId)) !== undefined;
    if (known.size > TURNS_KNOWN) known.clear();
    known.set(turnId, isRead);
    return isRead;
  }

  async #checkpoint(touched: readonly (SpaceId | null)[]): Promise<void> {
    const { knowledge, projector, clock } = this.#options;
    const scopes = await checkpointScopes(touched, await this.#spaces(), knowledge);
    await projector.recordFrom(async () => {
      const ts = clock.now();
      const state = await knowledge.scopeState(scopes);
      return { kind: 'checkpoint', id: newId<ActId>(ts), ts, workspace: null, cause: 'retention', scopes, state };
    });
  }

  async #spaces(): Promise<readonly (SpaceId | null)[]> {
    return [null, ...(await this.#options.journal.spaceIds())];
  }
}

/** Of a file or an output enough to recognise it by. */
function snippetOf({ type, path, content }: StoredRecord): string {
  if (!ARTIFACTS.has(type) || path === null) return '';
  return content.length <= SNIPPET_CHARS ? content : `${content.slice(0, SNIPPET_CHARS).toWellFormed()}…`;
}
