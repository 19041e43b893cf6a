import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeMarkdownFolder } from './markdown-folder.ts';
import { type ExportLine, MarkdownPages } from './markdown-pages.ts';

const SPACE = '0198c000-0000-7000-8000-00000badcafe';
const DAY = Date.UTC(2026, 0, 2);
const learning = (id: string, content: string, more: ExportLine = {}): ExportLine => ({
  kind: 'learning',
  id,
  type: 'FACT',
  content,
  workspace: SPACE,
  trust: 'typed',
  confidence: 0.7,
  created_at: DAY,
  valid_to: null,
  ...more,
});
const LINES: readonly ExportLine[] = [
  { kind: 'place', space_id: SPACE, root: '/home/ada/../My Shop' },
  learning('2', 'The shop sells tea. <!-- x -->'),
  learning('1', 'Prices are\nin cents.'),
  learning('3', 'Outdated.', { valid_to: DAY }),
  learning('4', 'Answers in German.', { workspace: null, type: 'PREFERENCE' }),
  { kind: 'action', id: '5', content: 'Write the notes', priority: 1, status: 'pending', workspace: SPACE },
  { kind: 'file', name: 'user.md', workspace: null, content: '# User\n' },
];

function pagesOf(lines: readonly ExportLine[]): ReadonlyMap<string, string> {
  const pages = new MarkdownPages();
  for (const line of lines) pages.take(line);
  return pages.finish();
}

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'carryover-markdown-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('an export as Markdown pages', () => {
  it('is sorted, tells where each thing comes from, and has safe names (SRV-14)', () => {
    const pages = pagesOf(LINES);
    expect([...pages.keys()]).toEqual([
      'spaces/my-shop-0badcafe/actions.md',
      'spaces/my-shop-0badcafe/learnings.md',
      'user/learnings.md',
      'user/user.md',
      'README.md',
    ]);
    expect(pages.get('spaces/my-shop-0badcafe/learnings.md')).toBe(
      '# Learnings\n\n## FACT\n\n- Prices are in cents. <!-- 1, typed, 0.70, since 2026-01-02 -->\n- The shop sells tea. <! -- x -- > <!-- 2, typed, 0.70, since 2026-01-02 -->\n',
    );
    expect(pages.get('user/user.md')).toBe('# User\n');
    expect(pages.get('README.md')).toContain('## My Shop\n\n- [actions.md](spaces/my-shop-0badcafe/actions.md)');
    expect(pagesOf([...LINES].reverse().sort((a) => (a.kind === 'place' ? -1 : 1)))).toEqual(pages);
  });

  it('is private, has no difference without a change, and takes away what it no longer needs', () => {
    const folder = join(root, 'notes');
    expect(writeMarkdownFolder(folder, pagesOf(LINES))).toEqual({ written: 5, removed: 0, unchanged: 0 });
    writeFileSync(join(folder, 'mine.md'), 'keep');
    expect(writeMarkdownFolder(folder, pagesOf(LINES))).toEqual({ written: 0, removed: 0, unchanged: 5 });
    const fewer = LINES.filter(({ kind }) => kind !== 'action');
    expect(writeMarkdownFolder(folder, pagesOf(fewer))).toEqual({ written: 1, removed: 1, unchanged: 3 });
    expect(existsSync(join(folder, 'spaces/my-shop-0badcafe/actions.md'))).toBe(false);
    expect(readFileSync(join(folder, 'mine.md'), 'utf8')).toBe('keep');
    expect(statSync(join(folder, 'README.md')).mode & 0o777).toBe(0o600);
  });

  it('never overwrites a file it did not write, one that was changed since, or a link; then nothing is written', () => {
    const foreign = join(root, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'README.md'), 'my project');
    expect(() => writeMarkdownFolder(foreign, pagesOf(LINES))).toThrow(/not written by an export/);
    expect(readdirSync(foreign)).toEqual(['README.md']);
    const edited = join(root, 'edited');
    writeMarkdownFolder(edited, pagesOf(LINES));
    writeFileSync(join(edited, 'user/user.md'), '# Mine\n');
    expect(() => writeMarkdownFolder(edited, pagesOf(LINES))).toThrow(/changed since/);
    const linked = join(root, 'linked');
    mkdirSync(linked);
    symlinkSync(join(root, 'edited', 'README.md'), join(linked, 'README.md'));
    expect(() => writeMarkdownFolder(linked, pagesOf(LINES))).toThrow(/is a link/);
  });
});
