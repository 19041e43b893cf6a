/** Knowledge as a heavy user has it after a year: learnings by the ten thousand, files at their limits, open actions. */
import { existsSync } from 'node:fs';
import { fileSpec, refsOf } from '../../src/files/manifest.ts';
import { openJournal } from '../../src/journal/journal.ts';
import type { KnowledgeChange } from '../../src/knowledge/commit.ts';
import { type Knowledge, openKnowledge } from '../../src/knowledge/knowledge.ts';
import type { PendingAction } from '../../src/memory/action.ts';
import { type ActId, type ActionId, deriveId, type LearningId, type SpaceId } from '../../src/memory/ids.ts';
import { type Learning, type LearningType, OPERATIONAL_CATEGORIES } from '../../src/memory/learning.ts';
import type { FileVersion, MemoryFileRef } from '../../src/memory/memory-file.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { HomePaths } from '../../src/platform/paths.ts';
import { createRandom, pick } from './random.ts';
import { createTurns } from './turns.ts';

const PER_COMMIT = 1_000;
const YEAR_MS = 365 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const TYPES: readonly LearningType[] = ['FACT', 'PATTERN', 'CORRECTION', 'PREFERENCE', 'TOOL_INSTALL'];
/** What operational learnings are about. */
const SERVICES = Array.from({ length: 40 }, (_, number) => `service-${number}`);
const OPERATIONAL: ReadonlySet<LearningType> = new Set(OPERATIONAL_CATEGORIES);
const ACT = deriveId<ActId>('bench act');

export interface MemorySize {
  readonly learnings: number;
  readonly actions: number;
  readonly now: number;
  /** What kinds there are; those that people and agents say in sessions when absent. */
  readonly types?: readonly LearningType[];
}

export async function fillMemory(knowledge: Knowledge, spaces: readonly SpaceId[], size: MemorySize): Promise<void> {
  const random = createRandom(11);
  const sentence = sentences();
  const scopes = [...spaces, null];
  let acts = 0;
  const commit = async (change: Partial<KnowledgeChange>): Promise<void> => {
    const none = { learnings: [], actions: [], files: [], reviews: [], curated: [], dropped: {} };
    await knowledge.commit({ ...none, ...change, actSeq: acts + 1 }, acts);
    acts += 1;
  };
  for (let made = 0; made < size.learnings; made += PER_COMMIT) {
    const learnings = Array.from({ length: Math.min(PER_COMMIT, size.learnings - made) }, (_, at) => {
      const ts = size.now - Math.floor((1 - (made + at) / size.learnings) * YEAR_MS);
      const after = learning(made + at, pick(random, scopes), ts, pick(random, size.types ?? TYPES), sentence());
      return { learningId: after.id, ts, cause: 'learned' as const, before: null, after };
    });
    await commit({ learnings });
  }
  await commit({
    actions: Array.from({ length: size.actions }, (_, at) =>
      action(at, spaces[at % spaces.length] ?? null, size.now - (at % 12) * DAY_MS, sentence()),
    ),
    files: [...new Map(spaces.flatMap((space) => refsOf('six', space)).map((ref) => [fileKey(ref), ref])).values()].map(
      (ref) => fullFile(ref, size.now, sentence),
    ),
  });
}

/** The same in a home whose daemon does not run. */
export async function fillMemoryOf(paths: HomePaths, size: MemorySize): Promise<void> {
  const spaces = await spaceIdsOf(paths);
  const knowledge = await openKnowledge({ path: paths.knowledge, backupFolder: paths.backups, clock: systemClock });
  try {
    await fillMemory(knowledge, spaces, size);
  } finally {
    await knowledge.close();
  }
}

/** In the order they came. */
export async function spaceIdsOf(paths: HomePaths): Promise<readonly SpaceId[]> {
  const stored = { path: paths.journal, backupFolder: paths.backups, clock: systemClock, exists: existsSync };
  const journal = await openJournal(stored);
  try {
    return await journal.spaceIds();
  } finally {
    await journal.close();
  }
}

/** What people tell agents, a line each. */
function sentences(): () => string {
  const next = createTurns(13);
  let count = 0;
  return () => {
    count += 1;
    return `${next().answer.slice(0, 110).replaceAll('`', '')} (${count})`;
  };
}

function fileKey({ name, workspace }: MemoryFileRef): string {
  return `${workspace} ${name}`;
}

function fullFile(ref: MemoryFileRef, ts: number, sentence: () => string): FileVersion {
  const { limitLines, title, owner } = fileSpec(ref.name);
  const lines = [`# ${title}`, '', ...Array.from({ length: limitLines - 2 }, () => `- ${sentence()}`)];
  const author = owner === 'deploy' ? 'deploy' : 'curator';
  return { ...ref, version: 1, ts, actId: ACT, author, content: `${lines.join('\n')}\n`, humanLines: [] };
}

function learning(
  number: number,
  workspace: SpaceId | null,
  ts: number,
  type: LearningType,
  content: string,
): Learning {
  return {
    id: deriveId<LearningId>('bench learning', String(number)),
    createdAt: ts,
    updatedAt: ts,
    confirmedAt: ts,
    sessionId: null,
    turnId: null,
    workspace,
    scope: { kind: workspace === null ? 'user' : 'space' },
    type,
    subject: OPERATIONAL.has(type) ? (SERVICES[number % SERVICES.length] ?? null) : null,
    content,
    tags: [],
    confidence: 0.7,
    trust: number % 3 === 0 ? 'tool' : 'typed',
    evidence: [],
    pinned: false,
    sensitive: false,
    persistent: false,
    validFrom: ts,
    validTo: null,
    supersededBy: null,
  };
}

function action(number: number, workspace: SpaceId | null, ts: number, content: string): PendingAction {
  return {
    id: deriveId<ActionId>('bench action', String(number)),
    createdAt: ts,
    touchedAt: ts,
    workspace,
    sessionId: null,
    content,
    priority: number % 3 === 0 ? 1 : 2,
    status: 'pending',
    sourceLearningId: null,
    evidence: [],
  };
}
