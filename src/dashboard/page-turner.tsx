/** Pages of a list that is told by how many come before: `from` in the address. */
import { withQuery } from './addresses.ts';
import type { Visit } from './page-server.tsx';

interface TurnerProps {
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly from: number;
  /** Where the next page begins; undefined at the end. */
  readonly next: number | undefined;
}

/** One more than fits is asked for, to know whether there is a next page. */
export function turned<Item>(items: readonly Item[], from: number, size: number) {
  return { shown: items.slice(0, size), next: items.length > size ? from + size : undefined };
}

export function fromOf({ query }: Pick<Visit, 'query'>): number {
  const from = Number(query('from') ?? 0);
  return Number.isSafeInteger(from) && from > 0 ? from : 0;
}

export function PageTurner({ path, query, from, next }: TurnerProps) {
  if (from === 0 && next === undefined) return null;
  return (
    <nav class="pager row" aria-label="Pages of the list">
      {from === 0 ? null : (
        <a class="button" href={withQuery(path, query)}>
          First page
        </a>
      )}
      {next === undefined ? null : (
        <a class="button" href={withQuery(path, { ...query, from: next })}>
          Next page
        </a>
      )}
    </nav>
  );
}
