/**
 * The way into the journal for everything that is captured: ties records to their space, session and turn, applies the
 * last rules, and appends. Resolves after the commit: acknowledged means kept. What comes in here has been redacted.
 *
 * What an app hands in with one request is one turn of it: marked with the app, in the app's space, and never the user's
 * own voice, because an automation wrote it. It can add to no session and no record of anybody else. The same holds for
 * what a client tells of an app's session; such a session is the app's for good, also where nobody shows its token.
 */

import type { Journal } from '../journal/journal.ts';
import type { AppendResult } from '../journal/sqlite/append.ts';
import { APP_MARK, appOf } from '../memory/app.ts';
import { CarryoverError } from '../memory/error.ts';
import {
  type AppId,
  deriveId,
  isOutsideId,
  isTimed,
  newId,
  type RecordId,
  type SessionId,
  type SpaceId,
  type TurnId,
} from '../memory/ids.ts';
import { sourceOfPrompt } from '../memory/kept-segments.ts';
import type { JsonObject, MemoryRecord, RecordType } from '../memory/record.ts';
import { withSensitiveTag } from '../memory/sensitivity.ts';
import type { Session } from '../memory/session.ts';
import type { SourceClass } from '../memory/source.ts';
import { COUNTED_SESSION } from '../memory/telling.ts';
import type { Turn } from '../memory/turn.ts';
import { Breather } from '../platform/breathe.ts';
import type { Clock } from '../platform/clock.ts';
import { closeEnded, withTurns } from './api-turns.ts';
import type { BytesReader } from './bytes-reader.ts';
import type { CapturedEvent, RecordDraft } from './captured-event.ts';
import { type KeepRules, keptContent, markerLinesOf, originsIn } from './content-policy.ts';
import type { AppOrigin, RecordInput } from './record-input.ts';
import { type RecordsRead, recordReading } from './record-reading.ts';
import { asStoredBefore, type ToldRecord } from './reread.ts';
import { ShownBefore } from './shown-before.ts';
import type { ResolvedSpace, SpaceDirectory } from './space-directory.ts';
import { isInside } from './space-locator.ts';
import type { CaptureTally } from './tally.ts';
import { Remembered } from './ttl-cache.ts';

/** About ten milliseconds of storing. */
const PART_RECORDS = 200;

export interface IntakeOptions {
  readonly journal: Journal;
  readonly spaces: SpaceDirectory;
  readonly reader: Pick<BytesReader, 'read'>;
  readonly clock: Clock;
  readonly tally: CaptureTally;
  readonly redactionKey: string;
  /** D-062: `space` keeps no file content from outside the project. */
  readonly paths: 'space' | 'all';
  /** The journal has something new: these, and nothing that it had already. */
  onStored?(records: readonly MemoryRecord[]): void;
  /** A turn of what a program handed in has a new revision. */
  onClosed?(turn: Turn): void;
}

export interface StoredEvent extends AppendResult {
  /** What its records are stored under, in the order of its drafts. */
  readonly ids: readonly RecordId[];
  readonly workspace: SpaceId | null;
  /** Of an event that begins or ends a turn; null when there is none. */
  readonly turnId: TurnId | null;
}

