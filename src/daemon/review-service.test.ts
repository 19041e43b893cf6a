import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FOLDER } from '../http/server.fixture.ts';
import { sampleAction, sampleFile, sampleLearning, sampleReview } from '../knowledge/contract/samples.fixture.ts';
import type { RecordId } from '../memory/ids.ts';
import { type CuratingServer, SESSION, startCuratingServer } from './curating-server.fixture.ts';

let server: CuratingServer;
beforeEach(async () => {
  server = await startCuratingServer();
});
afterEach(async () => {
  await server.curation.stop();
  await server.close();
});

interface WireFile {
  readonly name: string;
  readonly path: string;
  readonly version: number;
  readonly content: string;
}

async function get(path: string): Promise<unknown> {
  const { status, json, text } = await server.call('GET', path);
  expect({ path, status, text }).toMatchObject({ status: 200 });
  return json;
}

async function userFile(query = ''): Promise<WireFile> {
  return (await get(`/files/user.md${query}`)) as WireFile;
}

async function curated(...turns: readonly string[]): Promise<void> {
  for (const turn of turns) await server.turn(turn);
  await server.lines('/memory/curate');
}

describe('curating over HTTP', () => {
  it('reads what waits, line by line, and says who read it (D-021, B-016)', async () => {
    await server.turn('I prefer tabs over spaces.');
    const lines = await server.lines('/memory/curate');
    expect(lines[0]).toEqual({ curated: 0, parked: 0, waiting: 1 });
    expect(lines.at(-1)).toEqual({
      done: true,
      curated: 1,
      parked: 0,
      waiting: 0,
      problem: null,
      curator: 'rules',
      fallback: null,
    });
    expect(await get('/memory/queue')).toEqual({
      waiting: 0,
      claimed: 0,
      parked: 0,
      oldest_at: null,
      spaces: [],
      parked_turns: [],
      paused_until: null,
      problem: null,
    });
  });

  it('does what two ask for at once one after the other, and once', async () => {
    await server.turn('I prefer tabs over spaces.');
    const both = await Promise.all([server.lines('/memory/curate'), server.lines('/memory/curate')]);
    expect(both.map((lines) => lines.at(-1)?.curated).sort()).toEqual([0, 1]);
    expect(await server.knowledge.learnings({ limit: 10 })).toHaveLength(1);
  });

  it('shows parked turns and takes them up again', async () => {
    await server.turn('I prefer tabs over spaces.');
    const { queue } = server.knowledge;
    const [turn] = await server.journal.turnRevisions(0, 1);
    if (turn === undefined) throw new Error('no turn');
    await queue.feed([{ ...turn, urgent: false, tokens: 0, tools: 0 }], turn.seq);
    await queue.park([turn], { now: 5, reason: 'it broke every call' });
    expect(await get('/memory/queue')).toMatchObject({
      parked: 1,
      parked_turns: [{ turn_id: turn.id, session_id: SESSION, parked_at: 5, reason: 'it broke every call' }],
    });
    expect(await server.call('POST', '/memory/curate/retry', {})).toMatchObject({ json: { retried: 1 } });
    expect((await server.lines('/memory/curate')).at(-1)).toMatchObject({ curated: 1, waiting: 0 });
  });

  it('shows a learning with its evidence and its history', async () => {
    await curated('I prefer tabs over spaces.');
    const [learning] = await server.knowledge.learnings({ limit: 1 });
    expect(await get(`/memory/learnings/${learning?.id}`)).toMatchObject({
      type: 'PREFERENCE',
      trust: 'typed',
      session_id: SESSION,
      evidence: [expect.any(String)],
      valid_to: null,
      history: [{ cause: 'learned', before_content: null, content: learning?.content }],
    });
    expect((await server.call('GET', '/memory/learnings/nothing')).status).toBe(404);
  });

  it('says what models have cost', async () => {
    expect(await get('/memory/spend')).toEqual({
      day: { calls: 0, failed_calls: 0, unsettled_calls: 0, input_tokens: 0, output_tokens: 0, usd: 0 },
      daily_usd: 1,
      session_usd: 0.5,
      left_usd: 1,
      model_calls: true,
      extractions: { asked: 0, skipped: 0 },
      sessions: [],
      calls: [],
    });
  });
});

