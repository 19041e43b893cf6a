import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEncrypted } from '../../../test/support/encrypted.ts';
import { type SeededRandom, seededRandom } from '../../../test/support/random.ts';
import { systemClock } from '../../platform/clock.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import { packVector } from './packed-vector.ts';
import { openVectorStore, type VectorStore } from './vector-store.ts';

const DIMENSIONS = 100;
const EVERYWHERE = { spaces: undefined, limit: 9, deadline: Number.POSITIVE_INFINITY };

let folder = '';
let path = '';
let store: VectorStore;
let random: SeededRandom;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-vectors-'));
  path = join(folder, 'memory', 'vectors.db');
  store = openVectorStore(path, systemClock);
  random = seededRandom('vectors');
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function unit(values: Iterable<number>): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function randomVector(): Float32Array {
  return unit(Array.from({ length: DIMENSIONS }, () => random.next() - 0.5));
}

/** Close to another, the closer the smaller `noise`. */
function near(vector: Float32Array, noise: number): Float32Array {
  return unit(vector.map((value) => value + (random.next() - 0.5) * noise));
}

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

function find(spaces: readonly string[], vector: Float32Array, limit = 5) {
  return store.nearest({ spaces, vector, limit, deadline: systemClock.elapsed() + 60_000 });
}

function isOnDisk(vector: Float32Array): boolean {
  const disk = Buffer.concat([path, `${path}-wal`].filter(existsSync).map((file) => readFileSync(file)));
  const { bytes, signs } = packVector(vector);
  return disk.includes(Buffer.from(bytes)) || disk.includes(Buffer.from(signs));
}

