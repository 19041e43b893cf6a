/** Which words are of the forgotten alone: nothing that stays says them. */
import type { Journal } from '../../journal/journal.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Selection } from '../../memory/forgetting.ts';
import type { RecordId, SpaceId } from '../../memory/ids.ts';
import { type Heard, rareNeedles, withoutSaid } from '../traces/rare-terms.ts';
import type { Needles } from '../traces/search-terms.ts';
import type { Work } from '../traces/trace.ts';
import { withoutOwnWords } from './curator-words.ts';
import type { ForgetPlace } from './forget-tasks.ts';
import { endedWith, spacesOf } from './gather.ts';
import type { Plan } from './plan.ts';

export interface RareOptions {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly place: Pick<ForgetPlace, 'journal' | 'staying' | 'stayingTexts'>;
  /** What a search index makes of a word. */
  termsOf(word: string): Iterable<string>;
  readonly work: Work;
}

/** Words that no record says that stays, and how far that was heard; `before` are those of an earlier look. */
export function unsaidNeedles(
  needles: Needles,
  selection: Selection,
  found: Pick<Plan, 'records' | 'sessions' | 'scopes'>,
  { place, work }: RareOptions,
  before?: Heard,
): { readonly rare: Needles; readonly heard: Heard } {
  const { records, sessions, scopes } = found;
  const erased = { records, sessions: endedWith(selection, sessions), spaces: spacesOf(selection), scopes };
  const staying = { journal: place.journal, files: place.staying, texts: place.stayingTexts, erased };
  return rareNeedles(needles, staying, work, before);
}

/** Of those, the words that nothing that is known says of itself. */
export async function ownNeedles(
  unsaid: Needles,
  selection: Selection,
  found: Pick<Plan, 'records' | 'learnings' | 'turns' | 'scopes' | 'since'>,
  options: RareOptions,
): Promise<Needles> {
  const spaces = spacesOf(selection);
  const rare = withoutSaid(unsaid, await otherSources(found, spaces, options));
  return withoutOwnWords(rare, found, spaces, options);
}

/**
 * What people wrote themselves, and what was learned without it. A curator's words count for nothing by themselves: one
 * that has read it, or a file that told of it, may say it anew of other evidence. So a learning speaks for itself only
 * when it is older than what is forgotten, or when the records it rests on cannot be asked any more.
 */
async function otherSources(
  found: Pick<Plan, 'records' | 'learnings' | 'scopes' | 'since'>,
  spaces: readonly SpaceId[],
  { knowledge, journal }: RareOptions,
): Promise<readonly string[]> {
  const erased = new Set(found.records);
  const named = new Set(found.learnings);
  const gone = new Set<SpaceId | null>(spaces);
  const scopes = new Set([...found.scopes, ...(await journal.spaceIds())]);
  const texts = new Set<string>();
  for (const scope of scopes) {
    if (gone.has(scope)) continue;
    const { learnings, files } = await knowledge.scopeState([scope]);
    for (const { author, content, humanLines } of files)
      for (const line of author === 'deploy' ? [content] : humanLines) texts.add(line);
    for (const { id, createdAt, evidence, content, subject } of learnings) {
      if (named.has(id) || evidence.some((one) => erased.has(one))) continue;
      if (createdAt < found.since || !(await canBeAsked(evidence, journal))) texts.add(`${content}\n${subject ?? ''}`);
    }
  }
  return [...texts];
}

/** Their words are heard where they stand. */
async function canBeAsked(evidence: readonly RecordId[], journal: Journal): Promise<boolean> {
  for (const id of evidence) if (((await journal.record(id))?.content ?? '') === '') return false;
  return evidence.length > 0;
}
