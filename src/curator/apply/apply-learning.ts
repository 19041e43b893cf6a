/**
 * One answered learning against what is known (DESIGN §5.6): said before → reinforced; same thing, other value, or an
 * explicit correction → the old one is closed and linked; otherwise new, at 0.7. What its evidence does not carry,
 * or what it is not trusted enough for, is held for a person.
 *
 * What an app's turns say never changes what others said: said again it is dropped, and what contradicts waits for a person.
 * The same turn read again (a late revision) changes nothing: what was learned from it is found and left as it is.
 * Operational memories come the same way, and what an agent observes again confirms them whoever wrote them down.
 */
import type { CurationSettings } from '../../memory/act.ts';
import { confirmedAgain } from '../../memory/confidence.ts';
import { type ActId, deriveId, type LearningId } from '../../memory/ids.ts';
import {
  isOperational,
  isQuestioned,
  type Learning,
  type LearningCause,
  type LearningType,
  newLearning,
} from '../../memory/learning.ts';
import { mayConcern, partReplaced, WORTH_COMPARING } from '../../memory/replacement/replaced-among.ts';
import { relationOf, statementOf } from '../../memory/similarity.ts';
import { mayBecome, tierOf, trustRank } from '../../memory/trust.ts';
import type { AnsweredLearning } from '../answer.ts';
import { isSaidToAgents } from './agent-directed.ts';
import {
  isComparable,
  isExceptionHere,
  isRepetition,
  isToldByWords,
  isWish,
  type Matching,
  type ReplacedLearning,
  replacedBy,
  rivalsOf,
  sameScope,
  sameSubject,
} from './conflicts.ts';
import { isDisguised } from './disallowed-claim.ts';
import type { Evidence } from './evidence.ts';
import { isOneWordOfTheirs } from './few-words.ts';
import { isWaiting } from './held-claims.ts';
import { hold, TURNED } from './hold.ts';
import { askWhich, proposeReplacing } from './questions.ts';
import { replace } from './replace-learning.ts';
import { scopeOf } from './scope.ts';
import type { Draft } from './unit-of-work.ts';
import { isDecidedAgainst } from './user-decisions.ts';

export interface Candidate {
  readonly answered: Omit<AnsweredLearning, 'type'> & { readonly type: LearningType; readonly tier?: number };
  readonly evidence: Evidence;
  /** Its place in the answer: the same answer always gives the same ids. */
  readonly index: number;
}

const SHORTEST_ID = 6;
/** More than a curator is shown, so that what it names is among them. */
const NAMEABLE = 200;
export const MOST_EVIDENCE = 20;
const BY_APP = 'an app would change what others said';
const OWN_WORDS: Matching = { match: 'similar' };

export async function settleLearning(draft: Draft, candidate: Candidate, settings: CurationSettings): Promise<void> {
  const fresh = learningOf(draft, candidate, settings);
  if (await isReadAgain(draft, candidate, fresh)) return draft.drop('known');
  if (await isDecidedAgainst(draft, fresh, candidate.evidence)) return draft.drop('decided-before');
  if (await isWaiting(draft, fresh)) return draft.drop('known');
  const rivals = await rivalsOf(draft, fresh, settings);
  const named = await namedBy(draft, candidate.answered);
  if (named !== undefined && !mayClose(named, fresh))
    return hold(draft, fresh, named.id, 'it would close something it is not about');
  const isTold = named !== undefined && isToldByWords(named, fresh) && !isExceptionHere(named, fresh);
  const replaced = isTold ? replacedNamed(named, fresh) : replacedBy(fresh, rivals);
  const isSure = replaced?.sure === true;
  const old = isSure ? replaced?.learning : undefined;
  if (old !== undefined && !draft.mayChange(old)) return hold(draft, fresh, old.id, BY_APP);
  // What it replaces tells where it holds, unless it is said for everywhere.
  const learning = isSure && fresh.scope.kind !== 'user' ? heldWhere(replaced.learning, fresh) : fresh;

  const known = rivals.find((rival) => isRepetition(rival, learning, settings))?.learning;
  const isRepeated = known !== undefined && known.id !== old?.id;
  if (isRepeated && !draft.mayChange(known)) return draft.drop('restated');
  const doubt = doubtOf(learning, candidate.evidence);
  // What is known on better grounds needs no review to be known.
  if (isRepeated && (doubt === undefined || trustRank(learning.trust) >= trustRank(known.trust)))
    return (await isEcho(draft, known, candidate.evidence))
      ? draft.drop('restated')
      : repeat(draft, known, learning, candidate.evidence);
  if (doubt !== undefined) return hold(draft, learning, (old ?? named)?.id ?? null, doubt);
  if (replaced === undefined && named !== undefined && mayPropose(named, learning))
    return proposeReplacing(draft, named, learning);
  if (replaced === undefined) return draft.put(learning, 'learned', null);
  if (!isSure) return askWhich(draft, replaced.learning, learning);
  const obstacle = obstacleTo(replaced.learning, learning);
  if (obstacle !== undefined) return hold(draft, learning, replaced.learning.id, obstacle);
  replace(draft, replaced, learning, rivals);
}

