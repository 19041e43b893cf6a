/** Every read of the API, on a memory that holds something: the test server holds each answer against its declaration. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredRoutes } from '../http/openapi/route.ts';
import { FOLDER } from '../http/server.fixture.ts';
import type { LearningId } from '../memory/ids.ts';
import { type CuratingServer, SESSION, startCuratingServer } from './curating-server.fixture.ts';

/** A stream that does not end, and what this server has nobody for; both have tests of their own. */
const ELSEWHERE = ['/memory/events', '/memory/retention'];

let server: CuratingServer;
beforeAll(async () => {
  server = await startCuratingServer();
});
afterAll(async () => {
  await server.curation.stop();
  await server.close();
});

/** What stands for the parameters of a path, and what a query needs. */
function examples(record: string, learning: LearningId): Readonly<Record<string, string>> {
  return {
    '/memory/search': '/memory/search?q=tabs&explain=true',
    '/search': '/search?q=tabs',
    '/memory/context': `/memory/context?workspace=${FOLDER}`,
    '/memory/record/:id': `/memory/record/${record}`,
    '/memory/learnings/:id': `/memory/learnings/${learning}`,
    '/memories/:id': `/memories/${learning}`,
    '/files/:name': '/files/user.md',
    '/files/:name/history': '/files/user.md/history',
    '/sessions/:id': `/sessions/${SESSION}`,
  };
}

describe('the API', () => {
  it('answers every read with what the document says, and every write before it', async () => {
    await server.turn('I prefer tabs over spaces. Remind me to rotate the logs.');
    await server.call('POST', '/memory/record', { id: 'r1', type: 'prompt', content: 'we deploy on Fridays' });
    await server.call('POST', '/memory/pin', { content: 'The staging server is in Oslo', workspace: FOLDER });
    await server.lines('/memory/curate');
    await server.lines('/memory/rebuild');
    const [learning] = await server.knowledge.learnings({ limit: 1 });
    if (learning === undefined) throw new Error('nothing was learned');
    const of = examples('r1', learning.id);
    for (const { method, path } of declaredRoutes(server.app)) {
      if (method !== 'get' || ELSEWHERE.includes(path)) continue;
      const { status, text } = await server.call('GET', of[path] ?? path);
      expect([path, status, text]).toEqual([path, 200, expect.stringMatching(/./)]);
    }
    for (const more of [
      '/memory/search?q=tabs&format=jsonl',
      `/memory/status?workspace=${FOLDER}`,
      `/memory/context?workspace=${FOLDER}&prompt=tabs`,
      `/memory/context?item=${learning.id}`,
    ])
      expect([more, (await server.call('GET', more)).status]).toEqual([more, 200]);
    // S-08: a misspelt one must not be taken for none.
    expect(await server.call('GET', '/memory/status?no_such_parameter=1')).toMatchObject({
      status: 400,
      json: { error: { message: 'unknown parameter "no_such_parameter"' } },
    });
  });
});
