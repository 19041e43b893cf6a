import { describe, expect, it } from 'vitest';
import * as field from '../memory/fields.ts';
import { asIs } from './shape.ts';

const THING = field.object({
  id: field.id<string>(),
  name: field.name,
  made: field.moment,
  sure: field.share,
  size: field.count,
  cost: field.amount,
  isKept: field.flag,
  rank: field.oneOf(1, 2),
  more: field.nullable(field.json<object>()),
  by: field.optional(field.yes),
  seen: field.map(field.count),
  at: field.list(field.variants({ here: {}, there: { far: field.count } })),
});
const thing = {
  ...{ at: [{ kind: 'there', far: 2 }, { kind: 'here' }], seen: { a: 1 }, more: null, rank: 2, isKept: false },
  ...{ cost: 0.5, size: 0, sure: 1, made: -1, name: 'n', id: 'a' },
};

describe('what comes from outside', () => {
  it('is kept as it came, with its fields in the order they had', () => {
    const back = asIs(THING).parse(thing);
    expect(back).toBe(thing);
    expect(asIs(THING).safeParse({ ...thing, by: true, more: { any: ['thing'] } }).success).toBe(true);
  });

  it.each<[string, object]>([
    ['an id that is none', { id: 'a b' }],
    ['a name that is too long', { name: 'n'.repeat(201) }],
    ['part of a millisecond', { made: 1.5 }],
    ['more than all', { sure: 1.1 }],
    ['less than none', { size: -1 }],
    ['more money than there is', { cost: 1e10 }],
    ['a flag as a number', { isKept: 1 }],
    ['a value that is not among them', { rank: 3 }],
    ['a list for an object', { more: [] }],
    ['a no where only yes is said', { by: false }],
    ['a name without a number', { seen: { a: 'b' } }],
    ['a variant nobody knows', { at: [{ kind: 'nowhere' }] }],
    ['a variant with the field of another', { at: [{ kind: 'here', far: 1 }] }],
    ['a field nobody knows', { other: 1 }],
  ])('is refused with %s', (_, wrong) => {
    expect(asIs(THING).safeParse({ ...thing, ...wrong }).success).toBe(false);
  });

  it('is refused without a field', () => {
    const { sure: _, ...less } = thing;
    expect(asIs(THING).safeParse(less).success).toBe(false);
  });
});
