import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSource, type SourceFormat } from './open-source.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-sources-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function read(path: string, wanted?: SourceFormat) {
  const source = openSource(path, wanted);
  let text = '';
  for await (const chunk of source.bytes()) text += Buffer.from(chunk).toString('utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return { format: source.format, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('what other tools remember', () => {
  it('a CLAUDE.md gives a statement for each bullet and paragraph; what tells to do something is a wish', async () => {
    const path = file(
      'CLAUDE.md',
      '# Shop\n\nThe shop is a Next.js app\nwith a Go backend.\n\n## Style\n\n- Always use **tabs**\n* Prices are in cents\n\n```sh\nrm -rf build\n```\n| a | b |\n@docs/more.md\n',
    );
    const { format, lines } = await read(path);
    expect(format).toBe('claude-md');
    expect(lines.map(({ type, content, subject }) => [type, content, subject])).toEqual([
      ['FACT', 'The shop is a Next.js app with a Go backend.', 'Shop'],
      ['PREFERENCE', 'Always use tabs', 'Style'],
      ['FACT', 'Prices are in cents', 'Style'],
    ]);
    expect(lines[0]).toMatchObject({ kind: 'learning', path, workspace: 'here' });
  });

  it("Claude Code's own memory gives one statement per note, without the index, and follows no link", async () => {
    const memory = join(folder, 'memory');
    mkdirSync(memory);
    file('memory/MEMORY.md', '# Memory\n- [Ports](ports.md) — which service listens where\n- The owner is Ada\n');
    file(
      'memory/ports.md',
      '---\nname: ports\ndescription: "who listens where"\nmetadata:\n  type: project\n---\nBilling listens on 7070, see [[deploy]].\n',
    );
    file('memory/tone.md', '---\nname: tone\ntype: feedback\n---\nShort answers, no emoji.\n');
    file('secret.txt', 'not for you');
    symlinkSync(join(folder, 'secret.txt'), join(memory, 'link.md'));
    const { format, lines } = await read(memory);
    expect(format).toBe('claude-memory');
    expect(lines.map(({ type, content, subject }) => [type, content, subject])).toEqual([
      ['FACT', 'The owner is Ada', 'Memory'],
      ['FACT', 'Billing listens on 7070, see deploy.', 'ports'],
      ['PREFERENCE', 'Short answers, no emoji.', 'tone'],
    ]);
  });

  it('an export is recognised, packed or not', async () => {
    const line = '{"kind":"carryover-export","version":1,"workspace":null}\n';
    expect(await read(file('a.jsonl', line))).toMatchObject({ format: 'carryover', lines: [{ version: 1 }] });
    expect(await read(file('a.jsonl.gz', gzipSync(line)))).toMatchObject({
      format: 'carryover',
      lines: [{ version: 1 }],
    });
  });

  it('a small file that unpacks to a huge one is refused, and so is a broken one (SRV-16)', async () => {
    const bomb = file('bomb.jsonl.gz', gzipSync(Buffer.alloc(4 * 1024 * 1024, 0x20)));
    await expect(read(bomb)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('100 times'),
    });
    const cut = file('cut.jsonl.gz', gzipSync(Buffer.from('{"kind":"x"}\n'.repeat(9_000))).subarray(0, 60));
    await expect(read(cut)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('what is not known is refused with a hint', async () => {
    await expect(read(file('x.bin', 'nothing'))).rejects.toMatchObject({ hint: expect.stringContaining('--from') });
    const graph = file('memory.jsonl', '{"type":"entity","name":"Ada","observations":[]}\n');
    await expect(read(graph)).rejects.toMatchObject({ hint: expect.stringContaining('--from') });
    await expect(read(join(folder, 'absent'))).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
