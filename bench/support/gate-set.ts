/**
 * A labelled set for the gate (test/corpora/gate/README.md), as a memory: its learnings become facts and its turns records
 * of a real journal and a real index in a folder of their own, at a moment that never changes.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '../../src/journal/journal.ts';
import { RecordReader } from '../../src/journal/sqlite/record-reader.ts';
import type { LearningId, SessionId, SpaceId, TurnId } from '../../src/memory/ids.ts';
import { type Learning, type LearningType, newLearning } from '../../src/memory/learning.ts';
import type { MemoryRecord } from '../../src/memory/record.ts';
import type { SourceClass } from '../../src/memory/source.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { GateRequest } from '../../src/recall/gate/gate.ts';
import { IndexReader } from '../../src/recall/index/index-reader.ts';
import { IndexWriter } from '../../src/recall/index/index-writer.ts';
import { Indexer } from '../../src/recall/index/indexer.ts';
import { openIndexForReading, openIndexForWriting } from '../../src/recall/index/schema.ts';
import { turnRecords } from '../../test/support/turn-records.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Any moment will do, as long as it is always the same. */
export const GATE_NOW = Date.UTC(2026, 0, 15, 12);
const CORPORA = join(import.meta.dirname, '../../test/corpora/gate');
const TOOLS_WITH_PATHS = new Set(['Read', 'Edit', 'Write', 'NotebookEdit']);

interface StoredLearning {
  readonly kind: 'learning';
  readonly id: string;
  readonly space: string | null;
  readonly type: LearningType;
  readonly subject: string | null;
  readonly content: string;
  readonly daysAgo: number;
  readonly trust: SourceClass;
  readonly confidence: number;
  readonly pinned?: boolean;
  readonly sensitive?: boolean;
  readonly supersededBy?: string;
  readonly asked?: readonly string[];
}

interface StoredTurn {
  readonly kind: 'turn';
  readonly id: string;
  readonly session: string;
  readonly space: string;
  readonly daysAgo: number;
  readonly prompt: string;
  readonly calls?: readonly {
    readonly tool: string;
    readonly input: string;
    readonly output: string;
    readonly failed?: boolean;
  }[];
  readonly answer: string;
}

export interface LabelledPrompt {
  readonly id: string;
  readonly space: string;
  readonly prompt: string;
  readonly wants: readonly string[];
  readonly fine: readonly string[];
  readonly session?: string;
  /** What it is like. */
  readonly kind?: string;
}

export interface GateMemory {
  readonly prompts: readonly LabelledPrompt[];
  readonly journal: RecordReader;
  readonly index: IndexReader;
  /** The name that a record's turn, or a fact, has in the set. */
  nameOf(id: string): string;
  close(): void;
}

/** As it is asked in a session that has nothing in its context yet. */
export function gateRequest({ prompt, space, session }: LabelledPrompt): GateRequest {
  return {
    prompt,
    workspace: space as SpaceId,
    sessionId: (session ?? null) as SessionId | null,
    given: new Set(),
    sinking: new Map(),
    now: GATE_NOW,
  };
}