export class Intake {
  readonly #options: IntakeOptions;
  readonly #sessions: Remembered<SessionPlace>;
  readonly #shown: ShownBefore;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#shown = new ShownBefore(options.journal, options.clock);
    this.#sessions = new Remembered(options.clock);
  }

  /** The space that an event of this session is kept in. */
  async workspaceOf(event: SessionOf): Promise<SpaceId | null> {
    return workspaceOf(event, await this.#placeOf(event));
  }

  async event(event: CapturedEvent): Promise<StoredEvent> {
    const { journal, clock, redactionKey, paths } = this.#options;
    const { cwd } = event;
    const place = await this.#placeOf(event);
    const { resolved } = place;
    const app = event.app?.app ?? place.app;
    const workspace = workspaceOf(event, place);
    const rules = {
      redactionKey,
      isInside: (path: string) =>
        paths === 'all' || resolved === undefined || isInside(resolved.located, path, cwd ?? '/'),
    };
    const breather = new Breather(clock);
    const taken: ToldRecord[] = [];
    for (const given of event.drafts) {
      const at = { sessionId: event.sessionId, workspace };
      // Nobody types in an app's session.
      const isTyped = given.type === 'prompt' && app === undefined;
      const marked = isTyped ? await this.#shown.marked(given, at, taken) : given;
      // Digests of who said what in it were made for other segments.
      const draft = marked === given ? given : { ...marked, origins: undefined };
      const record = toRecord(draft, at, rules);
      taken.push({ ...(app === undefined ? record : markedAs(app, record)), telling: draft.telling });
      await breather.breathe();
    }
    // A client that does not say which prompt an event belongs to: then as for what a program hands in.
    const placed = taken.some(isWithoutTurn) ? await withTurns(taken, journal, breather) : taken;
    const told: { readonly record: ToldRecord; readonly isForgotten: boolean }[] = [];
    for (const record of placed) {
      const stored = await asStoredBefore(record, journal);
      told.push({ record: stored ?? record, isForgotten: stored === undefined });
    }
    const records = told.flatMap(({ record, isForgotten }) => (isForgotten ? [] : [record]));
    const result = await journal.append({ sessions: [sessionOf(event, workspace, app)], records });
    const given = (result.ids ?? records.map(({ id }) => id)).values();
    const ids = told.map(({ record, isForgotten }) => (isForgotten ? record.id : (given.next().value ?? record.id)));
    this.#stored(
      told.map(({ record }, index) => ({ ...record, id: ids[index] ?? record.id })),
      result,
    );
    await this.#shown.saw(event.drafts);
    return { ...result, ids, workspace, turnId: await this.#turnOf(event, told[0]?.record, ids[0]) };
  }

  /** The turn that the event is stored in; known by itself where the client names it. */
  async #turnOf(
    { sessionId, at, drafts, signal }: CapturedEvent,
    record: MemoryRecord | undefined,
    id: RecordId | undefined,
  ): Promise<TurnId | null> {
    const { journal } = this.#options;
    if (signal.kind !== 'turn-started' && signal.kind !== 'turn-ended') return null;
    if (signal.turnId !== null) return signal.turnId;
    if (record === undefined || id === undefined) return (await journal.turnUnderWay(sessionId, at))?.id ?? null;
    // Told before by another channel: it is where that one put it.
    return drafts[0]?.turnId ?? (await journal.record(id))?.turnId ?? record.turnId;
  }

  #stored(records: readonly MemoryRecord[], result: AppendResult): void {
    this.#options.tally.stored(result);
    const inserted = new Set(result.inserted);
    this.#options.onStored?.(records.filter(({ id }) => inserted.has(id)));
  }

  /** A space is gone: where sessions belong is asked anew. */
  forgetSpaces(): void {
    this.#options.spaces.forgetAll();
    this.#sessions.clear();
  }

  /** A session belongs to the project it began in, wherever its agent goes afterwards. */
  #placeOf({ sessionId, cwd, app }: SessionOf): Promise<SessionPlace> {
    const { journal, spaces } = this.#options;
    return this.#sessions.get(sessionId, async () => {
      const session = await journal.session(sessionId);
      const start = session?.cwd ?? cwd;
      // It stays there when another repository comes to that path; one that was forgotten is nobody's project any more.
      const began = session?.workspace == null ? undefined : (await journal.space(session.workspace))?.id;
      return {
        began,
        resolved: start === null ? undefined : await spaces.resolve(start),
        app: session === undefined ? app?.app : appOfSession(session),
      };
    });
  }

  /** What a program hands in, cleaned; its form is still to be checked. */
  async read(bytes: Buffer): Promise<RecordsRead> {
    const { reader, tally } = this.#options;
    const read = await reader.read(recordReading, bytes, null, { way: 'record', id: () => '' });
    if ('unread' in read) {
      throw new CarryoverError(`these records cannot be read: their ${read.unread.bytes} bytes ${read.unread.reason}`, {
        code: 'invalid-input',
        hint: 'nothing of them was stored; send them in other parts',
      });
    }
    for (const { findings } of read.result.entries) tally.cleaned(findings);
    if (!read.result.entries.some(({ secretName }) => secretName)) return read.result;
    throw new CarryoverError('an id, session or workspace looks like a secret', {
      code: 'invalid-input',
      hint: 'they are stored as they are: give others, or add the value to redaction.allow',
    });
  }

  /** Records handed in by a program, read and cleaned; order is kept, and so is an id that is given. */
  async records(
    inputs: readonly RecordInput[],
    origin?: AppOrigin,
  ): Promise<AppendResult & { readonly ids: readonly RecordId[] }> {
    const { journal, clock, onClosed } = this.#options;
    const sessions = new Map<SessionId, Session>();
    const taken: MemoryRecord[] = [];
    const breather = new Breather(clock);
    for (const input of inputs) {
      await breather.breathe();
      const given = await this.#fromInput(input, origin, sessions);
      const record =
        origin === undefined
          ? await this.#asStored(await this.#ofPerson(given, taken), input)
          : await this.#ofApp(given, taken, origin);
      taken.push(record);
      sessions.set(record.sessionId, {
        id: record.sessionId,
        client: 'api',
        workspace: record.workspace,
        cwd: null,
        startedAt: record.ts,
        metadata: origin === undefined ? {} : { app: origin.app },
      });
    }
    const records = origin === undefined ? await withTurns(taken, journal, breather) : taken;
    const result = await this.#appendParts([...sessions.values()], records);
    this.#stored(records, result);
    const closed = await (origin === undefined ? closeEnded(records, journal, clock.now()) : this.#closeTurns(records));
    for (const turn of closed) onClosed?.(turn);
    return { ...result, ids: records.map(({ id }) => id) };
  }

  /** One piece of work holds the thread until it is done: many records are several. */
  async #appendParts(sessions: readonly Session[], records: readonly MemoryRecord[]): Promise<AppendResult> {
    const parts: AppendResult[] = [];
    for (let from = 0; from < records.length; from += PART_RECORDS) {
      const part = records.slice(from, from + PART_RECORDS);
      const named = new Set(part.map(({ sessionId }) => sessionId));
      parts.push(
        await this.#options.journal.append({ sessions: sessions.filter(({ id }) => named.has(id)), records: part }),
      );
    }
    return {
      inserted: parts.flatMap(({ inserted }) => inserted),
      duplicates: parts.flatMap(({ duplicates }) => duplicates),
      erased: parts.flatMap(({ erased }) => erased),
    };
  }

  /** `before` are those of the same request. */
  async #ofPerson(given: MemoryRecord, before: readonly MemoryRecord[]): Promise<MemoryRecord> {
    const marked = given.type === 'prompt' ? await this.#shown.marked(given, given, before) : given;
    if (marked === given) return given;
    return { ...marked, metadata: { ...marked.metadata, ...markerLinesOf(marked) } };
  }

  /** Sent again, it is where it was: so is what came with it. */
  async #asStored(given: MemoryRecord, { id }: RecordInput): Promise<MemoryRecord> {
    const stored = id === undefined ? undefined : await this.#options.journal.record(given.id);
    if (stored?.sessionId !== given.sessionId || stored.turnId === null || !isTimed(stored.turnId)) return given;
    return { ...given, ts: stored.ts, turnId: stored.turnId };
  }

  /** `before` are those of the same request. */
  async #ofApp(given: MemoryRecord, before: readonly MemoryRecord[], { app }: AppOrigin): Promise<MemoryRecord> {
    const { journal } = this.#options;
    const { id, sessionId } = given;
    const [session, known] = await Promise.all([journal.session(sessionId), journal.record(id)]);
    if ((session !== undefined && session.metadata.app !== app) || (known !== undefined && appOf(known) !== app)) {
      throw new CarryoverError('this session or record is not of the app', {
        code: 'forbidden',
        hint: 'give ids of its own, or leave them out',
      });
    }
    const first = before.find((record) => record.sessionId === sessionId)?.id ?? id;
    return {
      ...given,
      turnId: deriveId<TurnId>('app-turn', sessionId, first),
      source: sourceOfApp(given.type),
      metadata: { ...given.metadata, [APP_MARK]: app },
    };
  }

  async #closeTurns(records: readonly MemoryRecord[]): Promise<readonly Turn[]> {
    const { journal, clock } = this.#options;
    const closed: Turn[] = [];
    for (const id of new Set(records.map(({ turnId }) => turnId))) {
      const turn = id === null ? undefined : await journal.closeTurn(id, 'stop', clock.now());
      if (turn !== undefined) closed.push(turn);
    }
    return closed;
  }

  async #fromInput(
    input: RecordInput,
    origin: AppOrigin | undefined,
    sessions: ReadonlyMap<string, Session>,
  ): Promise<MemoryRecord> {
    const now = this.#options.clock.now();
    const session = origin === undefined ? input.session_id : sessionOfApp(origin.app, input.session_id);
    for (const id of [input.id, session]) {
      if (id === undefined || isOutsideId(id)) continue;
      throw new CarryoverError('an id is 1 to 200 letters, digits or printable ASCII characters, without spaces', {
        code: 'invalid-input',
      });
    }
    const { content, tags = [], tool = null, path = null, metadata = {} } = input;
    const workspace =
      origin === undefined ? await this.#spaceOfPerson(input, sessions) : await this.#spaceOfApp(input, origin);
    return {
      content,
      tool,
      path,
      metadata,
      source: sourceOfRole(input.type, metadata),
      tags: withSensitiveTag(input.type, content, tags),
      id: (input.id ?? newId(now)) as RecordId,
      ts: input.ts ?? now,
      type: input.type,
      sessionId: (session ?? `api-${workspace ?? 'user'}`) as SessionId,
      workspace,
      turnId: null,
    };
  }

  /** A record that names no workspace belongs where its session does; `sessions` are those of the same request. */
  async #spaceOfPerson(
    { workspace, session_id: id }: RecordInput,
    sessions: ReadonlyMap<string, Session>,
  ): Promise<SpaceId | null> {
    if (workspace !== undefined) return this.#spaceNamed(workspace);
    if (id === undefined) return null;
    const session = (await this.#options.journal.session(id as SessionId)) ?? sessions.get(id);
    return session?.workspace ?? null;
  }

  async #spaceNamed(workspace: string): Promise<SpaceId> {
    const space = await this.#options.spaces.named(workspace);
    if (space !== undefined) return space;
    throw new CarryoverError(`unknown workspace "${workspace}"`, {
      code: 'invalid-input',
      hint: 'give the absolute path of a folder, the id of a space, or a plain name (letters, digits, . _ -)',
    });
  }

  async #spaceOfApp({ workspace }: RecordInput, { app, space }: AppOrigin): Promise<SpaceId> {
    if ((await this.#options.journal.space(space)) === undefined) {
      throw new CarryoverError("the app's space was forgotten", {
        code: 'forbidden',
        hint: `\`carryover app remove ${app}\`, then \`carryover app add ${app}\` in the project it belongs to now`,
      });
    }
    if (workspace === undefined || (await this.#options.spaces.known(workspace)) === space) return space;
    throw new CarryoverError("this is not the app's space", {
      code: 'forbidden',
      hint: 'leave `workspace` out: an app is bound to one space',
    });
  }
}

function isWithoutTurn({ type, turnId }: MemoryRecord): boolean {
  return turnId === null && type !== 'event';
}

type SessionOf = Pick<CapturedEvent, 'sessionId' | 'cwd' | 'app'>;

interface SessionPlace {
  /** The project that the session is known to be of. */
  readonly began: SpaceId | undefined;
  readonly resolved: ResolvedSpace | undefined;
  /** Whose session it is, when it is an app's. */
  readonly app: AppId | undefined;
}

function workspaceOf({ app }: SessionOf, { began, resolved }: SessionPlace): SpaceId | null {
  return app?.space ?? began ?? resolved?.space.id ?? null;
}

function appOfSession({ metadata }: Session): AppId | undefined {
  return appOf({ metadata: { [APP_MARK]: metadata.app ?? null } });
}

function markedAs(app: AppId, record: MemoryRecord): MemoryRecord {
  const source = record.source === 'file' ? record.source : sourceOfApp(record.type);
  return { ...record, source, metadata: { ...record.metadata, [APP_MARK]: app } };
}

/** Under its own name whatever it is called: no app can take the id that another one, or the user, would use. */
function sessionOfApp(app: AppId, given: string | undefined): string {
  const own = `app-${app}`;
  return given === undefined || given === own || given.startsWith(`${own}~`) ? (given ?? own) : `${own}~${given}`;
}

/** Who hands it in with the owner's token is believed who said it. */
function sourceOfRole(type: RecordType, metadata: JsonObject): SourceClass {
  if (type === 'prompt') return sourceOfPrompt(metadata);
  return type === 'assistant' || type === 'tool_use' ? 'assistant' : 'tool';
}

function sourceOfApp(type: RecordType): SourceClass {
  return type === 'tool_result' || type === 'error' ? 'tool' : 'assistant';
}

function toRecord(
  draft: RecordDraft,
  place: Pick<MemoryRecord, 'sessionId' | 'workspace'>,
  rules: KeepRules,
): MemoryRecord {
  const content = keptContent(draft, rules);
  const { fileContent: _, telling: _telling, leftOut: _leftOut, words: _words, origins, ...record } = draft;
  const { workspace } = place;
  const digests = origins?.workspace === workspace ? origins.digests : originsIn(draft, workspace, rules);
  const metadata = { ...record.metadata, ...markerLinesOf(draft), ...digests };
  const tags = withSensitiveTag(record.type, content, record.tags);
  return { ...record, ...place, content, tags, metadata };
}

function sessionOf(event: CapturedEvent, workspace: SpaceId | null, app: AppId | undefined): Session {
  return {
    id: event.sessionId,
    client: event.client,
    workspace,
    cwd: event.cwd,
    startedAt: event.at,
    metadata: {
      ...COUNTED_SESSION,
      ...(event.transcriptPath === null ? {} : { transcript_path: event.transcriptPath }),
      ...(isTakenUp(event) ? { read_from: event.at } : {}),
      ...(event.run === undefined ? {} : { run: event.run.id, tier: event.run.tier }),
      ...(app === undefined ? {} : { app }),
    },
  };
}

/**
 * A session that we first meet when it is resumed or forked has a past that is not ours to keep: it ran unseen, before
 * we were there, or in the session it was forked from. Its transcript is read from now on. (Known sessions keep the row
 * they have, so this never cuts off a gap.)
 */
function isTakenUp({ signal }: CapturedEvent): boolean {
  return signal.kind === 'session-started' && (signal.source === 'resume' || signal.source === 'fork');
}
