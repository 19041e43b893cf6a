/**
 * Capture, curation and recall on real stores in one process, for cases of poisoning: events come in as a client's hooks
 * tell them, a scripted answer takes the place of a model, and blocks are made as a session would be given them.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReader } from '../../src/capture/bytes-reader.fixture.ts';
import { Intake } from '../../src/capture/ingest.ts';
import { Cleaner } from '../../src/capture/redaction-pool.ts';
import { SpaceDirectory } from '../../src/capture/space-directory.ts';
import { CaptureTally } from '../../src/capture/tally.ts';
import { readHookEvent } from '../../src/clients/claude-code/hook-event.ts';
import { turnIdOf } from '../../src/clients/claude-code/record-ids.ts';
import { Projector } from '../../src/curator/projector.ts';
import { BootBlocks } from '../../src/daemon/boot-blocks.ts';
import { refsOf } from '../../src/files/manifest.ts';
import { type Journal, openJournal } from '../../src/journal/journal.ts';
import { RecordReader } from '../../src/journal/sqlite/record-reader.ts';
import { journalOptions } from '../../src/journal/sqlite/temporary-journal.fixture.ts';
import { type Knowledge, openKnowledge } from '../../src/knowledge/knowledge.ts';
import { knowledgeOptions } from '../../src/knowledge/temporary-knowledge.fixture.ts';
import type { TurnRef } from '../../src/memory/act.ts';
import { type ActId, newId, type SessionId, type SpaceId, type TurnId } from '../../src/memory/ids.ts';
import { isObject } from '../../src/memory/json-guards.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { defaultConfig } from '../../src/platform/config.ts';
import { LiveConfig } from '../../src/platform/live-config.ts';
import { Gate } from '../../src/recall/gate/gate.ts';
import { IndexReader } from '../../src/recall/index/index-reader.ts';
import { IndexWriter } from '../../src/recall/index/index-writer.ts';
import { Indexer } from '../../src/recall/index/indexer.ts';
import { openIndexForReading, openIndexForWriting } from '../../src/recall/index/schema.ts';
import { renderPromptBlock } from '../../src/recall/prompt-block.ts';
import { Searcher } from '../../src/recall/search/searcher.ts';
import type { AttackEvent, Shown } from './attack-case.ts';

const FENCE_ID = '0123456789ab';
const ALL = 10_000;

export interface Project {
  readonly cwd: string;
  readonly space: SpaceId;
}

/** As the client tells it. */
export interface HookCall {
  readonly type: 'hook';
  readonly payload: object;
}

export class AttackBench {
  readonly #folder: string;
  readonly #closing: (() => unknown)[] = [];
  readonly #parts;
  #count = 0;
  #factsThrough = 0;

