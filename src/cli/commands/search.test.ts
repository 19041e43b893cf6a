import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SAMPLE_STATUS, startTestServer, type TestServer } from '../../http/server.fixture.ts';
import { explainLines, runSearch } from './search.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('why a hit was found', () => {
  it('is told by its words, by what stands beside it, or by its meaning', () => {
    const line = (words: readonly { word: string; weight: number }[], parts: Record<string, number>) =>
      explainLines(1, { words, parts })[1];
    expect(line([{ word: 'port', weight: 2 }], { words: 2 })).toBe('words port 2.00');
    expect(line([], { words: 2, semantic: 0.5 })).toBe('words none of its own: what stands beside it matches');
    expect(line([], { semantic: 0.5 })).toBe('words none of its own: found by meaning');
  });
});

describe('why nothing was found', () => {
  const recall = { records: 1, facts: 1, bytes: 1, waiting: 0 };
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ status: async () => ({ ...SAMPLE_STATUS, recall }) });
  });
  afterAll(() => server.close());

  async function said(waiting: number, space?: string): Promise<unknown> {
    recall.waiting = waiting;
    vi.stubEnv('CARRYOVER_HOME', server.paths.home);
    const log = vi.spyOn(console, 'log').mockReturnValue();
    await runSearch({ space }, ['walrus']);
    return log.mock.calls.flat().at(-1);
  }

  it('is that nothing matches', async () => {
    expect(await said(0)).toMatch(/^Nothing found\. /);
  });

  it('may be that records are still being indexed', async () => {
    expect(await said(12_345)).toBe('Nothing found yet: 12,345 records are still being indexed.');
  });

  it('may be that no project is known there', async () => {
    expect(await said(12_345, '/nobody/knows')).toMatch(/^No project is known at \/nobody\/knows\. /);
  });
});
