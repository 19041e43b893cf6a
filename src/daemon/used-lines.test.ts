import { afterEach, beforeEach, expect, it } from 'vitest';
import { openScripted, type Scripted } from '../curator/apply/scripted.fixture.ts';
import { SESSION } from '../curator/workbench.fixture.ts';
import { deriveId, type InjectionId } from '../memory/ids.ts';
import type { Receipt } from '../memory/receipt.ts';
import { withUses } from './used-lines.ts';

const PORT = 'The orders service listens on port 4100';
const QUEUE = 'The invoices queue is drained at midnight';
let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted();
  await scripted.learn({ user: `${PORT}. ${QUEUE}.` }, `FACT: ${PORT}\nFACT: ${QUEUE}`);
});
afterEach(() => scripted.bench.dispose());

it('L-08: knows the lines of learnings that were used twice, where there may not be room for all', async () => {
  const { knowledge, space, now } = scripted.bench;
  const receipt = (item: string, at: number): Receipt => ({
    injectionId: deriveId<InjectionId>(item, String(at)),
    ts: now + at,
    sessionId: SESSION,
    kind: 'prompt',
    item,
    rank: 1,
    score: null,
    turnId: null,
    outcome: 'used',
  });
  const { id } = await scripted.learning(PORT);
  const once = await scripted.learning(QUEUE);
  await knowledge.addReceipts([receipt(id, 1), receipt(id, 2), receipt(once.id, 3)]);
  const file = await knowledge.file({ name: 'context.md', workspace: space });
  if (file === undefined) throw new Error('no context.md');
  const tight = await withUses([file], { workspace: space, knowledge, budgetChars: 20 });
  expect([...(tight.files[0]?.used ?? [])]).toEqual([`- ${PORT}`]);
  expect([...(tight.used ?? [])]).toEqual([PORT]);
  const roomy = await withUses([file], { workspace: space, knowledge, budgetChars: 20_000 });
  expect([roomy.used, roomy.files[0]?.used]).toEqual([undefined, undefined]);
});