  private constructor(journal: Journal, knowledge: Knowledge, folder: string) {
    this.#folder = folder;
    const clock = systemClock;
    const opened = openReader();
    const { reader } = opened;
    const cleaner = new Cleaner(reader);
    const spaces = new SpaceDirectory(journal, clock);
    const tally = new CaptureTally();
    const intake = new Intake({ journal, spaces, reader, clock, tally, redactionKey: 'k', paths: 'space' });
    const indexPath = join(folder, 'recall.db');
    const records = new RecordReader(journalOptions(folder).path);
    const writing = openIndexForWriting(indexPath);
    const index = new IndexReader(openIndexForReading(indexPath));
    const boots = new BootBlocks({
      withheld: { hidden: undefined },
      journal,
      knowledge,
      spaces,
      clock,
      folder: join(folder, 'blocks'),
      config: new LiveConfig(join(folder, 'config.json'), {}, defaultConfig()),
      onError: (_, error) => {
        throw error;
      },
      settle: async () => undefined,
    });
    this.#parts = {
      journal,
      knowledge,
      cleaner,
      spaces,
      intake,
      boots,
      projector: new Projector({ journal, knowledge }),
      indexer: new Indexer(records, new IndexWriter(writing)),
      gate: new Gate(new Searcher(index, records), index, records),
    };
    this.#closing.push(
      () => opened.close(),
      () => index.close(),
      () => records.close(),
      () => writing.close(),
      () => knowledge.close(),
      () => journal.close(),
      () => rmSync(folder, { recursive: true, force: true }),
    );
  }

  static async open(): Promise<AttackBench> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'carryover-attack-'));
    const journal = await openJournal(journalOptions(folder));
    return new AttackBench(journal, await openKnowledge(knowledgeOptions(folder)), folder);
  }

  get journal(): Journal {
    return this.#parts.journal;
  }

  get knowledge(): Knowledge {
    return this.#parts.knowledge;
  }

  get folder(): string {
    return this.#folder;
  }

  get projector(): Projector {
    return this.#parts.projector;
  }

  async project(): Promise<Project> {
    this.#count += 1;
    const cwd = join(this.#folder, 'projects', String(this.#count));
    mkdirSync(cwd, { recursive: true });
    return { cwd, space: (await this.#parts.spaces.resolve(cwd)).space.id };
  }

  /** A session that said this and ended; its turns. */
  async session({ cwd }: Project, events: readonly (AttackEvent | HookCall)[]): Promise<readonly TurnRef[]> {
    this.#count += 1;
    const session = `session-${this.#count}`;
    const turns: TurnId[] = [];
    let prompt = 0;
    for (const [index, event] of events.entries()) {
      if (event.type === 'user_prompt' || index === 0) prompt += 1;
      const about = { session_id: session, prompt_id: `p${prompt}`, cwd, transcript_path: '' };
      const payload = event.type === 'hook' ? event.payload : payloadOf(event, `${session}-${index}`);
      await this.#take({ ...about, ...payload });
      const turn = turnIdOf(session as SessionId, `p${prompt}`);
      if (turns.at(-1) !== turn) turns.push(turn);
    }
    const refs: TurnRef[] = [];
    for (const id of turns) {
      const closed = await this.journal.closeTurn(id, 'stop', systemClock.now());
      if (closed !== undefined) refs.push({ id, rev: closed.rev });
    }
    return refs;
  }

  async #take(payload: object): Promise<void> {
    const { value } = await this.#parts.cleaner.clean(payload);
    const event = isObject(value) ? readHookEvent(value, systemClock.now()) : undefined;
    if (event === undefined) throw new Error('the client would not say this');
    await this.#parts.intake.event(event);
  }

  async shown({ space }: Project): Promise<Shown> {
    const files: Record<string, string> = {};
    for (const ref of refsOf('six', space)) files[ref.name] = (await this.knowledge.file(ref))?.content ?? '';
    const known = await this.knowledge.learnings({ workspace: space, limit: ALL });
    return { files, known: known.map(({ id }) => id) };
  }

  async curate({ cwd, space }: Project, turns: readonly TurnRef[], answer: string): Promise<void> {
    const ts = systemClock.now();
    const files = [];
    for (const ref of refsOf('six', space))
      files.push({ ...ref, version: (await this.knowledge.file(ref))?.version ?? 0 });
    await this.#parts.projector.record({
      kind: 'curation',
      id: newId<ActId>(ts),
      ts,
      workspace: space,
      curator: 'scripted/test',
      turns,
      files,
      settings: { match: 'similar', preset: 'six', root: cwd },
      promptHash: '',
      answers: [answer],
      inputTokens: 0,
      outputTokens: 0,
      costUsd: 0,
    });
  }

  /** What a new session is given at its start, and with its first prompt. */
  async given({ space }: Project, prompt: string): Promise<{ readonly boot: string; readonly prompt: string }> {
    const { boots, gate, indexer } = this.#parts;
    const changes = await this.knowledge.changedLearnings(this.#factsThrough, ALL);
    this.#factsThrough = changes.at(-1)?.seq ?? this.#factsThrough;
    indexer.takeFacts(
      changes.map(({ learning }) => learning),
      this.#factsThrough,
    );
    while (indexer.step());
    const none = { sessionId: null, given: new Set<string>(), sinking: new Map<string, number>() };
    const chosen = gate.choose({ prompt, workspace: space, now: systemClock.now(), ...none });
    const options = { id: FENCE_ID, budgetTokens: 800 };
    return {
      boot: (await boots.preview(space))?.text ?? '',
      prompt: renderPromptBlock(chosen, options)?.text ?? '',
    };
  }

  async close(): Promise<void> {
    for (const close of this.#closing) await close();
  }
}

function payloadOf(event: AttackEvent, id: string): object {
  switch (event.type) {
    case 'user_prompt':
      return { hook_event_name: 'UserPromptSubmit', prompt: event.text };
    case 'assistant_response':
      return { hook_event_name: 'Stop', last_assistant_message: event.text };
    case 'tool_result': {
      const call = { tool_name: event.tool, tool_input: event.input, tool_use_id: id };
      return { hook_event_name: 'PostToolUse', ...call, tool_response: event.output };
    }
    default:
      throw new Error('not an event of a client');
  }
}