describe('rebuilding over HTTP', () => {
  it('makes the same anew from the journal, and ends with what there is (B-075)', async () => {
    await curated('I prefer tabs over spaces.');
    const before = await userFile();
    const lines = await server.lines('/memory/rebuild');
    expect(lines[0]).toMatchObject({ done: 0 });
    expect(lines.at(-1)).toMatchObject({ finished: true, learnings: 1 });
    expect(await userFile()).toEqual(before);
  });

  it('is done once at a time: a second one is told so', async () => {
    await curated('I prefer tabs over spaces.');
    const both = await Promise.all([
      server.call('POST', '/memory/rebuild', {}),
      server.call('POST', '/memory/rebuild', {}),
    ]);
    const refused = both.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'busy', hint: expect.any(String) } } });
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await server.lines('/memory/rebuild')).at(-1)).toMatchObject({ finished: true });
  });

  it('with recurate has every turn read again and keeps what a person did', async () => {
    await curated('I prefer tabs over spaces.');
    writeFileSync((await userFile()).path, `${(await userFile()).content}- Lives in Graz\n`);
    await userFile();
    await server.lines('/memory/rebuild', { recurate: true });
    expect((await server.lines('/memory/curate')).at(-1)).toMatchObject({ curated: 1 });
    expect((await userFile()).content).toMatch(/tabs[\s\S]*Graz|Graz[\s\S]*tabs/);
  });
});

describe('memory files over HTTP', () => {
  it('lists them with owner, limit and place; a space shows its own and those of the home', async () => {
    await curated('I prefer tabs over spaces.', 'Remember that the build runs with make in this project.');
    const { files } = (await get('/files')) as { files: WireFile[] };
    expect(files.find(({ name }) => name === 'user.md')).toEqual({
      name: 'user.md',
      workspace: null,
      space: null,
      path: `${server.paths.memory}/user.md`,
      owner: 'curator',
      version: 1,
      lines: expect.any(Number),
      limit_lines: 200,
      over_limit: false,
      updated_at: expect.any(Number),
      author: 'curator',
    });
    expect(files.find(({ name }) => name === 'context.md')).toMatchObject({
      workspace: server.space,
      space: 'project',
    });
    expect(await get(`/files?workspace=${FOLDER}`)).toEqual({ files });
    const known = (await get('/files?workspace=/nobody/knows')) as { files: WireFile[] };
    expect(known.files.map(({ name }) => name)).toEqual(['user.md']);
  });

  it('shows what a person wrote a moment ago, keeps every version, and goes back to any (A-016)', async () => {
    await curated('I prefer tabs over spaces.');
    const first = await userFile();
    writeFileSync(first.path, `${first.content}- Lives in Graz\n`);
    expect(await userFile()).toMatchObject({ version: 2, author: 'human', human_lines: ['- Lives in Graz'] });
    expect(await userFile('?version=1')).toEqual(first);
    const { versions } = (await get('/files/user.md/history')) as { versions: object[] };
    expect(versions).toMatchObject([
      { version: 2, author: 'human', added: 1, removed: 0 },
      { version: 1, author: 'curator', removed: 0 },
    ]);
    expect(await get('/files/user.md/history?limit=1')).toEqual({ versions: versions.slice(0, 1) });
    const undone = await server.call('POST', '/files/user.md/undo', {});
    expect(undone).toMatchObject({ status: 200, json: { version: 3, author: 'undo' } });
    expect(readFileSync(first.path, 'utf8')).toBe(first.content);
    await server.call('POST', '/files/user.md/undo', { version: 2 });
    expect(readFileSync(first.path, 'utf8')).toContain('Graz');
    const acts = await server.journal.acts(0, 100);
    expect(acts.flatMap((act) => (act.kind === 'edit' ? act.change.kind : []))).toEqual(['file', 'undo', 'undo']);
  });

  it('deploys the locked files without secrets, and nothing else changes them (A-010, B-027)', async () => {
    const files = [{ name: 'soul.md', content: '\uFEFF# Soul\r\nnever say hunter2' }];
    const deployed = await server.call('POST', '/files/deploy', { release: '1.4.0', files });
    expect(deployed).toMatchObject({
      status: 200,
      json: { release: '1.4.0', files: [{ name: 'soul.md', owner: 'deploy', author: 'deploy', version: 1 }] },
    });
    await server.call('POST', '/files/deploy', { release: '1.4.0', files });
    expect(await server.journal.actCounts()).toMatchObject({ total: 1 });
    const path = `${server.paths.memory}/soul.md`;
    const content = '# Soul\nnever say [removed]\n';
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(JSON.stringify(await server.journal.acts(0, 10))).not.toContain('hunter2');
    writeFileSync(path, 'mine now\n');
    expect(await get('/files/soul.md')).toMatchObject({ content, version: 3, author: 'deploy' });
    expect(await get('/files/soul.md?version=2')).toMatchObject({ content: 'mine now\n', author: 'disk' });
    expect(readFileSync(path, 'utf8')).toBe(content);
    const undo = await server.call('POST', '/files/soul.md/undo', { version: 1 });
    expect(undo).toMatchObject({ status: 409, json: { error: { code: 'locked-file' } } });
  });

  it.each([
    ['a file that is too long', { release: '1', files: [{ name: 'os.md', content: 'x\n'.repeat(201) }] }],
    ['a release that is no name', { release: 'a\nb', files: [{ name: 'os.md', content: 'x' }] }],
    ['no release', { release: ' ', files: [{ name: 'os.md', content: 'x' }] }],
    ['a file that is not locked', { release: '1', files: [{ name: 'user.md', content: 'x' }] }],
    ['no file', { release: '1', files: [] }],
    [
      'a file twice',
      {
        release: '1',
        files: [
          { name: 'os.md', content: 'x' },
          { name: 'os.md', content: 'y' },
        ],
      },
    ],
  ])('refuses to deploy %s', async (_what, body) => {
    const answer = await server.call('POST', '/files/deploy', body);
    expect(answer).toMatchObject({ status: 400, json: { error: { hint: expect.any(String) } } });
    expect(await server.journal.actCounts()).toMatchObject({ total: 0 });
  });

  it.each([
    ['GET', '/files/nothing.md', undefined, 404],
    ['GET', '/files/user.md', undefined, 404],
    ['GET', '/files/user.md?version=0', undefined, 400],
    ['GET', '/files/tools.md', undefined, 400],
    ['GET', '/files/tools.md?workspace=/nobody/knows', undefined, 404],
    ['GET', '/files/user.md/history?limit=many', undefined, 400],
    ['POST', '/files/user.md/undo', {}, 404],
    ['POST', '/files/user.md/undo', { version: 'old' }, 400],
    ['POST', '/files/user.md/undo', { file: 'x' }, 400],
  ])('refuses %s %s %j with %i and a hint', async (method, path, body, status) => {
    const answer = await server.call(method, path, body);
    expect(answer).toMatchObject({ status, json: { error: { hint: expect.any(String) } } });
  });

  it('has no version before the first', async () => {
    await curated('I prefer tabs over spaces.');
    for (const body of [{}, { version: 9 }])
      expect(await server.call('POST', '/files/user.md/undo', body)).toMatchObject({ status: 404 });
  });
});

