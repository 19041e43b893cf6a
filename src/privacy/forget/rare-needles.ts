/** Which words are of the forgotten alone: nothing that stays says them. */
import type { Journal } from '../../journal/journal.ts';
import type { RecordId, SpaceId } from '../../memory/ids.ts';
import { Breather } from '../../platform/breathe.ts';
import type { Needles } from '../traces/needles.ts';
import type { ForgetOptions } from './forget-options.ts';
import { endedWith, spacesOf } from './gather.ts';
import type { Job, JobNotes } from './job.ts';
import { withoutOwnWords } from './own-words.ts';

export async function rareNeedles(
  needles: Needles,
  { selection }: Pick<Job, 'selection'>,
  notes: JobNotes,
  options: ForgetOptions,
  onProgress?: (done: number, total: number) => void,
): Promise<Needles> {
  const { traces, journalPath, staying } = options;
  const { records, sessions, scopes } = notes;
  const spaces = spacesOf(selection);
  const erased = { records, sessions: endedWith(selection, sessions), spaces, scopes };
  const texts = await otherSources(notes, spaces, options);
  const rare = await traces.survivors(needles, { journal: journalPath, files: staying, texts, erased }, onProgress);
  return withoutOwnWords(rare, notes, spaces, options);
}

/**
 * What people wrote themselves, and what was learned without it. A curator's words count for nothing by themselves: one
 * that has read it, or a file that told of it, may say it anew of other evidence. So a learning speaks for itself only
 * when it is older than what is forgotten, or when the records it rests on cannot be asked any more.
 */
async function otherSources(
  notes: JobNotes,
  spaces: readonly SpaceId[],
  { knowledge, journal, clock }: ForgetOptions,
): Promise<readonly string[]> {
  const erased = new Set(notes.records);
  const named = new Set(notes.learnings);
  const gone = new Set<SpaceId | null>(spaces);
  const scopes = new Set([...notes.scopes, ...(await journal.spaceIds())]);
  const breather = new Breather(clock);
  const texts = new Set<string>();
  for (const scope of scopes) {
    if (gone.has(scope)) continue;
    const { learnings, files } = await knowledge.scopeState([scope]);
    for (const { author, content, humanLines } of files)
      for (const line of author === 'deploy' ? [content] : humanLines) texts.add(line);
    for (const { id, createdAt, evidence, content, subject } of learnings) {
      await breather.breathe();
      if (named.has(id) || evidence.some((one) => erased.has(one))) continue;
      if (createdAt < notes.since || !(await canBeAsked(evidence, journal))) texts.add(`${content}\n${subject ?? ''}`);
    }
  }
  return [...texts];
}

/** Their words are heard where they stand. */
async function canBeAsked(evidence: readonly RecordId[], journal: Journal): Promise<boolean> {
  for (const id of evidence) if (((await journal.record(id))?.content ?? '') === '') return false;
  return evidence.length > 0;
}
