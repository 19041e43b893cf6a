/** Who read what is to be forgotten, what else carries what came of it, and whose words are not its words. */

import type { Journal } from '../../journal/journal.ts';
import type { Act } from '../../memory/act.ts';
import type { Selection } from '../../memory/forgetting.ts';
import type { ActId, LearningId, RecordId, SpaceId, TurnId } from '../../memory/ids.ts';
import { coverage, statementOf, termsOf } from '../../memory/likeness.ts';
import type { SourceClass } from '../../memory/source.ts';
import { weakest } from '../../memory/trust.ts';
import { Breather } from '../../platform/breathe.ts';
import type { Needles } from '../traces/needles.ts';
import type { Forgotten, Rest } from './cleanse.ts';
import type { ForgetOptions } from './forget-options.ts';
import { endedWith } from './gather.ts';
import type { Job, JobNotes } from './job.ts';

const ACTS_PAGE = 100;
/** Half of a statement's words, as for evidence that is found the first time. */
const CARRIED = 0.5;

/** Curations that read one of the turns, how many acts of the scopes still say something, and whose acts there are. */
export async function actsReading(
  { turns }: { readonly turns: readonly TurnId[] },
  scopes: readonly (SpaceId | null)[],
  journal: Journal,
): Promise<{
  readonly reading: ReadonlySet<ActId>;
  readonly inScopes: number;
  readonly spaces: ReadonlySet<SpaceId | null>;
}> {
  const gone = new Set(turns);
  const reading = new Set<ActId>();
  const spaces = new Set<SpaceId | null>();
  let inScopes = 0;
  for (let after = 0; ; ) {
    const acts = await journal.acts(after, ACTS_PAGE);
    for (const act of acts) {
      spaces.add(act.workspace);
      if (scopes.includes(act.workspace) && saysAnything(act)) inScopes += 1;
      if (act.kind === 'curation' && act.turns.some(({ id }) => gone.has(id))) reading.add(act.id);
      after = act.seq;
    }
    if (acts.length < ACTS_PAGE) return { reading, inScopes, spaces };
  }
}

/** What `eraseActs` would empty. */
function saysAnything(act: Act): boolean {
  if (act.kind === 'curation') return act.answers.length > 0 || act.promptHash !== '';
  if (act.kind === 'scan') return act.paths.length > 0;
  if (act.kind === 'checkpoint') return false;
  const { change } = act;
  return change.kind === 'deploy' || change.kind === 'recurate' ? change.files.length > 0 : change.kind !== 'erased';
}

export function forgottenOf(
  { records, learnings }: { readonly records: readonly RecordId[]; readonly learnings: readonly LearningId[] },
  selection: Selection,
  acts: ReadonlySet<ActId>,
  tells: (text: string) => boolean,
  journal: Journal,
): Forgotten {
  return {
    records: new Set(records),
    learnings: new Set(learnings),
    space: selection.kind === 'space' ? selection.id : undefined,
    acts,
    tells,
    rest: (statement, evidence) => restOf(statement, evidence, journal),
  };
}

/** It must say every value. What has been emptied since cannot be asked any more, and is believed. */
export async function restOf(statement: string, evidence: readonly RecordId[], journal: Journal): Promise<Rest | undefined> {
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
  const isCarried = (): boolean =>
    coverage(termsOf(statement), held) >= CARRIED &&
    [...statementOf(statement).values].every((value) => [...termsOf(value)].every((term) => held.has(term)));
  if (sources.length === 0 || !(isEmptied || isCarried())) return undefined;
  return { trust: weakest(sources), turnId };
}

/** Those of its words that nothing says that stays. */
export async function rareNeedles(
  needles: Needles,
  { selection }: Pick<Job, 'selection'>,
  notes: JobNotes,
  options: ForgetOptions,
  onProgress?: (done: number, total: number) => void,
): Promise<Needles> {
  const { traces, journalPath, staying } = options;
  const { records, sessions, scopes } = notes;
  const spaces = selection.kind === 'space' ? [selection.id] : [];
  const erased = { records, sessions: endedWith(selection, sessions), spaces, scopes };
  const texts = await otherSources(notes, spaces, options);
  return traces.survivors(needles, { journal: journalPath, files: staying, texts, erased }, onProgress);
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
  const scopes = new Set([...notes.scopes, ...(await knowledge.files()).map(({ workspace }) => workspace)]);
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
