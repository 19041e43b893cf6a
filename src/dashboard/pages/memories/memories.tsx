/** The pages about memories: the table, one of them, and the pieces that htmx asks for. */

import type * as z from 'zod';
import type { App } from '../../../http/app.ts';
import type { memory } from '../../../http/openapi/schemas/memories.ts';
import { readableLearning } from '../../../http/readable-by-id.ts';
import type { LearningId } from '../../../memory/ids.ts';
import type { Learning } from '../../../memory/learning.ts';
import { counted } from '../../format.ts';
import type { Fragment, PageServer, Visit } from '../../page-server.tsx';
import { namedSpaces } from '../../spaces.ts';
import { Aside, Toast } from '../../toast.tsx';
import { DETAIL, type MemoryDetail, MemoryDetailBody, MemoryDetailPage, MemoryGone } from './detail.tsx';
import { filterOf, queryOf } from './filter.ts';
import { Meanwhile, MemoryEditRow, MemoryRow, meanwhileId, rowId } from './row.tsx';
import { MergeMemories, MoveMemory, NewMemory } from './sheets.tsx';
import { CHANGED, LIST, List, MemoriesBody, type MemoryTable, TABLE, Table } from './table.tsx';

const PAGE_ROWS = 50;
const TABLE_ADDRESS = /\/memories(?:[?#]|$)/;
const PERSON = { audience: 'person' } as const;

type Memory = z.infer<typeof memory>;
interface Changed {
  readonly memory: Memory;
  readonly undo: string | null;
}

export function memoryPages(app: App, pages: PageServer): void {
  const { knowledge, journal } = pages.dependencies;
  const learningOf = (visit: Visit): Promise<Learning> =>
    readableLearning(visit.context.req.param('id') ?? '', PERSON, knowledge);

  pages.page(app, '/memories', async (visit) => {
    const table = await look(pages, visit);
    if (visit.wants(LIST)) return { fragment: <List {...table} />, isPolled: true };
    if (visit.wants(TABLE)) return { fragment: <Table {...table} /> };
    const offered = { services: await knowledge.services(), spaces: await namedSpaces(journal) };
    return { title: 'Memories', current: '/memories', body: <MemoriesBody {...table} {...offered} /> };
  });
  pages.page(app, '/memories/new', async () => ({
    fragment: <NewMemory spaces={await namedSpaces(journal)} services={await knowledge.services()} />,
  }));
  pages.page(app, '/memories/merge', async (visit) => {
    const ids = visit.context.req.queries('ids:list') ?? [];
    const found = await Promise.all(ids.map((id) => knowledge.learning(id as LearningId)));
    const learnings = found.filter((learning) => learning !== undefined);
    const spaces = await namedSpaces(journal);
    return { fragment: <MergeMemories learnings={learnings} spaces={spaces} now={visit.now} /> };
  });
  pages.page(app, '/memories/:id', async (visit) => {
    const id = visit.context.req.param('id') ?? '';
    if (visit.wants(DETAIL) && (await knowledge.learning(id as LearningId)) === undefined)
      return { fragment: <MemoryGone /> };
    const detail = await lookAt(pages, await learningOf(visit), visit.now);
    if (visit.wants(DETAIL)) return { fragment: <MemoryDetailBody {...detail} /> };
    const title = detail.learning.content.slice(0, 60);
    return { title, current: '/memories', body: <MemoryDetailPage {...detail} /> };
  });
  pages.page(app, '/memories/:id/edit', async (visit) => {
    const isAlone = visit.query('alone') !== undefined;
    const row = <MemoryEditRow learning={await learningOf(visit)} now={visit.now} isAlone={isAlone} />;
    return { fragment: isAlone ? <table>{row}</table> : row };
  });
  pages.page(app, '/memories/:id/move', async (visit) => ({
    fragment: <MoveMemory learning={await learningOf(visit)} spaces={await namedSpaces(journal)} />,
  }));
  pages.page(app, '/memories/:id/row', async (visit) => {
    const learning = await knowledge.learning((visit.context.req.param('id') ?? '') as LearningId);
    return { fragment: learning === undefined ? null : <MemoryRow learning={learning} now={visit.now} /> };
  });
  memoryActs(app, pages);
}

function memoryActs(app: App, pages: PageServer): void {
  const { knowledge } = pages.dependencies;
  pages.after<Changed>(app, 'post', '/memories', async (_, { undo }) => changed('Kept.', undo));
  pages.after<Changed>(app, 'post', '/memories/merge', async (_, { undo }) => changed('Merged.', undo));
  pages.after<{ memories: readonly Memory[] }>(app, 'post', '/memories/undo', async () => changed('Taken back.', null));
  pages.after<{ undo: string }>(app, 'delete', '/memories/:id', async (_, { undo }) => changed('Deleted.', undo));
  pages.after<{ deleted: number; undo: readonly string[] }>(app, 'delete', '/memories/bulk', async (_, answer) =>
    changed(`Deleted ${counted(answer.deleted, 'memory', 'memories')}.`, answer.undo),
  );
  pages.refused(app, 'put', '/memories/:id', ['not-found', 'changed-meanwhile'], async ({ now, context }) => {
    const id = context.req.param('id') ?? '';
    return {
      fragment: (
        <Aside target={`#${meanwhileId(id)}`} swap="innerHTML">
          <Meanwhile learning={await knowledge.learning(id as LearningId)} now={now} />
        </Aside>
      ),
    };
  });
  pages.after<Changed>(app, 'put', '/memories/:id', async ({ now, context }, { memory: { id }, undo }) => {
    const learning = await knowledge.learning(id as LearningId);
    // Edited over the page of that memory, there is no row.
    if (learning === undefined || !TABLE_ADDRESS.test(context.req.header('HX-Current-URL') ?? ''))
      return changed('Saved.', undo);
    const row = <MemoryRow learning={learning} now={now} />;
    return changed(
      'Saved.',
      undo,
      <Aside target={`#${rowId(id)}`} swap="outerHTML">
        {row}
      </Aside>,
    );
  });
}

/** The table looks again, dialogs close, and there is a way back. */
function changed(text: string, undo: string | readonly string[] | null, beside: Fragment['fragment'] = null): Fragment {
  const acts = undo === null ? [] : [undo].flat();
  return {
    fragment: (
      <>
        {beside}
        <Toast text={text} {...(acts.length === 0 ? {} : { undo: { post: '/memories/undo', values: { acts } } })} />
      </>
    ),
    headers: { 'HX-Trigger': `${CHANGED}, done` },
  };
}

async function lookAt(
  { dependencies: { knowledge, journal } }: PageServer,
  learning: Learning,
  now: number,
): Promise<MemoryDetail> {
  const evidence = await Promise.all(learning.evidence.map((id) => journal.record(id)));
  return {
    learning,
    history: await knowledge.learningHistory(learning.id),
    evidence: evidence.filter((record) => record !== undefined),
    replaced: await knowledge.learningsReplacedBy(learning.id),
    spaces: await namedSpaces(journal),
    now,
  };
}

async function look({ dependencies: { knowledge } }: PageServer, visit: Visit): Promise<MemoryTable> {
  const { now } = visit;
  const query = queryOf(visit);
  const filter = filterOf(query, now);
  const order = query.order === 'confidence' ? 'confidence' : 'updated';
  const { learnings, next, isPartial } = await knowledge.memoryPage({
    ...filter,
    order,
    limit: PAGE_ROWS,
    ...(query.after === undefined ? {} : { after: query.after }),
  });
  return {
    learnings,
    next,
    isPartial,
    total: await knowledge.memoryCount(filter),
    query,
    now,
  };
}
