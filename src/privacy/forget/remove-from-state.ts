/**
 * What is left of a scope when some records never were. A learning goes when nothing is left that it rests on, when what
 * is left does not carry it, or when it says a word that only the forgotten said (whose words those are: `own-words.ts`);
 * one that gave way to it holds again. Trust is never raised: what rested on a page stays a page's, though only the question
 * is left. A person's yes keeps its own. A space that is forgotten takes all of its own with it, whoever said it.
 *
 * Limits: a curator's other words for what was forgotten are told by lineage alone, not by their meaning.
 */
import { linesOf, textOf } from '../../files/file-text.ts';
import type { PendingAction } from '../../memory/action.ts';
import { contentDigest } from '../../memory/content-digest.ts';
import type { ActId, LearningId, RecordId, SpaceId, TurnId } from '../../memory/ids.ts';
import {
  isUnsettled,
  type Learning,
  type LearningCause,
  type LearningChange,
  settled,
  wordsOf,
} from '../../memory/learning.ts';
import type { FileVersion } from '../../memory/memory-file.ts';
import { type FoundEdit, isFoundEdit, isQuestion, type Review } from '../../memory/review.ts';
import type { DroppedMark, ScopeState } from '../../memory/scope-state.ts';
import type { SourceClass } from '../../memory/source.ts';
import { mayBecome, weakest } from '../../memory/trust.ts';
import { cleanFiles, withLinesOf } from './clean-files.ts';

export interface Forgotten {
  readonly records: ReadonlySet<RecordId>;
  /** Turns from which any of them is. */
  readonly turns: ReadonlySet<TurnId>;
  /** Learnings a person named: their lines go whoever wrote them. */
  readonly learnings: ReadonlySet<LearningId>;
  /** Every wording of those: they may be known no more. */
  readonly said: readonly string[];
  /** Spaces of which nothing is to stay. */
  readonly spaces: readonly SpaceId[];
  /** Curations that read any of the records. */
  readonly acts: ReadonlySet<ActId>;
  /** Whether a text says what nothing that is left says. */
  tells(text: string): boolean;
  /** What the rest of its evidence makes of a statement; undefined when that does not carry it. */
  rest(statement: string, evidence: readonly RecordId[]): Promise<Rest | undefined>;
}

export interface Rest {
  readonly trust: SourceClass;
  readonly turnId: TurnId | null;
}

/** The act that keeps what is left. */
export interface Keeping {
  readonly actId: ActId;
  readonly ts: number;
}

export interface Cleansed {
  readonly state: ScopeState;
  /** Learnings and actions that are gone. */
  readonly gone: readonly (Learning | PendingAction)[];
  readonly counts: { readonly learnings: number; readonly actions: number; readonly fileLines: number };
}

export async function cleanse(given: ScopeState, forgotten: Forgotten, keeping: Keeping): Promise<Cleansed> {
  const { state, out } = apart(given, forgotten.spaces);
  const kept = new Map<LearningId, Learning>();
  const gone = new Map<LearningId, Learning>();
  for (const learning of out.learnings) gone.set(learning.id, learning);
  const affirmed = affirmations(state.history);
  for (const learning of state.learnings) {
    const rest = await restOf(learning, forgotten, affirmed.has(learning.id));
    if (rest === undefined) gone.set(learning.id, learning);
    else kept.set(learning.id, rest);
  }
  const reopened = reopen(kept, gone, state.history);
  const reviews = await cleanReviews(state.reviews, forgotten, gone);
  settleAlone(kept, reviews);
  const actions = await cleanActions(state.actions, forgotten, gone);
  const before = new Map(state.learnings.map((learning) => [learning.id, learning]));
  const told = [...kept.values()].map(({ content }) => content).concat(actions.map(({ content }) => content));
  const files = cleanFiles(state.files, { forgotten, keeping, gone: [...gone.values()], told });
  const left = new Set(actions.map(({ id }) => id));
  const goneActions = given.actions.filter(({ id }) => !left.has(id));
  const wholeLines = newestOf(out.files).reduce((sum, { content }) => sum + linesOf(content).length, 0);
  return {
    state: {
      learnings: [...kept.values()],
      history: cleanHistory(state.history, { kept, before, affirmed, forgotten, keeping }),
      actions,
      reviews,
      files: withLinesOf(
        reopened.flatMap((id) => kept.get(id) ?? []),
        files.versions,
        keeping,
      ),
      recordMarks: state.recordMarks.filter(({ id }) => !forgotten.records.has(id)),
      ...(state.dropped === undefined ? {} : { dropped: cleanDropped(state.dropped, forgotten) }),
    },
    gone: [...gone.values(), ...goneActions],
    counts: { learnings: gone.size, actions: goneActions.length, fileLines: files.lines + wholeLines },
  };
}

