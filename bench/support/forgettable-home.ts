/**
 * A home with very much to forget: a space of as many records as asked for and a second one with a session of a thousand
 * turns and a long pasted log. Closed turns, blocks that were given, learnings and edits, as a year of work leaves them.
 */
import { existsSync } from 'node:fs';
import { SpaceDirectory } from '../../src/capture/space-directory.ts';
import { Projector } from '../../src/curator/projector.ts';
import { prepareHome } from '../../src/daemon/home.ts';
import { type Journal, openJournal } from '../../src/journal/journal.ts';
import { openKnowledge } from '../../src/knowledge/knowledge.ts';
import {
  type ActId,
  deriveId,
  type InjectionId,
  type LearningId,
  newId,
  type RecordId,
  type SessionId,
  type SpaceId,
  type TurnId,
} from '../../src/memory/ids.ts';
import { newLearning } from '../../src/memory/learning.ts';
import type { MemoryRecord, RecordType } from '../../src/memory/record.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { HomePaths } from '../../src/platform/paths.ts';
import { createCodingRows } from './coding-rows.ts';
import { showProgress } from './progress.ts';

const TURN: readonly RecordType[] = [
  'prompt',
  ...Array.from({ length: 4 }, () => ['tool_use', 'tool_result'] as const).flat(),
  'assistant',
];
const TURNS_PER_SESSION = 20;
const TURNS_AT_ONCE = 50;
const LONG_SESSION_TURNS = 1_000;
const LEARNED_EVERY = 5;
const GIVEN_EVERY = 10;
const LOG_BYTES = 10 * 1024 * 1024;
const MINUTE_MS = 60_000;

export const LARGE_SPACE = 'large-space';
const SMALL_SPACE = 'small-space';
export const LONG_SESSION = 'long-session' as SessionId;
export const ONE_RECORD = deriveId<RecordId>('bench one record');
export const LOG_RECORD = deriveId<RecordId>('bench log');

export async function fillForgettable(paths: HomePaths, records: number): Promise<void> {
  prepareHome(paths);
  const place = { backupFolder: paths.backups, clock: systemClock, exists: existsSync };
  const journal = await openJournal({ path: paths.journal, ...place });
  const knowledge = await openKnowledge({ path: paths.knowledge, ...place });
  const projector = new Projector({ journal, knowledge });
  const spaces = new SpaceDirectory(journal, systemClock);
  const filling = new Filling(journal, projector, createCodingRows(23));
  try {
    const large = await named(spaces, LARGE_SPACE);
    const small = await named(spaces, SMALL_SPACE);
    await filling.turns(
      'large space',
      large,
      records / TURN.length,
      (turn) => `s${Math.floor(turn / TURNS_PER_SESSION)}`,
    );
    await filling.turns('long session', small, LONG_SESSION_TURNS, () => LONG_SESSION);
    await filling.alone(small, ONE_RECORD, 'The quokkaberry relay in the cellar is fed by the zanzibar adapter.');
    await filling.alone(small, LOG_RECORD, filling.log());
  } finally {
    await knowledge.close();
    await journal.close();
  }
}

async function named(spaces: SpaceDirectory, name: string): Promise<SpaceId> {
  const id = await spaces.named(name);
  if (id === undefined) throw new Error(`no space is called ${name}`);
  return id;
}

class Filling {
  readonly #journal: Journal;
  readonly #projector: Projector;
  readonly #coding: ReturnType<typeof createCodingRows>;
  #at = systemClock.now() - 365 * 24 * 60 * MINUTE_MS;

  constructor(journal: Journal, projector: Projector, coding: ReturnType<typeof createCodingRows>) {
    this.#journal = journal;
    this.#projector = projector;
    this.#coding = coding;
  }

