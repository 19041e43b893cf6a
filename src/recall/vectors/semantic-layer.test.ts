import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../test/support/wait.ts';
import { systemClock } from '../../platform/clock.ts';
import { defaultConfig } from '../../platform/config.ts';
import { openSqlite } from '../../platform/sqlite.ts';
import {
  type EmbeddingRequest,
  type EmbeddingServer,
  startEmbeddingServer,
  wordVectors,
} from '../embeddings/embedding-server.fixture.ts';
import { SemanticLayer, type SemanticOptions, type SemanticSettings } from './semantic-layer.ts';
import type { VectorFeed, VectorItem, VectorSource } from './vector-source.ts';

const ENOUGH_MS = 10_000;

/** A journal in memory: the mark is how many were read. */
class ListedSource implements VectorSource {
  readonly items: VectorItem[] = [];
  readonly asked: string[] = [];

  add(space: string, ...texts: readonly string[]): void {
    for (const text of texts) this.items.push({ key: `${space}:${text}`, space, passages: text === '' ? [] : [text] });
  }

  async after(mark: string, limit: number): Promise<VectorFeed> {
    this.asked.push(mark);
    const start = Number(mark);
    const items = this.items.slice(start, start + limit);
    const end = start + items.length;
    return { mark: String(end), items, outdated: [], waiting: this.items.length - end };
  }
}

