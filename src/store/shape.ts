/**
 * The check of what comes from outside, from the declaration of what it should be: every field checked, none unknown.
 * Ids are what outside ids may look like, and nothing is longer or larger than its field says.
 */
import * as z from 'zod';
import type { Field, Fields, Kind } from '../memory/fields.ts';
import { isOutsideId } from '../memory/ids.ts';
import { isObject } from '../memory/json-guards.ts';

const KEY_CHARS = 200;
const MOST_AMOUNT = 1e9;

export function id<Id extends string>() {
  return z.custom<Id>((value) => typeof value === 'string' && isOutsideId(value), 'not an id').meta({ type: 'string' });
}

/** Checked, and kept as it came: a parser would put fields in another order, and an export must not change by that. */
export function asIs<Value>(field: Field<Value>): z.ZodType<Value> {
  const schema = schemaOf(field.is);
  return z.custom<Value>((value) => schema.safeParse(value).success, 'not as expected');
}

/** Those of the declaration, in its order. */
function objectOf(fields: Fields): z.ZodObject {
  return z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, { is }]) => [name, schemaOf(is)])));
}

export function schemaOf(is: Kind): z.ZodType {
  switch (is.kind) {
    case 'id':
      return id();
    case 'text':
      return textOf(is);
    case 'json':
      return z.custom(isObject, 'not an object');
    case 'int':
      return z.int();
    case 'count':
      return z.int().min(is.least ?? 0);
    case 'share':
      return z.number().min(0).max(1);
    case 'number':
      return z.number();
    case 'amount':
      return z.number().min(0).max(MOST_AMOUNT);
    case 'flag':
      return z.boolean();
    case 'literal':
      return literalOf(is.values);
    case 'list':
      return z.array(schemaOf(is.of.is));
    case 'map':
      return z.record(z.string().max(KEY_CHARS), schemaOf(is.of.is));
    case 'object':
    case 'part':
      return objectOf(is.fields);
    case 'variants':
      return z.discriminatedUnion('kind', variantsOf(is.by));
    case 'nullable':
      return schemaOf(is.of.is).nullable();
    case 'optional':
      return schemaOf(is.of.is).exactOptional();
  }
}

function variantsOf(by: Readonly<Record<string, Fields>>): [z.ZodObject, ...z.ZodObject[]] {
  const objects = Object.entries(by).map(([kind, fields]) =>
    z.strictObject({ kind: z.literal(kind), ...objectOf(fields).shape }),
  );
  return objects as unknown as [z.ZodObject, ...z.ZodObject[]];
}

function textOf({ most, like }: Extract<Kind, { readonly kind: 'text' }>): z.ZodType {
  const text = like === undefined ? z.string() : z.string().regex(like);
  return most === undefined ? text : text.max(most);
}

/** Among words, as the OpenAPI document lists them. */
function literalOf(values: readonly (string | number | true)[]): z.ZodType {
  const words = values.filter((value) => typeof value === 'string');
  return words.length > 1 && words.length === values.length ? z.enum(words) : z.literal([...values]);
}
