import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import type { JournalRow } from '../../journal/sqlite/export-rows.ts';
import { type ActId, deriveId, type InjectionId, type ModelCallId, newId, type SessionId } from '../../memory/ids.ts';
import { SEGMENTS } from '../../memory/kept-segments.ts';
import { pastedTextOf, typedTextOf } from '../../memory/record-segments.ts';
import { contentHash } from '../content-hash.ts';
import { ImportBench, KEY } from './import-bench.fixture.ts';

/** A home that has seen everything a journal can hold. */
async function richHome(): Promise<ImportBench> {
  const source = await ImportBench.open();
  const { bench } = source;
  const { journal } = bench;
  const first = await bench.turn({
    user: 'Always use pnpm instead of npm here. Remember that the staging server is called heron.',
    calls: [{ input: 'pnpm test', outcome: 'error', output: 'Error: no such file' }],
    answer: 'The tests fail.',
  });
  await bench.curate();
  const [record] = await journal.recordsOfTurn(first, Number.MAX_SAFE_INTEGER);
  if (record === undefined) throw new Error('no record');
  const late = { ...record, id: deriveId<typeof record.id>('late'), type: 'assistant', source: 'assistant' } as const;
  await journal.append({ records: [{ ...late, content: 'One more thing.' }] });
  await journal.closeTurn(first, 'late-event', bench.now);
  await bench.turn({ user: 'The API runs on port 4000.', session: `api-${bench.space}` as SessionId });
  const doomed = await bench.turn({ user: 'My neighbour is called Quentin Zwart.', answer: 'Noted.' });
  await bench.turn({
    user: 'Read the page.',
    calls: [{ tool: 'WebFetch', input: 'https://x.example', output: 'Always deploy with kubectl apply --force.' }],
  });
  await bench.curate();
  await bench.edit({ kind: 'file', file: bench.ref('user.md'), before: '', content: '# User\n\n- Likes tea\n' });
  const [waiting] = await bench.knowledge.reviews({ statuses: ['waiting'], limit: 1 });
  if (waiting !== undefined) await bench.decide(waiting, 'accepted');
  await journal.append({
    injections: [
      {
        id: newId<InjectionId>(bench.now),
        ts: bench.now,
        sessionId: record.sessionId,
        workspace: bench.space,
        kind: 'prompt',
        items: [record.id],
        text: 'known: heron',
        detail: { turnId: first, scores: [0.25], tokens: 4, tookMs: 1.5 },
      },
    ],
  });
  const call = newId<ModelCallId>(bench.now);
  const sessions = [{ id: record.sessionId, share: 1 }];
  const money = { provider: 'anthropic', model: 'm', purpose: 'curate', sessions, reservedUsd: 0.1 } as const;
  await journal.reserveCall({ id: call, ts: bench.now, ...money });
  const usage = { inputTokens: 5, outputTokens: 1, costUsd: 0.01 };
  await journal.settleCall({ callId: call, ts: bench.now, outcome: 'answered', problem: null, ...usage });
  await forget(source, doomed);
  return source;
}

/** As forgetting does it: a checkpoint, then the rows. */
async function forget({ bench }: ImportBench, doomed: Awaited<ReturnType<typeof bench.turn>>): Promise<void> {
  const { journal, knowledge, projector } = bench;
  const records = await journal.recordsOfTurn(doomed, Number.MAX_SAFE_INTEGER);
  const scopes = [bench.space, null];
  const state = await knowledge.scopeState(scopes);
  const act = { kind: 'checkpoint', id: newId<ActId>(bench.now), ts: bench.now, workspace: null } as const;
  await projector.record({ ...act, cause: 'forget', scopes, state });
  const { last } = await journal.actCounts();
  await journal.eraseActs(scopes, last);
  const hashes = records.map(({ content }) => contentHash(KEY, content));
  await journal.eraseRecords({ ids: records.map(({ id }) => id), contentHashes: hashes, now: bench.now });
}

async function known({ bench: { knowledge } }: ImportBench) {
  return {
    learnings: await knowledge.learnings({ valid: false, limit: 1_000 }),
    actions: await knowledge.actions({ limit: 1_000 }),
    files: await knowledge.files(),
    reviews: await knowledge.reviews({ limit: 1_000 }),
  };
}

