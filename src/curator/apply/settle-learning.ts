/**
 * One answered learning against what is known (DESIGN §5.6): said before → reinforced; same thing, other value, or an
 * explicit correction → the old one is closed and linked; otherwise new, at 0.7. What its evidence does not carry is
 * dropped and counted; what it is not trusted enough for is held for a person.
 *
 * What an app's turns say never changes what others said: said again it is dropped, and what contradicts waits for a person.
 * The same turn read again (a late revision) changes nothing: what was learned from it is found and left as it is.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CurationSettings } from '../../memory/act.ts';
import { contradicted, reinforced } from '../../memory/confidence.ts';
import { deriveId, type LearningId, type ReviewId } from '../../memory/ids.ts';
import {
  type LearnedType,
  type Learning,
  type LearningCause,
  type LearningType,
  newLearning,
} from '../../memory/learning.ts';
import { isAkin, likeness, relationOf, type Statement, statementOf } from '../../memory/likeness.ts';
import { mayBecome, tierOf, trustRank } from '../../memory/trust.ts';
import type { AnsweredLearning } from '../answer.ts';
import { isDecidedAgainst } from './decided-by-person.ts';
import { isDisguised } from './disguise.ts';
import type { Draft } from './draft.ts';
import { type Evidence, FRAME } from './evidence.ts';
import { isSaidToAgents } from './said-beside.ts';
import { scopeOf } from './scope.ts';

export interface Candidate {
  readonly answered: Omit<AnsweredLearning, 'type'> & { readonly type: LearnedType };
  readonly evidence: Evidence;
  /** Its place in the answer: the same answer always gives the same ids. */
  readonly index: number;
}

/** Known learnings a new one is compared with, the likeliest first. */
const RIVALS = 30;
const SHORTEST_ID = 6;
/** More than a curator is shown, so that what it names is among them. */
const NAMEABLE = 200;
const MOST_EVIDENCE = 20;
/** Held for a person in one batch, at most (POI-11): nobody reads a flood, and what is in it is lost in it. */
const MOST_HELD = 20;
/** Words that two statements have alike before another value means the old one is over, when nothing names the subject. */
const SLOT_WORDS = 3;
const BY_APP = 'an app would change what others said';
/** Types that say how something is, so that another value means the old one is over; several commands may all work. */
const SINGULAR: ReadonlySet<LearningType> = new Set<LearningType>(['FACT', 'PREFERENCE', 'CORRECTION']);

type Matching = Pick<CurationSettings, 'match'>;
const OWN_WORDS: Matching = { match: 'similar' };

interface Rival {
  readonly learning: Learning;
  readonly statement: Statement;
  readonly alike: number;
}

export async function settleLearning(draft: Draft, candidate: Candidate, settings: CurationSettings): Promise<void> {
  const fresh = learningOf(draft, candidate);
  const statement = statementOf(fresh.content);
  if (await isReadAgain(draft, candidate, statement)) return draft.drop('known');
  if (await isDecidedAgainst(draft, fresh, candidate.evidence)) return draft.drop('decided-before');
  const rivals = (await rivalsOf(draft, fresh, settings)).map((learning) => rivalOf(learning, statement));
  const named = await namedBy(draft, candidate.answered);
  if (named !== undefined && !mayReplace(named, fresh))
    return hold(draft, fresh, named.id, 'it would close something it is not about');
  const corrected = named ?? correctedBy(fresh, rivals, statement);
  if (corrected !== undefined && !draft.mayChange(corrected)) return hold(draft, fresh, corrected.id, BY_APP);
  const learning =
    corrected === undefined ? fresh : { ...fresh, scope: corrected.scope, workspace: corrected.workspace };

  const known = rivals.find((rival) => isRepetition(rival, learning, statement, settings))?.learning;
  const isRepeated = known !== undefined && known.id !== corrected?.id;
  if (isRepeated && !draft.mayChange(known)) return draft.drop('restated');
  const doubt = doubtOf(learning, candidate.evidence);
  // What is known on better grounds needs no review to be known.
  if (isRepeated && (doubt === undefined || trustRank(learning.trust) >= trustRank(known.trust)))
    return repeat(draft, known, learning);
  if (doubt !== undefined) return hold(draft, learning, corrected?.id ?? null, doubt);
  const outdated = corrected ?? rivals.find((rival) => isOutdated(rival, learning, statement))?.learning;
  if (outdated === undefined) return draft.put(learning, 'learned', null);
  if (!draft.mayChange(outdated)) return hold(draft, learning, outdated.id, BY_APP);
  if (trustRank(learning.trust) > trustRank(outdated.trust))
    return hold(draft, learning, outdated.id, 'it contradicts something from a more trusted source');
  if (outdated.pinned) return hold(draft, learning, outdated.id, 'it contradicts something that is pinned');
  supersede(draft, outdated, learning);
}

