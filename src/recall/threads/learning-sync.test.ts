import { beforeEach, describe, expect, it } from 'vitest';
import { sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import type { Learning } from '../../memory/learning.ts';
import { fingerprint } from '../index/fingerprint.ts';
import type { FactsMark } from '../index/indexer.ts';
import { LearningSync } from './learning-sync.ts';
import type { ToIndex } from './messages.ts';

/** What changed, the first at place 1. */
let changes: Learning[];
let told: ToIndex[];
let feed: LearningSync;
let onRead: () => void;
beforeEach(() => {
  changes = [];
  told = [];
  onRead = () => undefined;
  const changedLearnings = async (after: number, limit: number) => {
    const page = changes
      .map((learning, at) => ({ seq: at + 1, cause: 'learned' as const, learning }))
      .slice(after, after + limit);
    onRead();
    return page;
  };
  feed = new LearningSync({ changedLearnings }, (message) => told.push(message));
});

/** Kinds, and how far they reach. */
const tale = () => told.map((message) => (message.kind === 'facts' ? `facts to ${message.through}` : message.kind));
const markAt = (through: number): FactsMark => ({
  through,
  fingerprint: through === 0 ? 0 : fingerprint(JSON.stringify(changes[through - 1])),
  isWhole: true,
});
const learn = (count: number) => changes.push(...Array.from({ length: count }, () => sampleLearning()));

describe('what was learned is handed on', () => {
  it('in order, page by page, each change once', async () => {
    learn(110);
    await feed.feed();
    expect(tale()).toEqual(['facts to 50', 'facts to 100', 'facts to 110']);
    expect(told.flatMap((message) => (message.kind === 'facts' ? message.learnings : []))).toEqual(changes);
    await feed.feed();
    learn(1);
    await feed.feed();
    expect(tale().slice(3)).toEqual(['facts to 111']);
  });

  it('from where the index stopped', async () => {
    learn(10);
    feed.beginAt(markAt(7));
    await feed.feed();
    expect(tale()).toEqual(['facts to 10']);
  });

  it('also when it comes while others are handed on', async () => {
    learn(1);
    onRead = () => {
      onRead = () => undefined;
      learn(1);
      void feed.feed();
    };
    await feed.feed();
    expect(tale().at(-1)).toBe('facts to 2');
  });

  it('again when the index begins at an earlier place meanwhile', async () => {
    learn(80);
    let reads = 0;
    onRead = () => {
      reads += 1;
      if (reads === 2) feed.beginAt(markAt(0));
    };
    await feed.feed();
    expect(tale()).toEqual(['facts to 50', 'facts to 50', 'facts to 80']);
  });

  it.each([
    ['is shorter than before', () => changes.splice(1)],
    ['says something else at the same place', () => changes.splice(0, 3, ...[1, 2, 3].map(() => sampleLearning()))],
  ])('from the beginning when its history %s, and what is not in it goes', async (_, change) => {
    learn(3);
    await feed.feed();
    change();
    await feed.feed();
    expect(tale()).toEqual(['facts to 3', 'facts-anew', `facts to ${changes.length}`, 'only-facts']);
    expect(told.at(-1)).toEqual({ kind: 'only-facts', ids: changes.map(({ id }) => id) });
  });

  it('from the beginning when the history is another one since the index was last open', async () => {
    learn(3);
    const before = markAt(3);
    changes = [];
    learn(4);
    feed.beginAt(before);
    await feed.feed();
    expect(tale()).toEqual(['facts-anew', 'facts to 4', 'only-facts']);
  });

  it.each([
    ['died before the end of a history that began anew', 0],
    ['never heard that one began anew', 3],
  ])('as a whole when the index %s', async (_, through) => {
    learn(3);
    const before = through === 0 ? { ...markAt(0), isWhole: false } : markAt(3);
    await feed.feed();
    changes = [];
    learn(80);
    let reads = 0;
    onRead = () => {
      reads += 1;
      // The first page is on its way, and the second is being read.
      if (reads === 3) feed.beginAt(before);
    };
    told = [];
    await feed.feed();
    expect(tale().slice(-4)).toEqual(['facts-anew', 'facts to 50', 'facts to 80', 'only-facts']);
    expect(told.at(-1)).toEqual({ kind: 'only-facts', ids: changes.map(({ id }) => id) });
  });

  it('as a whole when it could not be read to its end the first time', async () => {
    learn(3);
    await feed.feed();
    changes = [];
    learn(80);
    let reads = 0;
    onRead = () => {
      reads += 1;
      if (reads === 3) throw new Error('locked');
    };
    await expect(feed.feed()).rejects.toThrow('locked');
    await feed.feed();
    expect(told.at(-1)).toEqual({ kind: 'only-facts', ids: changes.map(({ id }) => id) });
  });

  it.each(Array.from({ length: 12 }, (_, turns) => turns))(
    'also when it comes %i turns after the last look',
    async (turns) => {
      learn(1);
      let late: Promise<void> | undefined;
      const callLater = async () => {
        for (let turn = 0; turn < turns; turn += 1) await undefined;
        learn(1);
        await feed.feed();
      };
      let reads = 0;
      onRead = () => {
        reads += 1;
        if (reads === 2) late = callLater();
      };
      await feed.feed();
      await late;
      expect(tale().at(-1)).toBe('facts to 2');
    },
  );

  it('not at all while nothing was', async () => {
    await feed.feed();
    expect(told).toEqual([]);
  });

  it('and a store that cannot be read is an error now, and no hindrance later', async () => {
    learn(1);
    onRead = () => {
      throw new Error('locked');
    };
    await expect(feed.feed()).rejects.toThrow('locked');
    onRead = () => undefined;
    await feed.feed();
    expect(tale()).toEqual(['facts to 1']);
  });
});