describe('the vector store', () => {
  it('finds the nearest documents of the spaces asked for, and of no other', async () => {
    const target = randomVector();
    const documents = ['one', 'two', 'three'].flatMap((space) =>
      Array.from({ length: 200 }, (_, at) => ({ key: `${space}-${at}`, space, vectors: [randomVector()] })),
    );
    store.put(documents, '600');
    const planted = [near(target, 0.05), near(target, 0.2)];
    for (const space of ['one', 'two'])
      store.put(
        planted.map((vector, at) => ({ key: `${space}-near-${at}`, space, vectors: [randomVector(), vector] })),
        '601',
      );
    const alone = await find(['one'], target, 2);
    expect([...(alone ?? [])]).toEqual([
      ['one-near-0', expect.closeTo(cosine(target, planted[0] ?? target), 2)],
      ['one-near-1', expect.closeTo(cosine(target, planted[1] ?? target), 2)],
    ]);
    expect(await find(['three'], target, 200)).toSatisfy((hits: ReadonlyMap<string, number>) =>
      [...hits.keys()].every((key) => key.startsWith('three-')),
    );
    expect([...((await find(['one', 'two'], target, 4)) ?? new Map()).keys()].toSorted()).toEqual([
      'one-near-0',
      'one-near-1',
      'two-near-0',
      'two-near-1',
    ]);
    expect(await find(['nowhere'], target)).toEqual(new Map());
  });

  it('agrees with a full comparison on what is nearest', async () => {
    const all = Array.from({ length: 2_000 }, (_, at) => ({ key: `${at}`, space: 's', vectors: [randomVector()] }));
    store.put(all, '');
    let agreed = 0;
    for (let question = 0; question < 20; question += 1) {
      const target = near(all[question * 7]?.vectors[0] ?? randomVector(), 0.25);
      const exact = all.toSorted(
        (a, b) => cosine(target, b.vectors[0] ?? target) - cosine(target, a.vectors[0] ?? target),
      );
      const found = [...((await find(['s'], target, 10)) ?? new Map()).keys()];
      expect(found[0]).toBe(exact[0]?.key);
      agreed += exact.slice(0, 10).filter(({ key }) => found.includes(key)).length;
    }
    expect(agreed / 200).toBeGreaterThan(0.8);
  });

  it('gives no half answer when time is up', async () => {
    store.put([{ key: 'a', space: 's', vectors: [randomVector()] }], '1');
    const late = { spaces: ['s'], vector: randomVector(), limit: 5, deadline: systemClock.elapsed() - 1 };
    expect(await store.nearest(late)).toBeUndefined();
  });

  it('replaces a document, and removes it from the file and its log (RED-3)', async ({ skip }) => {
    skip(isEncrypted, 'it looks at the bytes of a file');
    const [first, second] = [randomVector(), randomVector()];
    const others = Array.from({ length: 50 }, (_, at) => ({ key: `${at}`, space: 's', vectors: [randomVector()] }));
    store.put([{ key: 'secret', space: 's', vectors: [first] }, ...others], '1');
    store.put([{ key: 'secret', space: 's', vectors: [second] }], '2');
    expect([...((await find(['s'], second, 1)) ?? [])]).toEqual([['secret', expect.closeTo(1, 2)]]);
    expect({ passages: store.passageCount, held: isOnDisk(second) }).toEqual({ passages: 51, held: true });
    store.remove(['secret', 'never there']);
    expect({ passages: store.passageCount, first: isOnDisk(first), second: isOnDisk(second) }).toEqual({
      passages: 50,
      first: false,
      second: false,
    });
    expect((await find(['s'], second, 100))?.has('secret')).toBe(false);
  });

  it('says so when what was removed still stands in a log that somebody reads, and can be asked again (RED-3)', () => {
    const vector = randomVector();
    store.put([{ key: 'secret', space: 's', vectors: [vector] }], '1');
    const other = openSqlite({ path, access: 'read', synchronous: 'NORMAL' });
    other.exec('BEGIN');
    other.prepare('SELECT count(*) FROM passages').get();
    expect(() => store.remove(['secret'])).toThrow(expect.objectContaining({ code: 'database-busy', retryable: true }));
    other.close();
    store.remove(['secret']);
    expect(isOnDisk(vector)).toBe(false);
  });

  it('removes all documents of a kind, and no other', async () => {
    const vector = randomVector();
    const keys = ['f1', 'f2', 'r1', 'g1'];
    store.put(
      keys.map((key) => ({ key, space: key, vectors: [vector] })),
      '1',
    );
    store.removeBeginningWith('f');
    expect([...((await store.nearest({ ...EVERYWHERE, vector })) ?? new Map()).keys()].toSorted()).toEqual([
      'g1',
      'r1',
    ]);
    expect(store.passageCount).toBe(2);
  });

  it('keeps the mark and whose vectors these are, and starts over for another model', async () => {
    const probe = randomVector();
    expect(store.facts()).toMatchObject({ embedder: '', mark: '' });
    store.startOver('ollama small', probe);
    store.put([{ key: 'a', space: 's', vectors: [probe] }], 'mark-1');
    store.countRequest(30);
    store.close();
    store = openVectorStore(path, systemClock);
    expect({ ...store.facts(), ...store.used, passages: store.passageCount }).toEqual({
      embedder: 'ollama small',
      probe,
      mark: 'mark-1',
      requests: 1,
      tokens: 30,
      passages: 1,
    });
    store.startOver('ollama large', randomVector());
    expect({ ...store.facts(), ...store.used }).toMatchObject({ embedder: 'ollama large', mark: '', tokens: 30 });
    expect({ passages: store.passageCount, found: await find(['s'], probe) }).toEqual({
      passages: 0,
      found: new Map(),
    });
    expect(isOnDisk(probe)).toBe(false);
  });

  it('replaces a file that is damaged or of another version, and keeps it private', () => {
    store.put([{ key: 'a', space: 's', vectors: [randomVector()] }], 'mark-1');
    store.close();
    writeFileSync(path, 'this is no database at all, but long enough to be taken for one'.repeat(100));
    store = openVectorStore(path, systemClock);
    expect(store.facts().mark).toBe('');
    store.close();
    const other = openSqlite({ path, access: 'write', synchronous: 'NORMAL' });
    other.pragma('user_version = 99');
    other.close();
    store = openVectorStore(path, systemClock);
    expect({ passages: store.passageCount, mode: statSync(path).mode & 0o777 }).toEqual({ passages: 0, mode: 0o600 });
  });
});
