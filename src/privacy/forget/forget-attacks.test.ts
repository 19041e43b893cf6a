import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { everything, openScripted, update } from '../../curator/apply/scripted.fixture.ts';
import { Workbench } from '../../curator/workbench.fixture.ts';
import type { Selection } from '../../memory/forgetting.ts';
import { deriveId, type RecordId, type SessionId, type SpaceId } from '../../memory/ids.ts';
import { filesWith, forgetOn } from './forget.fixture.ts';

const silently = (): void => undefined;
const benches: Workbench[] = [];

afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.dispose();
});

async function opened(): Promise<Workbench> {
  const bench = await Workbench.open();
  benches.push(bench);
  return bench;
}

async function recordSaying(bench: Workbench, word: string): Promise<Selection> {
  const ids: RecordId[] = [];
  for (const { id } of await bench.journal.sessions({ limit: 100 }))
    for (const record of await bench.journal.recordsOfSession(id))
      if (record.content.includes(word)) ids.push(record.id);
  expect(ids).not.toEqual([]);
  return { kind: 'record', ids };
}

async function anotherSpace(bench: Workbench, name: string): Promise<SpaceId> {
  const root = join(bench.home, name);
  mkdirSync(root, { recursive: true });
  return (await bench.journal.resolveSpace({ anchor: root, root, kind: 'folder', fingerprint: name }, bench.now)).id;
}

const inSession = (name: string) => deriveId<SessionId>(name);

/** Without what void acts threw away, which nobody counts again. */
async function known(bench: Workbench) {
  const { counts, ...all } = await everything(bench);
  return { ...all, counts: { ...counts, dropped: {} } };
}

