/**
 * What a run's agent says while it runs, message by message as its client prints it (stream-json), read and redacted. Markers are
 * taken from what the assistant says and from nothing else; one that only repeats what a tool or a person gave it is none.
 * Events and uses of limited actions are kept at once; memories are only told here, and learned when the turn closes.
 *
 * The messages themselves are kept only where the client's hooks are silent: whether they are is decided at the first
 * message that somebody said, because hooks tell of a session before that, and kept with the session. Nothing is held but
 * what repeats and floods are found by, so a daemon that starts anew goes on where the last one stopped; a message that comes twice is
 * one, by the ids the client gave it.
 */
import type { CapturedEvent, RecordDraft } from '../capture/captured-event.ts';
import type { Intake } from '../capture/ingest.ts';
import type { CaptureTally } from '../capture/tally.ts';
import { CLIENT as CLAUDE_CODE } from '../clients/claude-code/hook-event.ts';
import { toolUseRecordId, turnIdOf } from '../clients/claude-code/record-ids.ts';
import type { StreamMessageRead } from '../clients/claude-code/stream-reading.ts';
import { commandOf, handlesFileContent } from '../clients/claude-code/tool-text.ts';
import { type OpenCall, readTranscriptLine } from '../clients/claude-code/transcript-line.ts';
import { sessionEchoes } from '../curator/copied-markers.ts';
import type { HeardMarker, RunSummary } from '../http/runs-api.ts';
import type { Journal } from '../journal/journal.ts';
import { deriveId, type RecordId, type SessionId, type TurnId } from '../memory/ids.ts';
import { type Fields, isObject, text } from '../memory/json-guards.ts';
import { type Marker, markersIn, withoutFlood } from '../memory/marker.ts';
import { MarkerEchoes } from '../memory/marker-echoes.ts';
import type { Clock } from '../platform/clock.ts';
import { type CooldownUses, MOST_USES_OF_RUN, nameOf, useMetadata } from './cooldown-uses.ts';
import {
  eventDraft,
  heardId,
  namedId,
  type Run,
  saidDraft,
  startId,
  startMetadata,
  startText,
  type Use,
  useId,
} from './run-events.ts';

export interface RunStreamOptions {
  readonly journal: Pick<Journal, 'record' | 'session' | 'textsHolding' | 'markerLines'>;
  readonly intake: Pick<Intake, 'event'>;
  readonly cooldowns: CooldownUses;
  readonly tally: Pick<CaptureTally, 'cleaned'>;
  readonly clock: Clock;
  /** Takes in what hooks have told while nobody listened. */
  drain(): Promise<void>;
}

/** A use, and the last line of a message that told of it. */
interface CountedUse {
  readonly use: Use;
  readonly id: RecordId;
}

type Capture = Exclude<RunSummary['capturedBy'], 'nothing'>;

/** What was read lately: a line is repeated soon, or it is in the journal. */
const READ_CHARS = 500_000;

export class RunStream {
  readonly #run: Run;
  readonly #options: RunStreamOptions;
  readonly #captures = new Map<SessionId, Capture>();
  readonly #read: MarkerEchoes[] = [];
  /** Lines that told of a use. */
  readonly #uses = new Set<RecordId>();
  #flood: 'new' | 'told' | undefined;
  #lastAt = 0;

  constructor(run: Run, options: RunStreamOptions) {
    this.#run = run;
    this.#options = options;
  }

