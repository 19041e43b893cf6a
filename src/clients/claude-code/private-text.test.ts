/** What a person marks as private is stored nowhere, whichever way it comes. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bytesOf, openReader } from '../../capture/bytes-reader.fixture.ts';
import { TranscriptCursors } from '../../capture/cursors.ts';
import type { RecordInput } from '../../capture/record-input.ts';
import type { SessionId } from '../../memory/ids.ts';
import { systemClock } from '../../platform/clock.ts';
import { homePaths } from '../../platform/paths.ts';
import { run } from '../hook/cold.ts';
import { type OpenedHooks, openHooks } from './hook-handler.fixture.ts';
import type { TranscriptState } from './transcript-line.ts';
import { repairFromTranscript } from './transcript-repair.ts';

const SESSION = 'private-session' as SessionId;
const SECRET = 'Aunt Rosalind';
const PROMPT = `call <Private>${SECRET} about <private>the house</private> and the rest</PRIVATE> on Monday`;
const KEPT = 'call [private] on Monday';

let opened: OpenedHooks;
beforeEach(async () => {
  opened = await openHooks();
});
afterEach(() => opened.close());

const prompted = (prompt: string) => ({
  hook_event_name: 'UserPromptSubmit',
  session_id: SESSION,
  prompt_id: 'p1',
  cwd: opened.folder,
  transcript_path: join(opened.folder, 'projects', 'p', `${SESSION}.jsonl`),
  prompt,
});
const kept = async (session = SESSION) =>
  (await opened.journal.recordsOfSession(session)).map(({ content }) => content);

async function repair(...lines: readonly object[]): Promise<void> {
  const { transcript_path: transcriptPath } = prompted('');
  mkdirSync(join(opened.folder, 'projects', 'p'), { recursive: true });
  const common = { promptId: 'p1', timestamp: '2026-11-15T20:43:55.403Z' };
  const text = lines.map((line, index) => JSON.stringify({ ...common, uuid: `u${index}`, ...line })).join('\n');
  writeFileSync(transcriptPath, `${text}\n`);
  const { reader, close } = openReader();
  await repairFromTranscript(
    { id: SESSION, cwd: opened.folder, transcriptPath },
    {
      reader,
      intake: opened.intake,
      tally: opened.tally,
      cursors: new TranscriptCursors<TranscriptState>(join(opened.folder, 'cursors.json')),
      clock: systemClock,
      readFrom: async () => 0,
    },
  );
  await close();
}

describe('private text is not stored (D-004)', () => {
  it('from a hook, also when it is never closed', async () => {
    await opened.hooks.receive(prompted(PROMPT));
    await opened.hooks.receive({ ...prompted(`and <private>${SECRET}\neverything after`), prompt_id: 'p2' });
    expect(await kept()).toEqual([KEPT, 'and [private]']);
  });

  it('from a hook with a prompt so long that another thread cleans it', async () => {
    await opened.hooks.receive(prompted(`${'long '.repeat(20_000)}${PROMPT}`));
    const [content = ''] = await kept();
    expect(content.endsWith(KEPT)).toBe(true);
    expect(content).not.toContain(SECRET);
  });

  it('from a hook with a tool output so long that the passage lies in what is cut out', async () => {
    const long = 'line of the output\n'.repeat(3_000);
    await opened.hooks.receive(prompted('show me'));
    await opened.hooks.receive({
      ...prompted(''),
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_use_id: 't1',
      tool_input: { command: 'cat diary' },
      tool_response: { stdout: `${long}<private>${long}${SECRET}</private>\nthe end`, stderr: '' },
    });
    const stored = (await kept()).join();
    expect(stored).toContain('the end');
    expect(stored).not.toContain(SECRET);
  });

  it('from a transcript, where it is the same row, whole or in parts', async () => {
    await opened.hooks.receive(prompted(PROMPT));
    const [first, second] = [PROMPT.slice(0, 30), PROMPT.slice(30)];
    await opened.hooks.receive({ ...prompted(`${first}\n${second}`), prompt_id: 'p2' });
    const before = await kept();
    await repair(
      { type: 'user', message: { role: 'user', content: PROMPT } },
      {
        type: 'user',
        promptId: 'p2',
        message: {
          role: 'user',
          content: [
            { type: 'text', text: first },
            { type: 'text', text: second },
          ],
        },
      },
    );
    expect(await kept()).toEqual(before);
    expect(before.join()).not.toContain('Rosalind');
  });

  it('from a transcript that tells of it first, or repeats it in an answer', async () => {
    await repair(
      { type: 'attachment', attachment: { type: 'queued_command', commandMode: 'prompt', prompt: PROMPT } },
      {
        type: 'assistant',
        message: { id: 'm', role: 'assistant', stop_reason: 'end_turn', content: [{ type: 'text', text: PROMPT }] },
      },
    );
    expect(await kept()).toEqual([KEPT, KEPT]);
  });

  it('from a hook that finds no daemon: not even in the spool', async () => {
    const home = join(opened.folder, 'home');
    const body = JSON.stringify(prompted(PROMPT));
    const { spool } = homePaths(home);
    await run({
      home,
      client: 'claude-code',
      event: 'UserPromptSubmit',
      part: 1,
      body,
      deadlineMs: 50,
      distFolder: '/',
      daemon: 'silent',
      eventId: 'e1',
    });
    const texts = readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'));
    expect(texts.join()).toContain(KEPT);
    for (const file of readdirSync(home, { recursive: true, withFileTypes: true }))
      if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toContain('Rosalind');
  });

  it('from a program that hands in records', async () => {
    const { entries } = await opened.intake.read(
      bytesOf({
        type: 'prompt',
        content: PROMPT,
        session_id: SESSION,
        tags: [`<private>${SECRET}`],
        metadata: { note: PROMPT },
      }),
    );
    await opened.intake.records(entries.map(({ input }) => input as RecordInput));
    const [record] = await opened.journal.recordsOfSession(SESSION);
    expect(record).toMatchObject({ content: KEPT, tags: ['[private]'], metadata: { note: KEPT } });
  });
});