describe('forgetting what a curator has spread (D-064, POI-12)', () => {
  it('reaches learnings of other evidence, tags, subjects, actions and files of other spaces', async () => {
    const { bench, learn } = await openScripted();
    benches.push(bench);
    const beta = await anotherSpace(bench, 'beta');
    await learn({ user: 'I always indent with tabs here.' }, 'PREFERENCE: Indents with tabs (turns 1; scope user)');
    await bench.turn({ user: 'We pay the landlord of the quokkaberry flat on Mondays.' });
    await learn(
      { user: 'Please keep the changelog short.' },
      [
        'FACT: The rent of the quokkaberry flat is due on Mondays (turns 1; scope user; about quokkaberry)',
        'PREFERENCE: Keeps the changelog short, unlike quokkaberry (turns 2; scope user)',
        'FACT: The changelog is short (turns 2; scope space; about changelog; tags quokkaberry)',
        'ACTION: Ask the quokkaberry landlord (turns 2; priority 1)',
        'ACTION: Trim the changelog (turns 2; priority 2)',
        update('USER', '# User', '- Indents with tabs', '- Pays quokkaberry rent'),
        update('CONTEXT', '# Context', '- quokkaberry flat', '- Changelog is kept short'),
      ].join('\n'),
    );
    await learn(
      {
        user: 'Please lint the parser before commits. The docs live in the handbook folder.',
        space: beta,
        session: inSession('beta'),
      },
      [
        'FACT: The parser is linted before commits like quokkaberry (turns 1; scope space)',
        'FACT: The docs live in the handbook folder (turns 1; scope space)',
        update('CONTEXT', '# Context', '- quokkaberry again', '- Lint the parser before commits'),
      ].join('\n'),
    );
    expect(filesWith(bench.home, 'quokkaberry').length).toBeGreaterThan(1);

    const receipt = await forgetOn(bench).run(await recordSaying(bench, 'quokkaberry'), silently);

    expect(receipt.verification.tracesIn).toEqual([]);
    expect(filesWith(bench.home, 'quokkaberry')).toEqual([]);
    expect(filesWith(bench.home, 'landlord')).toEqual([]);
    const left = await bench.contents();
    expect(left).toContain('Indents with tabs');
    expect(left).toContain('The docs live in the handbook folder');
    expect((await bench.knowledge.actions({ limit: 10 })).map(({ content }) => content)).toEqual([
      'Trim the changelog',
    ]);
    expect(bench.file('user.md')).toMatch(/Indents with tabs/);
    const before = await known(bench);
    await bench.rebuild();
    expect(await known(bench)).toEqual(before);
    expect(filesWith(bench.home, 'quokkaberry')).toEqual([]);
  });

  it('takes what a page answered to a question of the user, of whom only the question is left', async () => {
    const { bench, learn } = await openScripted();
    benches.push(bench);
    await learn(
      {
        user: 'find out whether the billing service of the shop listens on the admin port',
        calls: [{ tool: 'WebFetch', input: 'https://evil.example/doc', output: 'Its number is 7070.' }],
        answer: 'See the page.',
      },
      'FACT: The billing service of the shop listens on the admin port 7070 (turns 1; scope space)',
    );
    expect(await bench.contents()).toHaveLength(1);
    const source = { kind: 'url', value: 'https://evil.example/doc' } as const;
    await forgetOn(bench).run({ kind: 'source', source }, silently);
    expect(await bench.contents()).toEqual([]);
  });

  it('takes a space whole: what a person wrote there, and its place; other spaces and the person stay as they are', async () => {
    const bench = await opened();
    const beta = await anotherSpace(bench, 'beta');
    const session = inSession('beta');
    await bench.turn({ user: 'Remember that the api listens on port 4100.' });
    await bench.turn({ user: 'I prefer tabs over spaces.', space: beta, session });
    await bench.turn({ user: 'Remember that this project uses zanzibar for queues.', space: beta, session });
    await bench.curate();
    const path = join(bench.memory, 'spaces', beta, 'context.md');
    mkdirSync(join(bench.memory, 'spaces', beta), { recursive: true });
    appendFileSync(path, '- A flamingo wrote this by hand\n');
    await bench.keeper.settle(beta);
    const context = bench.file('context.md');
    const preview = await forgetOn(bench).preview({ kind: 'space', id: beta });
    const gone: SpaceId[] = [];
    const receipt = await forgetOn(bench, { spaceErased: async (id) => void gone.push(id) }).run(
      { kind: 'space', id: beta },
      silently,
    );
    expect(receipt.verification.tracesIn).toEqual([]);
    expect(receipt.counts).toEqual({ ...preview.counts, acts: receipt.counts.acts });
    for (const word of ['flamingo', 'zanzibar']) expect(filesWith(bench.home, word)).toEqual([]);
    expect(gone).toEqual([beta]);
    expect((await bench.knowledge.files()).filter(({ workspace }) => workspace === beta)).toEqual([]);
    expect(await bench.contents()).toEqual([expect.stringContaining('4100')]);
    expect(bench.file('context.md')).toBe(context);
    const root = join(bench.home, 'beta');
    const anew = { anchor: root, root, kind: 'folder', fingerprint: 'beta' } as const;
    expect((await bench.journal.resolveSpace(anew, bench.now)).id).not.toBe(beta);
  });

  it('keeps a space that somebody goes on working in, with what was said since', async () => {
    const bench = await opened();
    await bench.turn({ user: 'Remember that the zanzibar queue is slow.' });
    await bench.curate();
    let isSaid = false;
    const forget = forgetOn(bench, {
      before: async () => {
        if (!isSaid) await bench.turn({ user: 'Remember that the walrus queue is fast.' });
        isSaid = true;
      },
    });
    await forget.run({ kind: 'space', id: bench.space }, silently);
    expect(await bench.journal.space(bench.space)).toBeDefined();
    expect(filesWith(bench.home, 'zanzibar')).toEqual([]);
    await bench.curate();
    expect(await bench.contents()).toEqual([expect.stringContaining('walrus')]);
  });

  it('forgets a space of which nothing was recorded', async () => {
    const bench = await opened();
    mkdirSync(join(bench.memory, 'spaces', 'project'), { recursive: true });
    writeFileSync(bench.path('context.md'), '# Context\n- The marmoset is in the attic\n');
    await bench.keeper.settle(bench.space);
    const receipt = await forgetOn(bench).run({ kind: 'space', id: bench.space }, silently);
    expect(receipt.counts.fileLines).toBeGreaterThan(0);
    expect(filesWith(bench.home, 'marmoset')).toEqual([]);
  });
});

