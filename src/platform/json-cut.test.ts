import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closedBeginning, cutJson, hasMoreValues, LEFT_OUT, outerText } from './json-cut.ts';

const LIMITS = { values: 100, depth: 10 };
const cut = (json: string, limits = LIMITS) => JSON.parse(cutJson(Buffer.from(json), limits).json.toString());

describe('JSON that is cut before it is parsed (T-07)', () => {
  it('T-07: what is within the limits is the same, byte for byte', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (json) => {
        const bytes = Buffer.from(json);
        expect(cutJson(bytes, { values: 100_000, depth: 64 })).toEqual({ json: bytes, left: 0 });
      }),
    );
  });

  it('T-07: whatever is cut is still JSON, and small', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), fc.nat(30), fc.nat(5), fc.nat(20), (json, values, depth, stringBytes) => {
        const { json: small } = cutJson(Buffer.from(json), { values, depth, stringBytes });
        expect(() => JSON.parse(small.toString())).not.toThrow();
      }),
    );
  });

  it('T-07: keeps what names an event, wherever it stands, and the end of a list', () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => ({ n }));
    const value = cut(JSON.stringify({ a: 1, rows, tool_use_id: 'toolu_1', inner: { b: [1] }, last: 'x' }));
    expect(value).toMatchObject({ a: 1, tool_use_id: 'toolu_1', last: 'x' });
    expect(value.rows[0]).toEqual({ n: 0 });
    expect(value.rows.at(-1)).toEqual({ n: 4_999 });
    expect(value.rows.filter((row: unknown) => LEFT_OUT.test(String(row)))).toHaveLength(1);
    expect(value.inner).toMatch(LEFT_OUT);
  });

  it('T-07: no depth, no number of keys and no long string makes it large', () => {
    expect(JSON.stringify(cut('['.repeat(300_000) + ']'.repeat(300_000))).length).toBeLessThan(200);
    const keys = `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`;
    expect(Object.keys(cut(`{"a":${keys},"id":"x"}`).a).length).toBeLessThan(600);
    expect(cut(`{"id":"x","t":"${'a'.repeat(90_000)}"}`, { ...LIMITS, stringBytes: 300 } as typeof LIMITS)).toEqual({
      id: 'x',
      t: expect.stringMatching(LEFT_OUT),
    });
  });

  it('T-07: tells of each string that it leaves out', () => {
    const told: string[] = [];
    const json = JSON.stringify({ a: Array.from({ length: 300 }, (_, n) => `text ${n}`) });
    cutJson(Buffer.from(json), LIMITS, (string) => told.push(JSON.parse(string.toString())));
    expect(told.length).toBeGreaterThan(150);
    expect(told).toContain('text 150');
  });
});

describe('what is found without parsing', () => {
  it.each([
    ['first', '{"id":"x","b":[1]}'],
    ['behind strings that hold quotes and braces', '{"b":"\\"id\\":\\"no\\"}{","c":{"id":"no"},"id":"x"}'],
    ['with spaces', '{ "b" : 1 , "id" : "x" }'],
    ['behind more than is looked through', `{"b":"${'y'.repeat(90_000)}","c":[{"id":"no"}],"id":"x"}`],
  ])('the text of an outer field %s', (_where, json) => {
    expect(outerText(Buffer.from(json), 'id')).toBe('x');
  });

  it('nothing where there is none', () => {
    for (const json of ['', '{}', '{"id":7}', '{"a":{"id":"x"}}', '["id","x"]', '{"id"', '{"id":"x'])
      expect(outerText(Buffer.from(json), 'id')).toBeUndefined();
  });

  it('whether there are many values', () => {
    expect(hasMoreValues(Buffer.from('[1,2,3]'), 4)).toBe(false);
    expect(hasMoreValues(Buffer.from('[1,2,3]'), 3)).toBe(true);
    expect(hasMoreValues(Buffer.from('["1,2,3,[[["]'), 3)).toBe(false);
  });

  it('what the beginning of a line says', () => {
    const line = JSON.stringify({
      type: 'user',
      message: { content: [{ tool_use_id: 't', content: 'long '.repeat(50) }] },
    });
    for (const [bytes, expected] of [
      [100, { type: 'user', message: { content: [{ tool_use_id: 't' }] } }],
      [20, { type: 'user' }],
    ] as const)
      expect(JSON.parse(closedBeginning(Buffer.from(line).subarray(0, bytes)).toString())).toEqual(expected);
  });
});
