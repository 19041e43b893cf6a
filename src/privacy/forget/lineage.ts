/** Who read what is to be forgotten, and what else carries what came of it. */
import type { Journal } from '../../journal/journal.ts';
import type { Act } from '../../memory/act.ts';
import type { Selection } from '../../memory/forgetting.ts';
import type { ActId, RecordId, SpaceId, TurnId } from '../../memory/ids.ts';
import { coverage, statementOf, termsOf } from '../../memory/similarity.ts';
import type { SourceClass } from '../../memory/source.ts';
import { weakest } from '../../memory/trust.ts';
import { spacesOf } from './gather.ts';
import type { Plan } from './plan.ts';
import type { Forgotten, Rest } from './remove-from-state.ts';

const ACTS_PAGE = 100;
/** Half of a statement's words, as for evidence that is found the first time. */
const CARRIED = 0.5;

/** Curations that read one of the turns, what else they read, and of all acts: how many say something, and whose they are. */
export async function actsReading(
  { turns }: { readonly turns: readonly TurnId[] },
  scopes: readonly (SpaceId | null)[],
  journal: Journal,
): Promise<{
  readonly reading: ReadonlySet<ActId>;
  readonly turns: ReadonlySet<TurnId>;
  readonly inScopes: number;
  readonly spaces: ReadonlySet<SpaceId | null>;
}> {
  const gone = new Set(turns);
  const reading = new Set<ActId>();
  const read = new Set<TurnId>();
  const spaces = new Set<SpaceId | null>();
  let inScopes = 0;
  for (let after = 0; ; ) {
    const acts = await journal.acts(after, ACTS_PAGE);
    for (const act of acts) {
      spaces.add(act.workspace);
      if (scopes.includes(act.workspace) && saysAnything(act)) inScopes += 1;
      if (act.kind === 'curation' && act.turns.some(({ id }) => gone.has(id))) {
        reading.add(act.id);
        for (const { id } of act.turns) read.add(id);
      }
      after = act.seq;
    }
    if (acts.length < ACTS_PAGE) return { reading, turns: read, inScopes, spaces };
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
  { records, turns, learnings, said }: Pick<Plan, 'records' | 'turns' | 'learnings' | 'said'>,
  selection: Selection,
  acts: ReadonlySet<ActId>,
  tells: (text: string) => boolean,
  journal: Journal,
): Forgotten {
  return {
    records: new Set(records),
    turns: new Set(turns),
    learnings: new Set(learnings),
    said,
    spaces: spacesOf(selection),
    acts,
    tells,
    rest: (statement, evidence) => restOf(statement, evidence, journal),
  };
}

/** It must say every value. What has been emptied since cannot be asked any more, and is believed. */
export async function restOf(
  statement: string,
  evidence: readonly RecordId[],
  journal: Journal,
): Promise<Rest | undefined> {
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
