/**
 * Statements from a file, told to knowledge by code: each is a record of its own, and a curation by `import` says what
 * they are, in the grammar every curator answers in. What follows of it is decided where it always is.
 */
import * as z from 'zod';
import type { AnsweredLearning } from '../../curator/answer.ts';
import { renderAnswer } from '../../curator/grammar/render-answer.ts';
import type { Projector } from '../../curator/projector.ts';
import type { CurationScheduler } from '../../curator/scheduler.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { type CurationSettings, IMPORT_CURATOR, type TurnRef } from '../../memory/act.ts';
import {
  type ActId,
  deriveId,
  type LearningId,
  newId,
  type RecordId,
  type SessionId,
  type SpaceId,
  type TurnId,
} from '../../memory/ids.ts';
import { LEARNED_TYPES, OPERATIONAL_CATEGORIES } from '../../memory/learning.ts';
import type { MemoryRecord } from '../../memory/record.ts';
import type { Clock } from '../../platform/clock.ts';
import { id } from '../../store/shape.ts';
import { type Clean, sum } from './clean-row.ts';
import type { ImportTally } from './import-report.ts';

/** As many as may wait for a person out of one curation. */
const BATCH = 20;
const TURNS_OF_AN_ACT = 100;

/** What is needed of a learning; an export has more, which means nothing here. */
export const learningLine = z.object({
  kind: z.literal('learning'),
  id: id<LearningId>(),
  type: z.enum([...LEARNED_TYPES, ...OPERATIONAL_CATEGORIES]),
  content: z.string().min(1).max(10_000),
  workspace: id<SpaceId>().nullable(),
  scope: z.string().max(200).default('space'),
  subject: z.string().nullable().default(null),
  tags: z.array(z.string()).default([]),
  created_at: z.int().optional(),
  valid_to: z.int().nullable().default(null),
  /** The file it stood in. */
  path: z.string().max(8_192).nullable().default(null),
});

type LearningLine = z.infer<typeof learningLine>;

export interface StatementsOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly projector: Pick<Projector, 'record'>;
  readonly scheduler: Pick<CurationScheduler, 'quietly'>;
  readonly cleaner: Clean;
  readonly clock: Clock;
  readonly tally: ImportTally;
  readonly dryRun: boolean;
  readonly from: string;
  settings(): Omit<CurationSettings, 'root'>;
}

interface Statement {
  readonly record: MemoryRecord;
  readonly answered: AnsweredLearning;
}

interface Batch {
  readonly workspace: SpaceId | null;
  /** The turn its records are in already: of an import that was cut off before it told of them. */
  readonly stored: TurnId | undefined;
  readonly statements: Statement[];
}

export class Statements {
  readonly #options: StatementsOptions;
  readonly #batches = new Map<string, Batch>();
  readonly #seen = new Set<RecordId>();

  constructor(options: StatementsOptions) {
    this.#options = options;
  }

