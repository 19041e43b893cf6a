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
import { confirmedAgain, contradicted } from '../../memory/confidence.ts';
import { type ActId, deriveId, type LearningId } from '../../memory/ids.ts';
import {
  isOperational,
  type Learning,
  type LearningCause,
  type LearningType,
  newLearning,
} from '../../memory/learning.ts';
import { isAkin, relationOf, type Statement, statementOf } from '../../memory/likeness.ts';
import { mayBecome, tierOf, trustRank } from '../../memory/trust.ts';
import type { AnsweredLearning } from '../answer.ts';
import { FRAME } from './batch-record.ts';
import { isDecidedAgainst } from './decided-by-person.ts';
import { isDisguised } from './disguise.ts';
import type { Draft } from './draft.ts';
import type { Evidence } from './evidence.ts';
import { isWaiting } from './held-claims.ts';
import { hold, TURNED } from './hold.ts';
import {
  isComparable,
  isOutdated,
  isRepetition,
  isWish,
  type Matching,
  type Rival,
  rivalsOf,
  sameScope,
  sameSubject,
  sameTurn,
  statementIn,
} from './rivals.ts';
import { isSaidToAgents } from './said-beside.ts';
import { scopeOf } from './scope.ts';

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
  const fresh = learningOf(draft, candidate);
  const statement = statementIn(fresh);
  if (await isReadAgain(draft, candidate, fresh)) return draft.drop('known');
  if (await isDecidedAgainst(draft, fresh, candidate.evidence)) return draft.drop('decided-before');
  if (await isWaiting(draft, fresh)) return draft.drop('known');
  const rivals = await rivalsOf(draft, fresh, settings);
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
    return (await isEcho(draft, known, candidate.evidence))
      ? draft.drop('restated')
      : repeat(draft, known, learning, candidate.evidence);
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
  const statement = statementIn(learning);
  const rivals = await rivalsOf(draft, learning, OWN_WORDS);
  const known = rivals.filter((rival) => sameScope(rival.learning, learning));
  return {
    known: known.find((rival) => isRepetition(rival, learning, statement, OWN_WORDS))?.learning,
    outdated: rivals.find((rival) => isOutdated(rival, learning, statement))?.learning,
  };
}

function doubtOf({ content, trust, type, workspace }: Learning, evidence: Evidence): string | undefined {
  const { isTurned, records, waits } = evidence;
  if (waits !== undefined) return waits;
  if (isTurned) return TURNED;
  if (!mayBecome(trust, type)) return `a ${type} needs the user's own words`;
  // Every project reads what belongs to none.
  if (tierOf(trust) === 'tool' && workspace === null) return "what holds everywhere needs the user's own words";
  if (tierOf(trust) === 'tool' && isSaidToAgents(content, records)) return 'it was written for agents, not for people';
  return isDisguised(content, trust) ? "what it tells needs the user's own words" : undefined;
}

/** Of the learning at a place of an act's answer. */
export function learningIdAt(act: ActId, index: number): LearningId {
  return deriveId<LearningId>(act, 'learning', String(index));
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

function learningOf({ act, caller }: Draft, candidate: Candidate): Learning {
  const { answered, evidence, index } = candidate;
  const { turn } = evidence.turn;
  const scope = turn.workspace === null ? { kind: 'user' as const } : scopeOf(candidate, caller);
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
