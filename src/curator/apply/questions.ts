/**
 * Which of two statements holds, when a newer one may replace an older and that is not sure. Until a person says so, both hold:
 * the older is linked to the newer and given to no agent, the newer is given with a mark, and one review asks about the pair.
 *
 * A question ends by itself when one of the two goes or is put in other words (`settleQuestions`, after all else of every act):
 * whatever takes the newer one's place takes its question over, and without that the older is given again. When the person says
 * the older again, it is the newer from then on.
 *
 * Where only a curator says that one replaces the other, and the words do not, both are given as they are until the person answers:
 * whoever tells the curator what to name must not keep a rule from agents.
 *
 * Where something holds is asked about one statement, and ends when that is gone, holds no more or has been moved.
 */
import { deriveId, type ReviewId } from '../../memory/ids.ts';
import {
  isQuestioned,
  isUnsettled,
  type Learning,
  type LearningCause,
  settled,
  UNSETTLED,
} from '../../memory/learning.ts';
import { isAboutPlace, isQuestion, type Question, type Review } from '../../memory/review.ts';
import { tierOf } from '../../memory/trust.ts';
import type { Draft } from './unit-of-work.ts';
import { updateTouched } from './update-files.ts';

/** In one act; nobody answers a flood of questions. */
const MOST_QUESTIONS = 10;
const ALL = Number.MAX_SAFE_INTEGER;

/** Only what a person said is worth a question; whatever else may change something stands beside it. */
export function askWhich(draft: Draft, old: Learning, next: Learning, cause: LearningCause = 'learned'): void {
  const isAsked = mayAsk(draft, old, next);
  draft.put(isAsked ? unsettled(next) : next, cause, null);
  if (isAsked) ask(draft, old, next);
}

/** What a curator alone says. */
export function proposeReplacing(draft: Draft, old: Learning, next: Learning): void {
  draft.put(next, 'learned', null);
  if (mayAsk(draft, old, next)) putUp(draft, old, next, { isProposed: true });
}

function mayAsk(draft: Draft, old: Learning, next: Learning): boolean {
  const asked = draft.heldReviews.filter(isQuestion).length;
  return tierOf(next.trust) === 'user' && asked < MOST_QUESTIONS && draft.mayChange(old);
}

function ask(draft: Draft, old: Learning, next: Learning): void {
  draft.put({ ...old, updatedAt: draft.act.ts, supersededBy: next.id }, 'questioned', old);
  putUp(draft, old, next);
}

function putUp(draft: Draft, old: Learning, next: Learning, proposed: { readonly isProposed?: true } = {}): void {
  draft.hold({
    id: deriveId<ReviewId>(draft.act.id, old.id, next.id, 'which'),
    createdAt: draft.act.ts,
    actId: draft.act.id,
    workspace: draft.act.workspace,
    reason: 'it may replace what was said before',
    status: 'waiting',
    held: { kind: 'learning', learning: next, replaces: old.id, isKnown: true, ...proposed },
  });
}

export async function settleQuestions(draft: Draft): Promise<void> {
  if (!mayConcernQuestions(draft)) return;
  for (const review of await waitingNow(draft)) if (isAboutPlace(review)) await settlePlace(draft, review);
  const before = await questionsNow(draft);
  for (const question of before) if (question.status === 'waiting') await settle(draft, question);
  const after = await questionsNow(draft);
  const asked = new Set(after.filter(({ status }) => status === 'waiting').map(({ held }) => held.learning.id));
  const newer = new Set([...after.map(({ held }) => held.learning.id), ...draft.touched.map(({ id }) => id)]);
  for (const id of newer) {
    const learning = asked.has(id) ? undefined : await draft.learning(id);
    if (learning?.validTo === null && isUnsettled(learning))
      draft.put({ ...settled(learning), updatedAt: draft.act.ts }, 'reviewed', learning);
  }
}

/** A line that nothing else tells is no learning yet: it is asked about until somebody answers. */
async function settlePlace(draft: Draft, review: Review): Promise<void> {
  if (review.held.kind !== 'learning' || review.status !== 'waiting') return;
  const { id } = review.held.learning;
  const now = await draft.learning(id);
  const isGone = draft.removed.some((removed) => removed.id === id);
  const isOpen = now === undefined ? !isGone : now.validTo === null && now.workspace === null;
  if (!isOpen) end(draft, review, now);
}

