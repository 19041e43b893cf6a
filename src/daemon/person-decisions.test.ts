/** What a person writes into files and decides about what was held, over HTTP, and that all of it can be taken back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { learned, sampleLearning, sampleReview } from '../knowledge/contract/samples.fixture.ts';
import type { Review } from '../memory/review.ts';
import { type CuratingServer, startCuratingServer } from './curating-server.fixture.ts';

let server: CuratingServer;
beforeEach(async () => {
  server = await startCuratingServer();
});
afterEach(async () => {
  await server.curation.stop();
  await server.close();
});

interface WireFile {
  readonly path: string;
  readonly version: number;
  readonly content: string;
}

async function userFile(): Promise<WireFile> {
  return (await server.call('GET', '/files/user.md')).json as WireFile;
}

function put(body: object, name = 'user.md') {
  return server.call('PUT', `/files/${name}`, body);
}

async function held(content = 'the port is 9000'): Promise<Review> {
  const old = sampleLearning({ workspace: server.space, content: 'the port is 8000' });
  const learning = sampleLearning({ workspace: server.space, trust: 'tool', content });
  const review = sampleReview({ workspace: server.space, held: { kind: 'learning', learning, replaces: old.id } });
  await server.seed({ learnings: [learned(old)], reviews: [review] });
  return review;
}

const learningIn = ({ held }: Review) => {
  if (held.kind !== 'learning') throw new Error('a learning is held');
  return { id: held.learning.id, replaces: held.replaces ?? held.learning.id };
};

describe('PUT /files/:name', () => {
  it('is an edit of a person: on disk, in the journal without secrets, with what they wrote as their lines', async () => {
    const first = await put({ content: '# User\r\n- Lives in Graz, hunter2\r\n\r\n', base_version: 0 });
    expect(first).toMatchObject({
      status: 200,
      json: { version: 1, author: 'human', previous_version: 0, merged: false, over_limit: false },
    });
    const { path, content } = await userFile();
    expect(content).toBe('# User\n- Lives in Graz, [removed]\n');
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect((await server.knowledge.learnings({ limit: 5 })).map((learning) => learning.content)).toEqual([
      'Lives in Graz, [removed]',
    ]);
    const [edit] = (await server.journal.acts(0, 10)).filter(({ kind }) => kind === 'edit');
    expect(edit).toMatchObject({ change: { kind: 'file', before: '', content } });
    expect(await put({ content, base_version: 1 })).toMatchObject({ json: { version: 1, previous_version: 1 } });
  });

  it('merges what was changed since the version it started from, and says so', async () => {
    await put({ content: '# User\n- one\n- two\n- three\n', base_version: 0 });
    writeFileSync((await userFile()).path, '# User\n- ONE\n- two\n- three\n');
    const answer = await put({ content: '# User\n- one\n- two\n- THREE\n', base_version: 1 });
    expect(answer).toMatchObject({ json: { merged: true, previous_version: 2 } });
    expect((await userFile()).content).toBe('# User\n- ONE\n- two\n- THREE\n');
    await server.call('POST', '/files/user.md/undo', { version: 2 });
    expect((await userFile()).content).toBe('# User\n- ONE\n- two\n- three\n');
  });

  it('refuses locked files, and a version that never was; too many lines are told, not cut', async () => {
    expect(await put({ content: 'x', base_version: 0 }, 'soul.md')).toMatchObject({
      json: { error: { code: 'locked-file', hint: expect.stringContaining('carryover deploy') } },
    });
    expect(await put({ content: 'x', base_version: 7 })).toMatchObject({ status: 404 });
    const content = Array.from({ length: 230 }, (_, line) => `- fact ${line}\n`).join('');
    expect(await put({ content, base_version: 0 })).toMatchObject({ json: { lines: 230, over_limit: true } });
  });
});

describe('a decision about what was held', () => {
  it('may be about other words: those are kept, also when everything is made anew', async () => {
    const review = await held();
    const { id, replaces } = learningIn(review);
    const body = { decision: 'accepted', content: 'the port is 9001\n since May, not hunter2' };
    const answer = await server.call('POST', `/review/${review.id}`, body);
    const content = 'the port is 9001 since May, not [removed]';
    expect(answer).toMatchObject({ json: { status: 'accepted', learning: { content } } });
    expect(await server.knowledge.learning(id)).toMatchObject({ content, trust: 'typed', validTo: null });
    await server.lines('/memory/rebuild');
    expect(await server.knowledge.learning(id)).toMatchObject({ content, validTo: null });
    expect(await server.knowledge.learning(replaces)).toMatchObject({ supersededBy: id });
    expect(await server.call('POST', `/review/${review.id}`, { decision: 'waiting' })).toMatchObject({ status: 200 });
    expect(await server.knowledge.learning(id)).toMatchObject({ validTo: expect.any(Number) });
  });

  it.each(['accepted', 'rejected'])('%s is taken back with all it did, and can be made again', async (decision) => {
    const review = await held();
    const { id, replaces } = learningIn(review);
    const decide = (body: object) => server.call('POST', `/review/${review.id}`, body);
    await decide({ decision, ...(decision === 'accepted' ? { content: 'edited' } : {}) });
    expect(await decide({ decision: 'waiting' })).toMatchObject({
      json: { status: 'waiting', learning: { content: 'the port is 9000' } },
    });
    expect((await server.knowledge.learning(id))?.validTo).not.toBeNull();
    expect(await server.knowledge.learning(replaces)).toMatchObject({ validTo: null, supersededBy: null });
    expect(await decide({ decision: 'waiting' })).toMatchObject({
      status: 409,
      json: { error: { code: 'not-decided' } },
    });
    await decide({ decision: 'accepted' });
    expect(await server.knowledge.learning(id)).toMatchObject({ content: 'the port is 9000', validTo: null });
  });

  it('is made about several at once; words are edited only of what is accepted', async () => {
    const [one, two] = [await held(), await held('the host is called badger')];
    const body = { ids: [one.id, two.id], decision: 'accepted' };
    expect(await server.call('POST', '/review/bulk', body)).toMatchObject({
      json: { reviews: [{ status: 'accepted' }, { status: 'accepted' }] },
    });
    await server.call('POST', '/review/bulk', { ...body, decision: 'waiting' });
    expect(await server.knowledge.reviews({ statuses: ['waiting'], limit: 9 })).toHaveLength(2);
    expect(await server.knowledge.reviews({ skip: 1, limit: 9 })).toHaveLength(1);
    const edited = { decision: 'rejected', content: 'x' };
    expect(await server.call('POST', `/review/${one.id}`, edited)).toMatchObject({ status: 400 });
  });
});