/** What belongs to spaces that go whole, and the rest. */
function apart(
  given: ScopeState,
  spaces: readonly SpaceId[],
): { readonly state: ScopeState; readonly out: Pick<ScopeState, 'learnings' | 'files'> } {
  const isOf = ({ workspace }: { readonly workspace: SpaceId | null }) =>
    workspace !== null && spaces.includes(workspace);
  const isLeft = (one: { readonly workspace: SpaceId | null }) => !isOf(one);
  return {
    state: {
      learnings: given.learnings.filter(isLeft),
      history: given.history.filter(({ after }) => isLeft(after)),
      actions: given.actions.filter(isLeft),
      reviews: given.reviews.filter(isLeft),
      files: given.files.filter(isLeft),
      recordMarks: given.recordMarks.filter(isLeft),
      ...(given.dropped === undefined ? {} : { dropped: given.dropped.filter(isLeft) }),
    },
    out: { learnings: given.learnings.filter(isOf), files: given.files.filter(isOf) },
  };
}

function newestOf(files: readonly FileVersion[]): readonly FileVersion[] {
  return [...new Map(files.map((file) => [`${file.workspace ?? ''}/${file.name}`, file])).values()];
}

/** What a person has said, written or accepted, each with how. */
function affirmations(history: readonly LearningChange[]): ReadonlyMap<LearningId, LearningCause> {
  const isTheirs = ({ cause, before }: LearningChange): boolean =>
    // A review also closes and reopens what it did not make.
    cause === 'remembered' || cause === 'edited' || (cause === 'reviewed' && before === null);
  return new Map(history.filter(isTheirs).map(({ learningId, cause }) => [learningId, cause]));
}

/** As it is from now on; the same object when nothing of it was forgotten. */
async function restOf(learning: Learning, forgotten: Forgotten, isAffirmed: boolean): Promise<Learning | undefined> {
  const { content } = learning;
  if (forgotten.learnings.has(learning.id)) return undefined;
  if (forgotten.tells(wordsOf(learning))) return undefined;
  const evidence = learning.evidence.filter((id) => !forgotten.records.has(id));
  if (evidence.length === learning.evidence.length) return learning;
  const rest = evidence.length === 0 ? undefined : await forgotten.rest(content, evidence);
  if (rest === undefined) return undefined;
  // A person's yes to it was theirs, whatever it rested on.
  const trust = isAffirmed ? learning.trust : weakest([learning.trust, rest.trust]);
  if (!mayBecome(trust, learning.type)) return undefined;
  return { ...learning, evidence, trust, turnId: rest.turnId, sessionId: null };
}

/** What was closed by something that never was still holds. */
function reopen(
  kept: Map<LearningId, Learning>,
  gone: ReadonlyMap<LearningId, Learning>,
  history: readonly LearningChange[],
): readonly LearningId[] {
  const reopened: LearningId[] = [];
  for (const learning of kept.values()) {
    const by = learning.supersededBy;
    if (by === null || !gone.has(by)) continue;
    const closing = history.findLast(
      ({ learningId, before, after }) =>
        learningId === learning.id && after.supersededBy === by && before?.supersededBy !== by,
    );
    const confidence = closing?.before?.confidence ?? learning.confidence;
    kept.set(learning.id, { ...learning, confidence, validTo: null, supersededBy: null });
    reopened.push(learning.id);
  }
  return reopened;
}

/** What a person was asked about beside something that never was is no question. */
function settleAlone(kept: Map<LearningId, Learning>, reviews: readonly Review[]): void {
  const open = reviews.filter(({ status }) => status === 'waiting').filter(isQuestion);
  const asked = new Set(open.map(({ held }) => held.learning.id));
  for (const learning of kept.values())
    if (isUnsettled(learning) && !asked.has(learning.id)) kept.set(learning.id, settled(learning));
}

