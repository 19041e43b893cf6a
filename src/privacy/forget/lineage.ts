/** Who read what is to be forgotten, what else carries what came of it, and whose words are not its words. */
import type { Journal } from '../../journal/journal.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { ActId, LearningId, RecordId, SpaceId, TurnId } from '../../memory/ids.ts';
import { coverage, termsOf } from '../../memory/likeness.ts';
import type { SourceClass } from '../../memory/source.ts';
import { weakest } from '../../memory/trust.ts';
import type { Needles } from '../traces/needles.ts';
import type { Forgotten, Rest } from './cleanse.ts';
import type { ForgetOptions } from './forget-options.ts';
import { endedWith } from './gather.ts';
import type { Job, JobNotes } from './job.ts';

const ACTS_PAGE = 100;
/** Half of a statement's words, as for evidence that is found the first time. */
const CARRIED = 0.5;

/** Curations that read one of the turns, and how many acts the scopes have. */
export async function actsReading(
  { turns }: { readonly turns: readonly TurnId[] },
  scopes: readonly (SpaceId | null)[],
  journal: Journal,
): Promise<{ readonly reading: ReadonlySet<ActId>; readonly inScopes: number }> {
  const gone = new Set(turns);
  const reading = new Set<ActId>();
  let inScopes = 0;
  for (let after = 0; ; ) {
    const acts = await journal.acts(after, ACTS_PAGE);
    for (const act of acts) {
      if (scopes.includes(act.workspace)) inScopes += 1;
      if (act.kind === 'curation' && act.turns.some(({ id }) => gone.has(id))) reading.add(act.id);
      after = act.seq;
    }
    if (acts.length < ACTS_PAGE) return { reading, inScopes };
  }
}

export function forgottenOf(
  { records, learnings }: { readonly records: readonly RecordId[]; readonly learnings: readonly LearningId[] },
  acts: ReadonlySet<ActId>,
  tells: (text: string) => boolean,
  journal: Journal,
): Forgotten {
  return {
    records: new Set(records),
    learnings: new Set(learnings),
    acts,
    tells,
    rest: (statement, evidence) => restOf(statement, evidence, journal),
  };
}

/** What has been emptied since cannot be asked any more, and is believed. */
async function restOf(statement: string, evidence: readonly RecordId[], journal: Journal): Promise<Rest | undefined> {
  const held = new Set<string>();
  const sources: SourceClass[] = [];
  let turnId: TurnId | null = null;
  let isEmptied = false;
  for (const id of evidence) {
    const record = await journal.record(id);
    if (record === undefined) continue;
    sources.push(record.source);
    turnId ??= record.turnId;
    isEmptied ||= record.content === '';
    for (const term of termsOf(record.content)) held.add(term);
  }
  if (sources.length === 0 || !(isEmptied || coverage(termsOf(statement), held) >= CARRIED)) return undefined;
  return { trust: weakest(sources), turnId };
}

/** Those of its words that nothing says that stays. */
export async function rareNeedles(
  needles: Needles,
  { selection }: Pick<Job, 'selection'>,
  notes: JobNotes,
  { traces, knowledge, journalPath, staying }: ForgetOptions,
  onProgress?: (done: number, total: number) => void,
): Promise<Needles> {
  const { records, sessions, scopes } = notes;
  const spaces = selection.kind === 'space' ? [selection.id] : [];
  const erased = { records, sessions: endedWith(selection, sessions), spaces, scopes };
  const texts = await otherSources(notes, knowledge);
  return traces.survivors(needles, { journal: journalPath, files: staying, texts, erased }, onProgress);
}

/** What people wrote themselves, and what was learned from other records. */
async function otherSources(notes: JobNotes, knowledge: Knowledge): Promise<readonly string[]> {
  const erased = new Set(notes.records);
  const named = new Set(notes.learnings);
  const scopes = new Set([...notes.scopes, ...(await knowledge.files()).map(({ workspace }) => workspace)]);
  const { learnings, files } = await knowledge.scopeState([...scopes]);
  const others = learnings.filter(({ id, evidence }) => !named.has(id) && !evidence.some((one) => erased.has(one)));
  const lines = files.flatMap(({ author, content, humanLines }) => (author === 'deploy' ? [content] : humanLines));
  return [...others.map(({ content, subject }) => `${content}\n${subject ?? ''}`), ...lines];
}
