import { describe, expect, it } from 'vitest';
import type { SourceName } from '../../memory/forgetting.ts';
import type { MemoryRecord } from '../../memory/record.ts';
import type { Journal } from '../journal.ts';
import type { JournalSelection } from '../sqlite/selected-records.ts';
import {
  NOW,
  type OpenEmptyJournal,
  OTHER_SESSION,
  OTHER_SPACE,
  OTHER_TURN,
  onJournal,
  SESSION,
  SPACE,
  sampleRecord,
} from './samples.fixture.ts';

async function selected(journal: Journal, selection: JournalSelection): Promise<readonly string[]> {
  return (await journal.selectedRecords(selection, 0, 100)).map(({ content }) => content);
}

function source(kind: SourceName['kind'], value: string): JournalSelection {
  return { kind: 'source', source: { kind, value } };
}

/** A call and its outcome, as a client tells them. */
function call(id: string, tool: string, input: string, different: Partial<MemoryRecord> = {}): readonly MemoryRecord[] {
  const common = { tool, metadata: { tool_use_id: id }, ...different };
  return [
    sampleRecord({ ...common, type: 'tool_use', source: 'assistant', content: input }),
    sampleRecord({ ...common, type: 'tool_result', source: 'tool', content: `result of ${id}` }),
  ];
}

export function describeSelectedRecords(open: OpenEmptyJournal): void {
  describe('records of a selection', () => {
    it('by id, by session and by space, in their order, page by page (D-064)', () =>
      onJournal(open, async (journal) => {
        const here = Array.from({ length: 5 }, (_, index) => sampleRecord({ content: `here ${index}` }));
        const there = sampleRecord({ sessionId: OTHER_SESSION, workspace: OTHER_SPACE, content: 'there' });
        const nowhere = sampleRecord({ workspace: null, content: 'nowhere' });
        await journal.append({ records: [...here, there, nowhere] });
        expect(await selected(journal, { kind: 'record', ids: [there.id, nowhere.id] })).toEqual(['there', 'nowhere']);
        expect(await selected(journal, { kind: 'session', id: SESSION })).toHaveLength(6);
        expect(await selected(journal, { kind: 'space', id: OTHER_SPACE })).toEqual(['there']);
        for (const selection of [
          { kind: 'space', id: SPACE },
          { kind: 'record', ids: here.map(({ id }) => id) },
        ] as const) {
          const first = await journal.selectedRecords(selection, 0, 3);
          const rest = await journal.selectedRecords(selection, first.at(-1)?.seq ?? 0, 3);
          expect([...first, ...rest]).toMatchObject(here);
          expect(await journal.selectedRecords(selection, rest.at(-1)?.seq ?? 0, 3)).toEqual([]);
        }
      }));

    it('by tool: one, whatever its case, or all of an MCP server', () =>
      onJournal(open, async (journal) => {
        await journal.append({
          records: [
            ...call('a', 'WebFetch', 'fetch'),
            ...call('b', 'mcp__github__get_issue', 'issue'),
            ...call('c', 'mcp__githubber__x', 'other'),
          ],
        });
        expect(await selected(journal, source('tool', 'webfetch'))).toEqual(['fetch', 'result of a']);
        expect(await selected(journal, source('tool', 'mcp__GitHub'))).toEqual(['issue', 'result of b']);
        expect(await selected(journal, source('tool', 'Web'))).toEqual([]);
      }));

    it('by file: one or a folder, as a whole path or from the root of the space', () =>
      onJournal(open, async (journal) => {
        const identity = { anchor: '/p/.git', root: '/p', kind: 'git', fingerprint: 'a' } as const;
        const workspace = (await journal.resolveSpace(identity, NOW)).id;
        const records = ['/p/src/a.ts', 'src/b.ts', '/p/src2/c.ts', '/q/src/d.ts'].map((path) =>
          sampleRecord({ path, content: path, workspace }),
        );
        await journal.append({ records });
        const inFolder = ['/p/src/a.ts', 'src/b.ts'];
        expect(await selected(journal, source('file', 'src/'))).toEqual(inFolder);
        expect(await selected(journal, source('file', '/p/src'))).toEqual(inFolder);
        expect(await selected(journal, source('file', './src/a.ts'))).toEqual(['/p/src/a.ts']);
        expect(await selected(journal, source('file', '/p/src/b.ts'))).toEqual(['src/b.ts']);
      }));

    it('by page or host: the calls that name it and what came of them, whichever came first', () =>
      onJournal(open, async (journal) => {
        const [use, result] = call('b', 'Bash', 'curl -s docs.example.test/start | head');
        const page = JSON.stringify({ url: 'https://docs.example.test/start#top', prompt: 'sum up' });
        await journal.append({
          records: [
            ...call('a', 'WebFetch', page),
            ...(result && use ? [result, use] : []),
            ...call('c', 'WebFetch', JSON.stringify({ url: 'https://api.docs.example.test/x' }), {
              turnId: OTHER_TURN,
            }),
            ...call('d', 'WebFetch', JSON.stringify({ url: 'https://docs.example.test.evil.test/start' })),
            ...call('e', 'Write', 'notes.md\nsee https://docs.example.test/start'),
            sampleRecord({ content: 'look at https://docs.example.test/start' }),
            ...call('a', 'Bash', 'ls', { sessionId: OTHER_SESSION }),
          ],
        });
        const pages = [page, 'result of a', 'result of b', 'curl -s docs.example.test/start | head'];
        const subdomain = [expect.stringContaining('api.'), 'result of c'];
        expect(await selected(journal, source('url', 'docs.example.test'))).toEqual([...pages, ...subdomain]);
        expect(await selected(journal, source('url', 'https://docs.example.test/start/'))).toEqual(pages);
        expect(await selected(journal, source('url', 'https://docs.example.test/other'))).toEqual([]);
        expect(await selected(journal, source('url', 'not a host'))).toEqual([]);
      }));
  });
}
