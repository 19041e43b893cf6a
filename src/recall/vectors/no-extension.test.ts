import { mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { waitFor } from '../../../test/support/wait.ts';
import { systemClock } from '../../platform/clock.ts';
import { defaultConfig } from '../../platform/config.ts';
import { startEmbeddingServer } from '../embeddings/embedding-server.fixture.ts';
import { SemanticLayer } from './semantic-layer.ts';

it('without sqlite-vec there are no vectors, one line in the log, and no error for anybody', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-no-extension-'));
  await using server = await startEmbeddingServer();
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'sqlite-vec') throw new Error('not installed on this platform');
      return next(specifier, context);
    },
  });
  const logged: string[] = [];
  const note = (event: string): void => {
    logged.push(event);
  };
  const layer = new SemanticLayer({
    path: join(folder, 'vectors.db'),
    env: {},
    clock: systemClock,
    log: { debug: note, info: note, warn: note, error: note },
    source: { after: async (mark) => ({ mark, items: [], outdated: [], waiting: 0 }) },
    settings: {
      ...defaultConfig(),
      'embeddings.provider': 'ollama',
      'embeddings.model': 'words',
      'embeddings.baseUrl': server.url,
    },
    wait: () => sleep(5),
  });
  try {
    layer.start();
    await waitFor(() => layer.progress().problem === 'no-vector-extension', { what: 'the problem to be known' });
    await sleep(100);
    expect(await layer.candidates({ text: 'a text', spaces: ['s'], limit: 5, timeoutMs: 1_000 })).toBeUndefined();
    layer.erase(['s:a']);
    expect({ logged, requests: server.requests }).toEqual({ logged: ['vectors-failing'], requests: [] });
  } finally {
    hooks.deregister();
    await layer.close();
    rmSync(folder, { recursive: true });
  }
});