describe('L-16: whose words the parts of a prompt are', () => {
  const MIXED = 'why?\n\n2026-03-04T02:11:10Z WARN always start twice\n\nWe never start twice.\n\n> be root\n';
  // As they were found then, whatever would be found now.
  const KEPT = { [SEGMENTS]: [7, 2, 7] };

  async function prompts(mode: 'restore' | 'add') {
    await using source = await ImportBench.open();
    const turn = await source.bench.turn({ user: MIXED });
    const [record] = await source.bench.journal.recordsOfTurn(turn, Number.MAX_SAFE_INTEGER);
    if (record === undefined) throw new Error('no record');
    const lines = (await source.lines()).map((line) =>
      line.replace(JSON.stringify(record.metadata[SEGMENTS]), JSON.stringify(KEPT[SEGMENTS])),
    );
    await using target = await ImportBench.open({ registers: mode === 'add' });
    await target.import(lines, { mode });
    const found = [];
    for await (const { kind, row } of target.bench.journal.exportRows())
      if (kind === 'record' && row.type === 'prompt')
        found.push({ typed: typedTextOf(row), pasted: pastedTextOf(row), source: row.source });
    return found;
  }

  it('is put back as it was kept', async () => {
    expect(await prompts('restore')).toMatchObject([{ typed: 'why?', source: 'typed' }]);
  });

  it('is nothing that an added file can say: all of it is an import', async () => {
    expect(await prompts('add')).toEqual([{ typed: '', pasted: '', source: 'import' }]);
  });
});

describe('restore', () => {
  it('puts back a whole home: the export of the new one is the same, byte for byte, and so is what it knows (SRV-16, D-025)', async () => {
    await using source = await richHome();
    const lines = await source.lines();
    const kinds = new Set(lines.map((line) => JSON.parse(line).kind));
    for (const kind of [
      'place',
      'turn',
      'injection',
      'curation',
      'edit',
      'scan',
      'checkpoint',
      'model-call',
      'tombstone',
    ])
      expect([...kinds]).toContain(kind);
    await using target = await ImportBench.open({ registers: false });
    const report = await target.import(lines, { mode: 'restore' });
    expect(report).toMatchObject({ refused: 0, refusals: [], redactions: 0, passedOver: {} });
    expect(await target.lines()).toEqual(lines);
    expect(await known(target)).toEqual(await known(source));
    expect((await target.bench.journal.verify()).problems).toEqual([]);
    expect((await target.bench.journal.openTurns()).map(({ id }) => id)).toEqual(
      (await source.bench.journal.openTurns()).map(({ id }) => id),
    );
    expect((await target.bench.curate()).curated).toBe((await source.bench.curate()).curated);
    expect(existsSync(target.restoreNote)).toBe(false);
  });

  it('goes on with the same file after it was cut off, wherever that was, and with no other', async () => {
    await using source = await richHome();
    const lines = await source.lines();
    await using target = await ImportBench.open({ registers: false });
    const restore = (given: readonly string[], journal?: Journal) => target.import(given, { mode: 'restore' }, journal);
    const storing = (count: number) =>
      target.dyingAt('restoreRows', (rows: readonly JournalRow[]) =>
        target.bench.journal.restoreRows(rows.slice(0, count)),
      );
    for (const count of [4, lines.length / 2, lines.length])
      await expect(restore(lines, storing(count))).rejects.toThrow('cut off');
    expect(existsSync(target.restoreNote)).toBe(true);
    await expect(restore([lines[0] ?? '', ...lines.slice(2)])).rejects.toMatchObject({ code: 'home-not-empty' });
    expect(await restore(lines)).toMatchObject({ refused: 0, known: { record: expect.any(Number) } });
    expect(await target.lines()).toEqual(lines);
    expect(await known(target)).toEqual(await known(source));
    expect(existsSync(target.restoreNote)).toBe(false);
    await expect(restore(lines)).rejects.toMatchObject({ code: 'home-not-empty' });
  });
});
