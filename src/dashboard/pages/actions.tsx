/** Actions: what is left to do, by priority, with where it came from; done, dismissed and opened again with a way back. */
import type { App } from '../../http/app.ts';
import { ACTION_STATUSES, type ActionPriority, type ActionStatus, type PendingAction } from '../../memory/action.ts';
import type { RecordId, SpaceId } from '../../memory/ids.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { FRESH_ACTIONS_MS } from '../../recall/boot-block.ts';
import { memoryAddress, sessionAddress, turnAddress, withQuery } from '../addresses.ts';
import { Badge, Choice, Empty, ListFilters, OwnList, PageHead, Time } from '../elements.tsx';
import type { PageServer, Visit } from '../page-server.tsx';
import { fromOf, PageTurner, turned } from '../page-turner.tsx';
import { type NamedSpace, namedSpaces, spaceChoices, spaceName } from '../spaces.ts';
import { Toast } from '../toast.tsx';

const PATH = '/actions';
const LIST = 'action-list';
const CHANGED = 'actions-changed';
const PAGE_ROWS = 50;

const PRIORITIES: Readonly<Record<ActionPriority, string>> = { 1: 'first', 2: 'normal', 3: 'can wait' };
const DONE: Readonly<Record<ActionStatus, string>> = {
  pending: 'Open again.',
  completed: 'Done.',
  dismissed: 'Dismissed.',
};

interface Actions {
  readonly now: number;
  readonly status: ActionStatus | 'all';
  readonly query: { readonly status: string | undefined; readonly workspace: string | undefined };
  readonly from: number;
  readonly next: number | undefined;
  readonly actions: readonly { readonly action: PendingAction; readonly record: StoredRecord | undefined }[];
  readonly spaces: readonly NamedSpace[];
}

export function actionPages(app: App, pages: PageServer): void {
  pages.page(app, PATH, async (visit) => {
    const actions = await look(pages.dependencies, visit);
    if (visit.wants(LIST)) return { fragment: <List {...actions} /> };
    return { title: 'Actions', current: PATH, body: <ActionsBody {...actions} /> };
  });
  pages.after<{ readonly id: string; readonly status: ActionStatus }>(
    app,
    'put',
    `${PATH}/:id`,
    async (visit, { id, status }) => {
      const was = ACTION_STATUSES.find((each) => each === visit.query('was'));
      const undo =
        was === undefined ? {} : { undo: { put: `${PATH}/${encodeURIComponent(id)}`, values: { status: was } } };
      return {
        fragment: (
          <>
            <Toast text={DONE[status]} {...undo} />
            {await pages.countsAgain()}
          </>
        ),
        headers: { 'HX-Trigger': CHANGED },
      };
    },
  );
}

async function look({ knowledge, journal }: PageServer['dependencies'], visit: Visit): Promise<Actions> {
  const query = { status: visit.query('status'), workspace: visit.query('workspace') };
  const status = [...ACTION_STATUSES, 'all' as const].find((each) => each === query.status) ?? 'pending';
  const from = fromOf(visit);
  const found = await knowledge.actions({
    ...(query.workspace === undefined ? {} : { workspace: query.workspace as SpaceId }),
    ...(status === 'all' ? {} : { statuses: [status] }),
    skip: from,
    limit: PAGE_ROWS + 1,
  });
  const { shown, next } = turned(found, from, PAGE_ROWS);
  const recordOf = async (id: RecordId | undefined) => (id === undefined ? undefined : journal.record(id));
  const records = await Promise.all(shown.map(({ evidence }) => recordOf(evidence[0])));
  return {
    now: visit.now,
    status,
    query,
    from,
    next,
    actions: shown.map((action, index) => ({ action, record: records[index] })),
    spaces: await namedSpaces(journal),
  };
}

function ActionsBody(actions: Actions) {
  const { query, status, spaces } = actions;
  return (
    <>
      <PageHead title="Actions" lead="What was left to do. The next session is told of those that are open." />
      <ListFilters path={PATH} list={LIST}>
        <Choice
          label="Status"
          name="status"
          value={status}
          options={[
            ['pending', 'Open'],
            ['completed', 'Done'],
            ['dismissed', 'Dismissed'],
            ['all', 'All'],
          ]}
        />
        <Choice label="Space" name="workspace" value={query.workspace} options={spaceChoices(spaces)} />
      </ListFilters>
      <List {...actions} />
    </>
  );
}