/** A pin keeps from time and from others, not from the person who set it. */
function obstacleTo(old: Learning, next: Learning): string | undefined {
  if (trustRank(next.trust) > trustRank(old.trust)) return 'it contradicts something from a more trusted source';
  if (old.pinned && tierOf(next.trust) !== 'user') return 'it contradicts something that is pinned';
  return undefined;
}

function heldWhere({ scope, workspace }: Learning, learning: Learning): Learning {
  return { ...learning, scope, workspace };
}

/**
 * A person's own words: which known learning says the same; otherwise they are kept, with what becomes of those they change.
 * What stands `apart` was said in the same breath.
 */
export async function settleOwnWords(
  draft: Draft,
  learning: Learning,
  cause: LearningCause = 'remembered',
  isApart: (known: Learning) => boolean = () => false,
): Promise<Learning | undefined> {
  const rivals = (await rivalsOf(draft, learning, OWN_WORDS)).filter((rival) => !isApart(rival.learning));
  const known = rivals.find((rival) => sameScope(rival.learning, learning) && isRepetition(rival, learning, OWN_WORDS));
  if (known !== undefined) return known.learning;
  const replaced = replacedBy(learning, rivals);
  if (replaced === undefined) draft.put(learning, cause, null);
  else if (replaced.sure) replace(draft, replaced, learning, rivals, cause);
  else askWhich(draft, replaced.learning, learning, cause);
  return undefined;
}

function doubtOf({ content, trust, type, workspace }: Learning, evidence: Evidence): string | undefined {
  const { isTurned, records, waits } = evidence;
  if (waits !== undefined) return waits;
  if (isTurned) return TURNED;
  const isTheirs = tierOf(trust) !== 'user' || !isOneWordOfTheirs(content, records);
  if (!mayBecome(trust, type) || !isTheirs) return `a ${type} needs the user's own words`;
  // Every project reads what belongs to none.
  if (tierOf(trust) === 'tool' && workspace === null) return "what holds everywhere needs the user's own words";
  if (tierOf(trust) === 'tool' && isSaidToAgents(content, records)) return 'it was written for agents, not for people';
  return isDisguised(content, trust) ? "what it tells needs the user's own words" : undefined;
}

/** Of the learning at a place of an act's answer. */
export function learningIdAt(act: ActId, index: number): LearningId {
  return deriveId<LearningId>(act, 'learning', String(index));
}

function learningOf({ act, caller }: Draft, candidate: Candidate, settings: CurationSettings): Learning {
  const { answered, evidence, index } = candidate;
  const { turn } = evidence.turn;
  const scope = turn.workspace === null ? { kind: 'user' as const } : scopeOf(candidate, caller, settings);
  return newLearning(act.ts, {
    id: learningIdAt(act.id, index),
    sessionId: turn.sessionId,
    turnId: turn.id,
    workspace: scope.kind === 'user' ? null : turn.workspace,
    scope,
    type: answered.type,
    subject: answered.subject,
    content: evidence.content ?? answered.content,
    ...(answered.tier === undefined ? {} : { tier: answered.tier }),
    tags: answered.tags,
    ...(answered.asked === undefined ? {} : { asked: answered.asked }),
    trust: evidence.trust,
    evidence: evidence.records.map(({ id }) => id),
    persistent: answered.type === 'PREFERENCE' || answered.type === 'CORRECTION',
  });
}

/**
 * Learned from this turn before, whatever became of it: a person may have withdrawn it, a later turn corrected it. What the
 * agent noted down as operational memory is no lesson beside it.
 */
