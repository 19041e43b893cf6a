import { expect, it } from 'vitest';
import { learned, sampleLearning, sampleReview } from '../../knowledge/contract/samples.fixture.ts';
import { type ActId, deriveId, type LearningId, type RecordId, type ReviewId, type TurnId } from '../../memory/ids.ts';
import type { Learning } from '../../memory/learning.ts';
import type { Review } from '../../memory/review.ts';
import type { SourceClass } from '../../memory/source.ts';
import { cleanse } from './remove-from-state.ts';

const FORGOTTEN = deriveId<RecordId>('forgotten');
const READING = deriveId<ActId>('read it');

function review(name: string, different: Partial<Review>): Review {
  return sampleReview({ id: deriveId<ReviewId>(name), reason: 'looks odd', ...different });
}

it('takes what waits for a person when it rests on the forgotten, says it, or came with it; other things wait on (D-064, POI-12)', async () => {
  const other = { evidence: [deriveId<RecordId>('other')], content: 'Uses tabs' };
  const learning = (different: object) =>
    ({ kind: 'learning', learning: sampleLearning({ ...other, ...different }), replaces: null }) as const;
  const file = (content: string) =>
    ({ kind: 'file', file: { name: 'user.md', workspace: null }, base: 1, content }) as const;
  const reviews = [
    review('stays', { held: learning({}) }),
    review('rewrite stays', { held: file('# User\n- Uses tabs\n') }),
    review('rests on it', { held: learning({ evidence: [FORGOTTEN] }) }),
    review('says it', { held: learning({ content: 'Eats quokkaberry' }) }),
    review('is about it', { held: learning({ subject: 'quokkaberry' }) }),
    review('is tagged so', { held: learning({ tags: ['quokkaberry'] }) }),
    review('rewrites with it', { held: file('# User\n- Eats quokkaberry\n') }),
    review('came with it', { held: file('# User\n- Likes jam\n'), actId: READING }),
    review('waits because of it', { held: learning({}), reason: 'quokkaberry is a person' }),
  ];
  const empty = { learnings: [], history: [], actions: [], files: [], recordMarks: [] };
  const { state } = await cleanse(
    { ...empty, reviews },
    {
      records: new Set([FORGOTTEN]),
      turns: new Set(),
      learnings: new Set(),
      said: [],
      spaces: [],
      acts: new Set([READING]),
      tells: (text) => text.includes('quokkaberry'),
      rest: async () => undefined,
    },
    { actId: deriveId<ActId>('now'), ts: 1 },
  );
  expect(state.reviews).toEqual(reviews.slice(0, 2));
});

it("never raises trust: what a page said stays a page's, and what a person accepted stays theirs (D-064, POI-12)", async () => {
  const evidence = [FORGOTTEN, deriveId<RecordId>('the question')];
  const learning = (name: string, different: Partial<Learning>) =>
    sampleLearning({ id: deriveId<LearningId>(name), evidence, content: name, type: 'FACT', ...different });
  const learnings = [
    learning('page', { trust: 'tool' }),
    learning('said', { trust: 'typed' }),
    learning('accepted', { trust: 'typed' }),
    learning('wish', { trust: 'typed', type: 'PREFERENCE' }),
  ];
  const history = learnings.map((after) => ({
    ...learned(after),
    cause: after.content === 'accepted' ? ('reviewed' as const) : ('learned' as const),
  }));
  const given = { learnings, history, actions: [], reviews: [], files: [], recordMarks: [] };
  const trusts = async (trust: SourceClass) => {
    const { state } = await cleanse(
      given,
      {
        records: new Set([FORGOTTEN]),
        turns: new Set(),
        learnings: new Set(),
        said: [],
        spaces: [],
        acts: new Set(),
        tells: () => false,
        rest: async () => ({ trust, turnId: null }),
      },
      { actId: deriveId<ActId>('now'), ts: 1 },
    );
    return Object.fromEntries(state.learnings.map((left) => [left.content, left.trust]));
  };
  expect(await trusts('typed')).toEqual({ page: 'tool', said: 'typed', accepted: 'typed', wish: 'typed' });
  expect(await trusts('assistant')).toEqual({ page: 'tool', said: 'assistant', accepted: 'typed' });
});

it('keeps the marks of what a person removed, but none of a turn that anything was forgotten from (D-064)', async () => {
  const [stays, goes] = ['stays', 'goes'].map((name) => ({
    workspace: null,
    turnId: deriveId<TurnId>(name),
    digest: 'a digest',
  }));
  const empty = { learnings: [], history: [], actions: [], reviews: [], files: [], recordMarks: [] };
  const { state } = await cleanse(
    { ...empty, dropped: [stays, goes].filter((mark) => mark !== undefined) },
    {
      records: new Set([FORGOTTEN]),
      turns: new Set(goes === undefined ? [] : [goes.turnId]),
      learnings: new Set(),
      said: [],
      spaces: [],
      acts: new Set(),
      tells: () => false,
      rest: async () => undefined,
    },
    { actId: deriveId<ActId>('now'), ts: 1 },
  );
  expect(state.dropped).toEqual([stays]);
});