function List(actions: Actions) {
  const address = withQuery(PATH, { ...actions.query, from: actions.from || undefined });
  return (
    <OwnList id={LIST} address={address} changed={CHANGED}>
      {actions.actions.length === 0 ? <None {...actions} /> : <Some {...actions} />}
    </OwnList>
  );
}

function Some(actions: Actions) {
  return (
    <>
      <div class="table-wrap">
        <table class="folds">
          <thead>
            <tr>
              <th>Priority</th>
              <th>To do</th>
              <th>Space</th>
              <th>From</th>
              <th>Last touched</th>
              <th>
                <span class="visually-hidden">What to do</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {actions.actions.map(({ action, record }) => (
              <Row action={action} record={record} spaces={actions.spaces} now={actions.now} />
            ))}
          </tbody>
        </table>
      </div>
      <PageTurner path={PATH} {...actions} />
    </>
  );
}

interface RowProps extends Pick<Actions, 'spaces' | 'now'> {
  readonly action: PendingAction;
  readonly record: StoredRecord | undefined;
}

function Row({ action, record, spaces, now }: RowProps) {
  const { content, priority, status, workspace, touchedAt, sourceLearningId } = action;
  const isOpen = status === 'pending';
  return (
    <tr class={isOpen ? undefined : 'inactive'} data-row="" tabindex={-1}>
      <td class="tight">
        <Badge {...(priority === 1 && isOpen ? { tone: 'warn' as const } : {})}>{PRIORITIES[priority]}</Badge>
      </td>
      <td class="wide">
        {sourceLearningId === null ? (
          <span class="any-text">{content}</span>
        ) : (
          <a class="any-text quiet" href={memoryAddress(sourceLearningId)}>
            {content}
          </a>
        )}{' '}
        {isOpen && now - touchedAt > FRESH_ACTIONS_MS ? (
          <Badge title="Untouched for two weeks: sessions are not told of it any more">not told any more</Badge>
        ) : null}
        {isOpen ? null : <Badge>{status === 'completed' ? 'done' : 'dismissed'}</Badge>}
      </td>
      <td class="tight faint">{spaceName(spaces, workspace)}</td>
      <td class="tight">
        <Origin action={action} record={record} />
      </td>
      <td class="tight faint">
        <Time at={touchedAt} now={now} />
      </td>
      <td class="tight">
        <div class="row-acts">
          {isOpen ? (
            <>
              <Act action={action} to="completed" label="Done" />
              <Act action={action} to="dismissed" label="Dismiss" />
            </>
          ) : (
            <Act action={action} to="pending" label="Open again" />
          )}
        </div>
      </td>
    </tr>
  );
}

function Origin({ action: { sessionId }, record }: Pick<RowProps, 'action' | 'record'>) {
  if (record !== undefined) return <a href={turnAddress(record)}>{record.turnId === null ? 'session' : 'turn'}</a>;
  return sessionId === null ? <span class="faint">by hand</span> : <a href={sessionAddress(sessionId)}>session</a>;
}

function Act({ action, to, label }: { action: PendingAction; to: ActionStatus; label: string }) {
  return (
    <button
      type="button"
      class="plain"
      hx-put={withQuery(`${PATH}/${encodeURIComponent(action.id)}`, { was: action.status })}
      hx-vals={JSON.stringify({ status: to })}
      hx-swap="none"
    >
      {label}
    </button>
  );
}

function None({ status, query, from }: Actions) {
  if (status !== 'pending' || query.workspace !== undefined || from > 0) {
    return (
      <Empty title="None of these">
        <p>No action is like that. Choose another status or space.</p>
      </Empty>
    );
  }
  return (
    <Empty title="Nothing is left to do">
      <p>
        When you or your agent put something off (“remind me to rotate the logs”), it shows up here, and the next
        session is told of it until it is done.
      </p>
    </Empty>
  );
}