async function cleanActions(
  actions: readonly PendingAction[],
  forgotten: Forgotten,
  gone: ReadonlyMap<LearningId, Learning>,
): Promise<readonly PendingAction[]> {
  const kept: PendingAction[] = [];
  for (const action of actions) {
    const evidence = action.evidence.filter((id) => !forgotten.records.has(id));
    const isTouched = evidence.length < action.evidence.length;
    if (forgotten.tells(action.content) || (isTouched && evidence.length === 0)) continue;
    if (isTouched && (await forgotten.rest(action.content, evidence)) === undefined) continue;
    const from = action.sourceLearningId;
    const sourceLearningId = from !== null && gone.has(from) ? null : from;
    kept.push(isTouched || sourceLearningId !== from ? { ...action, evidence, sourceLearningId } : action);
  }
  return kept;
}

async function cleanReviews(
  reviews: readonly Review[],
  forgotten: Forgotten,
  gone: ReadonlyMap<LearningId, Learning>,
): Promise<readonly Review[]> {
  const kept: Review[] = [];
  for (const review of reviews) {
    const { held } = review;
    if (forgotten.tells(review.reason) || (isQuestion(review) && gone.has(review.held.replaces))) continue;
    if (isFoundEdit(review)) {
      const found = cleanFound(review.held, forgotten);
      if (found.before !== found.content) kept.push({ ...review, held: found });
      continue;
    }
    if (held.kind === 'file') {
      if (!forgotten.acts.has(review.actId) && !forgotten.tells(held.content)) kept.push(review);
      continue;
    }
    const learning = await restOf(held.learning, forgotten, false);
    if (learning !== undefined) kept.push({ ...review, held: { ...held, learning } });
  }
  return kept;
}

/** It stands on disk and may be the person's: only the lines that tell go. */
function cleanFound(held: FoundEdit['held'], forgotten: Forgotten): FoundEdit['held'] {
  const rest = (text: string) => textOf(linesOf(text).filter((line) => !forgotten.tells(line)));
  return { ...held, before: rest(held.before), content: rest(held.content) };
}

/**
 * What a turn said, and a person removed, it may not bring back. The mark is a digest, by which words can be guessed: of a
 * turn that anything was forgotten from, none may stay.
 */
function cleanDropped(marks: readonly DroppedMark[], forgotten: Forgotten): readonly DroppedMark[] {
  const digests = new Set(forgotten.said.map(contentDigest));
  return marks.filter(({ turnId, digest }) => !forgotten.turns.has(turnId) && !digests.has(digest));
}

/** Steps that tell of the forgotten are left out; what changed now is told as one. */
function cleanHistory(
  history: readonly LearningChange[],
  {
    kept,
    before,
    affirmed,
    forgotten,
    keeping,
  }: {
    readonly kept: ReadonlyMap<LearningId, Learning>;
    readonly before: ReadonlyMap<LearningId, Learning>;
    readonly affirmed: ReadonlyMap<LearningId, LearningCause>;
    readonly forgotten: Forgotten;
    readonly keeping: Keeping;
  },
): readonly LearningChange[] {
  const isClean = (learning: Learning | null): boolean =>
    learning === null ||
    (learning.evidence.every((id) => !forgotten.records.has(id)) &&
      (learning.supersededBy === null || kept.has(learning.supersededBy) || !before.has(learning.supersededBy)) &&
      !forgotten.tells(wordsOf(learning)));
  const told: LearningChange[] = [];
  for (const change of history)
    if (kept.has(change.learningId) && isClean(change.before) && isClean(change.after)) told.push(change);
  const steps = new Set(told.map(({ learningId }) => learningId));
  for (const learning of kept.values()) {
    if (before.get(learning.id) === learning && steps.has(learning.id)) continue;
    const { ts, actId } = keeping;
    const cause = affirmed.get(learning.id) ?? 'cleansed';
    told.push({ learningId: learning.id, ts, actId, cause, before: null, after: learning });
  }
  return told;
}