/** `name` is a folder of the corpora, or any other folder of that form. `asked`: with the ways a curator thought of. */
export async function openGateMemory(name: string, asked = false): Promise<GateMemory> {
  const source = existsSync(join(CORPORA, name)) ? join(CORPORA, name) : name;
  const rows = storeOf(source, asked);
  const folder = mkdtempSync(join(tmpdir(), 'carryover-gate-'));
  const path = join(folder, 'transcript.db');
  const indexPath = join(folder, 'recall.db');
  const records = recordsOf(turnsOf(rows));
  await fillJournal(path, folder, records);
  const turnOf = new Map<string, string>(records.map(({ id, turnId }) => [id, turnId ?? id]));
  const journal = new RecordReader(path);
  const writing = openIndexForWriting(indexPath);
  const indexer = new Indexer(journal, new IndexWriter(writing));
  while (indexer.step());
  indexer.takeFacts(rows.filter((row) => row.kind === 'learning').map(learningOf), 1);
  const reading = openIndexForReading(indexPath);
  return {
    prompts: readLines<LabelledPrompt & { class?: string }>(join(source, 'prompts.jsonl')).map((prompt) => ({
      ...(prompt.class === undefined ? {} : { kind: prompt.class }),
      ...prompt,
    })),
    journal,
    index: new IndexReader(reading),
    nameOf: (id) => turnOf.get(id) ?? id,
    close: () => {
      journal.close();
      reading.close();
      writing.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** In older sets the ways stand in a file of their own. */
function storeOf(source: string, withAsked: boolean): readonly (StoredLearning | StoredTurn)[] {
  const path = join(source, 'asked.jsonl');
  const apart = existsSync(path) ? readLines<{ id: string; asked: readonly string[] }>(path) : [];
  const asked = new Map(apart.map((row) => [row.id, row.asked]));
  return readLines<StoredLearning | StoredTurn>(join(source, 'store.jsonl')).map((row) => {
    if (row.kind === 'turn') return row;
    const { asked: own, ...rest } = row;
    const ways = withAsked ? (own ?? asked.get(row.id)) : undefined;
    return { ...rest, ...(ways === undefined ? {} : { asked: ways }) };
  });
}

function recordsOf(turns: readonly StoredTurn[]): readonly MemoryRecord[] {
  return turns.flatMap((turn, at) =>
    turnRecords(
      { prompt: turn.prompt, answer: turn.answer, calls: (turn.calls ?? []).map(callOf) },
      {
        turnId: turn.id as TurnId,
        sessionId: turn.session as SessionId,
        workspace: turn.space as SpaceId,
        ts: momentOf(turn) + at * MINUTE_MS,
      },
    ),
  );
}

async function fillJournal(path: string, folder: string, records: readonly MemoryRecord[]): Promise<void> {
  const backupFolder = join(folder, 'backups');
  const journal = await openJournal({ path, backupFolder, clock: systemClock, exists: existsSync });
  const first = new Map(records.toReversed().map((record) => [record.sessionId, record]));
  const sessions = [...first.values()].map(({ sessionId, workspace, ts }) => ({
    id: sessionId,
    client: 'bench',
    workspace,
    cwd: null,
    startedAt: ts,
    metadata: {},
  }));
  await journal.append({ sessions, records });
  const ends = new Map(records.flatMap(({ turnId, ts }) => (turnId === null ? [] : [[turnId, ts] as const])));
  for (const [turn, at] of ends) await journal.closeTurn(turn, 'stop', at);
  await journal.close();
}

function callOf({ tool, input, output, failed }: NonNullable<StoredTurn['calls']>[number]) {
  return {
    tool,
    input: TOOLS_WITH_PATHS.has(tool) ? { file_path: input } : { command: input },
    outcome: failed === true ? ('error' as const) : ('ok' as const),
    output,
  };
}

function learningOf(row: StoredLearning): Learning {
  const learnedAt = momentOf(row);
  return newLearning(learnedAt, {
    id: row.id as LearningId,
    workspace: row.space as SpaceId | null,
    type: row.type,
    subject: row.subject,
    content: row.content,
    trust: row.trust,
    confidence: row.confidence,
    pinned: row.pinned ?? false,
    sensitive: row.sensitive ?? false,
    validTo: row.supersededBy === undefined ? null : learnedAt + DAY_MS,
    supersededBy: (row.supersededBy ?? null) as LearningId | null,
    ...(row.asked === undefined ? {} : { asked: row.asked }),
  });
}

function turnsOf(rows: readonly (StoredLearning | StoredTurn)[]): readonly StoredTurn[] {
  // The journal takes them as they happened; turns of a session stay in their order.
  return rows.filter((row) => row.kind === 'turn').toSorted((a, b) => b.daysAgo - a.daysAgo);
}

function momentOf({ daysAgo }: { readonly daysAgo: number }): number {
  return GATE_NOW - daysAgo * DAY_MS;
}

function readLines<Row>(path: string): readonly Row[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}