  async turns(name: string, space: SpaceId, count: number, sessionOf: (turn: number) => string): Promise<void> {
    const progress = showProgress(name, count);
    for (let first = 0; first < count; first += TURNS_AT_ONCE) {
      const turns = Array.from({ length: Math.min(TURNS_AT_ONCE, count - first) }, (_, at) => first + at);
      const told = turns.map((turn) => this.#turn(name, space, turn, sessionOf(turn) as SessionId));
      const sessions = [...new Set(told.map(({ sessionId }) => sessionId))].map((id) => this.#session(id, space));
      const given = told.filter((_, at) => at % GIVEN_EVERY === 0);
      await this.#journal.append({
        sessions,
        records: told.flatMap(({ records }) => records),
        injections: given.map(({ id, sessionId, records }) => ({
          id: deriveId<InjectionId>('bench injection', id),
          ts: this.#at,
          sessionId,
          workspace: space,
          kind: 'prompt',
          items: records.slice(0, 2).map((record) => record.id),
          text: records[0]?.content ?? '',
        })),
      });
      await Promise.all(told.map(({ id }) => this.#journal.closeTurn(id, 'stop', this.#at)));
      for (const { records } of told.filter((_, at) => at % LEARNED_EVERY === 0)) await this.#learn(space, records[0]);
      progress.at(first);
    }
    progress.end();
  }

  /** One that belongs to no turn. */
  async alone(space: SpaceId, id: RecordId, content: string): Promise<void> {
    const sessionId = deriveId<SessionId>('session of', id);
    const turnId = deriveId<TurnId>('turn of', id);
    const record = this.#record({ id, sessionId, turnId, workspace: space, type: 'prompt', content });
    await this.#journal.append({ sessions: [this.#session(sessionId, space)], records: [record] });
    await this.#journal.closeTurn(turnId, 'stop', this.#at);
    if (content.length < 1_000) await this.#learn(space, record);
  }

  log(): string {
    const lines: string[] = [];
    for (let bytes = 0, line = 0; bytes < LOG_BYTES; line += 1) {
      const text = `${new Date(this.#at + line).toISOString()} request ${line.toString(36)}x${this.#coding.next().text}`;
      lines.push(text);
      bytes += text.length + 1;
    }
    return lines.join('\n');
  }

  #turn(name: string, workspace: SpaceId, turn: number, sessionId: SessionId) {
    const id = deriveId<TurnId>('bench turn', name, String(turn));
    this.#at += MINUTE_MS;
    const records = TURN.map((type, at) =>
      this.#record({
        id: deriveId<RecordId>('bench record', name, String(turn), String(at)),
        sessionId,
        turnId: id,
        workspace,
        type,
        content: `${this.#coding.next().text} ${this.#coding.next().text}`,
      }),
    );
    return { id, sessionId, records };
  }

  #record(of: Pick<MemoryRecord, 'id' | 'sessionId' | 'turnId' | 'workspace' | 'type' | 'content'>): MemoryRecord {
    const isTool = of.type === 'tool_use' || of.type === 'tool_result';
    const source = of.type === 'prompt' ? 'typed' : isTool ? 'tool' : 'assistant';
    return { ...of, ts: this.#at, source, tool: isTool ? 'Read' : null, path: null, tags: [], metadata: {} };
  }

  #session(id: SessionId, workspace: SpaceId) {
    return { id, client: 'bench', workspace, cwd: null, startedAt: this.#at, metadata: {} };
  }

  async #learn(workspace: SpaceId, record: MemoryRecord | undefined): Promise<void> {
    if (record === undefined) return;
    const id = deriveId<LearningId>('bench learning', record.id);
    const given = { id, workspace, type: 'FACT', content: record.content.slice(0, 120), trust: 'typed' } as const;
    const learning = newLearning(this.#at, { ...given, evidence: [record.id] });
    await this.#projector.record({
      ...{ kind: 'edit', id: newId<ActId>(this.#at), ts: this.#at, workspace },
      change: { kind: 'remember', learning },
    });
  }
}