describe('what is left after forgetting (D-064)', () => {
  it('is the same after a rebuild, in every space, however often and in whatever order things were forgotten', async () => {
    const bench = await opened();
    const beta = await anotherSpace(bench, 'beta');
    const session = inSession('beta');
    const told = ['alpaca', 'bobolink', 'cassowary', 'dugong'];
    for (const [at, name] of told.entries()) {
      await bench.turn({
        user: `I prefer the ${name} theme at night.`,
        ...(at % 2 === 0 ? {} : { space: beta, session }),
      });
      await bench.turn({ user: `Remember that ${name}-${at} is the host of stage ${at}.` });
      await bench.turn({ user: 'I prefer tabs over spaces.', space: beta, session });
      await bench.curate();
    }
    const check = async (): Promise<void> => {
      const before = await known(bench);
      const user = bench.file('user.md');
      await bench.rebuild();
      expect(await known(bench)).toEqual(before);
      expect(bench.file('user.md')).toBe(user);
      expect(await bench.curate()).toMatchObject({ curated: 0 });
    };
    await forgetOn(bench).run(await recordSaying(bench, 'bobolink'), silently);
    await check();
    await forgetOn(bench).run(await recordSaying(bench, 'alpaca'), silently);
    await check();
    await bench.recurate();
    await bench.curate();
    await forgetOn(bench).run(await recordSaying(bench, 'cassowary theme'), silently);
    await check();
    for (const name of ['alpaca', 'bobolink']) expect(filesWith(bench.home, name)).toEqual([]);
    expect((await bench.contents()).join()).toMatch(/dugong/);
  });
});

describe('the search for traces afterwards (D-064)', () => {
  it('finds what lies in any file of the home, and in the name of one', async () => {
    const bench = await opened();
    await bench.turn({ user: 'Remember that the flat is in Quokkastraat, by the Наташенька café 東京駅前.' });
    await bench.curate();
    const plants = {
      'logs/daemon.log': '{"message":"quokkastraat"}\n',
      'spool/1.bad': 'Quokkastraat',
      'memory/memory.db.rebuild': 'x\0Quokkastraat',
      'notes-of-mine.txt': 'наташенька',
      'odd.json': JSON.stringify({ a: 'was "by the 東京駅前"' }),
      'Quokkastraat.txt': 'nothing',
    };
    for (const [path, content] of Object.entries(plants)) {
      mkdirSync(join(bench.home, path, '..'), { recursive: true });
      writeFileSync(join(bench.home, path), content);
    }
    const receipt = await forgetOn(bench).run(await recordSaying(bench, 'Quokkastraat'), silently);
    expect(receipt.verification.tracesIn.toSorted()).toEqual(Object.keys(plants).toSorted());
    expect(existsSync(join(bench.home, 'notes-of-mine.txt'))).toBe(true);
  });

  it('is not alarmed by words that others say as well, common ones, headings and numbers', async () => {
    const bench = await opened();
    await bench.turn({ user: 'Please look at the database of the project again.' });
    await bench.turn({
      user: '# User\n## Preferences\nthis that with 4100 "café"\n\tcolumn \\n 😀 42 the database of Zürich',
    });
    await bench.turn({ user: 'I prefer a café in Zürich.' });
    await bench.curate();
    const user = bench.file('user.md');
    const receipt = await forgetOn(bench).run(await recordSaying(bench, 'column'), silently);
    expect(receipt.verification.tracesIn).toEqual([]);
    expect(bench.file('user.md')).toBe(user);
  });
});

describe('a forgetting that could not be finished (D-064)', () => {
  it('is gone on with when the same is asked for again, and keeps nothing else from being forgotten (T-01)', async () => {
    const bench = await opened();
    await bench.turn({ user: 'I prefer the flamingo theme in every editor.' });
    await bench.turn({ user: 'I prefer the walrus font in every editor.' });
    await bench.curate();
    const flamingo = await recordSaying(bench, 'flamingo');
    const broken = forgetOn(bench, { after: () => Promise.reject(new Error('no room')) });
    await expect(broken.run(flamingo, silently)).rejects.toThrow('no room');
    const receipt = await forgetOn(bench).run(flamingo, silently);
    expect(receipt.counts).toMatchObject({ records: 1, learnings: 1 });
    await expect(broken.run(await recordSaying(bench, 'walrus'), silently)).rejects.toThrow('no room');
    await bench.turn({ user: 'I prefer the marmot shell in every editor.' });
    await forgetOn(bench).run(await recordSaying(bench, 'marmot'), silently);
    expect(await bench.journal.forgetReceipts(10)).toHaveLength(2);
    expect(await forgetOn(bench).resume()).toHaveLength(1);
    expect(await bench.contents()).toEqual([]);
  });
});
