import { describe, expect, it } from 'vitest';
import { deriveId, type SessionId, type TurnId } from '../../memory/ids.ts';
import { MARKER_LINES } from '../../memory/marker-lines.ts';
import type { SessionPage } from '../sqlite/session-pages.ts';
import {
  erasing,
  NOW,
  type OpenEmptyJournal,
  OTHER_SESSION,
  OTHER_SPACE,
  onJournal,
  SESSION,
  sampleRecord,
  sampleSession,
} from './samples.fixture.ts';

export function describeSessionPages(open: OpenEmptyJournal): void {
  describe('pages of sessions', () => {
    it('come newest first without a gap or a double while sessions begin, and without runs that never spoke', () =>
      onJournal(open, async (journal) => {
        // Many begin at the same moment: none may fall between two pages.
        const sessions = Array.from({ length: 11 }, (_, at) =>
          sampleSession({ id: deriveId<SessionId>('s', String(at)), startedAt: NOW - 1 - (at % 3) }),
        );
        const run = sampleSession({ id: deriveId<SessionId>('run'), client: 'run', startedAt: NOW - 2 });
        await journal.append({ sessions: [...sessions, run] });
        const expected = (await journal.sessions({ limit: 99 })).filter(({ client }) => client !== 'run');
        const seen: SessionPage['sessions'][number][] = [];
        for (let page: SessionPage | undefined; page === undefined || page.next !== undefined; ) {
          const after: string | undefined = page?.next;
          page = await journal.sessionPage({ limit: 3, ...(after === undefined ? {} : { after }) });
          seen.push(...page.sessions);
          const late = deriveId<SessionId>('late', String(seen.length));
          await journal.append({ sessions: [sampleSession({ id: late, startedAt: NOW + 1 })] });
        }
        expect(seen).toEqual(expected);
        expect(seen).toHaveLength(13);
        await expect(journal.sessionPage({ limit: 3, after: 'nowhere' })).rejects.toMatchObject({
          code: 'invalid-input',
        });
      }));

    it('are filtered by space and by words of client, folder and id, and say what sessions say of themselves', () =>
      onJournal(open, async (journal) => {
        const codex = sampleSession({ id: deriveId<SessionId>('codex'), client: 'Codex', cwd: '/home/me/100%_Done' });
        const homeless = sampleSession({ id: deriveId<SessionId>('homeless'), workspace: null, cwd: null });
        await journal.append({ sessions: [codex, homeless], records: [sampleRecord()] });
        const found = async (filter: Partial<Parameters<typeof journal.sessionPage>[0]>) =>
          (await journal.sessionPage({ limit: 9, ...filter })).sessions.map(({ id }) => id);
        expect(await found({ workspace: OTHER_SPACE })).toEqual([OTHER_SESSION]);
        expect(await found({ workspace: null })).toEqual([homeless.id]);
        for (const text of ['codex', ' CODEX', '100%_done', codex.id.slice(3)])
          expect(await found({ text })).toEqual([codex.id]);
        for (const text of ['%', '_']) expect(await found({ text })).toEqual([codex.id]);
        expect(await found({ text: "'; --" })).toEqual([]);
        const [, , , own] = (await journal.sessionPage({ limit: 9 })).sessions;
        expect(own).toEqual(await journal.session(SESSION));
        expect(own?.messageCount).toBe(1);
      }));

    it('are found by what was said first in them, as lists show it, and by nothing that was said later (C-056)', () =>
      onJournal(open, async (journal) => {
        const [first, second, wordless] = [1, 2, 3].map((at) => deriveId<TurnId>('title', String(at)));
        await journal.append({
          records: [
            sampleRecord({ turnId: first ?? null, content: 'Why does the Stripe webhook fail? ÄRGER' }),
            sampleRecord({ turnId: second ?? null, content: 'and Paypal?' }),
            sampleRecord({
              sessionId: OTHER_SESSION,
              turnId: wordless ?? null,
              type: 'assistant',
              source: 'assistant',
              content: 'Good morning',
            }),
          ],
        });
        for (const id of [first, second, wordless]) if (id !== undefined) await journal.closeTurn(id, 'stop', NOW);
        const found = async (text: string) =>
          (await journal.sessionPage({ limit: 9, text })).sessions.map(({ id }) => id);
        for (const text of ['stripe WEBHOOK', 'ÄRGER']) expect(await found(text)).toEqual([SESSION]);
        expect(await found('good morning')).toEqual([OTHER_SESSION]);
        expect(await found('paypal')).toEqual([]);
      }));

    it('hold turns in their order, newest revisions only, and what happened between them', () =>
      onJournal(open, async (journal) => {
        const turns = [1, 2, 3].map((at) => deriveId<TurnId>('t', String(at)));
        const start = sampleRecord({ type: 'event', turnId: null, metadata: { event: 'session-start' } });
        const elsewhere = sampleRecord({ sessionId: OTHER_SESSION, turnId: null });
        await journal.append({ records: [start, elsewhere, ...turns.map((turnId) => sampleRecord({ turnId }))] });
        for (const id of turns) await journal.closeTurn(id, 'stop', NOW);
        await journal.append({ records: [sampleRecord({ turnId: turns[0] ?? null, content: 'late' })] });
        if (turns[0] !== undefined) await journal.closeTurn(turns[0], 'late-event', NOW + 1);
        const page = async (after: number | undefined, limit: number) =>
          (await journal.turnPage({ sessionId: SESSION, limit, ...(after === undefined ? {} : { after }) })).map(
            ({ id, rev, sequenceNum }) => [id, rev, sequenceNum],
          );
        expect(await page(undefined, 2)).toEqual([
          [turns[0], 2, 1],
          [turns[1], 1, 2],
        ]);
        expect(await page(2, 2)).toEqual([[turns[2], 1, 3]]);
        const between = await journal.recordsBetweenTurns(SESSION, 9);
        expect(between.map(({ id }) => id)).toEqual([start.id]);
        expect(await journal.recordsBetweenTurns(SESSION, 0)).toEqual([]);
      }));

    it('tell the texts that hold a piece, of what the agent did not say itself (C-066)', () =>
      onJournal(open, async (journal) => {
        const piece = '[MEMORY:timing:redis] 50%';
        const content = `see ${piece.toLowerCase()} "there"`;
        const texts = [
          sampleRecord({ type: 'tool_result', source: 'tool', content }),
          sampleRecord({ type: 'error', source: 'tool', content }),
          sampleRecord({ type: 'prompt', source: 'pasted', content }),
          sampleRecord({ type: 'prompt', source: 'file', content }),
        ];
        const others = [
          sampleRecord({ type: 'assistant', source: 'assistant', content }),
          sampleRecord({ type: 'prompt', source: 'typed', content }),
          sampleRecord({ type: 'tool_result', source: 'tool', content: '[MEMORY:timing:redis] 500' }),
          sampleRecord({ type: 'tool_result', source: 'tool', content, sessionId: OTHER_SESSION }),
        ];
        await journal.append({ records: [...texts, ...others] });
        expect(await journal.textsHolding(SESSION, piece, 999)).toEqual(texts.map(() => content));
        expect(await journal.textsHolding(SESSION, piece, 2 * content.length)).toHaveLength(2);
        expect(await journal.textsHolding(SESSION, piece, 999, (texts[0]?.ts ?? 0) - 1)).toEqual([]);
        const long = sampleRecord({ type: 'tool_result', source: 'tool', content: 'x'.repeat(2_000) });
        await journal.append({ records: [long] });
        expect(await journal.textsHolding(SESSION, piece, 999)).toHaveLength(4);
        expect(await journal.textsHolding(SESSION, piece, 125)).toEqual([]);
        await journal.eraseRecords(erasing(NOW, ...texts.map(({ id }) => id)));
        expect(await journal.textsHolding(SESSION, piece, 999)).toEqual([]);
      }));

    it('tell which marker lines were read, newest first, also when the texts are emptied (C-066)', () =>
      onJournal(open, async (journal) => {
        const read = ['one', 'two'].map((lines) => sampleRecord({ metadata: { [MARKER_LINES]: lines } }));
        const others = [
          sampleRecord({ content: MARKER_LINES }),
          sampleRecord({ metadata: { [MARKER_LINES]: 'x' }, sessionId: OTHER_SESSION }),
        ];
        await journal.append({ records: [...read, ...others] });
        await journal.emptyRecords(read.map(({ id }) => ({ id, contentHash: 'hash', snippet: '' })));
        expect(await journal.markerLines(SESSION, 9)).toEqual(['two', 'one']);
        expect(await journal.markerLines(SESSION, 1)).toEqual(['two']);
      }));
  });
}
