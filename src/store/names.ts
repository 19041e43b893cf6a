/** Names outside of code: columns, exports and answers are snake_case, and say what the field says. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : '';

export function snakeCase<Name extends string>(name: Name): SnakeCase<Name> {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<Name>;
}

/** A value by the names it has outside. */
export type Told<Value> = { readonly [Name in keyof Value & string as SnakeCase<Name>]: Value[Name] };
