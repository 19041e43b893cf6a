/**
 * Edits that a forgetting leaves as they are, so that they can still be taken back: those of learnings that name none of
 * the records, turns and learnings that go, and say no word that only these said. Everything else of the scopes is emptied: what a curator
 * answered, whole files, scans; they cannot be told apart from what was forgotten.
 */
import { recentBatches } from '../../curator/undo.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { EditChange } from '../../memory/act.ts';
import type { ActId, ActionId, LearningId, SpaceId } from '../../memory/ids.ts';
import type { Plan } from './plan.ts';

const PAGE = 200;
/** As many as `undo` looks through. */
const UNDONE_OF = 500;
const OF_LEARNINGS: ReadonlySet<EditChange['kind']> = new Set([
  ...(['remember', 'mark', 'revert', 'amend', 'drop', 'restore', 'merge'] as const),
]);
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export interface Going extends Pick<Plan, 'records' | 'turns' | 'learnings'> {
  readonly gone: readonly (LearningId | ActionId)[];
  /** Those that go whole. */
  readonly spaces: readonly SpaceId[];
  tells(text: string): boolean;
}

export interface EditsOfScopes {
  /** The scopes, and others in which an edit tells of what goes. */
  readonly scopes: readonly (SpaceId | null)[];
  /** Edits of them that are not emptied. */
  readonly kept: readonly ActId[];
}

export async function editsOf(
  { records, turns, learnings, gone, spaces, tells }: Going,
  scopes: readonly (SpaceId | null)[],
  journal: Journal,
): Promise<EditsOfScopes> {
  const going = new Set<string>([...records, ...turns, ...learnings, ...gone, ...spaces]);
  const touched = new Set(scopes);
  const clean: (readonly [ActId, SpaceId | null])[] = [];
  for (let after = 0; ; ) {
    const acts = await journal.acts(after, PAGE);
    for (const act of acts) {
      after = act.seq;
      if (act.kind !== 'edit' || !OF_LEARNINGS.has(act.change.kind)) continue;
      const names = JSON.stringify(act.change).match(ID) ?? [];
      if (names.some((id) => going.has(id)) || stringsIn(act.change).some(tells)) touched.add(act.workspace);
      else clean.push([act.id, act.workspace]);
    }
    if (acts.length < PAGE) break;
  }
  return {
    scopes: [...touched],
    kept: clean.filter(([, workspace]) => touched.has(workspace)).map(([id]) => id),
  };
}

/**
 * How many acts that a person could take back now cannot be any more: edits that are emptied, and whatever changed an action
 * in a scope of which a checkpoint is kept.
 */
export async function undosEnded(
  kept: readonly ActId[],
  scopes: { readonly emptied: readonly (SpaceId | null)[]; readonly kept: readonly (SpaceId | null)[] },
  stores: { readonly journal: Journal; readonly knowledge: Knowledge },
): Promise<number> {
  const stays = new Set(kept);
  const batches = await recentBatches(stores, UNDONE_OF);
  return batches.filter(
    ({ act, workspace, by, actions, undone }) =>
      !undone &&
      ((by === 'you' && scopes.emptied.includes(workspace) && !stays.has(act)) ||
        (actions > 0 && scopes.kept.includes(workspace))),
  ).length;
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(stringsIn);
}