/** Which known learning says the same as a person's own words, or which of them those words change. */
export async function outdatedBy(
  draft: Draft,
  learning: Learning,
): Promise<{ readonly known: Learning | undefined; readonly outdated: Learning | undefined }> {
  const statement = statementOf(learning.content);
  const rivals = (await rivalsOf(draft, learning, OWN_WORDS)).map((rival) => rivalOf(rival, statement));
  const known = rivals.filter((rival) => sameScope(rival.learning, learning));
  return {
    known: known.find((rival) => isRepetition(rival, learning, statement, OWN_WORDS))?.learning,
    outdated: rivals.find((rival) => isOutdated(rival, learning, statement))?.learning,
  };
}

function doubtOf({ content, trust, type, workspace }: Learning, { isTurned, records }: Evidence): string | undefined {
  if (isTurned) return 'it says the opposite of what was said';
  if (!mayBecome(trust, type)) return `a ${type} needs the user's own words`;
  // Every project reads what belongs to none.
  if (tierOf(trust) === 'tool' && workspace === null) return "what holds everywhere needs the user's own words";
  if (tierOf(trust) === 'tool' && isSaidToAgents(content, records)) return 'it was written for agents, not for people';
  return isDisguised(content, trust) ? "what it tells needs the user's own words" : undefined;
}

/** Closes the old one and links it to the new, which is as private. */
export function supersede(draft: Draft, old: Learning, next: Learning, cause: LearningCause = 'learned'): void {
  const { ts } = draft.act;
  draft.put({ ...next, sensitive: next.sensitive || old.sensitive }, cause, null);
  const closed = {
    ...old,
    confidence: contradicted(old.confidence),
    updatedAt: ts,
    validTo: ts,
    supersededBy: next.id,
  };
  draft.put(closed, next.type === 'CORRECTION' ? 'corrected' : 'superseded', old);
}

function learningOf({ act, caller }: Draft, { answered, evidence, index }: Candidate): Learning {
  const { turn } = evidence.turn;
  const scope = turn.workspace === null ? { kind: 'user' as const } : scopeOf(answered, evidence.trust, caller);
  return newLearning(act.ts, {
    id: deriveId<LearningId>(act.id, 'learning', String(index)),
    sessionId: turn.sessionId,
    turnId: turn.id,
    workspace: scope.kind === 'user' ? null : turn.workspace,
    scope,
    type: answered.type,
    subject: answered.subject,
    content: answered.content,
    tags: answered.tags,
    trust: evidence.trust,
    evidence: evidence.records.map(({ id }) => id),
    persistent: answered.type === 'PREFERENCE' || answered.type === 'CORRECTION',
  });
}

/** Learned from this turn before, whatever became of it: a person may have withdrawn it, a later turn corrected it. */
async function isReadAgain(draft: Draft, { evidence }: Candidate, statement: Statement): Promise<boolean> {
  const learned = await draft.knowledge.learningsOfTurns([evidence.turn.turn.id]);
  return learned.some(({ content }) => relationOf(statementOf(content), statement) === 'same');
}

/** Of its own space and of the user scope; what this very act has changed counts as changed. */
async function rivalsOf(draft: Draft, fresh: Learning, { match }: Matching): Promise<readonly Learning[]> {
  const { content, workspace, type } = fresh;
  const act = draft.act.workspace;
  const hits = await draft.searchLearnings({ text: content, workspace: workspace ?? act, limit: RIVALS });
  const known = new Map(hits.map(({ learning }) => [learning.id, learning]));
  if (match === 'slot') {
    const kind = await draft.knowledge.learnings({ workspace: workspace ?? act, types: [type], limit: NAMEABLE });
    for (const learning of kind)
      if (draft.sees(learning) && sameSlot(learning, fresh)) known.set(learning.id, learning);
  }
  for (const learning of draft.touched) known.set(learning.id, learning);
  return [...known.values()].filter(({ validTo }) => validTo === null);
}

function rivalOf(learning: Learning, statement: Statement): Rival {
  const other = statementOf(learning.content);
  return { learning, statement: other, alike: likeness(other, statement) };
}

/** What the curator says it replaces, which may share no word with it. */
async function namedBy(draft: Draft, { replaces }: Candidate['answered']): Promise<Learning | undefined> {
  if (replaces === null || replaces.length < SHORTEST_ID) return undefined;
  const shown = await draft.knowledge.learnings({ workspace: draft.act.workspace, limit: NAMEABLE });
  const named = [...draft.touched, ...shown].find((known) => draft.sees(known) && known.id.startsWith(replaces));
  const now = named === undefined ? undefined : await draft.learning(named.id);
  return now?.validTo === null ? now : undefined;
}

