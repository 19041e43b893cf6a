/**
 * Functions over the statements of a connection, bound to one: an object with a method for each. A store is what its
 * functions are, so its type follows from them and no interface repeats it. What a method does is told at its function.
 */
import type { SqliteStatements } from '../platform/sqlite-statements.ts';

/** Runs work on a connection: a read at once, a write in a transaction that is committed when it resolves. */
export type Run = <Result>(work: (statements: SqliteStatements) => Result) => Promise<Result>;

/** The same functions without the statements, as methods that answer later. */
export type Bound<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (
    statements: SqliteStatements,
    ...given: infer Given
  ) => infer Result
    ? (...given: Given) => Promise<Result>
    : never;
};

// Any function: each gets what its method is called with, as the type above says.
type Work = (statements: SqliteStatements, ...given: never[]) => unknown;

export function bind<const Functions extends Readonly<Record<string, Work>>>(
  run: Run,
  functions: Functions,
): Bound<Functions> {
  const methods = Object.entries(functions).map(([name, work]) => [
    name,
    (...given: never[]) => run((statements) => work(statements, ...given)),
  ]);
  return Object.fromEntries(methods);
}