async function settle(draft: Draft, question: Question): Promise<void> {
  const { learning, replaces } = question.held;
  const [old, newer] = [await draft.learning(replaces), await draft.learning(learning.id)];
  if (question.held.isProposed === true) return settleProposed(draft, question, [old, newer]);
  const isAsked = old !== undefined && isQuestioned(old) && old.supersededBy === learning.id;
  const holds = newer?.validTo === null && !isQuestioned(newer);
  const isSaidAgain = isAsked && tierOf(old.trust) === 'user' && old.confirmedAt > (newer?.confirmedAt ?? 0);
  if (isAsked && holds && !isSaidAgain) return;
  end(draft, question, newer);
  if (isAsked && holds) {
    const again = unsettled({ ...old, updatedAt: draft.act.ts, supersededBy: null });
    draft.put(again, 'questioned', old);
    ask(draft, newer, again);
    await updateTouched(draft, [{ ...newer, supersededBy: again.id }, again]);
  } else if (isAsked) await passOn(draft, old, newer);
}

/** Both hold, so nothing has to be given again. */
function settleProposed(draft: Draft, question: Question, pair: readonly (Learning | undefined)[]): void {
  const [, newer] = pair;
  const isReworded = (one: Learning) =>
    draft.change().learnings.some(({ before, after }) => after.id === one.id && isOtherWording(before, after));
  if (!pair.every((one) => one?.validTo === null && !isQuestioned(one) && !isReworded(one)))
    end(draft, question, newer);
}

function end(draft: Draft, review: Review, asked: Learning | undefined): void {
  const status = asked?.validTo === null ? 'accepted' : 'rejected';
  draft.hold({ ...review, status, reason: 'it was settled without an answer' });
}

/** What has taken the newer one's place may have replaced the older, too; else the older one holds as before. */
async function passOn(draft: Draft, old: Learning, newer: Learning | undefined): Promise<void> {
  const by = newer?.supersededBy ?? null;
  const next = by === null || by === old.id ? undefined : await draft.learning(by);
  if (next?.validTo === null && !isQuestioned(next)) {
    if (!isUnsettled(next)) draft.put(unsettled(next), 'questioned', next);
    ask(draft, old, next);
  } else {
    const returned = { ...old, updatedAt: draft.act.ts, supersededBy: null };
    draft.put(returned, 'reverted', old);
    await updateTouched(draft, [returned]);
  }
}

/** Asked of every act: looking through what waits is worth it only when one of a pair may be among what it changed. */
function mayConcernQuestions(draft: Draft): boolean {
  if (draft.removed.length > 0 || draft.touched.some(isUnsettled)) return true;
  return draft
    .change()
    .learnings.some(
      ({ before, after }) =>
        before !== null &&
        (isQuestioned(before) || isUnsettled(before) || isClosed(before, after) || isOtherWording(before, after)),
    );
}

/** Also here: it holds elsewhere. */
function isClosed(before: Learning, after: Learning): boolean {
  return (
    before.validTo === null && (after.validTo !== null || isQuestioned(after) || after.workspace !== before.workspace)
  );
}

function isOtherWording(before: Learning | null, after: Learning): boolean {
  return before !== null && before.content !== after.content;
}

async function questionsNow(draft: Draft): Promise<readonly Question[]> {
  return (await waitingNow(draft)).filter(isQuestion);
}

/** Those that waited before this act, and those it has asked or answered, as it has left them. */
async function waitingNow(draft: Draft): Promise<readonly Review[]> {
  const known = await draft.knowledge.reviews({ statuses: ['waiting'], limit: ALL });
  const now = new Map<ReviewId, Review>([...known.toReversed(), ...draft.heldReviews].map((one) => [one.id, one]));
  return [...now.values()];
}

function unsettled(learning: Learning): Learning {
  return { ...learning, tags: [...new Set([...learning.tags, UNSETTLED])] };
}