it('files of the preset that is set are listed, and no others (S-11)', async () => {
  const three = await startCuratingServer({ 'files.preset': 'three' });
  try {
    await three.seed({
      files: [
        sampleFile({ name: 'context.md', workspace: three.space }),
        sampleFile({ name: 'tools.md', workspace: three.space }),
      ],
    });
    const { json } = await three.call('GET', `/files?workspace=${encodeURIComponent(FOLDER)}`);
    const names = (json as { readonly files: readonly WireFile[] }).files.map(({ name }) => name);
    expect(names).toEqual(['tools.md']);
  } finally {
    await three.curation.stop();
    await three.close();
  }
});

it('a record without a workspace belongs where its session does (S-08)', async () => {
  const said = (id: string, more: object) =>
    server.call('POST', '/memory/record', {
      id,
      type: 'prompt',
      content: 'The port is 4000.',
      session_id: 's',
      ...more,
    });
  expect(await said('first', { workspace: FOLDER })).toMatchObject({ status: 201 });
  expect(await said('second', {})).toMatchObject({ status: 201 });
  expect((await server.journal.record('second' as RecordId))?.workspace).toBe(server.space);
  const other = { id: 'third', type: 'prompt', content: 'The port is 4001.', session_id: 's', workspace: 'notes' };
  const records = [other, { ...other, id: 'fourth', workspace: undefined }];
  expect(await server.call('POST', '/memory/record', records)).toMatchObject({ status: 201 });
  expect((await server.journal.record('fourth' as RecordId))?.workspace).toBe(server.space);
  expect(await said('elsewhere', { session_id: 'größe-7' })).toMatchObject({ status: 201 });
  expect((await server.journal.record('elsewhere' as RecordId))?.workspace).toBeNull();
});

