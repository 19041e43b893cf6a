import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openReader } from '../../capture/bytes-reader.fixture.ts';
import { isSmall } from '../../capture/bytes-reader.ts';
import type { SessionId } from '../../memory/ids.ts';
import { type OpenedHooks, openHooks } from './hook-handler.fixture.ts';

const SESSION = 's-hard' as SessionId;
const filled = (part: string, bytes: number, last: string) => `[${part.repeat(bytes / part.length)}${last}]`;

let opened: OpenedHooks;
beforeEach(async () => {
  opened = await openHooks();
});
afterEach(async () => opened.close());

const event = (name: string, more: string) =>
  Buffer.from(
    `{"hook_event_name":"${name}","cwd":${JSON.stringify(opened.folder)},"prompt_id":"p1",${more},"session_id":"${SESSION}"}`,
  );
const result = (id: string, response: string) =>
  event(
    'PostToolUse',
    `"tool_name":"mcp__db__query","tool_input":{"q":"x"},"tool_response":${response},"tool_use_id":"${id}"`,
  );
const stored = () => opened.journal.recordsOfSession(SESSION);

describe('events that are hard to read (T-07)', () => {
  it.each([
    ['rows', () => JSON.stringify(Array.from({ length: 30_000 }, (_, id) => ({ id, name: `user ${id}` })))],
    ['numbers', () => filled('1234,', 2_000_000, '0')],
    ['empty objects', () => filled('{},', 3_000_000, '{}')],
    ['empty texts', () => filled('"",', 1_500_000, '""')],
    ['keys', () => `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`],
    ['one key again and again', () => `{${'"a":1,'.repeat(200_000)}"a":2}`],
    ['a key of a megabyte', () => `{"${'k'.repeat(1_000_000)}":1}`],
    ['levels', () => '['.repeat(1_000_000) + ']'.repeat(1_000_000)],
    ['one character', () => `"${'a'.repeat(2_000_000)}"`],
    ['lone surrogates', () => `"${'\\ud800'.repeat(200_000)}"`],
    ['endless numbers', () => filled('1e999,', 1_200_000, '0')],
    ['texts', () => filled(`"${'word '.repeat(200)}",`, 2_000_000, '""')],
  ])('T-07: of many %s a record with its ids is kept, and it is small', async (_what, json) => {
    await opened.raw.receive(result('toolu_1', json()));
    const records = await stored();
    expect(records.map(({ type }) => type)).toEqual(['tool_use', 'tool_result']);
    for (const { metadata, content } of records) {
      expect(metadata.tool_use_id).toBe('toolu_1');
      expect(content.length).toBeLessThan(20_000);
    }
  });

  it('T-07: bytes that are no UTF-8 are taken', async () => {
    const [before = '', after = ''] = result('toolu_1', '"seen BAD"').toString().split('BAD');
    await opened.raw.receive(Buffer.concat([Buffer.from(before), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from(after)]));
    expect((await stored())[1]?.content).toMatch(/^seen /);
  });

  it('T-07: marker lines in what was cut out are known as read', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) =>
      n === 15_000 ? '[MEMORY:fact:x] the port is 9' : `row ${n}`,
    );
    await opened.raw.receive(result('toolu_1', JSON.stringify(rows)));
    expect((await stored())[1]?.metadata.marker_lines).toMatch(/\S/);
  });

  it('T-07: a large event and the small ones behind it are stored in their order', async () => {
    const large = 'long '.repeat(40_000);
    await Promise.all([
      opened.raw.receive(event('UserPromptSubmit', `"prompt":"first ${large}"`)),
      opened.raw.receive(event('Stop', '"last_assistant_message":"second"')),
      opened.raw.receive(event('UserPromptSubmit', `"prompt":"third ${large}"`)),
      opened.raw.receive(event('Stop', '"last_assistant_message":"fourth"')),
    ]);
    expect((await stored()).map(({ content }) => content.slice(0, 5).trim())).toEqual([
      'first',
      'secon',
      'third',
      'fourt',
    ]);
  });

  it.each(['[]', 'null', '"text"', '7', '', '{', '{"a":1}x', '{}'])('refuses a payload that is %s', async (body) => {
    await expect(opened.raw.receive(Buffer.from(body))).rejects.toMatchObject({ code: /^invalid-/ });
  });
});

describe('what nobody can read (T-07)', () => {
  it('T-07: leaves a record with its ids and its length, and none of its words', async () => {
    const limited = openReader({ limitMs: 1 });
    const hooks = opened.with(limited.reader);
    const body = result('toolu_1', filled('"password","hunter two",', 8_000_000, '""'));
    const size = body.length;
    expect(await hooks.receive(body)).toEqual({});
    const records = await stored();
    expect(records.map(({ type }) => type)).toEqual(['tool_use', 'tool_result']);
    expect(records[1]?.content).toContain(`its ${size} bytes took too long`);
    expect(JSON.stringify(records)).not.toContain('hunter');
    expect(limited.added).toHaveLength(1);
    await limited.close();
  });
});

it('T-07: what has many values is not read on the thread, however few bytes they are', () => {
  expect(isSmall(result('toolu_1', JSON.stringify({ stdout: 'line\n'.repeat(2_000), stderr: '' })))).toBe(true);
  expect(isSmall(result('toolu_2', filled('{},', 6_000, '{}')))).toBe(false);
  expect(isSmall(result('toolu_3', JSON.stringify('a'.repeat(20_000))))).toBe(false);
});