let folder = '';
let path = '';
let server: EmbeddingServer;
let source: ListedSource;
let settings: SemanticSettings;
let logged: string[];
const layers: SemanticLayer[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-semantic-'));
  path = join(folder, 'vectors.db');
  server = await startEmbeddingServer();
  source = new ListedSource();
  logged = [];
  settings = {
    ...defaultConfig(),
    'embeddings.provider': 'ollama',
    'embeddings.model': 'words',
    'embeddings.baseUrl': server.url,
  };
});
afterEach(async () => {
  for (const layer of layers.splice(0)) await layer.close();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits a hundredth of the time it should. */
function startLayer(changes: Partial<SemanticOptions> = {}): SemanticLayer {
  const note = (event: string, fields: object = {}): void => {
    logged.push(`${event} ${JSON.stringify(fields)}`);
  };
  const layer = new SemanticLayer({
    path,
    env: {},
    clock: systemClock,
    log: { debug: note, info: note, warn: note, error: note },
    source,
    settings,
    wait: (ms) => sleep(ms / 100),
    ...changes,
  });
  layers.push(layer);
  layer.start();
  return layer;
}

async function complete(layer: SemanticLayer, passages: number): Promise<void> {
  await waitFor(() => layer.progress().state === 'complete' && layer.progress().passages === passages, {
    what: `${passages} passages`,
  });
}

function texts(count: number): string[] {
  return Array.from(
    { length: count },
    (_, at) => `note ${String.fromCharCode(97 + (at % 26))}${'x'.repeat(Math.floor(at / 26))}`,
  );
}

function passagesAsked(): readonly string[] {
  return server.requests.flatMap(({ input }) => input);
}

describe('search by meaning', () => {
  it('fills in the background and finds what shares meaning, in the spaces asked for only', async () => {
    source.add('garden', 'the apple tree needs water', 'the fence is painted green', ...texts(100));
    source.add('kitchen', 'the apple cake needs water');
    const layer = startLayer();
    await complete(layer, 103);
    const found = await layer.candidates({ text: 'apple tree', spaces: ['garden'], limit: 3, timeoutMs: ENOUGH_MS });
    expect([...(found ?? [])][0]).toEqual(['garden:the apple tree needs water', expect.closeTo(0.6, 0)]);
    expect([...(found ?? new Map()).keys()].every((key) => key.startsWith('garden:'))).toBe(true);
    expect(layer.progress()).toEqual({
      state: 'complete',
      embedder: 'ollama words',
      remote: false,
      passages: 103,
      waiting: 0,
      requests: server.requests.length,
      tokens: 10 * passagesAsked().length,
      problem: undefined,
    });
    expect(Math.max(...server.requests.map(({ input }) => input.length))).toBeLessThanOrEqual(32);
    source.add('garden', 'bees visit at noon');
    await complete(layer, 104);
  });

  it('goes on where it was after a restart, and starts over only for another model', async () => {
    source.add('s', ...texts(70));
    const first = startLayer();
    await complete(first, 70);
    await first.close();
    server.requests.length = 0;
    source.add('s', 'one more');
    const second = startLayer();
    await complete(second, 71);
    expect(passagesAsked().filter((text) => text.startsWith('note'))).toEqual([]);
    await second.close();
    // The same name, other weights: the words mean something else now.
    server.behave = () => ({
      does: 'vectors',
      make: (input) => wordVectors(input.map((text) => text.replaceAll(/[aeiou]/g, 'q'))),
    });
    server.requests.length = 0;
    const third = startLayer();
    await complete(third, 71);
    expect(passagesAsked().filter((text) => text.startsWith('note'))).toHaveLength(70);
    expect(logged.filter((line) => line.startsWith('vectors-started-over'))).toHaveLength(2);
  });

  it('loses nothing to a server that fails, breaks off, or changes its mind about sizes', async () => {
    source.add('s', ...texts(64));
    let requests = 0;
    server.behave = () => {
      requests += 1;
      if (requests === 2) return { does: 'status', status: 500 };
      if (requests === 4) return { does: 'reset' };
      if (requests === 6) return { does: 'vectors', make: (input) => wordVectors(input, 32) };
      return { does: 'vectors' };
    };
    const waits: number[] = [];
    const layer = startLayer({
      wait: (ms) => {
        if (layer.progress().state === 'failing') waits.push(ms);
        return sleep(1);
      },
    });
    await complete(layer, 64);
    expect(layer.progress()).toMatchObject({ waiting: 0, problem: undefined });
    expect(logged.filter((line) => line.startsWith('vectors-failing'))).toHaveLength(3);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(3 * 2_500);
    for (const text of source.items) {
      const found = await layer.candidates({
        text: text.passages[0] ?? '',
        spaces: ['s'],
        limit: 1,
        timeoutMs: ENOUGH_MS,
      });
      expect([...(found ?? [])][0]?.[1]).toBeCloseTo(1, 1);
    }
  });

  it('leaves out a text the model cannot take, and no other', async () => {
    source.add('s', ...texts(20), 'refused', 'crashes', ...texts(40).slice(20));
    server.behave = ({ input }: EmbeddingRequest) => {
      if (input.includes('refused')) return { does: 'status', status: 400 };
      return input.includes('crashes') ? { does: 'status', status: 500 } : { does: 'vectors' };
    };
    const layer = startLayer();
    await complete(layer, 40);
    expect(logged.filter((line) => line.startsWith('passage-skipped'))).toHaveLength(2);
  });

  it('waits, and leaves nothing out, while a model refuses everything', async () => {
    source.add('s', ...texts(10));
    let broken = false;
    server.behave = () => (broken ? { does: 'status', status: 400 } : { does: 'vectors' });
    const layer = startLayer();
    await complete(layer, 10);
    broken = true;
    source.add('s', 'later');
    await waitFor(() => layer.progress().state === 'failing', { what: 'the layer to be failing' });
    broken = false;
    await complete(layer, 11);
    expect(logged.filter((line) => line.startsWith('passage-skipped'))).toEqual([]);
  });

  it('removes what is erased at once, also what is being embedded at that moment (RED-3)', async () => {
    source.add('s', 'keep this', 'erase this');
    let meanwhile = (): void => undefined;
    server.behave = ({ input }) => {
      if (input.includes('erase that')) meanwhile();
      return { does: 'vectors' };
    };
    const layer = startLayer();
    await complete(layer, 2);
    layer.erase(['s:erase this']);
    expect(layer.progress().passages).toBe(1);
    meanwhile = () => layer.erase(['s:erase that']);
    source.add('s', 'erase that', 'keep that');
    await complete(layer, 2);
    const found = await layer.candidates({ text: 'erase that', spaces: ['s'], limit: 9, timeoutMs: ENOUGH_MS });
    expect([...(found ?? new Map()).keys()].toSorted()).toEqual(['s:keep that', 's:keep this']);
  });

  it('removes the whole file when it cannot remove a part of it', () => {
    openSqlite({ path, access: 'write', synchronous: 'NORMAL' }).close();
    settings = { ...settings, 'embeddings.provider': 'off' };
    const layer = new SemanticLayer({
      path,
      env: {},
      clock: systemClock,
      log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
      source,
      settings,
    });
    layer.erase(['s:anything']);
    expect(existsSync(path)).toBe(false);
  });

  it('asks no model while the kill switch is on, and still forgets (RED-3)', async () => {
    source.add('s', 'a text', 'another text');
    const before = startLayer();
    await complete(before, 2);
    await before.close();
    const asked = server.requests.length;
    settings = { ...settings, 'curator.modelCalls': false };
    const layer = startLayer();
    await waitFor(() => layer.progress().state === 'paused', { what: 'the layer to be paused' });
    const question = { text: 'a text', spaces: ['s'], limit: 5, timeoutMs: ENOUGH_MS };
    expect(await layer.candidates(question)).toBeUndefined();
    layer.erase(['s:a text']);
    expect(layer.progress().passages).toBe(1);
    expect(server.requests).toHaveLength(asked);
  });
});

describe('a search that wants to know what is near', () => {
  it('waits no longer than it allows, and the next one not at all while the model is still thinking', async () => {
    source.add('s', 'a text');
    const layer = startLayer();
    await complete(layer, 1);
    const answers: (() => void)[] = [];
    server.behave = () => new Promise((resolve) => answers.push(() => resolve({ does: 'vectors' })));
    expect(await layer.candidates({ text: 'a text', spaces: ['s'], limit: 5, timeoutMs: 30 })).toBeUndefined();
    const asked = server.requests.length;
    expect(await layer.candidates({ text: 'a text', spaces: ['s'], limit: 5, timeoutMs: ENOUGH_MS })).toBeUndefined();
    expect(server.requests).toHaveLength(asked);
    server.behave = () => ({ does: 'vectors' });
    for (const answer of answers) answer();
    await waitFor(
      async () =>
        (await layer.candidates({ text: 'a text', spaces: ['s'], limit: 5, timeoutMs: ENOUGH_MS }))?.size === 1,
      {
        what: 'an answer',
      },
    );
  });

  it('gets no answer, and no error, from a model that fails or a question that says nothing', async () => {
    source.add('s', 'a text');
    const layer = startLayer();
    await complete(layer, 1);
    const asked = server.requests.length;
    expect(await layer.candidates({ text: ' \n', spaces: ['s'], limit: 5, timeoutMs: ENOUGH_MS })).toBeUndefined();
    expect(server.requests).toHaveLength(asked);
    for (const behaviour of [
      { does: 'status', status: 500 },
      { does: 'reset' },
      { does: 'vectors', make: (input: readonly string[]) => wordVectors(input, 32) },
      { does: 'vectors', make: () => [] },
    ] as const) {
      server.behave = () => behaviour;
      expect(await layer.candidates({ text: 'a text', spaces: ['s'], limit: 5, timeoutMs: ENOUGH_MS })).toBeUndefined();
    }
    // Asked once each: a question is not repeated.
    expect(server.requests).toHaveLength(asked + 4);
  });

  it('does without when nobody answers at the address', async () => {
    source.add('s', 'a text');
    await using gone = await startEmbeddingServer();
    settings = { ...settings, 'embeddings.baseUrl': gone.url };
    await gone[Symbol.asyncDispose]();
    const layer = startLayer();
    await waitFor(() => layer.progress().state === 'failing', { what: 'the layer to be failing' });
    expect(layer.progress().problem).toBe('model-unreachable');
    expect(await layer.candidates({ text: 'a text', spaces: ['s'], limit: 5, timeoutMs: ENOUGH_MS })).toBeUndefined();
  });
});