describe('actions over HTTP', () => {
  it('lists those that are open, and takes a word about one by the beginning of its id (B-016, A-032)', async () => {
    const action = sampleAction({ workspace: server.space, content: 'renew the certificate' });
    const other = sampleAction({ workspace: server.space, status: 'completed' });
    await server.seed({ actions: [action, other] });
    const shown = {
      id: action.id,
      content: 'renew the certificate',
      priority: 2,
      status: 'pending',
      created_at: action.createdAt,
      touched_at: action.touchedAt,
      workspace: server.space,
      session_id: action.sessionId,
    };
    expect(await get(`/actions?workspace=${FOLDER}`)).toEqual({ actions: [shown] });
    expect(await get('/actions?workspace=/nobody/knows')).toEqual({ actions: [] });
    const done = await server.call('PUT', `/actions/${action.id.slice(0, 8)}`, { status: 'completed' });
    expect(done).toMatchObject({ status: 200, json: { id: action.id, status: 'completed' } });
    expect(await get('/actions')).toEqual({ actions: [] });
    expect(((await get('/actions?status=all')) as { actions: object[] }).actions).toHaveLength(2);
    const [edit] = (await server.journal.acts(0, 10)).filter(({ kind }) => kind === 'edit');
    expect(edit).toMatchObject({
      change: { kind: 'action', action: { id: action.id, status: 'pending' }, status: 'completed' },
    });
  });

  it('asks for more of an id that several begin with, or that is too short to mean one', async () => {
    const ids = ['aaaaaaaa-1', 'aaaaaaaa-2'].map((id) => id as ReturnType<typeof sampleAction>['id']);
    await server.seed({ actions: ids.map((id) => sampleAction({ id })) });
    const put = (id: string) => server.call('PUT', `/actions/${id}`, { status: 'dismissed' });
    expect(await put('aaaaaaaa')).toMatchObject({ status: 400, json: { error: { code: 'ambiguous-id' } } });
    expect(await put('aaaaa')).toMatchObject({ status: 404, json: { error: { code: 'not-found' } } });
    expect(await put('aaaaaaaa-2')).toMatchObject({ status: 200 });
    expect(await server.call('PUT', '/actions/aaaaaaaa-1', { status: 'gone' })).toMatchObject({ status: 400 });
    expect((await server.call('GET', '/actions?status=gone')).status).toBe(400);
  });
});

describe('reviews over HTTP', () => {
  it('shows what was held back and why, and takes it in when a person says so', async () => {
    const learning = sampleLearning({ workspace: server.space, trust: 'tool', content: 'the port is 9000' });
    const review = sampleReview({ workspace: server.space, held: { kind: 'learning', learning, replaces: null } });
    await server.seed({ reviews: [review] });
    expect(await get('/review')).toMatchObject({
      reviews: [
        { id: review.id, reason: review.reason, status: 'waiting', kind: 'learning', learning: { id: learning.id } },
      ],
    });
    const path = `/review/${review.id.slice(0, 6)}`;
    expect(await server.call('POST', path, { decision: 'accepted' })).toMatchObject({ json: { status: 'accepted' } });
    expect(await server.knowledge.learning(learning.id)).toMatchObject({ content: 'the port is 9000', trust: 'typed' });
    expect(await get('/review')).toEqual({ reviews: [] });
    const again = await server.call('POST', path, { decision: 'rejected' });
    expect(again).toMatchObject({ status: 409, json: { error: { code: 'already-decided' } } });
  });

  it('shows a held rewrite as a diff; rejected, it changes nothing', async () => {
    await curated('I prefer tabs over spaces.');
    const before = await userFile();
    const held = { kind: 'file', file: { name: 'user.md', workspace: null }, base: 1, content: '# User\n' } as const;
    const review = sampleReview({ workspace: server.space, held });
    await server.seed({ reviews: [review] });
    const { reviews } = (await get('/review')) as { reviews: { diff: string }[] };
    expect(reviews).toMatchObject([{ kind: 'file', file: 'user.md', workspace: null, content: '# User\n' }]);
    expect(reviews[0]?.diff).toMatch(/^-.*tabs/m);
    expect(await server.call('POST', `/review/${review.id}`, { decision: 'rejected' })).toMatchObject({
      json: { status: 'rejected' },
    });
    expect(await userFile()).toEqual(before);
    expect(((await get('/review?status=rejected')) as { reviews: object[] }).reviews).toHaveLength(1);
  });

  it('refuses what is no decision, and a review nobody knows', async () => {
    expect(await server.call('POST', '/review/nothing-here', { decision: 'maybe' })).toMatchObject({ status: 400 });
    expect(await server.call('POST', '/review/nothing-here', { decision: 'accepted' })).toMatchObject({ status: 404 });
  });
});

describe('what an agent would find', () => {
  it('is shown as the block a session would start with, in its parts', async () => {
    await server.turn('I prefer tabs over spaces.');
    const context = (await get(`/memory/context?workspace=${FOLDER}`)) as { block: string; parts: string[] };
    expect(context.block).toContain('tabs');
    expect(context.parts.join('\n')).toBe(context.block);
    expect(await get('/memory/context?workspace=/nobody/knows')).toEqual({ block: '', parts: [], items: [] });
  });
});
