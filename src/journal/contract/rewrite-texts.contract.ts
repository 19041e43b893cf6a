import { describe, expect, it } from 'vitest';
import { deriveId, type ModelCallId } from '../../memory/ids.ts';
import type { Journal } from '../journal.ts';
import type { RewritePage } from '../sqlite/rewrite-texts.ts';
import {
  EDIT_CHANGES,
  KNOWN,
  sampleCheckpoint,
  sampleCuration,
  sampleEdit,
  sampleScan,
} from './act-samples.fixture.ts';
import {
  NOW,
  type OpenEmptyJournal,
  OTHER_SESSION,
  onJournal,
  sampleInjection,
  sampleRecord,
  sampleSession,
  TURN,
} from './samples.fixture.ts';

const SECRET = 'hunter2';

/** Everything a person's text can be in, with the secret in each. */
async function fill(journal: Journal): Promise<void> {
  await journal.append({
    sessions: [sampleSession({ id: deriveId('third'), cwd: `/p/${SECRET}`, metadata: { title: SECRET } })],
    records: [
      sampleRecord({
        content: SECRET,
        path: SECRET,
        tags: [SECRET],
        metadata: { command: [SECRET], tool_use_id: SECRET, [SECRET]: 1 },
      }),
      sampleRecord({ type: 'tool_use', tool: 'Bash', content: SECRET }),
      sampleRecord({ type: 'assistant', content: SECRET }),
      sampleRecord({ type: 'error', content: SECRET, sessionId: deriveId('third') }),
      sampleRecord({ content: 'harmless', turnId: null, metadata: { b: 1, a: 'ü' } }),
    ],
    injections: [sampleInjection({ text: SECRET })],
  });
  await journal.closeTurn(TURN, 'stop', NOW);
  const [remembered] = KNOWN.learnings;
  await journal.act(sampleCuration({ answers: [SECRET] }));
  await journal.act(sampleEdit({ ...EDIT_CHANGES[0], before: SECRET, content: SECRET }));
  if (remembered) await journal.act(sampleEdit({ kind: 'remember', learning: { ...remembered, content: SECRET } }));
  await journal.act(sampleScan({ paths: [SECRET] }));
  const learnings = KNOWN.learnings.map((learning) => ({ ...learning, content: SECRET, tags: [SECRET] }));
  await journal.act(sampleCheckpoint({ state: { ...KNOWN, learnings } }));
  const id = deriveId<ModelCallId>('call');
  const call = { id, ts: NOW, provider: 'p', model: 'm', purpose: 'curate', reservedUsd: 1 } as const;
  await journal.reserveCall({ ...call, sessions: [{ id: OTHER_SESSION, share: 1 }] });
  const end = { ts: NOW, outcome: 'failed', inputTokens: 1, outputTokens: 1, costUsd: 1 } as const;
  await journal.settleCall({ ...end, callId: id, problem: SECRET });
}

async function everything(journal: Journal): Promise<string> {
  const rows: unknown[] = [await journal.modelCalls(10)];
  for await (const row of journal.exportRows()) rows.push(row);
  return JSON.stringify(rows);
}

async function rewriteAll(journal: Journal, page: Omit<RewritePage, 'limit'>): Promise<Record<string, number>> {
  const changed: Record<string, number> = {};
  for (let from: string | undefined = ''; from !== undefined; ) {
    const done = await journal.rewriteTexts({ ...page, limit: 2, ...(from === '' ? {} : { from }) });
    for (const [table, rows] of Object.entries(done.changed)) changed[table] = (changed[table] ?? 0) + rows;
    from = done.next;
  }
  return changed;
}

export function describeRewrite(open: OpenEmptyJournal): void {
  describe('rewriting texts', () => {
    it('changes every text in every table, and nothing that names or pairs rows (D-061)', () =>
      onJournal(open, async (journal) => {
        await fill(journal);
        const before = await everything(journal);
        const change = (text: string) => text.replaceAll(SECRET, '[REDACTED]');
        const counted = await rewriteAll(journal, { dryRun: true, change });
        expect(await everything(journal)).toBe(before);
        const changed = await rewriteAll(journal, { dryRun: false, change });
        expect(changed).toEqual(counted);
        // The turn says what its records say, and has no text of its own.
        expect(Object.values(changed).reduce((sum, rows) => sum + rows)).toBe(1 + 4 + 1 + 1 + 2 + 1 + 2 + 1);
        const after = await everything(journal);
        expect(after.replaceAll(`"tool_use_id":"${SECRET}"`, '')).not.toContain(SECRET);
        expect(after).toContain(`"tool_use_id":"${SECRET}"`);
        expect(await journal.openTurns()).toEqual([]);
        expect((await journal.verify()).problems).toEqual([]);
        expect(await rewriteAll(journal, { dryRun: false, change })).toEqual({});
      }));

    it('leaves a row as it is, to the letter, when no text in it changes', () =>
      onJournal(open, async (journal) => {
        await fill(journal);
        const before = await everything(journal);
        expect(await rewriteAll(journal, { dryRun: false, change: (text) => text })).toEqual({});
        expect(await everything(journal)).toBe(before);
      }));
  });
}
