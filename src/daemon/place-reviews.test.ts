/** Answers to the question where something holds: it moves to the right project, and a place is refused for all other questions. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FOLDER } from '../http/server.fixture.ts';
import { learned, sampleLearning, sampleReview } from '../knowledge/contract/samples.fixture.ts';
import { deriveId, type LearningId, type ReviewId } from '../memory/ids.ts';
import { type CuratingServer, startCuratingServer } from './curating-server.fixture.ts';

let server: CuratingServer;
beforeEach(async () => {
  server = await startCuratingServer();
});
afterEach(async () => {
  await server.curation.stop();
  await server.close();
});

const rule = sampleLearning({
  content: 'Run make lint before every commit',
  type: 'PREFERENCE',
  workspace: null,
  scope: { kind: 'user' },
  turnId: null,
});
const place = deriveId<ReviewId>('place');
const held = sampleReview({
  id: deriveId<ReviewId>('held'),
  held: { kind: 'learning', learning: sampleLearning({ id: deriveId<LearningId>('held') }), replaces: null },
});
const asked = () =>
  sampleReview({
    id: place,
    workspace: null,
    held: { kind: 'learning', learning: rule, replaces: null, movesTo: server.space },
  });
const answer = (id: string, body: object) => server.call('POST', `/review/${id}`, body);
const spaces = async () => (await server.journal.counts()).spaces;
const statusOf = async (id: ReviewId) => (await server.knowledge.review(id))?.status;

beforeEach(() => server.seed({ learnings: [learned(rule)], reviews: [asked(), held] }));

it('goes to the project it was said in, once', async () => {
  expect(await answer(place, { decision: 'accepted' })).toMatchObject({ status: 200 });
  expect(await server.knowledge.learning(rule.id)).toMatchObject({ workspace: server.space });
  expect(await answer(place, { decision: 'accepted' })).toMatchObject({ status: 409 });
});

it('goes to the folder that is given, and nowhere else', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'carryover-place-'));
  try {
    const { status, json } = await answer(place, { decision: 'accepted', workspace: elsewhere });
    expect({ status, json }).toMatchObject({ status: 200, json: { status: 'accepted' } });
    const moved = await server.knowledge.learning(rule.id);
    expect(moved?.scope).toEqual({ kind: 'space' });
    expect(moved?.workspace).not.toBe(server.space);
    const file = await server.knowledge.file({ name: 'context.md', workspace: moved?.workspace ?? null });
    expect(file?.content).toContain(rule.content);
    expect((await server.knowledge.file({ name: 'context.md', workspace: server.space }))?.content ?? '').not.toContain(
      rule.content,
    );
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});

it.each([
  ['a folder that is not there', { decision: 'accepted', workspace: '/nowhere/at/all' }, 404],
  ['a name nobody knows', { decision: 'accepted', workspace: 'nowhere' }, 404],
  ['a place for what is turned down', { decision: 'rejected', workspace: FOLDER }, 400],
  ['other words', { decision: 'accepted', content: 'Run make' }, 400],
  ['both', { decision: 'both' }, 400],
])('%s is refused, and nothing changes', async (_, body, status) => {
  expect(await answer(place, body)).toMatchObject({ status });
  expect(await statusOf(place)).toBe('waiting');
  expect(await server.knowledge.learning(rule.id)).toMatchObject({ workspace: null });
});

it('a place is refused for what is asked about something else, and no project comes of it', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'carryover-place-'));
  const before = await spaces();
  try {
    const body = { decision: 'accepted', workspace: elsewhere };
    expect(await answer(held.id, body)).toMatchObject({ status: 400, json: { error: { code: 'invalid-input' } } });
    expect(await answer('nothing-here', body)).toMatchObject({ status: 404 });
    expect(await server.call('POST', '/review/bulk', { ids: [place], ...body })).toMatchObject({
      status: 400,
    });
    expect(await statusOf(held.id)).toBe('waiting');
    expect(await spaces()).toBe(before);
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});