  async hear({ type, sessionId, line, findings }: StreamMessageRead): Promise<readonly HeardMarker[]> {
    const at = this.now();
    this.#options.tally.cleaned(findings);
    const value = { ...line, timestamp: new Date(at).toISOString() };
    if ((await this.#captureOf(sessionId)) === 'stream') await this.#keep(value, sessionId, at);
    const blocks = blocksOf(value);
    if (type === 'user') this.#remember(blocks);
    return type === 'user' ? [] : this.#markers(value, blocks, sessionId, at);
  }

  /** Whose word the session is kept by; undefined when it never said anything. */
  async captureOf(sessionId: SessionId): Promise<Capture | undefined> {
    const known = this.#captures.get(sessionId);
    if (known !== undefined) return known;
    const mark = await this.#options.journal.record(startId(this.#run.id, sessionId));
    const capture = mark?.metadata.capture;
    return capture === 'hooks' || capture === 'stream' ? capture : undefined;
  }

  turnOf(sessionId: SessionId): TurnId {
    return turnIdOf(sessionId, this.#run.id);
  }

  /** An event of the run, in the session it is about. */
  async note(sessionId: SessionId, drafts: readonly RecordDraft[], client = this.#client): Promise<void> {
    const { id, tier, cwd, app } = this.#run;
    await this.#options.intake.event({
      client,
      sessionId,
      cwd,
      transcriptPath: null,
      at: this.#lastAt || this.now(),
      run: { id, tier },
      ...(app === undefined ? {} : { app }),
      drafts,
      signal: { kind: 'none' },
    } satisfies CapturedEvent);
  }

  get #client(): string {
    return this.#run.program === 'claude' ? CLAUDE_CODE : 'stream-json';
  }

  /** Never the same twice: within a turn the order of time is the order of what was said. */
  now(): number {
    this.#lastAt = Math.max(this.#options.clock.now(), this.#lastAt + 1);
    return this.#lastAt;
  }

  async #captureOf(sessionId: SessionId): Promise<Capture> {
    const known = await this.captureOf(sessionId);
    const capture = known ?? (await this.#decide(sessionId));
    this.#captures.set(sessionId, capture);
    return capture;
  }

