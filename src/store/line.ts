/**
 * An entity as a line of an export: its kind, then its fields in the order of their declaration, in snake_case. What a field
 * holds stays as it is, but for parts, whose fields are named so, too. Read back, every field is checked, and none is unknown.
 */
import * as z from 'zod';
import type { EntityOf, Field, Fields, Kind } from '../memory/fields.ts';
import { snakeCase } from './names.ts';
import { asIs, schemaOf } from './shape.ts';

export interface Line<Value> {
  /** Of the line as it is. */
  readonly schema: z.ZodObject;
  /** The line as a value, checked. */
  readonly shape: z.ZodType<Value>;
  of(value: Value): object;
}

/** `names` are those of fields that another one has already in a line. */
export function line<Of extends Fields>(
  kind: string,
  fields: Of,
  names: { readonly [Name in keyof Of]?: string } = {},
): Line<EntityOf<Of>> {
  const pairs = Object.keys(fields).map((field) => [field, names[field] ?? snakeCase(field)] as const);
  const columns = pairs.map(([field, name]) => [name, lineSchema(fields[field])] as const);
  const schema = z.strictObject({ kind: z.literal(kind), ...Object.fromEntries(columns) });
  return {
    schema,
    shape: schema.transform((told) => entityOf(fields, told, pairs)) as unknown as z.ZodType<EntityOf<Of>>,
    of: (value) => ({ kind, ...toldOf(fields, value, pairs) }),
  };
}

type Pairs = readonly (readonly [field: string, name: string])[];
type Names = Readonly<Record<string, unknown>>;

function pairsOf(fields: Fields): Pairs {
  return Object.keys(fields).map((field) => [field, snakeCase(field)]);
}

/** The value by the names it has outside. */
export function toldOf(fields: Fields, value: object, pairs = pairsOf(fields)): Names {
  return Object.fromEntries(
    pairs.map(([field, name]) => {
      const part = partOf(fields[field]?.is);
      const held: unknown = Reflect.get(value, field);
      return [name, part === undefined || held === null ? held : toldOf(part, held as object)];
    }),
  );
}

function entityOf(fields: Fields, told: Names, pairs = pairsOf(fields)): Names {
  return Object.fromEntries(
    pairs.map(([field, name]) => {
      const part = partOf(fields[field]?.is);
      const held = told[name];
      return [field, part === undefined || held === null ? held : entityOf(part, held as Names)];
    }),
  );
}

/** The fields of a part. */
function partOf(is: Kind | undefined): Fields | undefined {
  if (is?.kind === 'nullable') return partOf(is.of.is);
  return is?.kind === 'part' ? is.fields : undefined;
}

/** What holds optional fields, or is deeper than a list of a few: its order is that of who wrote it. */
function lineSchema(field: Field<unknown> | undefined): z.ZodType {
  if (field === undefined) return z.never();
  const { is } = field;
  if (is.kind === 'nullable') return lineSchema(is.of).nullable();
  if (is.kind === 'part')
    return z.strictObject(
      Object.fromEntries(Object.entries(is.fields).map(([name, one]) => [snakeCase(name), lineSchema(one)])),
    );
  if (is.kind === 'object' || is.kind === 'variants') return asIs(field);
  return is.kind === 'list' && !isFlat(is.of.is) ? asIs(field) : schemaOf(is);
}

function isFlat(is: Kind): boolean {
  if (is.kind === 'nullable') return isFlat(is.of.is);
  if (is.kind !== 'object') return is.kind !== 'variants' && is.kind !== 'list';
  return Object.values(is.fields).every(
    (one) => one.is.kind !== 'optional' && one.is.kind !== 'object' && isFlat(one.is),
  );
}
