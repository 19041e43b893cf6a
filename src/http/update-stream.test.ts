import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOW, sampleLearning } from '../knowledge/contract/samples.fixture.ts';
import type { ChangedLearning } from '../knowledge/read-learnings.ts';
import { newestPlace, placeOf } from './stream-cursor.ts';
import { UpdateFeed } from './update-feed.ts';
import { type StreamOptions, updateStream } from './update-stream.ts';

const changeAt = (seq: number): ChangedLearning => ({ seq, cause: 'learned', learning: sampleLearning() });

function changesOf(changes: readonly ChangedLearning[]): StreamOptions['knowledge'] {
  return {
    changedLearnings: async (after, limit) => changes.filter(({ seq }) => seq > after).slice(0, limit),
  };
}

function stream(different: Partial<StreamOptions>): {
  readonly reader: ReadableStreamDefaultReader;
  ended: Promise<string>;
} {
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const options = {
    knowledge: changesOf([]),
    updates: new UpdateFeed(),
    place: { seq: 0 },
    clock: { now: () => NOW },
    ...different,
  };
  return { reader: updateStream({ ...options, onEnd: resolve }).getReader(), ended };
}

const text = async (reader: ReadableStreamDefaultReader) => new TextDecoder().decode((await reader.read()).value);

describe('a stream of updates', () => {
  it('tells its place before anything happens, and that it is still there while nothing does', async () => {
    const { reader } = stream({ heartbeatMs: 1 });
    expect(await text(reader)).toBe('retry: 1000\nid: 0\n\n');
    expect(await text(reader)).toMatch(/^:.*\n\n$/);
    await reader.cancel();
  });

  it('ends at the next heartbeat for one who may not listen any more (SRV-9)', async () => {
    let mayListen = true;
    const { reader, ended } = stream({ heartbeatMs: 1, mayListen: () => mayListen });
    await text(reader);
    await text(reader);
    mayListen = false;
    expect(await reader.read()).toMatchObject({ done: true });
    expect(await ended).toBe('over');
  });

  it('R-02: tells how sure a memory is now, and whether agents are given it', async () => {
    const timing = sampleLearning({ type: 'timing', confidence: 0.7, confirmedAt: NOW - 65 * 86_400_000 });
    const fact = { ...timing, type: 'FACT' } as const;
    const changes = [timing, fact].map((learning, at) => ({ seq: at + 1, cause: 'learned', learning }) as const);
    const { reader } = stream({ knowledge: changesOf(changes) });
    await text(reader);
    const told = [...(await text(reader)).matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
    expect(told).toMatchObject([
      { confidence: 0.2, active: false },
      { confidence: 0.7, active: true },
    ]);
    await reader.cancel();
  });

  it('is cut when what was sent is not taken', async () => {
    const { reader, ended } = stream({ patienceMs: 1 });
    expect(await ended).toBe('cut');
    await reader.cancel();
    const later = stream({ patienceMs: 1, heartbeatMs: 1 });
    await text(later.reader);
    expect(await later.ended).toBe('cut');
    await later.reader.cancel();
  });

  it('is cut when the changes cannot be read', async () => {
    const changedLearnings = () => Promise.reject(new Error('busy'));
    const { reader, ended } = stream({ knowledge: { changedLearnings } });
    await text(reader);
    expect(await reader.read()).toMatchObject({ done: true });
    expect(await ended).toBe('cut');
  });

  it('begins at the newest change, however long the history is and whatever is missing in it', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 40 }), async (seqs) => {
        const changes = seqs.toSorted((a, b) => a - b).map(changeAt);
        const last = changes.at(-1);
        expect(await newestPlace(changesOf(changes))).toEqual(last === undefined ? { seq: 0 } : placeOf(last));
      }),
      { numRuns: 50 },
    ));
});
