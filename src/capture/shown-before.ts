/**
 * Adds to the segments of a prompt what its session had shown before it: lines that stand in what a tool returned, a file
 * showed or the person pasted, in the same words (`shown-lines.ts`), are not typed. What the person said first stays theirs: in
 * this session or, of the project, in an earlier one, whoever wrote it into a file meanwhile.
 *
 * It is read from the journal, so a daemon that has just started knows it as well; words of records that were looked at are
 * kept at hand as hashes. Of an output that came since the daemon runs they are those of all of it, also of what is not kept.
 *
 * Limits: of a prompt the beginning; of outputs from before a start what the journal keeps (`limits.ts`); of a session the
 * newest four megabytes and of one request the newest 200 records; of earlier sessions what was said in the newest turns of the project.
 */
import type { Journal } from '../journal/journal.ts';
import type { RecordId } from '../memory/ids.ts';
import type { MemoryRecord } from '../memory/record.ts';
import { partsOfRecord, typedLinesOf, withPasted } from '../memory/record-segments.ts';
import { ShownLines, type WindowHashes, windowHashes } from '../memory/shown-lines.ts';
import type { SourceClass } from '../memory/source.ts';
import { Breather } from '../platform/breathe.ts';
import type { Clock } from '../platform/clock.ts';
import type { RecordDraft } from './captured-event.ts';

/** Far more than anybody types. */
const PROMPT_CHARS = 100_000;
/** A paragraph is known by its beginning. */
const LINE_CHARS = 4_000;
/** About a millisecond of reading. */
const PART_CHARS = 8_000;
/** A few milliseconds of reading; of longer outputs words are made where they are read. */
const SHOWN_CHARS = 40_000;
/** Of a session; what is longer by itself is not read on the thread that others wait for. */
const SESSION = { each: 200_000, bytes: 4_000_000 };
/** Of those that came with it, the newest: each of a thousand is compared with those before it. */
const MOST_TOGETHER = 200;
/** Of the project, when something was found. */
const EARLIER_TURNS = 300;
/** Six megabytes of memory: more than one session's words. */
const MOST_HASHES = 1_500_000;

type Looked = Pick<Journal, 'origins' | 'record' | 'turnIds' | 'promptOfTurn'>;
type Heard = Pick<RecordDraft, 'id' | 'ts' | 'type' | 'source' | 'content' | 'metadata' | 'words'>;
type Place = Pick<MemoryRecord, 'sessionId' | 'workspace'>;

/** What a record shows, and what of it the person says. */
interface Voices {
  readonly ts: number;
  readonly shown: WindowHashes;
  readonly said: WindowHashes;
}

const NO_HASHES: WindowHashes = new Uint32Array();

export class ShownBefore {
  readonly #journal: Looked;
  readonly #clock: Clock;
  readonly #known = new Map<RecordId, Voices>();
  #hashes = 0;

  constructor(journal: Looked, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  /** `together` are records that come with it, before it. The same draft when nothing of it was shown. */
  async marked<Draft extends Pick<MemoryRecord, 'ts' | 'source' | 'content' | 'metadata'>>(
    prompt: Draft,
    place: Place,
    together: readonly MemoryRecord[],
  ): Promise<Draft> {
    const typed = typedLinesOf(prompt, PROMPT_CHARS);
    const lines = new ShownLines();
    const breather = new Breather(this.#clock);
    for (const part of partsOf(typed.map(({ text }) => text.slice(0, LINE_CHARS)))) {
      lines.add(part);
      await breather.breathe();
    }
    if (!lines.isLong) return prompt;
    await this.#hearSession(lines, prompt.ts, place, together);
    if (lines.standing().length > 0) await this.#hearEarlier(lines, place);
    const shown = lines.standing().flatMap((at) => typed[at]?.number ?? []);
    return shown.length === 0 ? prompt : { ...prompt, ...withPasted(prompt.metadata, shown) };
  }

  /** What tools have just returned, more of it than is kept: at hand for the next prompt, which somebody waits for. */
  async saw(drafts: readonly RecordDraft[]): Promise<void> {
    const breather = new Breather(this.#clock);
    for (const draft of drafts) {
      if (draft.type !== 'tool_result') continue;
      this.#voicesOf(draft);
      await breather.breathe();
    }
  }

  async #hearSession(lines: ShownLines, until: number, { sessionId }: Place, together: readonly MemoryRecord[]) {
    const breather = new Breather(this.#clock);
    for (const record of together.slice(-MOST_TOGETHER)) {
      await breather.breathe();
      if (record.sessionId === sessionId && record.ts <= until) hear(lines, this.#voicesOf(record));
    }
    for (const id of await this.#journal.origins.spokenUntil(sessionId, until, SESSION)) {
      await breather.breathe();
      const record = this.#known.has(id) ? undefined : await this.#journal.record(id);
      const voices = record === undefined ? this.#known.get(id) : this.#voicesOf(record);
      if (voices !== undefined) hear(lines, voices);
    }
  }

  /** What the person said in the project before, in whatever session. */
  async #hearEarlier(lines: ShownLines, { workspace }: Place): Promise<void> {
    const breather = new Breather(this.#clock);
    if (workspace === null) return;
    for (const turn of await this.#journal.turnIds({ workspace, limit: EARLIER_TURNS })) {
      await breather.breathe();
      const prompt = await this.#journal.promptOfTurn(turn);
      if (prompt !== undefined) lines.said(this.#voicesOf(prompt).said, prompt.ts);
    }
  }

  /** The oldest go first: whoever asks goes through all of a session, and what was asked for last is needed last. */
  #voicesOf(record: Heard): Voices {
    const known = this.#known.get(record.id);
    if (known !== undefined) return known;
    const voices = voicesOf(record);
    this.#known.set(record.id, voices);
    this.#hashes += sizeOf(voices);
    for (const [id, oldest] of this.#known) {
      if (this.#hashes <= MOST_HASHES) break;
      this.#known.delete(id);
      this.#hashes -= sizeOf(oldest);
    }
    return voices;
  }
}

function partsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let left = 0;
  for (const line of lines) {
    if (left <= 0) {
      parts.push([]);
      left = PART_CHARS;
    }
    parts.at(-1)?.push(line);
    left -= line.length + 1;
  }
  return parts;
}

function hear(lines: ShownLines, { ts, shown, said }: Voices): void {
  lines.shown(shown, ts);
  lines.said(said, ts);
}

function voicesOf(record: Heard): Voices {
  const { type, ts, metadata, words } = record;
  if (words !== undefined) return { ts, shown: words, said: NO_HASHES };
  // Of what happens between turns only what the client shows in its own name; of prompts none whose parts take long to find.
  const isPassedOver =
    (type === 'event' && metadata.event !== 'client-message') ||
    (type === 'prompt' && record.content.length > SESSION.each);
  const parts = isPassedOver ? [] : partsOfRecord(record);
  const textOf = (isMeant: (source: SourceClass) => boolean): string =>
    parts.flatMap(({ source, text }) => (isMeant(source) ? [text] : [])).join('\n');
  return {
    ts,
    shown: hashesOf(textOf((source) => source !== 'typed' && source !== 'assistant')),
    said: hashesOf(textOf((source) => source === 'typed')),
  };
}

function hashesOf(text: string): WindowHashes {
  return text === '' ? NO_HASHES : windowHashes(text.slice(0, SHOWN_CHARS));
}

function sizeOf({ shown, said }: Voices): number {
  return shown.length + said.length;
}