  async take(line: LearningLine): Promise<void> {
    const { cleaner, journal, tally } = this.#options;
    const { id: learningId, content, subject, tags, path } = line;
    const { value, found } = await cleaner.clean({ id: learningId, content, subject, tags, path });
    const clean = value as Pick<LearningLine, 'id' | 'content' | 'subject' | 'tags' | 'path'>;
    const recordId = deriveId<RecordId>('import', 'learning', line.id, clean.content);
    const here = await journal.record(recordId);
    if (this.#seen.has(recordId) || (here !== undefined && (await this.#isTold(here)))) return tally.known('learning');
    this.#seen.add(recordId);
    tally.redactions += sum(found);
    const { workspace, turnId } = here ?? { ...line, turnId: null };
    const key = turnId ?? workspace ?? '';
    const batch = this.#batches.get(key) ?? { workspace, stored: turnId ?? undefined, statements: [] };
    batch.statements.push({
      record: here ?? this.#recordOf(recordId, line, clean),
      answered: answeredOf({ ...line, ...clean }),
    });
    this.#batches.set(key, batch);
    if (batch.statements.length >= BATCH) await this.#flush(key);
  }

  async finish(): Promise<void> {
    for (const key of [...this.#batches.keys()]) await this.#flush(key);
  }

  /** While no batch runs: what is closed meanwhile is not read before it counts as read. */
  quietly(work: () => Promise<void>): Promise<void> {
    return this.#options.scheduler.quietly(work);
  }

  /** Closes the turns of these records and notes that they need not be read. */
  async closeTurns(workspace: SpaceId | null, records: readonly MemoryRecord[]): Promise<void> {
    const turns = [...Map.groupBy(records, (record) => record.turnId)];
    // Handed in at once, they are one commit.
    const closed = await Promise.all(
      turns.flatMap(([turnId, ofTurn]) => (turnId === null ? [] : [this.#close(turnId, ofTurn)])),
    );
    for (let at = 0; at < closed.length; at += TURNS_OF_AN_ACT)
      await this.#act(newId(this.#options.clock.now()), workspace, closed.slice(at, at + TURNS_OF_AN_ACT), []);
  }

  /** Whatever else has read the record: only the act of its turn says what it states. */
  async #isTold({ turnId }: MemoryRecord): Promise<boolean> {
    return turnId === null || (await this.#options.journal.actPlace(actOf(turnId))) !== undefined;
  }

  async #flush(key: string): Promise<void> {
    const { tally, dryRun } = this.#options;
    const batch = this.#batches.get(key);
    this.#batches.delete(key);
    if (batch === undefined) return;
    tally.added('learning', batch.statements.length);
    if (!dryRun) await this.quietly(() => this.#tell(batch));
  }

  async #tell({ workspace, stored, statements }: Batch): Promise<void> {
    const { knowledge, tally } = this.#options;
    const turnId = stored ?? deriveId<TurnId>('import', ...statements.map(({ record }) => record.id));
    const records = statements.map(({ record }) => ({ ...record, turnId }));
    if (stored === undefined) await this.#store(workspace, records);
    const turn = await this.#close(turnId, records);
    const before = await knowledge.counts();
    const act = actOf(turnId);
    await this.#act(
      act,
      workspace,
      [turn],
      statements.map(({ answered }) => answered),
    );
    tally.act(act);
    const after = await knowledge.counts();
    tally.learned += after.learningsEver - before.learningsEver;
    for (const [reason, count] of Object.entries(after.dropped)) {
      const dropped = count - (before.dropped[reason] ?? 0);
      if (reason === 'held') tally.held += dropped;
      else tally.dropped(reason, dropped);
    }
  }

  async #store(workspace: SpaceId | null, records: readonly MemoryRecord[]): Promise<void> {
    const { journal, clock, from } = this.#options;
    const session = {
      id: this.#sessionOf(workspace),
      client: 'import',
      workspace,
      cwd: null,
      startedAt: clock.now(),
      metadata: { imported_from: from },
    };
    await journal.append({ sessions: [session], records });
  }

  async #close(turnId: TurnId, records: readonly MemoryRecord[]): Promise<TurnRef> {
    const { journal } = this.#options;
    await journal.closeTurn(turnId, 'session-end', Math.max(...records.map(({ ts }) => ts)));
    // Somebody else may have closed it in between.
    return { id: turnId, rev: (await journal.turn(turnId))?.rev ?? 1 };
  }

  async #act(
    id: ActId,
    workspace: SpaceId | null,
    turns: readonly TurnRef[],
    learnings: readonly AnsweredLearning[],
  ): Promise<void> {
    const { clock, projector } = this.#options;
    await projector.record({
      kind: 'curation',
      id,
      ts: clock.now(),
      workspace,
      curator: IMPORT_CURATOR,
      turns,
      files: [],
      settings: { ...this.#options.settings(), root: null, scope: 'by-statement' },
      promptHash: '',
      answers: [renderAnswer({ learnings, actions: [], done: [], files: [], edits: [], refusedFiles: [] })],
      inputTokens: 0,
      outputTokens: 0,
      costUsd: 0,
    });
  }

  #recordOf(
    recordId: RecordId,
    line: LearningLine,
    clean: Pick<LearningLine, 'id' | 'content' | 'path'>,
  ): MemoryRecord {
    return {
      id: recordId,
      ts: line.created_at ?? this.#options.clock.now(),
      type: 'tool_result',
      sessionId: this.#sessionOf(line.workspace),
      workspace: line.workspace,
      turnId: null,
      source: 'import',
      tool: 'import',
      path: clean.path,
      content: clean.content,
      tags: [],
      metadata: { learning_id: clean.id, learning_type: line.type },
    };
  }

  #sessionOf(workspace: SpaceId | null): SessionId {
    return deriveId<SessionId>('import', this.#options.from, workspace ?? '');
  }
}

/** The same again for the same statements, so that it can be looked for. */
function actOf(turnId: TurnId): ActId {
  return deriveId<ActId>('import', turnId);
}

/** Operational memory is told as a fact, under the name of its category. */
function answeredOf({ type, content, subject, tags }: LearningLine): AnsweredLearning {
  const learned = LEARNED_TYPES.find((known) => known === type);
  const isKnown = learned !== undefined && learned !== 'ACTION';
  return {
    type: isKnown ? learned : 'FACT',
    content,
    turns: [1],
    scope: null,
    subject,
    tags: isKnown ? tags : [...tags, type],
    replaces: null,
  };
}
