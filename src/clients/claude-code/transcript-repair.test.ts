import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenedReader, openReader } from '../../capture/bytes-reader.fixture.ts';
import { TranscriptCursors } from '../../capture/cursors.ts';
import { Intake } from '../../capture/ingest.ts';
import { SpaceDirectory } from '../../capture/space-directory.ts';
import { CaptureTally } from '../../capture/tally.ts';
import { type Journal, openJournal } from '../../journal/journal.ts';
import type { SessionId } from '../../memory/ids.ts';
import { originKey, originsOf } from '../../memory/origins.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { systemClock } from '../../platform/clock.ts';
import { FRESH_TRANSCRIPT, type TranscriptState } from './transcript-line.ts';
import { type RepairOptions, repairFromTranscript } from './transcript-repair.ts';

const SESSION = 'session-1' as SessionId;
const KEY = 'k'.repeat(32);

let folder: string;
let transcriptPath: string;
let journal: Journal;
let opened: OpenedReader;
let options: RepairOptions;
/** Sizes of the batches in the order they were stored, and where the cursor stood when each was handed over. */
let batches: { size: number; offset: number }[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-repair-'));
  transcriptPath = join(folder, 'projects', 'p', `${SESSION}.jsonl`);
  mkdirSync(dirname(transcriptPath), { recursive: true });
  journal = await openJournal({
    path: join(folder, 'transcript.db'),
    backupFolder: join(folder, 'backups'),
    clock: systemClock,
    exists: () => false,
  });
  opened = openReader({ redaction: { key: KEY, hex: 'strict', patterns: [], allow: [] } });
  const { reader } = opened;
  const tally = new CaptureTally();
  const cursors = new TranscriptCursors<TranscriptState>(join(folder, 'cursors.json'));
  batches = [];
  class WatchedIntake extends Intake {
    override event(event: Parameters<Intake['event']>[0]): ReturnType<Intake['event']> {
      batches.push({ size: event.drafts.length, offset: cursors.get(transcriptPath)?.offset ?? 0 });
      return super.event(event);
    }
  }
  const spaces = new SpaceDirectory(journal, systemClock);
  const intake = new WatchedIntake({
    journal,
    spaces,
    reader,
    clock: systemClock,
    tally,
    redactionKey: KEY,
    paths: 'all',
  });
  options = { reader, intake, tally, cursors, clock: systemClock, readFrom: async () => 0 };
});
afterEach(async () => {
  await journal.close();
  await opened.close();
  options.cursors.flush();
  rmSync(folder, { recursive: true, force: true });
});

const promptLine = (index: number, content: unknown) =>
  JSON.stringify({
    type: 'user',
    promptId: `p${index}`,
    uuid: `u${index}`,
    timestamp: '2026-11-15T20:43:55.403Z',
    message: { role: 'user', content },
  });
const repair = () => repairFromTranscript({ id: SESSION, cwd: null, transcriptPath }, options);
const contents = async () => (await journal.recordsOfSession(SESSION)).map(({ content }) => content);

/** As with rules that find more: the next reading is by these, and begins at the first line. */
async function readAgainWith(patterns: readonly string[]): Promise<void> {
  await opened.close();
  opened = openReader({ redaction: { key: KEY, hex: 'strict', patterns, allow: [] } });
  options = { ...options, reader: opened.reader, cursors: new TranscriptCursors(join(folder, 'others.json')) };
  await repair();
}

