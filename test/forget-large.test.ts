/**
 * T-01 on a daemon: what is forgotten may be long. Everything a search has to say of it comes back, however much that is, and
 * whatever cannot be forgotten keeps nothing else from it. S-02: a project that is called like the home leaves no trace there.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesWith } from '../src/privacy/forget/forget.fixture.ts';
import { callApi } from './support/api.ts';
import { makeHome } from './support/home.ts';
import { seededRandom } from './support/random.ts';
import { serveReady } from './support/serve.ts';
import { makeFolder } from './support/workspace.ts';

const random = seededRandom('forget-large');

/** Words that nobody else says. */
function ownWords(bytes: number): string {
  const letters = [...'bdfgklmnprstvz'];
  const vowels = [...'aeiou'];
  const lines: string[] = [];
  for (let length = 0; length < bytes; ) {
    const words = Array.from({ length: 8 }, () =>
      Array.from({ length: 5 }, () => random.pick(letters) + random.pick(vowels)).join(''),
    );
    const line = words.join(' ');
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}

it('T-01: forgets a session of 80 long reads and a pasted log of 400 KB, one after the other', async () => {
  await using home = await makeHome({ config: { 'curator.profile': 'manual' } });
  await serveReady(home);
  const say = (content: string, session: string) =>
    callApi(home, '/memory/record', { type: 'prompt', content, session_id: session, workspace: 'w' });
  await say('Please look at the parser again.', 'stays');
  const log = ownWords(400_000);
  const { body } = await say(log, 'log');
  const reads = Array.from({ length: 80 }, () => ownWords(6_000));
  for (const read of reads) await say(read, 'long');
  const [first = ''] = log.split(' ');
  const last = reads.at(-1)?.split(' ').at(-1) ?? '';
  for (const word of [first, last]) expect(filesWith(home.paths.home, word)).not.toEqual([]);

  const session = { session_id: 'long', confirm: true, wait: true };
  expect(await callApi(home, '/memory/forget', session)).toMatchObject({
    status: 200,
    body: { counts: { records: 80 }, verification: { state: 'verified', traces_in: [] } },
  });
  const record = { record_id: body.ids, confirm: true, wait: true };
  expect(await callApi(home, '/memory/forget', record)).toMatchObject({
    status: 200,
    body: { counts: { records: 1 }, verification: { state: 'verified', traces_in: [] } },
  });
  for (const word of [first, last]) expect(filesWith(home.paths.home, word)).toEqual([]);
  expect((await callApi(home, '/memory/status')).body).toMatchObject({ problems: [] });
});

it('S-02: forgets a project whose folder shares a word with the home, and takes the home’s own notes for no trace', async () => {
  const root = makeFolder('quokkaberrycorp');
  const project = join(root, 'quokkaberrycorp');
  mkdirSync(project);
  try {
    await using home = await makeHome({ folder: join(root, 'home'), config: { 'curator.profile': 'manual' } });
    await serveReady(home);
    const said = { type: 'prompt', content: 'the walrus queue is slow', session_id: 's', workspace: project };
    expect((await callApi(home, '/memory/record', said)).status).toBeLessThan(300);
    const wish = { workspace: project, confirm: true, wait: true };
    expect(await callApi(home, '/memory/forget', wish)).toMatchObject({
      status: 200,
      body: { verification: { state: 'verified', traces_in: [] } },
    });
    expect(filesWith(home.paths.home, 'walrus')).toEqual([]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
