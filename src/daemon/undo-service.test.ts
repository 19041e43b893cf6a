import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FOLDER } from '../http/server.fixture.ts';
import { type CuratingServer, startCuratingServer } from './curating-server.fixture.ts';

let server: CuratingServer;
beforeEach(async () => {
  server = await startCuratingServer();
});
afterEach(async () => {
  await server.curation.stop();
  await server.close();
});

interface Kept {
  readonly id: string;
  readonly kind: string;
  readonly content: string;
  readonly pinned: boolean;
  readonly sensitive: boolean;
  readonly type: string;
}

async function post(path: string, body: object, status = 200): Promise<unknown> {
  const answer = await server.call('POST', path, body);
  expect({ text: answer.text, status: answer.status }).toMatchObject({ status });
  return answer.json;
}

describe('what a person says about memory, over HTTP', () => {
  it('is kept in their words without secrets, pinned, and once however often it is said (D-040)', async () => {
    const body = { content: 'I prefer  tabs over spaces, says hunter22' };
    const kept = (await post('/memory/pin', body)) as Kept;
    expect(kept).toMatchObject({
      kind: 'learning',
      type: 'PREFERENCE',
      content: 'I prefer tabs over spaces, says [removed]',
      pinned: true,
      trust: 'typed',
      workspace: null,
    });
    expect(await post('/memory/pin', body)).toMatchObject({ id: kept.id });
    const here = await post('/memory/pin', {
      content: 'The staging server is in Oslo',
      workspace: FOLDER,
      sensitive: true,
    });
    expect(here).toMatchObject({ workspace: server.space, sensitive: true });
    expect(await server.knowledge.counts()).toMatchObject({ pinned: 2, sensitive: 1 });
    await post('/memory/pin', { content: 'x', workspace: '/nobody/was/here' }, 404);
    // A folder nobody has worked in yet is a project from now on.
    const elsewhere = (await post('/memory/pin', { content: 'y', workspace: server.paths.home })) as object;
    const known = await post('/memory/space', { workspace: server.paths.home });
    expect(elsewhere).toMatchObject(known as object);
    expect(known).not.toEqual({ workspace: server.space });
    for (const wrong of [{}, { id: 'a', content: 'b' }, { content: '  ' }]) await post('/memory/pin', wrong, 400);
  });

  it('marks a learning or a record by the beginning of its id, and takes the mark off again', async () => {
    const { id } = (await post('/memory/pin', { content: 'The staging server is in Oslo' })) as Kept;
    expect(await post('/memory/pin', { id: id.slice(0, 13), pinned: false })).toMatchObject({ id, pinned: false });
    expect(await post('/memory/sensitive', { id })).toMatchObject({ id, sensitive: true });
    await server.turn('hello');
    const [record] = await server.journal.recordIds({ beginning: '', limit: 1 });
    expect(await post('/memory/sensitive', { id: record })).toMatchObject({ kind: 'record', sensitive: true });
    expect(await post('/memory/sensitive', { id: record, sensitive: false })).toMatchObject({ sensitive: false });
    await post('/memory/sensitive', { id: 'ffffffffffff' }, 404);
  });

  it('takes a batch back after showing what would go, and that back again (POI-12)', async () => {
    await server.turn('I prefer tabs over spaces.');
    await server.lines('/memory/curate');
    const list = async () =>
      (await server.call('GET', '/memory/batches')).json as {
        readonly batches: readonly {
          readonly act: string;
          readonly undone: boolean;
          readonly reverts: readonly string[] | null;
          readonly added: readonly string[];
        }[];
      };
    const [batch] = (await list()).batches;
    expect(batch).toMatchObject({ by: 'rules', undone: false, files: ['user.md'] });
    expect(await post('/memory/undo', { act: batch?.act })).toMatchObject({ preview: true, withdrawn: [{}] });
    expect((await list()).batches).toHaveLength(1);
    expect(await post('/memory/undo', { act: batch?.act, confirm: true })).toMatchObject({ undone: true });
    expect((await server.knowledge.counts()).learnings).toEqual({});
    const [undo] = (await list()).batches;
    expect(batch?.reverts).toBeNull();
    expect(undo).toMatchObject({ reverts: [batch?.act], changed: [`${batch?.added[0]} -> holds no more`] });
    await post('/memory/undo', { act: undo?.act.slice(0, 20), confirm: true });
    expect((await server.knowledge.counts()).learnings).toEqual({ PREFERENCE: 1 });
    await post('/memory/undo', { act: batch?.act, learning: 'both' }, 400);
    await post('/memory/undo', { source: 'tool:Nothing' }, 404);
  });
});