/** Who sets something right may do so in other words; all else closes only what it is about, and no wish but by a wish. */
function mayReplace(old: Learning, next: Learning): boolean {
  if (next.type === 'CORRECTION') return true;
  if (isWish(old) && !isWish(next)) return false;
  const [then, now] = [statementOf(old.content), statementOf(next.content)];
  if (sameSubject(old, next) || isAkin(then, now)) return true;
  // `Answers in German`, `Answers in English`: so little is said that one word tells what it is about.
  const isPlain = then.values.size + now.values.size === 0;
  return isPlain && [...now.words].some((word) => then.words.has(word) && !FRAME.has(word));
}

function correctedBy(fresh: Learning, rivals: readonly Rival[], statement: Statement): Learning | undefined {
  if (fresh.type !== 'CORRECTION') return undefined;
  return rivals
    .filter(({ learning }) => learning.type !== 'CORRECTION' || !sameTurn(learning, fresh))
    .filter((rival) => isAkin(rival.statement, statement) && relationOf(rival.statement, statement) !== 'same')
    .sort((a, b) => b.alike - a.alike)[0]?.learning;
}

function isRepetition(rival: Rival, learning: Learning, statement: Statement, { match }: Matching): boolean {
  // What holds everywhere holds here.
  if (rival.learning.scope.kind !== 'user' && !sameScope(rival.learning, learning)) return false;
  if (relationOf(rival.statement, statement) === 'same') return true;
  return match === 'slot' && sameSlot(rival.learning, learning) && learning.type !== 'CORRECTION';
}

function isOutdated(rival: Rival, learning: Learning, statement: Statement): boolean {
  return (
    SINGULAR.has(learning.type) &&
    SINGULAR.has(rival.learning.type) &&
    (isWish(learning) || !isWish(rival.learning)) &&
    sameScope(rival.learning, learning) &&
    // Who says two things in one breath means both.
    !sameTurn(rival.learning, learning) &&
    relationOf(rival.statement, statement) === 'changed' &&
    (sameSubject(rival.learning, learning) || isOneSlot(rival.statement, statement))
  );
}

/** Enough words to tell that there is one such thing, and no commands: those add up. */
function isOneSlot(a: Statement, b: Statement): boolean {
  const hasCommand = [...a.values, ...b.values].some((value) => /\s/.test(value));
  return a.negated !== b.negated || (Math.min(a.words.size, b.words.size) >= SLOT_WORDS && !hasCommand);
}

function isWish({ type }: Learning): boolean {
  return type === 'PREFERENCE' || type === 'CORRECTION';
}

function sameTurn(a: Learning, b: Learning): boolean {
  return a.turnId !== null && a.turnId === b.turnId;
}

function sameSubject(a: Learning, b: Learning): boolean {
  return a.subject !== null && a.subject === b.subject;
}

function sameScope(a: Learning, b: Learning): boolean {
  return a.workspace === b.workspace && isDeepStrictEqual(a.scope, b.scope);
}

function sameSlot(a: Learning, b: Learning): boolean {
  return a.type === b.type && sameSubject(a, b);
}

/**
 * Said again by the same or a more trusted source. A weaker one that repeats it proves nothing: most often the agent
 * repeats what it was given. A stronger one takes over, so that trust is never raised in place.
 */
function repeat(draft: Draft, known: Learning, again: Learning): void {
  const { ts } = draft.act;
  // Ten pages may be one author's.
  const confidence = tierOf(again.trust) === 'tool' ? known.confidence : reinforced(known.confidence);
  if (known.turnId === again.turnId || known.evidence.some((id) => again.evidence.includes(id))) draft.drop('known');
  else if (trustRank(again.trust) > trustRank(known.trust)) draft.drop('restated');
  else if (trustRank(again.trust) < trustRank(known.trust)) {
    const { pinned, sensitive } = known;
    draft.put({ ...again, confidence, pinned, sensitive }, 'learned', null);
    draft.put({ ...known, updatedAt: ts, validTo: ts, supersededBy: again.id }, 'superseded', known);
  } else {
    const evidence = [...known.evidence, ...again.evidence].slice(-MOST_EVIDENCE);
    draft.put({ ...known, confidence, evidence, updatedAt: ts, confirmedAt: ts }, 'reinforced', known);
  }
}

async function hold(draft: Draft, learning: Learning, replaces: LearningId | null, reason: string): Promise<void> {
  // The same for the same turn, so that it is asked about once and an answer stays.
  const id = deriveId<ReviewId>(learning.turnId ?? '', learning.content, 'review');
  if ((await draft.knowledge.review(id)) !== undefined) return draft.drop('known');
  if (draft.change().reviews.length >= MOST_HELD) return draft.drop('too-many-held');
  draft.drop('held');
  draft.hold({
    id,
    createdAt: draft.act.ts,
    actId: draft.act.id,
    workspace: draft.act.workspace,
    reason,
    status: 'waiting',
    held: { kind: 'learning', learning, replaces },
  });
}
