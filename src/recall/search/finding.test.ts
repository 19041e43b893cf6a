/** What is found by which words: names as programmers write them, other scripts, slips of the finger. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionNamed } from '../index/temporary-memory.fixture.ts';
import { ASKED_AT, type Asking, openAsking } from './asking.fixture.ts';

/** Each in a session of its own, so that neighbours lend nothing. */
const SAID = {
  path: 'look at src/journal/sqlite/record-reader.ts:42 first',
  identifier: 'parseHttpHeader calls MAX_RETRY_COUNT times',
  code: 'it fails with TS2345 and then ECONNREFUSED',
  digest: 'bisect says 9f8e7d6c5b4a39281706f5e4d3c2b1a098765432 broke it',
  version: 'pin better-sqlite3 to v12.4.1 for now',
  cjk: '我们决定把数据库迁移到新的服务器',
  japanese: '来週の会議は東京で行います',
  thai: 'พรุ่งนี้เราจะไปเชียงใหม่ด้วยกัน',
  korean: '데이터베이스를 서울로 옮겼습니다',
  accents: 'the café in Zürich was naïve',
  typo: 'the kubernetes cluster is in Frankfurt',
  compound: 'we planned a road trip to the coast',
  joined: 'the roadmap lives in a spreadsheet',
  tagged: 'nothing in these words helps',
};

let asking: Asking;
beforeAll(async () => {
  asking = await openAsking();
  await asking.memory.say(
    ...Object.entries(SAID).map(([name, content]) => ({
      content,
      sessionId: sessionNamed(name),
      ...(name === 'tagged' ? { tags: ['deployment'], tool: 'WebFetch', path: '/srv/app/Caddyfile' } : {}),
    })),
  );
});
afterAll(() => asking.memory.close());

describe('a record is found', () => {
  it.each([
    ['src/journal/sqlite/record-reader.ts', SAID.path],
    ['record-reader.ts', SAID.path],
    ['record reader', SAID.path],
    ['parseHttpHeader', SAID.identifier],
    ['http header parse', SAID.identifier],
    ['parsehttpheader', SAID.identifier],
    ['MAX_RETRY_COUNT', SAID.identifier],
    ['retry count', SAID.identifier],
    ['TS2345', SAID.code],
    ['ECONNREFUSED', SAID.code],
    ['econnrefused', SAID.code],
    ['9f8e7d6c5b4a39281706f5e4d3c2b1a098765432', SAID.digest],
    ['9f8e7d6', SAID.digest],
    ['v12.4.1', SAID.version],
    ['12.4.1', SAID.version],
    ['better-sqlite3', SAID.version],
    ['数据库', SAID.cjk],
    ['服务器', SAID.cjk],
    ['東京', SAID.japanese],
    ['会議', SAID.japanese],
    ['เชียงใหม่', SAID.thai],
    ['데이터베이스', SAID.korean],
    ['서울', SAID.korean],
    ['cafe zurich', SAID.accents],
    ['CAFÉ', SAID.accents],
    ['naive', SAID.accents],
    ['kuberentes', SAID.typo],
    ['kubernets', SAID.typo],
    ['roadtrip', SAID.compound],
    ['spread sheet', SAID.joined],
    ['deployment', SAID.tagged],
    ['WebFetch', SAID.tagged],
    ['Caddyfile', SAID.tagged],
  ])('by %s (D-012)', (text, content) => {
    expect(asking.found(text)[0]).toBe(content);
  });

  it.each(['harbour', '猫', 'zzzzzz', 'v99.9.9', 'ffffffffffffffff'])('by %s only where it is said', (text) => {
    expect(asking.found(text)).toEqual([]);
  });
});

describe('a question that names a time and nothing else', () => {
  it('finds what was said then, the newest first', async () => {
    const own = await openAsking();
    const day = 86_400_000;
    await own.memory.say(
      { content: 'ten days back', ts: ASKED_AT - 10 * day, sessionId: sessionNamed('a') },
      { content: 'yesterday early', ts: ASKED_AT - day - 3_600_000, sessionId: sessionNamed('b') },
      { content: 'just before', ts: ASKED_AT - day, sessionId: sessionNamed('c') },
    );
    expect(own.found('what did we do yesterday?')).toEqual(['just before', 'yesterday early']);
    expect(own.found('what happened 10 days ago')).toEqual(['ten days back']);
    expect(own.found('yesterday', { kind: 'facts' })).toEqual([]);
    await own.memory.close();
  });
});
