import { describe, expect, it } from 'vitest';
import type { RecordInput } from '../capture/record-input.ts';
import { recordReading } from '../capture/record-reading.ts';
import { createConfiguredRedactor } from '../capture/redaction-options.ts';
import { CarryoverError } from '../memory/error.ts';
import { RECORD_TYPES } from '../memory/record.ts';
import { parseRecords } from './parse-records.ts';

const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const record = { type: 'prompt', content: 'use tabs' };

const redactor = createConfiguredRedactor({ key: 'k', hex: 'code-aware', patterns: [], allow: [] });

/** As the route does it. */
function parse(body: unknown): readonly RecordInput[] {
  return parseRecords(
    recordReading.read(Buffer.from(JSON.stringify(body)), null, { redactor, redactionKey: 'k' }),
    NOW,
  );
}

function refusalOf(body: unknown): CarryoverError {
  try {
    parse(body);
  } catch (thrown) {
    if (thrown instanceof CarryoverError) return thrown;
    throw thrown;
  }
  throw new Error('was not refused');
}

describe('records over the wire (D-007)', () => {
  it('are taken as they are, with every field', () => {
    const whole = {
      id: 'event-1',
      ts: 1_700_000_000_000,
      type: 'tool_result',
      session_id: 's-1',
      workspace: '/project',
      tool: 'Bash',
      path: '/project/a.ts',
      content: '',
      tags: ['build'],
      metadata: { cost: 0.1, nested: { deep: [1, null, true] } },
    };
    expect(parse(whole)).toEqual([whole]);
  });

  it('may be one or a list of up to a thousand', () => {
    expect(parse(record)).toHaveLength(1);
    expect(parse(Array.from({ length: 1_000 }, () => record))).toHaveLength(1_000);
    expect(refusalOf([]).message).toMatch(/0 records/);
    expect(refusalOf(Array.from({ length: 1_001 }, () => record)).hint).toMatch(/1 to 1000/);
  });

  it('may be of each type, and of no other', () => {
    for (const type of RECORD_TYPES) expect(parse({ ...record, type })).toHaveLength(1);
    expect(refusalOf({ ...record, type: 'fact' }).message).toMatch(/^type must be one of /);
  });

  it('keep a metadata key that means something to JavaScript as a plain key', () => {
    const metadata = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}');
    const [parsed] = parse({ ...record, metadata });
    expect(Object.keys(parsed?.metadata ?? {})).toEqual(['__proto__', 'constructor', 'segments']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('are refused with an unknown field, by name, so that none is lost in silence', () => {
    const refused = refusalOf({ ...record, contents: 'x' });
    expect(refused).toMatchObject({ code: 'invalid-input', message: 'unknown field "contents"' });
    expect(refused.hint).toContain('content, tags, metadata');
  });

  it('may not say how far to trust them', () => {
    expect(refusalOf({ ...record, source: 'typed' }).message).toBe('unknown field "source"');
  });

  it('may be ahead by what clocks differ, and not by more (D-064)', () => {
    expect(parse({ ...record, ts: NOW + DAY_MS })).toHaveLength(1);
    expect(refusalOf([{ ...record, ts: NOW + DAY_MS + 1 }])).toMatchObject({
      code: 'invalid-input',
      message: 'record 0: ts: is in the future',
    });
  });

  it('say which of a list is wrong', () => {
    expect(refusalOf([record, { type: 'prompt' }]).message).toMatch(/^record 1: content is missing/);
  });

  it.each([
    ['no content', { type: 'prompt' }],
    ['content that is no text', { ...record, content: 1 }],
    ['an id with a space', { ...record, id: 'a b' }],
    ['an id with a line break', { ...record, id: 'a\nb' }],
    ['an empty id', { ...record, id: '' }],
    ['an id of 201 characters', { ...record, id: 'x'.repeat(201) }],
    ['a session id with a control character', { ...record, session_id: 'a\u0000' }],
    ['a time in the past of all times', { ...record, ts: -1 }],
    ['a broken time', { ...record, ts: 1.5 }],
    ['a time as text', { ...record, ts: '2026' }],
    ['101 tags', { ...record, tags: Array.from({ length: 101 }, () => 't') }],
    ['a tag that is no text', { ...record, tags: [1] }],
    ['metadata that is a list', { ...record, metadata: [] }],
    ['metadata that is nothing', { ...record, metadata: null }],
    ['content above 12 MB', { ...record, content: 'x'.repeat(12 * 1024 * 1024 + 1) }],
    ['nothing', null],
    ['a text', 'record'],
    ['a number', 7],
  ])('are refused with %s', (_what, body) => {
    expect(refusalOf(body).code).toBe('invalid-input');
  });
});
