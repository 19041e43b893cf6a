import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ActId, deriveId, newId, type SessionId } from '../memory/ids.ts';
import { everything, openScripted, type Scripted } from './apply/scripted.fixture.ts';
import { recentBatches, type UndoTarget, undoing } from './undo.ts';

const PORT = 'The billing API listens on port 4000';
const SEEN = { user: 'look it up', calls: [{ input: 'curl docs', output: `${PORT}. Deploys run at noon.` }] };

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted();
  await scripted.learn(
    { user: 'Likes tabs in code. The cache lives in Redis.' },
    'PREFERENCE: Likes tabs in code\nFACT: The cache lives in Redis',
  );
});
afterEach(() => scripted.bench.dispose());

async function undo(target: UndoTarget): Promise<void> {
  const { edits } = await undoing(scripted.bench, target);
  for (const { workspace, change } of edits) await scripted.bench.edit(change, workspace);
}

async function lastAct() {
  const [batch] = await recentBatches(scripted.bench, 1);
  if (batch === undefined) throw new Error('no batch');
  return { kind: 'act', id: batch.act } as const;
}

const files = () => (['user.md', 'context.md', 'tools.md'] as const).map((name) => scripted.bench.file(name));

/** What holds, without when it was last touched. */
async function holding() {
  const { learnings, actions } = await everything(scripted.bench);
  return {
    learnings: learnings.filter(({ validTo }) => validTo === null).map(({ updatedAt: _, ...rest }) => rest),
    actions: actions.filter(({ status }) => status === 'pending'),
  };
}

describe('taking back a batch (POI-12)', () => {
  it('gives the files back byte for byte and the learnings as they were, and can be taken back itself', async () => {
    const { bench, learn } = scripted;
    const before = { files: files(), holding: await holding() };
    await learn(
      { user: 'Actually the cache lives in Memcached. Todo: rotate the keys. Likes tabs in code.' },
      'CORRECTION: The cache lives in Memcached\nPREFERENCE: Likes tabs in code\nACTION: rotate the keys',
    );
    const after = { files: files(), holding: await holding() };
    expect(after).not.toEqual(before);
    const [batch] = await recentBatches(bench, 1);
    expect(batch).toMatchObject({ by: 'scripted/test', undone: false, actions: 1 });
    await undo(await lastAct());
    expect({ files: files(), holding: await holding() }).toEqual(before);
    expect((await recentBatches(bench, 2))[1]).toMatchObject({ act: batch?.act, undone: true });
    await undo(await lastAct());
    expect(files()).toEqual(after.files);
    expect((await holding()).learnings).toEqual(after.holding.learnings);
    const all = await everything(bench);
    await bench.rebuild();
    expect(await everything(bench)).toEqual(all);
  });

  it('leaves what came after it', async () => {
    const { bench, learn } = scripted;
    await learn({ user: 'The queue is RabbitMQ.' }, 'FACT: The queue is RabbitMQ');
    const act = await lastAct();
    await learn({ user: 'The search runs on Solr.' }, 'FACT: The search runs on Solr');
    await undo(act);
    expect(bench.file('context.md')).toContain('Solr');
    expect(bench.file('context.md')).toContain('Redis');
    expect(bench.file('context.md')).not.toContain('RabbitMQ');
  });

  it('stays taken back when everything is curated anew, until it is said again', async () => {
    const { bench, learn } = scripted;
    await learn({ user: 'The queue is RabbitMQ.' }, 'FACT: The queue is RabbitMQ');
    await undo(await lastAct());
    await bench.recurate();
    await learn({ user: 'hello' }, 'FACT: The queue is RabbitMQ\nFACT: The cache lives in Redis');
    expect(await bench.contents()).not.toContain('The queue is RabbitMQ');
    await learn({ user: 'Hear me: the queue is RabbitMQ.' }, 'FACT: The queue is RabbitMQ');
    expect(await bench.contents()).toContain('The queue is RabbitMQ');
  });
});

describe('taking back what was learned', () => {
  it('withdraws one learning with its line, and the same evidence does not bring it back', async () => {
    const { bench, learning } = scripted;
    await undo({ kind: 'learning', id: (await learning('The cache lives in Redis')).id });
    expect(bench.file('context.md')).not.toContain('Redis');
    expect(await bench.contents()).toEqual(['Likes tabs in code']);
    await expect(undo({ kind: 'learning', id: (await learning('The cache lives in Redis')).id })).rejects.toMatchObject(
      { code: 'not-found' },
    );
  });

  it('in several spaces is an edit of each, and holds whichever of them a later checkpoint covers', async () => {
    const { bench, learn } = scripted;
    const identity = { anchor: '/other', root: '/other', kind: 'folder', fingerprint: 'other' } as const;
    const { id: space } = await bench.journal.resolveSpace(identity, bench.now);
    await learn(SEEN, `FACT: ${PORT}`);
    await learn({ ...SEEN, space, session: deriveId<SessionId>('other') }, `FACT: ${PORT}`);
    expect((await bench.contents()).filter((content) => content === PORT)).toHaveLength(2);
    await undo({ kind: 'source', source: { kind: 'tool', value: 'Bash' } });
    const acts = (await bench.journal.acts(0, 100)).filter((act) => act.kind === 'edit');
    expect(acts.map(({ workspace }) => workspace).toSorted()).toEqual([bench.space, space].toSorted());
    const scopes = [null, space];
    const checkpoint = { kind: 'checkpoint', id: newId<ActId>(bench.now), ts: bench.now, workspace: null } as const;
    const state = await bench.knowledge.scopeState(scopes);
    await bench.projector.record({ ...checkpoint, cause: 'retention', scopes, state });
    await bench.rebuild();
    expect(await bench.contents()).not.toContain(PORT);
  });

  it('from one source withdraws all that rests on it', async () => {
    const { bench, learn } = scripted;
    await learn(SEEN, `FACT: ${PORT}\nFACT: Deploys run at noon`);
    expect(await bench.contents()).toContain(PORT);
    await undo({ kind: 'source', source: { kind: 'tool', value: 'Bash' } });
    expect((await bench.contents()).toSorted()).toEqual(['Likes tabs in code', 'The cache lives in Redis']);
  });
});
