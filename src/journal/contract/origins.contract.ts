import { describe, expect, it } from 'vitest';
import { ORIGINS, originKey, originMark } from '../../memory/origins.ts';
import {
  type OpenEmptyJournal,
  OTHER_SESSION,
  OTHER_SPACE,
  onJournal,
  SESSION,
  SPACE,
  sampleRecord,
} from './samples.fixture.ts';

export function describeOrigins(open: OpenEmptyJournal): void {
  describe('who said what (T-06)', () => {
    it('is read in order, of one space, without the text of what has digests of this home', () =>
      onJournal(open, async (journal) => {
        const [mark, others] = [journal.origins.key, originKey('of another home')].map(originMark);
        const call = { tool: 'Bash', metadata: { [ORIGINS]: `${mark}x123456` } };
        const records = [
          sampleRecord({ content: 'old' }),
          sampleRecord({ content: 'new', metadata: { [ORIGINS]: `${mark}p123456` } }),
          sampleRecord({ workspace: OTHER_SPACE }),
          sampleRecord({ type: 'event' }),
          sampleRecord({ ...call, type: 'tool_use', content: 'npm test' }),
          sampleRecord({ ...call, type: 'tool_result', content: 'passed' }),
          sampleRecord({ content: 'from elsewhere', metadata: { [ORIGINS]: `${others}p123456` } }),
        ];
        await journal.append({ records });
        const page = await journal.origins.records({ workspace: SPACE, after: 0, through: 99, limit: 99 });
        expect(page.map(({ seq, content }) => [seq, content])).toEqual([
          [1, 'old'],
          [2, ''],
          [5, 'npm test'],
          [6, ''],
          [7, 'from elsewhere'],
        ]);
        const part = await journal.origins.records({ workspace: SPACE, after: 1, through: 5, limit: 1 });
        expect(part.map(({ seq }) => seq)).toEqual([2]);
      }));

    it('tells outcomes of a space before a place, newest first', () =>
      onJournal(open, async (journal) => {
        const outcomes = (['tool_result', 'error', 'tool_result'] as const).map((type) => sampleRecord({ type }));
        await journal.append({ records: [...outcomes, sampleRecord({ type: 'error', workspace: null })] });
        const [first, second, third] = outcomes.map(({ id }) => id);
        expect(await journal.origins.outcomesBefore(SPACE, 99, 9)).toEqual([third, second, first]);
        expect(await journal.origins.outcomesBefore(SPACE, 3, 1)).toEqual([second]);
      }));

    it('tells what was spoken and shown in a session until a moment, newest first, within so many bytes (L-16)', () =>
      onJournal(open, async (journal) => {
        const types = ['prompt', 'tool_use', 'tool_result', 'assistant', 'error', 'event'] as const;
        const records = types.map((type, ts) => sampleRecord({ type, ts, content: 'ä'.repeat(10) }));
        await journal.append({ records: [...records, sampleRecord({ ts: 1, sessionId: OTHER_SESSION })] });
        const [prompt, , result, , error, event] = records.map(({ id }) => id);
        const all = { each: 20, bytes: 999 };
        expect(await journal.origins.spokenUntil(SESSION, 9, { ...all, each: 19 })).toEqual([]);
        expect(await journal.origins.spokenUntil(SESSION, 9, all)).toEqual([event, error, result, prompt]);
        expect(await journal.origins.spokenUntil(SESSION, 4, all)).toEqual([error, result, prompt]);
        expect(await journal.origins.spokenUntil(SESSION, 4, { each: 20, bytes: 59 })).toEqual([error, result]);
        expect(await journal.origins.spokenUntil(SESSION, -1, all)).toEqual([]);
      }));
  });
}
