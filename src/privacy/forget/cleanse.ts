/**
 * What is left of a scope when some records never were. A learning goes when nothing is left that it rests on, when what
 * is left does not carry it, or when it says a word that only the forgotten said; one that gave way to it holds again.
 * Lines of files go with what they tell, and with the curation that brought them in when nothing else is known to say
 * them: files have no evidence of their own. A person's own lines stay, unless they say a forgotten word. A space that
 * is forgotten takes all of its own with it, whoever said it.
 *
 * Limits: a curator's other words for what was forgotten are told by lineage alone, not by their meaning.
 */
import { lineKey, linesOf, textOf } from '../../files/file-text.ts';
import { lineChanges } from '../../files/line-changes.ts';
import { isHeading } from '../../files/outline.ts';
import { restating, telling } from '../../files/restating.ts';
import type { PendingAction } from '../../memory/action.ts';
import type { ActId, LearningId, RecordId, SpaceId, TurnId } from '../../memory/ids.ts';
import type { Learning, LearningChange } from '../../memory/learning.ts';
import type { FileVersion } from '../../memory/memory-file.ts';
import type { Review } from '../../memory/review.ts';
import type { ScopeState } from '../../memory/scope-state.ts';
import type { SourceClass } from '../../memory/source.ts';
import type { Breather } from '../../platform/breathe.ts';