  async #decide(sessionId: SessionId): Promise<Capture> {
    const { journal, drain } = this.#options;
    await drain();
    const session = await journal.session(sessionId);
    const capture = (session?.lastRecordAt ?? 0) >= this.#run.startedAt ? 'hooks' : 'stream';
    const { startedAt } = this.#run;
    await this.note(sessionId, [
      eventDraft(startId(this.#run.id, sessionId), startedAt, startText(this.#run), {
        ...startMetadata(this.#run),
        capture,
      }),
      eventDraft(heardId(sessionId), startedAt, 'its stream is heard', { event: 'run-heard', run: this.#run.id }),
    ]);
    return capture;
  }

  async #keep(line: Fields, sessionId: SessionId, at: number): Promise<void> {
    const openCalls: Record<string, OpenCall> = {};
    for (const { type, tool_use_id: id } of blocksOf(line))
      if (type === 'tool_result') openCalls[text(id)] = await this.#callOf(sessionId, text(id));
    const { drafts } = readTranscriptLine(line, sessionId, { promptId: this.#run.id, openCalls });
    if (drafts.length > 0)
      await this.note(
        sessionId,
        drafts.map((draft) => ({ ...draft, ts: at })),
      );
  }

  /** Asked of the journal, so that nothing has to be held while a call runs. */
  async #callOf(sessionId: SessionId, toolUseId: string): Promise<OpenCall> {
    const call = await this.#options.journal.record(toolUseRecordId(sessionId, toolUseId));
    const { tool, path, content } = { tool: 'unknown', path: null, content: '', ...call };
    const name = tool ?? 'unknown';
    const fileContent = handlesFileContent(name, { path: path ?? '' });
    return { tool: name, path, fileContent, ...commandOf(name, { command: content }) };
  }

  #remember(blocks: readonly Fields[]): void {
    this.#read.push(...blocks.map((block) => new MarkerEchoes([stringsIn(block).join('\n')])));
    let chars = this.#read.reduce((sum, one) => sum + one.chars, 0);
    while (chars > READ_CHARS && this.#read.length > 1) chars -= this.#read.shift()?.chars ?? 0;
  }

  async #markers(
    line: Fields,
    blocks: readonly Fields[],
    sessionId: SessionId,
    at: number,
  ): Promise<readonly HeardMarker[]> {
    const message = isObject(line.message) ? text(line.message.id) : '';
    const said = withoutFlood(
      blocks.flatMap((block, index) =>
        block.type === 'text' ? markersIn(text(block.text)).map((marker) => ({ marker, index })) : [],
      ),
    );
    if (said.length === 0) return [];
    const markers = said.map(({ marker }) => marker);
    const echoes = [...this.#read, await sessionEchoes(sessionId, markers, this.#options)];
    const heard: HeardMarker[] = [];
    const counted = new Map<string, CountedUse>();
    for (const { marker, index } of said) {
      if (echoes.some((echo) => echo.has(marker))) continue;
      // With the text: other clients give their messages no ids.
      const place = [sessionId, message, text(line.uuid), String(index), String(marker.line), marker.text];
      const { kind, label, service } = marker;
      const id = deriveId<RecordId>('run-marker', ...place);
      if (kind === 'cooldown' && this.#isFlood(id)) continue;
      heard.push({ id, kind, label, service, text: marker.text });
      const use = await this.#note(marker, id, sessionId, at);
      if (use !== undefined) counted.set(nameOf(use), { use, id });
    }
    for (const one of counted.values()) heard.push(...(await this.#beyondLimit(one, sessionId, at)));
    if (this.#flood === 'new') {
      this.#flood = 'told';
      const content = `more than ${MOST_USES_OF_RUN} uses of limited actions in one run: the rest is not counted`;
      heard.push(await this.#warn(content, null, deriveId<RecordId>('run-flood', this.#run.id), sessionId, at));
    }
    return heard;
  }

  #isFlood(id: RecordId): boolean {
    if (this.#uses.size < MOST_USES_OF_RUN) this.#uses.add(id);
    if (this.#uses.has(id)) return false;
    this.#flood ??= 'new';
    return true;
  }

  /** Returns the use that was counted, if it was one. */
  async #note(marker: Marker, id: RecordId, sessionId: SessionId, at: number): Promise<Use | undefined> {
    const { kind, label, service, text: said } = marker;
    if (kind === 'memory') return undefined;
    const about = { run: this.#run.id, tier: this.#run.tier };
    if (kind === 'event') {
      await this.note(sessionId, [saidDraft(id, at, said, { event: 'marker', level: label, service, ...about })]);
      return undefined;
    }
    const use = { service, action: label };
    if (await this.#isOwnUse(use, id)) {
      const metadata = { event: 'marker', level: 'info', ...use, ...about, said: id };
      await this.note(sessionId, [saidDraft(namedId(this.#run.id, use), at, said, metadata)]);
      return undefined;
    }
    await this.note(sessionId, [saidDraft(id, at, said, { ...useMetadata(use), ...about })]);
    return use;
  }

  async #beyondLimit({ use, id }: CountedUse, sessionId: SessionId, at: number): Promise<readonly HeardMarker[]> {
    const state = await this.#options.cooldowns.state(use, at);
    if (state === undefined || state.used <= state.uses) return [];
    const content = `${nameOf(state)} was done ${state.used} times where ${state.uses} are allowed`;
    return [await this.#warn(content, use.service, deriveId<RecordId>('run-warning', id), sessionId, at)];
  }

  async #warn(
    content: string,
    service: string | null,
    id: RecordId,
    sessionId: SessionId,
    at: number,
  ): Promise<HeardMarker> {
    const metadata = { event: 'marker', level: 'warning', service, run: this.#run.id, tier: this.#run.tier };
    await this.note(sessionId, [eventDraft(id, at, content, metadata)]);
    return { id, kind: 'event', label: 'warning', service, text: content };
  }

  /** The run was counted as one use when it began: the first time its agent tells of it, it is that one. */
  async #isOwnUse(use: Use, said: RecordId): Promise<boolean> {
    const { journal } = this.#options;
    if ((await journal.record(useId(this.#run.id, use))) === undefined) return false;
    const named = await journal.record(namedId(this.#run.id, use));
    return named === undefined || named.metadata.said === said;
  }
}

function blocksOf({ message }: Fields): readonly Fields[] {
  if (!isObject(message)) return [];
  const { content } = message;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}
