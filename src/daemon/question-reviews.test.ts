/** Which of two statements holds, answered over HTTP as the command line and the dashboard do. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isActive } from '../memory/decay.ts';
import { isUnsettled, type Learning } from '../memory/learning.ts';
import { type CuratingServer, startCuratingServer } from './curating-server.fixture.ts';

const OLDER = 'we deploy from the release branch';
const NEWER = 'we deploy from the stable branch';

let server: CuratingServer;
let id: string;
beforeEach(async () => {
  server = await startCuratingServer();
  for (const words of [OLDER, NEWER]) {
    await server.turn(`Remember that ${words}.`);
    await server.lines('/memory/curate');
  }
  const { json } = await server.call('GET', '/review?status=waiting');
  const [question] = (json as { readonly reviews: readonly { readonly id: string }[] }).reviews;
  if (question === undefined) throw new Error('nothing is asked');
  id = question.id;
});
afterEach(async () => {
  await server.curation.stop();
  await server.close();
});

const answer = (decision: string, review = id) => server.call('POST', `/review/${review}`, { decision });

async function learning(words: string): Promise<Learning> {
  const all = await server.knowledge.learnings({ valid: false, limit: 9 });
  const found = all.find(({ content }) => content.toLowerCase().includes(words));
  if (found === undefined) throw new Error(`nothing was learned that says: ${words}`);
  return found;
}

async function given(): Promise<readonly string[]> {
  const both = [await learning(OLDER), await learning(NEWER)];
  const now = Date.now();
  return both.filter((one) => isActive(one, now)).map((one) => `${one.content}${isUnsettled(one) ? ', marked' : ''}`);
}

it('shows both side by side, and gives the newer one, marked', async () => {
  const { json } = await server.call('GET', '/review');
  expect(json).toMatchObject({
    reviews: [{ id, question: true, learning: { content: expect.stringContaining('stable') } }],
  });
  expect(json).toMatchObject({ reviews: [{ replaced: { content: expect.stringContaining('release') } }] });
  expect(await given()).toEqual([expect.stringMatching(/stable.*marked/)]);
});

describe.each(['not pinned', 'pinned'])('an older one that is %s', (how) => {
  beforeEach(async () => {
    if (how === 'pinned') {
      const { id: older } = await learning(OLDER);
      expect(await server.call('POST', '/memory/pin', { id: older })).toMatchObject({ status: 200 });
    }
  });

  it.each([
    ['accepted', ['stable']],
    ['both', ['release', 'stable']],
    ['rejected', ['release']],
  ])('%s: what holds is given without a mark, and a second answer is refused', async (decision, holding) => {
    expect(await answer(decision)).toMatchObject({ status: 200 });
    expect(await given()).toEqual(holding.map((word) => expect.stringMatching(new RegExp(`${word} branch\\.?$`))));
    const file = await server.knowledge.file({ name: 'context.md', workspace: server.space });
    for (const word of ['release', 'stable'])
      expect([word, file?.content.includes(word)]).toEqual([word, holding.includes(word)]);
    expect(await answer(decision)).toMatchObject({ status: 409, json: { error: { code: 'already-decided' } } });
    const pinned = (await Promise.all([OLDER, NEWER].map(learning))).filter(
      (one) => one.pinned && one.validTo === null,
    );
    expect(pinned).toHaveLength(how === 'pinned' ? 1 : 0);
  });
});

it('an answer is taken back: both wait again', async () => {
  const before = await given();
  for (const decision of ['accepted', 'both', 'rejected']) {
    await answer(decision);
    expect(await answer('waiting')).toMatchObject({ status: 200, json: { status: 'waiting' } });
    expect(await given()).toEqual(before);
  }
  expect(await answer('waiting')).toMatchObject({ status: 409, json: { error: { code: 'not-decided' } } });
});

it('a review nobody knows, other words and several at once with a word that is none are refused', async () => {
  expect(await answer('accepted', 'nothing-here')).toMatchObject({ status: 404 });
  expect(await answer('maybe')).toMatchObject({ status: 400 });
  expect(await server.call('POST', `/review/${id}`, { decision: 'accepted', content: 'x' })).toMatchObject({
    status: 400,
  });
  expect(await given()).toEqual([expect.stringMatching(/stable.*marked/)]);
});

it.each([OLDER, NEWER])('is gone when one of the two is removed: %s', async (words) => {
  const { id: removed } = await learning(words);
  expect(await server.call('DELETE', `/memories/${removed}`)).toMatchObject({ status: 200 });
  expect(await answer('accepted')).toMatchObject({ status: expect.toBeOneOf([404, 409]) });
  const left = await learning(words === OLDER ? NEWER : OLDER);
  expect(left).toMatchObject({ validTo: null, supersededBy: null });
  expect(isUnsettled(left)).toBe(false);
});
