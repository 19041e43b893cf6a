import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '../../memory/ids.ts';
import { isTranscriptPath, readNewLines, transcriptFiles } from './transcript-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-transcript-'));
  path = join(folder, 's1.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const line = (text: string, end: number) => ({ bytes: Buffer.from(text), isBeginning: false, end });

describe('reading a transcript as it grows', () => {
  it('takes whole lines only, and goes on where it stopped', async () => {
    writeFileSync(path, '{"n":1}\n{"n":2}\n{"n":');
    const first = await readNewLines(path, 0);
    expect(first).toMatchObject({
      lines: [line('{"n":1}', 8), line('{"n":2}', 16)],
      offset: 16,
      more: false,
    });
    appendFileSync(path, '3}\n');
    expect(await readNewLines(path, first?.offset ?? 0)).toMatchObject({
      lines: [line('{"n":3}', 24)],
      more: false,
    });
  });

  it('reads a large file in steps and a line longer than a step whole', async () => {
    const long = JSON.stringify({ text: 'ä'.repeat(3_000_000) });
    writeFileSync(path, `{"n":1}\n${long}\n{"n":2}\n`);
    const seen: unknown[] = [];
    let offset = 0;
    for (let more = true; more; ) {
      const step = await readNewLines(path, offset);
      seen.push(...(step?.lines ?? []));
      offset = step?.offset ?? offset;
      more = step?.more ?? false;
    }
    expect(seen).toHaveLength(3);
    expect(JSON.parse((seen[1] as { bytes: Buffer }).bytes.toString()).text).toHaveLength(3_000_000);
  });

  it('starts over when the file shrank, and passes over damage', async () => {
    writeFileSync(path, '{"n":1}\nnot json\n{"n":2}\n');
    expect((await readNewLines(path, 5_000))?.lines).toEqual([
      line('{"n":1}', 8),
      line('not json', 17),
      line('{"n":2}', 25),
    ]);
  });

  it('goes on behind any line, also after letters of several bytes and empty lines', async () => {
    writeFileSync(path, '{"n":"ä€😀"}\n\n{"n":2}\n\n{"n":3}\n');
    const lines = (await readNewLines(path, 0))?.lines ?? [];
    expect(lines).toHaveLength(3);
    for (const [index, { end }] of lines.entries())
      expect((await readNewLines(path, end))?.lines).toEqual(lines.slice(index + 1));
  });

  it('answers nothing for a missing file, a folder and a link', async () => {
    expect(await readNewLines(path, 0)).toBeUndefined();
    expect(await readNewLines(folder, 0)).toBeUndefined();
    writeFileSync(join(folder, 'real.jsonl'), '{"n":1}\n');
    symlinkSync(join(folder, 'real.jsonl'), path);
    expect(await readNewLines(path, 0)).toBeUndefined();
  });

  it('answers nothing for a pipe, and does not wait for its writer', async () => {
    execFileSync('mkfifo', [path]);
    expect(await readNewLines(path, 0)).toBeUndefined();
  });

  it('finds the files of subagents beside the session', async () => {
    mkdirSync(join(folder, 's1', 'subagents'), { recursive: true });
    writeFileSync(join(folder, 's1', 'subagents', 'agent-a1.jsonl'), '');
    writeFileSync(join(folder, 's1', 'subagents', 'agent-a1.meta.json'), '');
    expect(await transcriptFiles(path)).toEqual([path, join(folder, 's1', 'subagents', 'agent-a1.jsonl')]);
  });
});

describe('which paths are transcripts', () => {
  it.each([
    ['/home/u/.claude/projects/p/s1.jsonl', true],
    ['/home/u/.claude/projects/p/other.jsonl', false],
    ['/etc/s1.jsonl', false],
    ['/home/u/.claude/projects/p/s1.json', false],
  ])('%s: %s', (given, expected) => {
    expect(isTranscriptPath(given, 's1' as SessionId)).toBe(expected);
  });
});
