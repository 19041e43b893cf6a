/** The table of memories with its filters and the bar for several at once (C-052…C-055). Refreshed every five seconds. */
import { MOST_HOLDING } from '../../../knowledge/memory-page.ts';
import type { Learning } from '../../../memory/learning.ts';
import { NO_SERVICE } from '../../../memory/marker.ts';
import { Choice, Empty, PageHead } from '../../elements.tsx';
import { counted, typeName, wholeNumber } from '../../format.ts';
import { type NamedSpace, spaceChoices } from '../../spaces.ts';
import { addressOf, CATEGORIES, isFiltered, type MemoryQuery } from './filter.ts';
import { MemoryRow } from './row.tsx';

const ROWS = 'memory-rows';
export const TABLE = 'memory-table';
/** What of it looks again: where there are no rows, there is no table either. */
export const LIST = 'memory-list';
/** Nothing else of the form: a row may stand open for editing. */
const TICKED = `#${ROWS} input[data-tick]:checked`;
/** What a change of any memory is called on the page. */
export const CHANGED = 'memories-changed';

export interface MemoryTable {
  readonly learnings: readonly Learning[];
  readonly total: number;
  readonly next: string | undefined;
  readonly isPartial: boolean;
  readonly query: MemoryQuery;
  readonly now: number;
}

/** What the filters offer; it is not asked for again with the table. */
interface Offered {
  readonly services: readonly string[];
  readonly spaces: readonly NamedSpace[];
}

export function MemoriesBody(table: MemoryTable & Offered) {
  return (
    <>
      <PageHead title="Memories" lead="What was learned, and how sure it is. What you write wins.">
        <button type="button" class="primary" hx-get="/memories/new" hx-target="#sheet">
          New memory
        </button>
      </PageHead>
      <Filters {...table} />
      <div id={TABLE}>
        <Table {...table} />
      </div>
    </>
  );
}

function Filters({ query, services, spaces }: Pick<MemoryTable, 'query'> & Offered) {
  return (
    <form
      class="filters"
      action="/memories"
      method="get"
      hx-get="/memories"
      hx-target={`#${TABLE}`}
      hx-trigger="input delay:200ms, submit"
      hx-push-url="true"
    >
      <label class="field">
        Words
        <input type="search" name="q" value={query.q ?? ''} placeholder="in the observation" />
      </label>
      <Choice
        label="Service"
        name="service"
        value={query.service}
        options={[['', 'All services'], ...services.map((name) => [name, name] as const), [NO_SERVICE, NO_SERVICE]]}
      />
      <Choice
        label="Category"
        name="category"
        value={query.category}
        options={[
          ['', 'All categories'],
          ['operational', 'Operational'],
          ['learned', 'Learned'],
          ...CATEGORIES.map((category) => [category, typeName(category)] as const),
        ]}
      />
      <Choice
        label="Status"
        name="status"
        value={query.status}
        options={[
          ['', 'Any status'],
          ['active', 'Active'],
          ['inactive', 'Inactive'],
          ['replaced', 'Replaced'],
        ]}
      />
      <Choice
        label="Space"
        name="workspace"
        value={query.workspace}
        options={[...spaceChoices(spaces), ['user', 'Everywhere']]}
      />
      <Choice
        label="Order"
        name="order"
        value={query.order}
        options={[
          ['', 'Newest first'],
          ['confidence', 'Surest first'],
        ]}
      />
    </form>
  );
}

export function Table(table: MemoryTable) {
  return (
    <div
      id={LIST}
      hx-get={addressOf(table.query)}
      hx-trigger={`every 5s, ${CHANGED} from:body`}
      hx-swap="innerMorph"
      data-polls=""
    >
      <List {...table} />
    </div>
  );
}

export function List({ learnings, total, next, isPartial, query, now }: MemoryTable) {
  if (learnings.length === 0) return <None query={query} />;
  return (
    <form>
      <p class="faint small" aria-live="polite">
        {counted(total, 'memory', 'memories')}
        {isPartial ? `, of the newest ${wholeNumber(MOST_HOLDING)} that hold these words` : ''}
      </p>
      <div class="table-wrap">
        <table class="folds">
          <thead>
            <tr>
              <th class="tight">
                <input type="checkbox" data-tick-all="" aria-label="Pick all on this page" />
              </th>
              <th>Service</th>
              <th>Category</th>
              <th>Observation</th>
              <th class="number">Confidence</th>
              <th>Status</th>
              <th>Updated</th>
              <th>Session</th>
              <th>
                <span class="visually-hidden">What to do</span>
              </th>
            </tr>
          </thead>
          <tbody id={ROWS}>
            {learnings.map((learning) => (
              <MemoryRow learning={learning} now={now} />
            ))}
          </tbody>
        </table>
      </div>
      <div class="bulk-bar" data-bulk="" hidden>
        <span>
          <strong data-ticked="">0</strong> picked
        </span>
        <button type="button" data-least="2" hx-get="/memories/merge" hx-include={TICKED} hx-target="#sheet">
          Merge…
        </button>
        <button
          type="button"
          class="danger"
          hx-delete="/memories/bulk"
          hx-include={TICKED}
          hx-confirm="Delete the memories you picked ({n})? They leave the memory files too. You can take it back right after."
          data-confirm-count=""
          data-confirm-act="Delete"
          hx-swap="none"
        >
          Delete
        </button>
      </div>
      {next === undefined && query.after === undefined ? null : (
        <nav class="pager row" aria-label="Pages of the table">
          {query.after === undefined ? null : (
            <a class="button" href={addressOf({ ...query, after: '' })}>
              First page
            </a>
          )}
          {next === undefined ? null : (
            <a class="button" href={addressOf({ ...query, after: next })}>
              Next page
            </a>
          )}
        </nav>
      )}
    </form>
  );
}

function None({ query }: { query: MemoryQuery }) {
  if (isFiltered(query)) {
    return (
      <Empty title="Nothing fits">
        <p>No memory is like that. Take a filter away, or look in Search, which also finds what was only said.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No memories yet">
      <p>
        They come by themselves: from what you tell your agents, from what a curator reads in their work, and from lines
        like <code>[MEMORY:timing:jellyfin] Takes 60 s to start</code> that agents under <code>carryover run</code>{' '}
        write.
      </p>
      <p>Or write the first one yourself with “New memory”.</p>
    </Empty>
  );
}