async function isReadAgain(draft: Draft, { evidence }: Candidate, fresh: Learning): Promise<boolean> {
  const learned = await learnedFrom(draft, evidence, fresh);
  const statement = statementOf(fresh.content);
  return learned.some(
    (known) =>
      (!isOperational(fresh.type) || isComparable(known, fresh)) &&
      relationOf(statementOf(known.content), statement) === 'same',
  );
}

/** A marker is found again also where it only confirmed what was known. */
async function learnedFrom(draft: Draft, { turn }: Evidence, { type }: Learning): Promise<readonly Learning[]> {
  const learned = await draft.knowledge.learningsOfTurns([turn.turn.id]);
  if (!isOperational(type)) return learned;
  return [...learned, ...(await draft.knowledge.restingOn(turn.records.map(({ id }) => id))).learnings];
}

/** What the curator says it replaces, which may share no word with it. */
async function namedBy(draft: Draft, { replaces }: Candidate['answered']): Promise<Learning | undefined> {
  if (replaces === null || replaces.length < SHORTEST_ID) return undefined;
  const shown = await draft.newestLearnings(NAMEABLE);
  const named = [...draft.touched, ...shown].find(
    (known) => draft.sees(known) && !isOperational(known.type) && known.id.startsWith(replaces),
  );
  const now = named === undefined ? undefined : await draft.learning(named.id);
  return now?.validTo === null ? now : undefined;
}

/** Who sets something right may do so in other words; all else closes only what it is about, and no wish but by a wish. */
function mayClose(old: Learning, next: Learning): boolean {
  if (next.type === 'CORRECTION') return true;
  if (isWish(old) && !isWish(next)) return false;
  return sameSubject(old, next) || mayConcern(old.content, next.content) >= WORTH_COMPARING;
}

/** Of two parts only the one it is about goes (M-05). */
function replacedNamed(old: Learning, next: Learning): ReplacedLearning {
  return { learning: old, sure: true, likely: 1, also: [], ...partReplaced(old.content, next.content) };
}

/** A curator may have been told what to name: where the words do not say so as well the person is asked, but for what is pinned. */
function mayPropose(named: Learning, next: Learning): boolean {
  return !named.pinned && !isQuestioned(named) && named.id !== next.id && !isExceptionHere(named, next);
}

/**
 * Being given never confirms: what an agent or its tools say in a session that had it before its eyes is told back, whatever
 * the words. What the person says again, they say.
 */
async function isEcho(draft: Draft, known: Learning, { turn, trust }: Evidence): Promise<boolean> {
  const { sessionId } = turn.turn;
  if (tierOf(trust) === 'user') return false;
  const until = Math.max(...turn.records.map(({ ts }) => ts));
  return draft.wasGiven({ sessionId, item: known.id, until });
}

/**
 * Said again by the same or a more trusted source. A weaker one that repeats it proves nothing: most often the agent
 * repeats what it was given. A stronger one takes over, so that trust is never raised in place.
 */
function repeat(draft: Draft, known: Learning, again: Learning, { turn, records }: Evidence): void {
  const { ts } = draft.act;
  // Ten pages may be one author's.
  const isProof = tierOf(again.trust) !== 'tool';
  const { confidence, cause } = isProof ? confirmedAgain(known, ts) : { ...known, cause: 'reinforced' as const };
  // Said twice in a turn is said once.
  if (known.turnId === again.turnId || turn.records.some(({ id }) => known.evidence.includes(id))) draft.drop('known');
  else if (trustRank(again.trust) > trustRank(known.trust)) {
    const isNews = isOperational(known.type) && records.some((record) => record.ts > known.confirmedAt);
    if (isNews) draft.put({ ...known, confidence, updatedAt: ts, confirmedAt: ts }, cause, known);
    else draft.drop('restated');
  } else if (trustRank(again.trust) < trustRank(known.trust)) {
    const { pinned, sensitive } = known;
    draft.put({ ...again, confidence, pinned, sensitive }, 'learned', null);
    draft.put({ ...known, updatedAt: ts, validTo: ts, supersededBy: again.id }, 'superseded', known);
  } else {
    const evidence = [...known.evidence, ...again.evidence].slice(-MOST_EVIDENCE);
    draft.put({ ...known, confidence, evidence, updatedAt: ts, confirmedAt: ts }, cause, known);
  }
}
