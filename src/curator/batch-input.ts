/** What a curator is shown for a batch of turns: read from the stores, changed nowhere. */
import { fileSpec, refsOf } from '../files/manifest.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { FilePreset, TurnRef } from '../memory/act.ts';
import { appOf, callerFor } from '../memory/app.ts';
import type { AppId, LearningId, SpaceId } from '../memory/ids.ts';
import { LEARNED_TYPES, type Learning } from '../memory/learning.ts';
import { permission } from '../memory/permission.ts';
import { typedTextOf } from '../memory/record-segments.ts';
import { Breather } from '../platform/breathe.ts';
import { systemClock } from '../platform/clock.ts';
import type { CuratedTurn, CuratorFile, CuratorInput, EarlierPrompt, HeldBefore } from './curator.ts';
import type { Projector } from './projector.ts';

/** Learnings a curator is reminded of, so that it does not answer them again. */
const RECENT_LEARNINGS = 50;
const OPEN_ACTIONS = 50;
/** What waits, of all spaces; and how much of it a curator is told. */
const WAITING_READ = 100;
const HELD_SHOWN = 15;

/** Known statements that one prompt is held against, and of a long one how much. */
const NEAR_LEARNINGS = 40;
const NEAR_CHARS = 4_000;
/** Where it is looked for whether something was said before, and of a long prompt how much. */
const EARLIER_TURNS = 150;
const EARLIER_CHARS = 8_000;

interface Stores {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly projector: Pick<Projector, 'near'>;
}

export async function batchInput(
  { journal, knowledge, projector }: Stores,
  batch: {
    readonly workspace: SpaceId | null;
    readonly turns: readonly TurnRef[];
    readonly preset: FilePreset;
    readonly app: AppId | undefined;
    readonly root: string | null;
  },
): Promise<CuratorInput> {
  const { workspace, turns, preset, app, root } = batch;
  const recent = await knowledge.learnings({ workspace, types: LEARNED_TYPES, limit: RECENT_LEARNINGS });
  const files: CuratorFile[] = [];
  for (const ref of refsOf(preset, workspace)) {
    const newest = await knowledge.file(ref);
    const { limitLines, owner } = fileSpec(ref.name);
    files.push({
      ...ref,
      version: newest?.version ?? 0,
      content: newest?.content ?? '',
      limitLines,
      writable: owner === 'curator',
    });
  }
  const isSeen = ({ scope }: Learning) => permission(callerFor(app), 'read', scope) === 'yes';
  const shown = await curatedTurns(journal, turns);
  return {
    files,
    recent: recent.filter(isSeen),
    earlier: app === undefined ? await earlierPrompts(journal, workspace, shown) : [],
    near: (await nearTo(projector, workspace, shown)).filter(isSeen),
    actions: await knowledge.actions({ workspace, statuses: ['pending'], limit: OPEN_ACTIONS }),
    held: app === undefined ? await heldBefore(knowledge, workspace) : [],
    root,
    turns: shown,
  };
}

/** Of this space, and what would hold everywhere; what waits because of a session is no app's business. */
async function heldBefore(knowledge: Knowledge, workspace: SpaceId | null): Promise<readonly HeldBefore[]> {
  const waiting = await knowledge.reviews({ statuses: ['waiting'], limit: WAITING_READ });
  return waiting
    .filter((review) => review.workspace === null || review.workspace === workspace)
    .flatMap(({ held, reason }) =>
      held.kind === 'learning' && !held.learning.sensitive ? [{ content: held.learning.content, reason }] : [],
    )
    .slice(0, HELD_SHOWN);
}

/** What the prompts of a batch may be about, line by line: a long one is about many things. */
async function nearTo(
  projector: Pick<Projector, 'near'>,
  workspace: SpaceId | null,
  turns: readonly CuratedTurn[],
): Promise<readonly Learning[]> {
  const breather = new Breather(systemClock);
  const found = new Map<LearningId, Learning>();
  for (const { turn } of turns)
    for (const line of turn.userMessage.slice(0, NEAR_CHARS).split('\n')) {
      await breather.breathe();
      for (const learning of await projector.near(line, workspace, NEAR_LEARNINGS)) found.set(learning.id, learning);
    }
  return [...found.values()];
}

/** Newest first. What an app was asked is nobody's own voice. */
async function earlierPrompts(
  journal: Journal,
  workspace: SpaceId | null,
  turns: readonly CuratedTurn[],
): Promise<readonly EarlierPrompt[]> {
  if (workspace === null || turns.length === 0) return [];
  const breather = new Breather(systemClock);
  const earlier: EarlierPrompt[] = [];
  const before = Math.min(...turns.map(({ turn }) => turn.timestamp));
  for (const id of await journal.turnIds({ workspace, before, limit: EARLIER_TURNS })) {
    await breather.breathe();
    const prompt = await journal.promptOfTurn(id);
    if (prompt === undefined || appOf(prompt) !== undefined) continue;
    const typed = typedTextOf(prompt).slice(0, EARLIER_CHARS);
    if (typed !== '') earlier.push({ sessionId: prompt.sessionId, typed });
  }
  return earlier;
}

/** A turn that was erased since is left out; the others keep their numbers. */
export async function curatedTurns(journal: Journal, refs: readonly TurnRef[]): Promise<readonly CuratedTurn[]> {
  const turns: CuratedTurn[] = [];
  const breather = new Breather(systemClock);
  for (const [index, { id, rev }] of refs.entries()) {
    await breather.breathe();
    const turn = await journal.turn(id, rev);
    if (turn === undefined) continue;
    turns.push({ number: index + 1, turn, records: await journal.recordsOfTurn(id, turn.lastSeq) });
  }
  return turns;
}
