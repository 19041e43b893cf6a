/** What a person says about memory itself: this is to be kept, this is pinned, this is nobody's business. */
import type { EditChange } from '../../memory/act.ts';
import { reinforced } from '../../memory/confidence.ts';
import type { Learning } from '../../memory/learning.ts';
import type { RecordMark } from '../../memory/scope-state.ts';
import { settleOwnWords } from './apply-learning.ts';
import { close } from './replace-learning.ts';
import type { Draft } from './unit-of-work.ts';
import { updateTouched } from './update-files.ts';

type Marks = Pick<Learning, 'pinned' | 'sensitive'>;

/** Like a statement somebody typed: said before, it is confirmed; what it changes is closed and linked. */
export async function remember(draft: Draft, { learning }: EditChange & { kind: 'remember' }): Promise<void> {
  const known = await settleOwnWords(draft, learning);
  const { ts } = draft.act;
  if (known?.trust === 'typed') {
    const { pinned, sensitive } = learning;
    const marks = { pinned: known.pinned || pinned, sensitive: known.sensitive || sensitive, persistent: true };
    const confidence = reinforced(known.confidence);
    draft.put({ ...known, ...marks, confidence, updatedAt: ts, confirmedAt: ts }, 'remembered', known);
  } else if (known !== undefined) {
    draft.put({ ...learning, sensitive: learning.sensitive || known.sensitive }, 'remembered', null);
    close(draft, known, learning);
  }
  await updateTouched(draft, draft.touched);
}

export async function mark(draft: Draft, change: EditChange & { kind: 'mark' }): Promise<void> {
  const { target } = change;
  if (target.kind === 'record') {
    const known = (await draft.knowledge.recordMarks([target.id])).get(target.id);
    const none: RecordMark = { id: target.id, workspace: draft.act.workspace, pinned: false, sensitive: false };
    draft.markRecord({ ...(known ?? none), ...marksOf(change) });
    return;
  }
  const known = await draft.learning(target.id);
  const before = known ?? change.learning;
  if (before === null) return draft.drop('unknown-learning');
  // Whoever found it is void; that a person has marked it keeps it.
  if (known === undefined) draft.put(before, 'learned', null);
  draft.put({ ...before, ...marksOf(change), updatedAt: draft.act.ts }, 'marked', before);
  const open = before.type === 'ACTION' ? await draft.openActions(before.workspace) : [];
  // Its line follows it.
  for (const action of open) if (action.sourceLearningId === before.id) draft.putAction(action);
  await updateTouched(draft, draft.touched);
}

function marksOf({ pinned, sensitive }: Partial<Marks>): Partial<Marks> {
  return { ...(pinned === undefined ? {} : { pinned }), ...(sensitive === undefined ? {} : { sensitive }) };
}
