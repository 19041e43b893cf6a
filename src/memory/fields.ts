/**
 * What entities are declared of: each field once, by its kind. From one declaration follow the type of the entity here, and
 * elsewhere its columns and rows (`store/table.ts`), the check of what comes from outside and its names there
 * (`store/shape.ts`). The order of a declaration is the order of fields in rows, exports and answers: add to it where the
 * entity's readers expect the field, and nowhere else.
 */

/** A field and, for the compiler alone, what its values are. */
export interface Field<Value> {
  readonly is: Kind;
  readonly value?: Value;
}

export type Kind =
  | { readonly kind: 'id' | 'json' | 'int' | 'share' | 'number' | 'amount' | 'flag' }
  | { readonly kind: 'count'; readonly least?: number }
  /** Longer or other ones are refused when they come from outside. */
  | { readonly kind: 'text'; readonly most?: number; readonly like?: RegExp }
  | { readonly kind: 'literal'; readonly values: readonly (string | number | true)[] }
  | { readonly kind: 'list' | 'map'; readonly of: Field<unknown> }
  /** Of a part, the fields have the names outside that those of the entity have; an object stays as it is. */
  | { readonly kind: 'object' | 'part'; readonly fields: Fields }
  | { readonly kind: 'variants'; readonly by: Readonly<Record<string, Fields>> }
  | { readonly kind: 'nullable'; readonly of: Field<unknown> }
  /** `absent` is what stands in a row, and in answers, for a value that is not there. */
  | { readonly kind: 'optional'; readonly of: Field<unknown>; readonly absent: unknown };

export type Fields = Readonly<Record<string, Field<unknown>>>;

interface Optional<Value> extends Field<Value> {
  readonly optional: true;
}

type OptionalNames<Of extends Fields> = {
  [Name in keyof Of]: Of[Name] extends Optional<unknown> ? Name : never;
}[keyof Of];

export type ValueOf<Of> = Of extends Field<infer Value> ? Value : never;

/** What a declaration declares. */
export type EntityOf<Of extends Fields> = {
  readonly [Name in Exclude<keyof Of, OptionalNames<Of>>]: ValueOf<Of[Name]>;
} & { readonly [Name in OptionalNames<Of>]?: ValueOf<Of[Name]> };

const of = <Value>(is: Kind): Field<Value> => ({ is });

export const id = <Id extends string>() => of<Id>({ kind: 'id' });
export const text = of<string>({ kind: 'text' });
export const hash = of<string>({ kind: 'text', like: /^[\w+/=-]{16,128}$/ });
/** What is called something: a client, a curator, a model. */
export const name = of<string>({ kind: 'text', most: 200 });
export const textUpTo = (most: number) => of<string>({ kind: 'text', most });
/** Longer than any system's paths. */
export const path = of<string>({ kind: 'text', most: 8_192 });
/** Milliseconds since the epoch. */
export const moment = of<number>({ kind: 'int' });
/** From 0 up. */
export const count = of<number>({ kind: 'count' });
/** From 1 up. */
export const ordinal = of<number>({ kind: 'count', least: 1 });
/** 0 … 1. */
export const share = of<number>({ kind: 'share' });
export const number = of<number>({ kind: 'number' });
/** Money or time, from 0 up to what nobody has. */
export const amount = of<number>({ kind: 'amount' });
export const flag = of<boolean>({ kind: 'flag' });

/** Any object. */
export const json = <Value extends object>() => of<Value>({ kind: 'json' });

export function oneOf<const Value extends string | number>(...values: readonly Value[]): Field<Value> {
  return of({ kind: 'literal', values });
}

/** There or not, and nothing else. */
export const yes = of<true>({ kind: 'literal', values: [true] });

export function list<Value>(one: Field<Value>): Field<readonly Value[]> {
  return of({ kind: 'list', of: one });
}

/** By names that are not known beforehand. */
export function map<Value>(one: Field<Value>): Field<Readonly<Record<string, Value>>> {
  return of({ kind: 'map', of: one });
}

export function object<Of extends Fields>(fields: Of): Field<EntityOf<Of>> {
  return of({ kind: 'object', fields });
}

export function part<Of extends Fields>(fields: Of): Field<EntityOf<Of>> {
  return of({ kind: 'part', fields });
}

/** One of several, told apart by their `kind`. */
export function variants<By extends Readonly<Record<string, Fields>>>(
  by: By,
): Field<{ [Kind in keyof By]: { readonly kind: Kind } & EntityOf<By[Kind]> }[keyof By]> {
  return of({ kind: 'variants', by });
}

export function nullable<Value>(one: Field<Value>): Field<Value | null> {
  return of({ kind: 'nullable', of: one });
}

export function optional<Value>(one: Field<Value>, absent: Value | null = null): Optional<Value> {
  return { is: { kind: 'optional', of: one, absent }, optional: true };
}