export interface Forgotten {
  readonly records: ReadonlySet<RecordId>;
  /** Learnings a person named: their lines go whoever wrote them. */
  readonly learnings: ReadonlySet<LearningId>;
  /** A space of which nothing is to stay. */
  readonly space: SpaceId | undefined;
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
interface Keeping {
  readonly actId: ActId;
  readonly ts: number;
}

export interface Cleansed {
  readonly state: ScopeState;
  /** Learnings and actions that are gone. */
  readonly gone: readonly (Learning | PendingAction)[];
  readonly counts: { readonly learnings: number; readonly actions: number; readonly fileLines: number };
}

export async function cleanse(
  given: ScopeState,
  forgotten: Forgotten,
  keeping: Keeping,
  breather: Pick<Breather, 'breathe'>,
): Promise<Cleansed> {
  const { state, out } = apart(given, forgotten.space);
  const kept = new Map<LearningId, Learning>();
  const gone = new Map<LearningId, Learning>();
  for (const learning of out.learnings) gone.set(learning.id, learning);
  for (const learning of state.learnings) {
    await breather.breathe();
    const rest = await restOf(learning, forgotten);
    if (rest === undefined) gone.set(learning.id, learning);
    else kept.set(learning.id, rest);
  }
  reopen(kept, gone, state.history);
  const actions = await cleanActions(state.actions, forgotten, gone);
  const before = new Map(state.learnings.map((learning) => [learning.id, learning]));
  const told = [...kept.values()].map(({ content }) => content).concat(actions.map(({ content }) => content));
  const files = await cleanFiles(state.files, { forgotten, keeping, gone: [...gone.values()], told, breather });
  const left = new Set(actions.map(({ id }) => id));
  const goneActions = given.actions.filter(({ id }) => !left.has(id));
  const wholeLines = newestOf(out.files).reduce((sum, { content }) => sum + linesOf(content).length, 0);
  return {
    state: {
      learnings: [...kept.values()],
      history: await cleanHistory(state.history, { kept, before, forgotten, keeping, breather }),
      actions,
      reviews: await cleanReviews(state.reviews, forgotten),
      files: files.versions,
      recordMarks: state.recordMarks.filter(({ id }) => !forgotten.records.has(id)),
    },
    gone: [...gone.values(), ...goneActions],
    counts: { learnings: gone.size, actions: goneActions.length, fileLines: files.lines + wholeLines },
  };
}

/** What belongs to a space that goes whole, and the rest. */
function apart(
  given: ScopeState,
  space: SpaceId | undefined,
): { readonly state: ScopeState; readonly out: Pick<ScopeState, 'learnings' | 'files'> } {
  const isOf = ({ workspace }: { readonly workspace: SpaceId | null }) => space !== undefined && workspace === space;
  const isLeft = (one: { readonly workspace: SpaceId | null }) => !isOf(one);
  return {
    state: {
      learnings: given.learnings.filter(isLeft),
      history: given.history.filter(({ after }) => isLeft(after)),
      actions: given.actions.filter(isLeft),
      reviews: given.reviews.filter(isLeft),
      files: given.files.filter(isLeft),
      recordMarks: given.recordMarks.filter(isLeft),
    },
    out: { learnings: given.learnings.filter(isOf), files: given.files.filter(isOf) },
  };
}

function newestOf(files: readonly FileVersion[]): readonly FileVersion[] {
  return [...new Map(files.map((file) => [`${file.workspace ?? ''}/${file.name}`, file])).values()];
}

/** As it is from now on; the same object when nothing of it was forgotten. */
async function restOf(learning: Learning, forgotten: Forgotten): Promise<Learning | undefined> {
  const { content, subject, tags } = learning;
  if (forgotten.learnings.has(learning.id)) return undefined;
  if (forgotten.tells([content, subject ?? '', ...tags].join('\n'))) return undefined;
  const evidence = learning.evidence.filter((id) => !forgotten.records.has(id));
  if (evidence.length === learning.evidence.length) return learning;
  const rest = evidence.length === 0 ? undefined : await forgotten.rest(content, evidence);
  if (rest === undefined) return undefined;
  // A person's yes to it was theirs, whatever it rested on.
  const trust = learning.trust === 'typed' ? learning.trust : rest.trust;
  return { ...learning, evidence, trust, turnId: rest.turnId, sessionId: null };
}

/** What was closed by something that never was still holds. */
function reopen(
  kept: Map<LearningId, Learning>,
  gone: ReadonlyMap<LearningId, Learning>,
  history: readonly LearningChange[],
): void {
  for (const learning of kept.values()) {
    const by = learning.supersededBy;
    if (by === null || !gone.has(by)) continue;
    const closing = history.findLast(
      ({ learningId, before, after }) =>
        learningId === learning.id && after.supersededBy === by && before?.supersededBy !== by,
    );
    const confidence = closing?.before?.confidence ?? learning.confidence;
    kept.set(learning.id, { ...learning, confidence, validTo: null, supersededBy: null });
  }
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

async function cleanReviews(reviews: readonly Review[], forgotten: Forgotten): Promise<readonly Review[]> {
  const kept: Review[] = [];
  for (const review of reviews) {
    const { held } = review;
    if (forgotten.tells(review.reason)) continue;
    if (held.kind === 'file') {
      if (!forgotten.acts.has(review.actId) && !forgotten.tells(held.content)) kept.push(review);
      continue;
    }
    const learning = await restOf(held.learning, forgotten);
    if (learning !== undefined) kept.push({ ...review, held: { ...held, learning } });
  }
  return kept;
}

/** Steps that tell of the forgotten are left out; what changed now is told as one. */
async function cleanHistory(
  history: readonly LearningChange[],
  {
    kept,
    before,
    forgotten,
    keeping,
    breather,
  }: {
    readonly kept: ReadonlyMap<LearningId, Learning>;
    readonly before: ReadonlyMap<LearningId, Learning>;
    readonly forgotten: Forgotten;
    readonly keeping: Keeping;
    readonly breather: Pick<Breather, 'breathe'>;
  },
): Promise<readonly LearningChange[]> {
  const isClean = (learning: Learning | null): boolean =>
    learning === null ||
    (learning.evidence.every((id) => !forgotten.records.has(id)) &&
      (learning.supersededBy === null || kept.has(learning.supersededBy) || !before.has(learning.supersededBy)) &&
      !forgotten.tells([learning.content, learning.subject ?? '', ...learning.tags].join('\n')));
  const told: LearningChange[] = [];
  for (const change of history) {
    await breather.breathe();
    if (kept.has(change.learningId) && isClean(change.before) && isClean(change.after)) told.push(change);
  }
  const steps = new Set(told.map(({ learningId }) => learningId));
  for (const learning of kept.values()) {
    if (before.get(learning.id) === learning && steps.has(learning.id)) continue;
    const { ts, actId } = keeping;
    told.push({ learningId: learning.id, ts, actId, cause: 'cleansed', before: null, after: learning });
  }
  return told;
}

interface FileCleaning {
  readonly forgotten: Forgotten;
  readonly keeping: Keeping;
  readonly gone: readonly Learning[];
  /** What is still known. */
  readonly told: readonly string[];
  readonly breather: Pick<Breather, 'breathe'>;
}

async function cleanFiles(
  files: readonly FileVersion[],
  cleaning: FileCleaning,
): Promise<{ readonly versions: readonly FileVersion[]; readonly lines: number }> {
  const versions: FileVersion[] = [];
  let lines = 0;
  for (const all of Map.groupBy(files, ({ workspace, name }) => `${workspace ?? ''}/${name}`).values()) {
    const goes = await lineFilter(all, cleaning);
    const clean: FileVersion[] = [];
    for (const version of all) {
      if (linesOf(version.content).every((line) => !goes(line))) clean.push(version);
      await cleaning.breather.breathe();
    }
    versions.push(...clean);
    const newest = all.at(-1);
    if (newest === undefined || clean.includes(newest)) continue;
    const stay = linesOf(newest.content).filter((line) => !goes(line));
    lines += linesOf(newest.content).length - stay.length;
    versions.push({
      ...newest,
      version: newest.version + 1,
      ts: cleaning.keeping.ts,
      actId: cleaning.keeping.actId,
      author: 'curator',
      content: textOf(stay),
      humanLines: newest.humanLines.filter((line) => !goes(line)),
    });
  }
  return { versions, lines };
}

async function lineFilter(
  versions: readonly FileVersion[],
  { forgotten, gone, told, breather }: FileCleaning,
): Promise<(line: string) => boolean> {
  const human = new Set((versions.at(-1)?.humanLines ?? []).map(lineKey));
  const brought = await linesOfActs(versions, forgotten.acts, breather);
  const named = telling(gone.filter(({ id }) => forgotten.learnings.has(id)).map(({ content }) => content));
  const lost = telling(gone.map(({ content }) => content));
  const known = restating(told);
  const alsoKnown = telling(told);
  const decided = new Map<string, boolean>();
  const decide = (line: string, key: string): boolean => {
    if (key === '') return false;
    if (forgotten.tells(line)) return true;
    if (isHeading(line)) return false;
    if (named(key) && !alsoKnown(key)) return true;
    if (human.has(key)) return false;
    return (brought.has(key) || lost(key)) && !known(key) && !alsoKnown(key);
  };
  const goes = (line: string): boolean => {
    const before = decided.get(line);
    if (before !== undefined) return before;
    const verdict = decide(line, lineKey(line));
    decided.set(line, verdict);
    return verdict;
  };
  // Versions have most lines in common, and to judge one may take a while where much is known.
  for (const line of new Set(versions.flatMap(({ content }) => linesOf(content)))) {
    goes(line);
    await breather.breathe();
  }
  return goes;
}

/** Lines that came in with a version one of the acts made. */
async function linesOfActs(
  versions: readonly FileVersion[],
  acts: ReadonlySet<ActId>,
  breather: Pick<Breather, 'breathe'>,
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  let before = '';
  for (const { actId, content } of versions) {
    if (acts.has(actId)) for (const line of lineChanges(before, content).added) keys.add(lineKey(line));
    before = content;
    await breather.breathe();
  }
  return keys;
}
