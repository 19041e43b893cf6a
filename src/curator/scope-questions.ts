/**
 * Asked once of each home that learned before statements told where they hold: which lines of user.md, which every project is
 * given, look like rules of one project. Nothing is moved by itself: each is a question to the person, who moves it to the
 * project it came from, or to another, or keeps it everywhere. The act that asks has one id for ever, so that it is there once.
 *
 * Not asked about: what the person wrote into the file, or asked to have kept, by themselves. Limit: of so many learnings
 * the newest; the person can move the others, too.
 */
import { lineKey, linesOf } from '../files/file-text.ts';
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { MARKER_CURATOR } from '../memory/act.ts';
import { type ActId, deriveId, type LearningId, type ReviewId, type SpaceId } from '../memory/ids.ts';
import { isOperational, type Learning, newLearning } from '../memory/learning.ts';
import type { StoredRecord } from '../memory/record.ts';
import type { Review } from '../memory/review.ts';
import { tierOf } from '../memory/trust.ts';
import { Breather } from '../platform/breathe.ts';
import type { Clock } from '../platform/clock.ts';
import { sectionsOf, statedIn, typeIn } from './apply/learn-from-lines.ts';
import { saysTooLittle } from './apply/low-value.ts';
import { isSaidOfPerson } from './apply/scope.ts';
import type { Projector } from './projector.ts';

const ASKED = deriveId<ActId>('which lines of user.md are rules of one project');
const MOST_LEARNINGS = 1_000;
const PAGE = 200;
const REASON = 'every project is given it, and it reads like a rule of one';

interface Stores {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly projector: Pick<Projector, 'record'>;
  readonly clock: Clock;
}

/** When everything is applied that was journalled before. */
export async function askWhereItHolds({ journal, knowledge, projector, clock }: Stores): Promise<void> {
  if ((await journal.storedAct(ASKED)) !== undefined || !(await learnedBefore(journal))) return;
  const learnings = await knowledge.learnings({ workspace: null, limit: MOST_LEARNINGS });
  const ts = clock.now();
  const lines = await linesAlone(knowledge, learnings, ts);
  const breather = new Breather(clock);
  const reviews: Review[] = [];
  for (const learning of [...learnings.filter(isSaidInProject), ...lines]) {
    await breather.breathe();
    const found = await Promise.all(learning.evidence.map((id) => journal.record(id)));
    const records = found.filter((record) => record !== undefined);
    if (isSaidOfPerson(learning.content, records)) continue;
    reviews.push({
      id: deriveId<ReviewId>(ASKED, learning.id),
      createdAt: ts,
      actId: ASKED,
      workspace: null,
      reason: REASON,
      status: 'waiting',
      held: { kind: 'learning', learning, replaces: null, movesTo: originOf(records) },
    });
  }
  await projector.record({ kind: 'edit', id: ASKED, ts, workspace: null, change: { kind: 'ask', reviews } });
}

/** Whether the first that was ever learned from turns did not tell yet where it holds. */
async function learnedBefore(journal: Journal): Promise<boolean> {
  for (let after = 0; ; ) {
    const acts = await journal.acts(after, PAGE);
    const first = acts.find((act) => act.kind === 'curation' && act.curator !== MARKER_CURATOR);
    if (first?.kind === 'curation') return first.settings.scope === undefined;
    after = acts.at(-1)?.seq ?? 0;
    if (acts.length < PAGE) return false;
  }
}

function isSaidInProject({ scope, type, trust, evidence }: Learning): boolean {
  return scope.kind === 'user' && evidence.length > 0 && !isOperational(type) && tierOf(trust) === 'user';
}

/** Where it was said; null when that is not known, or was said in several. */
function originOf(records: readonly StoredRecord[]): SpaceId | null {
  const spaces = new Set(records.map(({ workspace }) => workspace));
  const [only = null] = spaces;
  return spaces.size === 1 ? only : null;
}

/** Lines that a curator wrote and nothing else tells. */
async function linesAlone(knowledge: Knowledge, known: readonly Learning[], ts: number): Promise<readonly Learning[]> {
  const file = await knowledge.file({ name: 'user.md', workspace: null });
  if (file === undefined) return [];
  const told = new Set([...file.humanLines.map(lineKey), ...known.map(({ content }) => lineKey(content))]);
  const sections = sectionsOf(file.content);
  return linesOf(file.content).flatMap((line) => {
    const content = statedIn(line);
    const section = sections.get(lineKey(line));
    if (section === undefined || told.has(lineKey(line)) || content.startsWith('#') || saysTooLittle(content))
      return [];
    const id = deriveId<LearningId>(ASKED, lineKey(line));
    return newLearning(ts, { id, workspace: null, type: typeIn(section), content, trust: 'typed', persistent: true });
  });
}
