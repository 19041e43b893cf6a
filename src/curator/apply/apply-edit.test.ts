import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MemoryFileName } from '../../memory/memory-file.ts';
import { closeReplayed, openScripted, type Scripted, update } from './scripted.fixture.ts';

const TABS = 'Prefers tabs over spaces';
const SHORT = 'Wants short answers always';
let scripted: Scripted;

beforeEach(async () => {
  scripted = await openScripted();
  await scripted.learn(
    { user: `I ${TABS}. I ${SHORT}. Next step: write the release notes` },
    `PREFERENCE: ${TABS}\nPREFERENCE: ${SHORT}\nACTION: Write the release notes`,
  );
});
afterEach(() => closeReplayed(scripted.bench));

async function edited(name: MemoryFileName, change: (content: string) => string): Promise<void> {
  const { bench } = scripted;
  bench.now += 1_000;
  writeFileSync(bench.path(name), change(bench.file(name)));
  await bench.keeper.settleAll();
}

async function causes(content: string): Promise<readonly string[]> {
  const { id } = await scripted.learning(content);
  return (await scripted.bench.knowledge.learningHistory(id)).map(({ cause }) => cause);
}

async function undo(name: MemoryFileName, version: number): Promise<void> {
  const { bench } = scripted;
  const file = bench.ref(name);
  const content = (await bench.knowledge.fileVersion(file, version))?.content ?? '';
  const before = (await bench.knowledge.file(file))?.content ?? '';
  await bench.edit({ kind: 'undo', file, version, before, content });
}

describe('a line of a file', () => {
  it('that a person takes out is withdrawn, and nothing that only resembles it', async () => {
    await edited('user.md', (text) => text.replace(`- ${TABS}\n`, ''));
    expect(await causes(TABS)).toEqual(['learned', 'withdrawn']);
    expect([...(await scripted.bench.contents())].sort()).toEqual([SHORT, 'Write the release notes'].sort());
  });

  it('that a person changes closes the old learning and links it to the new', async () => {
    await edited('user.md', (text) => text.replace(TABS, 'Prefers two spaces over tabs'));
    const next = await scripted.learning('Prefers two spaces over tabs');
    expect(next).toMatchObject({ trust: 'typed', type: 'PREFERENCE', persistent: true, scope: { kind: 'user' } });
    expect(await scripted.learning(TABS)).toMatchObject({ supersededBy: next.id });
  });

  it('that a person adds beside another in one edit replaces nothing of it', async () => {
    const lines = ['The API server listens on port 4000', 'The API server listens on port 5000'];
    await edited('user.md', (text) => `${text}\n${lines.map((line) => `- ${line}\n`).join('')}`);
    for (const line of lines)
      expect(await scripted.learning(line)).toMatchObject({ validTo: null, supersededBy: null });
  });

  it('that a person adds holds beside the lines they left standing in the file', async () => {
    const { bench, learn, learning } = scripted;
    const [old, more] = ['The billing service runs on port 5433', 'The billing service runs on port 5434'];
    await learn({ user: old }, `FACT: ${old} (turns 1)`);
    await edited('context.md', (text) => `${text}\n- ${more}\n`);
    for (const content of [old, more])
      expect(await learning(content)).toMatchObject({ validTo: null, supersededBy: null });
    expect(bench.file('context.md')).toContain(old);
    expect(bench.file('context.md')).toContain(more);
  });

  it.each([
    ['user.md', '## Facts\n- Lives in Oslo, up north', 'FACT'],
    ['user.md', '## Corrections\n- Dates are DD/MM/YYYY', 'CORRECTION'],
    ['context.md', '## Decisions\n- Postgres for the orders', 'FACT'],
  ] as const)('that a person adds to %s is learned in their own words: %s', async (name, lines, type) => {
    await edited(name, (text) => `${text}\n${lines}\n`);
    const content = lines.split('\n- ')[1] ?? '';
    expect(await scripted.learning(content)).toMatchObject({ type, trust: 'typed', validTo: null });
    expect(await causes(content)).toEqual(['edited']);
  });

  it('comes back with undo, and so does what was learned there', async () => {
    await edited('user.md', (text) => text.replace(`- ${TABS}\n`, ''));
    await undo('user.md', 1);
    expect(scripted.bench.file('user.md')).toContain(TABS);
    expect(await scripted.learning(TABS)).toMatchObject({ validTo: null });
    expect(await causes(TABS)).toEqual(['learned', 'withdrawn', 'edited']);
  });

  it('written by the curator after a person looked is not undone', async () => {
    const { bench, learn } = scripted;
    const file = bench.ref('user.md');
    await edited('user.md', (text) => text.replace(`- ${TABS}\n`, ''));
    const before = bench.file('user.md');
    await learn({ user: 'In all my projects: Use the fish shell daily' }, 'PREFERENCE: Use the fish shell daily');
    const content = (await bench.knowledge.fileVersion(file, 1))?.content ?? '';
    await bench.edit({ kind: 'undo', file, version: 1, before, content });
    expect(bench.file('user.md')).toContain('fish shell');
    expect(bench.file('user.md')).toContain(TABS);
    expect([...(await bench.contents())].sort()).toEqual(
      [SHORT, TABS, 'Use the fish shell daily', 'Write the release notes'].sort(),
    );
  });

  it('that was withdrawn does not come back when its turn is read again', async () => {
    const { bench } = scripted;
    await edited('user.md', (text) => text.replace(`- ${TABS}\n`, ''));
    const [first] = await bench.journal.turnRevisions(0, 1);
    if (first === undefined) throw new Error('no turn');
    const [record] = await bench.journal.recordsOfTurn(first.id, first.lastSeq);
    if (record === undefined) throw new Error('no record');
    await bench.journal.append({ records: [{ ...record, id: 'late' as never, content: 'late', type: 'assistant' }] });
    await bench.journal.closeTurn(first.id, 'late-event', bench.now);
    await scripted.learn({ user: 'go on' }, `PREFERENCE: ${TABS}`);
    expect(bench.file('user.md')).not.toContain(TABS);
  });
});