describe('T-10: a transcript that is read again by rules that redact more', () => {
  const lines = ['the code word is walnut, use it', 'the code word is walnut, use it', 'go on', 'walnut'];
  const answerLine = (index: number, text: string) =>
    JSON.stringify({
      type: 'assistant',
      uuid: `a${index}`,
      timestamp: '2026-11-15T20:43:56.403Z',
      message: { id: `m${index}`, role: 'assistant', content: [{ type: 'text', text }] },
    });
  const write = () =>
    writeFileSync(
      transcriptPath,
      `${lines.flatMap((text, index) => [promptLine(index === 1 ? 0 : index, text), answerLine(index, `So ${text}`)]).join('\n')}\n`,
    );

  it('brings no second row of what was stored before', async () => {
    write();
    await repair();
    const before = (await journal.recordsOfSession(SESSION)).map(({ id }) => id);
    expect(before).toHaveLength(8);
    await readAgainWith(['walnut']);
    expect((await journal.recordsOfSession(SESSION)).map(({ id }) => id)).toEqual(before);
  });

  it('brings back nothing that was forgotten', async () => {
    write();
    await repair();
    const rows = await journal.recordsOfSession(SESSION);
    const forgotten = rows.filter(({ content }) => content.includes('walnut'));
    await journal.eraseRecords({ ids: forgotten.map(({ id }) => id), contentHashes: [], now: 1 });
    await readAgainWith(['walnut']);
    expect(await contents()).toEqual(['go on', 'So go on']);
  });

  it('still mends what was never stored', async () => {
    writeFileSync(transcriptPath, `${promptLine(0, 'hello')}\n${promptLine(2, 'bye')}\n`);
    await repair();
    writeFileSync(
      transcriptPath,
      `${promptLine(0, 'hello')}\n${promptLine(1, 'walnut it is')}\n${promptLine(2, 'bye')}\n`,
    );
    await readAgainWith(['walnut']);
    expect(await contents()).toEqual(
      expect.arrayContaining(['hello', 'bye', expect.stringMatching(/^\[REDACTED:.* it is$/)]),
    );
  });
});

describe('repair from a transcript', () => {
  it('stores small batches, and moves the cursor behind each only after it is stored', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => promptLine(index, `prompt number ${index}`));
    writeFileSync(transcriptPath, `${lines.join('\n')}\n`);
    const { seen } = await repair();
    expect(seen.size).toBe(120);
    const endOf = (count: number) => Buffer.byteLength(`${lines.slice(0, count).join('\n')}\n`);
    expect(batches).toEqual([
      { size: 50, offset: 0 },
      { size: 50, offset: endOf(50) },
      { size: 20, offset: endOf(100) },
    ]);
    expect(options.cursors.get(transcriptPath)?.offset).toBe(endOf(120));
    expect(await contents()).toHaveLength(120);
  });

  it('splits a line that tells of more than a batch takes', async () => {
    const blocks = Array.from({ length: 70 }, (_, index) => ({
      type: 'tool_result',
      tool_use_id: `toolu-${index}`,
      content: `out ${index}`,
    }));
    writeFileSync(transcriptPath, `${promptLine(1, blocks)}\n`);
    await repair();
    expect(batches.map(({ size }) => size)).toEqual([50, 20]);
  });

  it('goes on behind the last stored batch when the journal refuses, and stores nothing twice', async () => {
    const lines = Array.from({ length: 80 }, (_, index) => promptLine(index, `prompt number ${index}`));
    writeFileSync(transcriptPath, `${lines.join('\n')}\n`);
    const { intake } = options;
    let calls = 0;
    const refusing = Object.create(intake, {
      workspaceOf: { value: intake.workspaceOf.bind(intake) },
      event: {
        value: (event: Parameters<Intake['event']>[0]) => {
          calls += 1;
          if (calls > 1) throw new Error('disk full');
          return intake.event(event);
        },
      },
    });
    await expect(
      repairFromTranscript({ id: SESSION, cwd: null, transcriptPath }, { ...options, intake: refusing }),
    ).rejects.toThrow('disk full');
    expect(await contents()).toHaveLength(50);
    await repair();
    expect(await contents()).toEqual(lines.map((_, index) => `prompt number ${index}`));
    expect(options.tally.counts).toMatchObject({ stored: 80, duplicates: 0 });
  });

  it('stops, and leaves the cursor alone, when somebody moved it past the lines meanwhile', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => promptLine(index, `prompt number ${index}`));
    writeFileSync(transcriptPath, `${lines.join('\n')}\n`);
    const { intake } = options;
    const moved = { offset: 1_000_000, state: FRESH_TRANSCRIPT };
    const moving = Object.create(intake, {
      workspaceOf: { value: intake.workspaceOf.bind(intake) },
      event: {
        value: async (event: Parameters<Intake['event']>[0]) => {
          const stored = await intake.event(event);
          options.cursors.set(transcriptPath, moved);
          return stored;
        },
      },
    });
    await repairFromTranscript({ id: SESSION, cwd: null, transcriptPath }, { ...options, intake: moving });
    expect(await contents()).toHaveLength(50);
    expect(options.cursors.get(transcriptPath)).toBe(moved);
  });

  it('does not look into images and documents, wherever they are', async () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'A'.repeat(300_000) };
    const media = [
      { type: 'image', source },
      { type: 'document', source },
    ];
    const queued = {
      type: 'attachment',
      timestamp: '2026-11-15T20:43:55.403Z',
      attachment: {
        type: 'queued_command',
        commandMode: 'prompt',
        prompt: [{ type: 'text', text: 'queued' }, ...media],
      },
    };
    const lines = [
      promptLine(1, [{ type: 'text', text: 'look at this' }, ...media]),
      promptLine(2, [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'seen' }, ...media] }]),
      JSON.stringify(queued),
    ];
    writeFileSync(transcriptPath, `${lines.join('\n')}\n`);
    await repairFromTranscript({ id: SESSION, cwd: null, transcriptPath }, options);
    // Strict rules take every long run of hex digits for a secret, and there is one in each of them.
    expect(options.tally.counts.redactions).toBe(0);
    expect(await contents()).toEqual(['look at this', 'seen\n[image]\n[document]', 'queued']);
  });

  it('T-07: reads many small lines together in a worker, and one by one when there is none, to the same rows', async () => {
    const lines = Array.from({ length: 90 }, (_, index) =>
      promptLine(index, `see https://example.test/page-${index} ${`word ${index} `.repeat(150)}`),
    );
    writeFileSync(transcriptPath, `${lines.join('\n')}\n`);
    const asked: string[] = [];
    const reading = Object.create(options.reader, {
      tryRead: {
        value: (...args: Parameters<typeof options.reader.tryRead>) => {
          asked.push(args[0].name);
          return options.reader.tryRead(...args);
        },
      },
    });
    await repairFromTranscript({ id: SESSION, cwd: null, transcriptPath }, { ...options, reader: reading });
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.length).toBeLessThan(lines.length / 10);
    const together = await journal.recordsOfSession(SESSION);
    expect(together).toHaveLength(lines.length);
    for (const record of together) expect(record.metadata.origins).toBe(originsOf(record, originKey(KEY)));

    const alone = 'alone' as SessionId;
    const path = join(dirname(transcriptPath), `${alone}.jsonl`);
    writeFileSync(path, `${lines.join('\n')}\n`);
    const without = Object.create(options.reader, {
      tryRead: { value: async () => undefined },
      read: { value: options.reader.read.bind(options.reader) },
    });
    await repairFromTranscript({ id: alone, cwd: null, transcriptPath: path }, { ...options, reader: without });
    const said = (records: readonly StoredRecord[]) => records.map(({ content, metadata }) => [content, metadata]);
    expect(said(await journal.recordsOfSession(alone))).toEqual(said(together));
  });

  it('lets other work have its turn many times while it reads a long transcript', async () => {
    const lines = Array.from({ length: 1_500 }, (_, index) => promptLine(index, `word ${index} `.repeat(200)));
    writeFileSync(transcriptPath, `${lines.join('\n')}\n`);
    let turns = 0;
    let running = true;
    const other = () => {
      turns += 1;
      if (running) setImmediate(other);
    };
    setImmediate(other);
    await repair();
    running = false;
    // One for each batch of records at the least.
    expect(turns).toBeGreaterThan(batches.length);
    expect(batches.every(({ size }) => size <= 50)).toBe(true);
  });
});
