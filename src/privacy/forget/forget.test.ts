import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SESSION, Workbench } from '../../curator/workbench.fixture.ts';
import { type ActId, deriveId, newId, type RecordId, type SessionId, type TurnId } from '../../memory/ids.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import { filesWith, forgetOn } from './forget.fixture.ts';

const silently = (): void => undefined;

describe('forgetting (D-064, POI-12)', () => {
  let bench: Workbench;
  beforeEach(async () => {
    bench = await Workbench.open();
  });
  afterEach(async () => {
    await bench.dispose();
  });

  async function promptOf(text: string): Promise<RecordId> {
    const records = await bench.journal.recordsOfSession(SESSION);
    const found = records.find(({ content }) => content.includes(text));
    if (found === undefined) throw new Error(`nobody said ${text}`);
    return found.id;
  }

  it('takes a record, what was learned from it, and its line in a file; the rest stays, and a rebuild gives the same', async () => {
    await bench.turn({ user: 'I prefer quokkaberry jam on my scones, please remember that.' });
    await bench.turn({ user: 'I prefer tabs over spaces.' });
    await bench.curate();
    expect(bench.file('user.md')).toMatch(/quokkaberry/);
    const forget = forgetOn(bench);
    const id = await promptOf('quokkaberry');

    const preview = await forget.preview({ kind: 'record', ids: [id] });
    expect(preview.counts).toMatchObject({ records: 1, learnings: 1, fileLines: 1 });
    expect(preview.examples[0]).toMatch(/quokkaberry/);
    expect(bench.file('user.md')).toMatch(/quokkaberry/);

    const receipt = await forget.run({ kind: 'record', ids: [id] }, silently);

    expect(receipt.verification.tracesIn).toEqual([]);
    expect(receipt.verification.needles).toBeGreaterThan(0);
    expect(receipt.counts).toMatchObject({ records: 1, learnings: 1, fileLines: 1 });
    expect(filesWith(bench.home, 'quokkaberry')).toEqual([]);
    expect(filesWith(bench.home, 'scones')).toEqual([]);
    expect(bench.file('user.md')).toMatch(/tabs/);
    expect(bench.file('user.md')).not.toMatch(/quokkaberry/);
    const before = bench.file('user.md');
    await bench.rebuild();
    expect(bench.file('user.md')).toBe(before);
    expect((await bench.knowledge.learnings({ limit: 10 })).map(({ content }) => content).join()).toMatch(/tabs/);
    expect(filesWith(bench.home, 'quokkaberry')).toEqual([]);
    expect(await bench.journal.wasErased({ id })).toBe(true);
  });

  it('takes a whole session, and refuses what its transcript would bring back', async () => {
    const other = deriveId<SessionId>('another session');
    await bench.turn({ user: 'Remember that the staging box is called wolverine-nine.', session: other });
    await bench.turn({ user: 'We use pnpm here, never npm.' });
    await bench.curate();
    const records = await bench.journal.recordsOfSession(other);
    const receipt = await forgetOn(bench).run({ kind: 'session', id: other }, silently);
    expect(receipt.verification.tracesIn).toEqual([]);
    expect(await bench.journal.session(other)).toBeUndefined();
    expect(filesWith(bench.home, 'wolverine')).toEqual([]);
    const again = records.map(({ seq: _, ...record }) => ({ ...record, id: deriveId<RecordId>(record.id, 'anew') }));
    const session = {
      id: other,
      client: 'test',
      workspace: bench.space,
      cwd: null,
      startedAt: bench.now,
      metadata: {},
    };
    const { inserted } = await bench.journal.append({ sessions: [session], records: again });
    expect(inserted).toEqual([]);
    const later = {
      ...again[0],
      id: deriveId<RecordId>('later'),
      turnId: deriveId<TurnId>('later'),
      ts: bench.now + 1,
    };
    expect((await bench.journal.append({ sessions: [session], records: [later as never] })).inserted).toHaveLength(1);
  });

  it('brings back what the forgotten had replaced', async () => {
    await bench.turn({ user: 'Remember that the api listens on port 4100.' });
    await bench.curate();
    await bench.turn({ user: 'No, that is wrong: the api listens on port 7345, not 4100.' });
    await bench.curate();
    const valid = async () => (await bench.knowledge.learnings({ limit: 10 })).map(({ content }) => content).join('\n');
    expect(await valid()).toMatch(/7345/);
    await forgetOn(bench).run({ kind: 'record', ids: [await promptOf('7345')] }, silently);
    expect(await valid()).toMatch(/4100/);
    expect(await valid()).not.toMatch(/7345/);
    expect(filesWith(bench.home, 'port 7345')).toEqual([]);
  });

  it('keeps what a person wrote by hand, and what another record says as well', async () => {
    await bench.turn({ user: 'I prefer helmfile for deploys to the zanzibar cluster.' });
    await bench.curate();
    appendFileSync(bench.path('user.md'), '- Never deploy on Fridays with helmfile\n');
    await bench.keeper.settleAll();
    await forgetOn(bench).run({ kind: 'record', ids: [await promptOf('zanzibar')] }, silently);
    expect(bench.file('user.md')).toMatch(/Never deploy on Fridays with helmfile/);
    expect(filesWith(bench.home, 'zanzibar')).toEqual([]);
  });

  it('goes on after it was cut off, however far it had come', async () => {
    for (const cut of ['before', 'after'] as const) {
      await bench.turn({ user: `I prefer the flamingo-${cut} theme in every editor.` });
      await bench.curate();
      const id = await promptOf(`flamingo-${cut}`);
      const broken = forgetOn(bench, { [cut]: () => Promise.reject(new Error('cut off')) });
      await expect(broken.run({ kind: 'record', ids: [id] }, silently)).rejects.toThrow('cut off');
      const [receipt] = await forgetOn(bench).resume();
      expect(receipt?.verification.tracesIn).toEqual([]);
      expect(receipt?.counts).toMatchObject({ records: 1, learnings: 1 });
      expect(filesWith(bench.home, `flamingo-${cut}`)).toEqual([]);
      expect(await forgetOn(bench).resume()).toEqual([]);
    }
  });

  it('takes what claims to be of the future, and keeps what is said after the wish', async () => {
    await bench.turn({ user: 'Remember that the walrus queue is slow.' });
    const [first] = await bench.journal.recordsOfSession(SESSION);
    if (first === undefined) throw new Error('nothing was recorded');
    const { seq: _, ...record } = first;
    const content = 'Remember that the quokkaberry queue is fast.';
    const ahead = { ...record, id: deriveId<RecordId>('ahead'), ts: bench.now + 1e9, content };
    await bench.journal.append({ records: [ahead] });
    const before = async (): Promise<void> => {
      bench.now += 1;
      const later = { ...record, id: deriveId<RecordId>('later'), ts: bench.now, content: 'a marmot came' };
      await bench.journal.append({ records: [later] });
    };
    bench.now += 1_000;
    await forgetOn(bench, { before }).run({ kind: 'session', id: SESSION }, silently);
    expect((await bench.journal.recordsOfSession(SESSION)).map(({ content: said }) => said)).toEqual(['a marmot came']);
    expect(filesWith(bench.home, 'quokkaberry')).toEqual([]);
  });

  it('takes sessions of a space in which nothing was said: they tell where they ran', async () => {
    const id = deriveId<SessionId>('silent');
    const cwd = '/clients/quokkacorp-takeover';
    const session = { id, client: 'test', workspace: bench.space, cwd, startedAt: bench.now, metadata: {} };
    await bench.journal.append({ sessions: [session] });
    const receipt = await forgetOn(bench).run({ kind: 'space', id: bench.space }, silently);
    expect(receipt.counts.sessions).toBe(1);
    expect(await bench.journal.session(id)).toBeUndefined();
    expect(filesWith(bench.home, 'quokkacorp')).toEqual([]);
  });

  it('takes what an older checkpoint held, also when it was cut off before that was deleted', async () => {
    await bench.turn({ user: 'Remember that the quokkaberry api runs on port 4000.' });
    await bench.curate();
    const scopes = [bench.space, null];
    const state = await bench.knowledge.scopeState(scopes);
    const given = { kind: 'checkpoint', ts: bench.now, workspace: null, cause: 'retention', scopes, state } as const;
    await bench.projector.record({ ...given, id: newId<ActId>(bench.now) });
    const raw = openSqlite({ path: join(bench.memory, 'transcript.db'), access: 'write', synchronous: 'FULL' });
    raw.exec('CREATE TEMP TABLE held AS SELECT * FROM checkpoint_rows');
    const { projector } = bench;
    const killed: Pick<typeof projector, 'catchUp' | 'recordFrom'> = {
      catchUp: () => projector.catchUp(),
      recordFrom: async (make) => {
        await projector.recordFrom(make);
        raw.exec('INSERT INTO checkpoint_rows SELECT * FROM held');
        raw.close();
        throw new Error('killed');
      },
    };
    const id = await promptOf('quokkaberry');
    await expect(forgetOn(bench, { projector: killed }).run({ kind: 'record', ids: [id] }, silently)).rejects.toThrow();
    expect((await forgetOn(bench).resume())[0]?.verification.tracesIn).toEqual([]);
    expect(filesWith(bench.home, 'quokkaberry')).toEqual([]);
  });

  it('leaves no key behind when it was cut off at the very end', async () => {
    const key = join(bench.home, 'forgetting.key');
    writeFileSync(key, 'left');
    expect(await forgetOn(bench).resume()).toEqual([]);
    expect(existsSync(key)).toBe(false);
  });

  it('says what is not there, and forgets what is asked for twice once', async () => {
    const forget = forgetOn(bench);
    const selection = { kind: 'record', ids: [deriveId<RecordId>('nobody')] } as const;
    await expect(forget.preview(selection)).rejects.toMatchObject({ code: 'not-found' });
    await bench.turn({ user: 'I prefer short answers.' });
    const known = { kind: 'record', ids: [await promptOf('short')] } as const;
    const [first, second] = await Promise.all([forget.run(known, silently), forget.run(known, silently)]);
    expect(second).toEqual(first);
    expect(await bench.journal.forgetReceipts(9)).toHaveLength(1);
  });
});