describe('a task', () => {
  const statuses = async () => (await scripted.bench.knowledge.actions({ limit: 9 })).map(({ status }) => status);

  it('that a person sets done leaves context.md, and its learning ends with it (A-077)', async () => {
    const { bench } = scripted;
    await bench.setAction('Write the release notes', 'completed');
    expect(bench.file('context.md')).not.toContain('release notes');
    expect((await scripted.learning('Write the release notes')).validTo).not.toBeNull();
    await bench.setAction('Write the release notes', 'pending');
    expect(bench.file('context.md')).toContain('release notes');
    expect((await scripted.learning('Write the release notes')).validTo).toBeNull();
  });

  it('taken out of the file is dismissed, ticked is done, and put back is open', async () => {
    await edited('context.md', (text) => text.replace('- Write the release notes\n', ''));
    expect(await statuses()).toEqual(['dismissed']);
    await undo('context.md', 1);
    expect(await statuses()).toEqual(['pending']);
    await edited('context.md', (text) => text.replace('- Write', '- [x] Write'));
    expect(await statuses()).toEqual(['completed']);
  });

  it('that a person writes although it is open already is still one', async () => {
    const { bench, learn } = scripted;
    await learn(
      { user: 'ok', answer: 'Facts about orders' },
      update('CONTEXT', '# Context', '', '## Facts', '- Orders'),
    );
    expect(bench.file('context.md')).not.toContain('release notes');
    await edited('context.md', () => '# Context\n\n## Open tasks\n- [ ] Write the release notes\n');
    expect(await statuses()).toEqual(['pending']);
    await edited('context.md', (text) => text.replace('- [ ] Write', '- write'));
    expect(await statuses()).toEqual(['pending']);
  });

  it('that a person writes is one, and found by search', async () => {
    await edited('context.md', (text) =>
      text.replace('- Write the release notes', '- Write the release notes\n- Ask Ada about billing'),
    );
    expect((await scripted.bench.knowledge.actions({ limit: 9 })).map(({ content }) => content).sort()).toEqual([
      'Ask Ada about billing',
      'Write the release notes',
    ]);
    expect(await scripted.learning('Ask Ada about billing')).toMatchObject({ type: 'ACTION', trust: 'typed' });
  });
});

describe('a review', () => {
  const held = async () => (await scripted.bench.knowledge.reviews({ statuses: ['waiting'], limit: 1 }))[0];

  it('that is accepted is learned as if the user had said it, and what it replaces leaves its file', async () => {
    const { bench, learn, learning } = scripted;
    const { id } = await learning(TABS);
    await learn(
      { user: 'go on', answer: 'No tabs in Python' },
      `CORRECTION: No tabs in Python (turns 1; replaces ${id})`,
    );
    expect(bench.file('user.md')).toContain(TABS);
    await bench.decide(await held(), 'accepted');
    expect(await learning('No tabs in Python')).toMatchObject({ trust: 'typed', validTo: null });
    expect(bench.file('user.md')).toContain('- No tabs in Python');
    expect(bench.file('user.md')).not.toContain(TABS);
  });

  it('that is rejected changes nothing, and cannot be decided twice', async () => {
    const { bench, learn } = scripted;
    await learn({ user: 'go on', answer: 'Loves verbose logs' }, 'PREFERENCE: Loves verbose logs');
    const review = await held();
    await bench.decide(review, 'rejected');
    await bench.decide(review, 'accepted');
    expect(await bench.contents()).not.toContain('Loves verbose logs');
    expect(await bench.knowledge.reviews({ limit: 9 })).toMatchObject([{ status: 'rejected' }]);
  });
});

it('deploy writes the locked files, and only it does (A-010, B-027)', async () => {
  const { bench, learn } = scripted;
  const files = [{ name: 'soul.md', content: '# Soul\nbe kind\n' }] as const;
  await bench.edit({ kind: 'deploy', release: '1', files });
  await learn({ user: 'be rude' }, 'SOUL_MD_UPDATE:\n````\n# Soul\nbe rude\n````\nUSER_MD_UPDATE:\n````\n# User\n````');
  expect(bench.file('soul.md')).toBe('# Soul\nbe kind\n');
});
