import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitNext, learned, OTHER_SPACE, sampleLearning } from '../../knowledge/contract/samples.fixture.ts';
import { FOLDER, SAMPLE_STATUS, startTestServer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
let waiting = 0;

beforeAll(async () => {
  const recall = { records: 5, facts: 4, bytes: 6 };
  server = await startTestServer({ status: async () => ({ ...SAMPLE_STATUS, recall: { ...recall, waiting } }) });
  const here = { workspace: server.space };
  const learnings = [
    sampleLearning(here),
    sampleLearning({ ...here, sensitive: true }),
    sampleLearning({ ...here, validTo: 5_000 }),
    sampleLearning({ workspace: null, scope: { kind: 'user' } }),
    sampleLearning({ workspace: OTHER_SPACE }),
  ];
  await commitNext(server.knowledge, { learnings: learnings.map(learned) });
});
afterAll(() => server.close());

const status = async (query: Record<string, string>) =>
  (await server.call('GET', `/memory/status?${new URLSearchParams(query)}`)).json;

describe('GET /memory/status of a space (SRV-23)', () => {
  const common = { version: '0.1.0', state: 'degraded', pending_actions: 0, search: 'ready' };

  it('holds what concerns the space and the user, and nothing else', async () => {
    expect(await status({ workspace: FOLDER })).toEqual({ ...common, workspace: server.space, learnings: 3 });
  });

  it('counts for an agent what it may read, and without a space what holds for the user', async () => {
    const audience = 'agent';
    expect(await status({ workspace: FOLDER, audience })).toEqual({ ...common, workspace: server.space, learnings: 2 });
    expect(await status({ audience })).toEqual({ ...common, workspace: null, learnings: 1 });
  });

  it('says when nothing is known of the place, and when records still wait to be indexed', async () => {
    waiting = 12;
    expect(await status({ workspace: '/nobody/knows' })).toMatchObject({ workspace: null, search: 'filling' });
    expect(await status({ workspace: 'no-such-id' })).toMatchObject({ error: { code: 'not-found' } });
    waiting = 0;
  });
});
