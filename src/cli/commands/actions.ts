/** `carryover actions list|done|dismiss|reopen`: what is left to do, project by project. */
import { systemClock } from '../../platform/clock.ts';
import type { ActionAnswer } from '../answers.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, workspaceOf } from '../options.ts';
import { shortIds } from '../short-ids.ts';
import { spaceNames } from '../space-names.ts';
import { ago, columns, count, paint, safe, say, sayJson } from '../terminal.ts';

const MARKS = { pending: '○', completed: '✓', dismissed: '–' } as const;

export async function listActions({ space, all, json }: Options): Promise<number> {
  const client = await daemonClient(currentHome());
  // All of them, so that the ids shown are told apart from those that are not.
  const query = { workspace: workspaceOf(space), status: 'all' };
  const answer = (await client.request('GET', '/actions', { query })) as { readonly actions: readonly ActionAnswer[] };
  const shown = answer.actions.filter(({ status }) => all === true || status === 'pending');
  if (json === true) sayJson({ actions: shown });
  else {
    const ids = shortIds(answer.actions.map(({ id }) => id));
    for (const line of actionLines(shown, ids, await spaceNames(client), systemClock.now())) say(line);
    const hidden = answer.actions.length - shown.length;
    if (hidden > 0) say(paint('dim', `${count(hidden, 'more is', 'more are')} done or dismissed: --all shows them.`));
  }
  return 0;
}

export function closeAction(options: Options, args: readonly string[]): Promise<number> {
  return changeAction('completed', options, args);
}

export function dismissAction(options: Options, args: readonly string[]): Promise<number> {
  return changeAction('dismissed', options, args);
}

export function reopenAction(options: Options, args: readonly string[]): Promise<number> {
  return changeAction('pending', options, args);
}

async function changeAction(
  status: ActionAnswer['status'],
  { json }: Options,
  [id = '']: readonly string[],
): Promise<number> {
  const client = await daemonClient(currentHome());
  const action = (await client.request('PUT', `/actions/${encodeURIComponent(id)}`, {
    body: { status },
  })) as ActionAnswer;
  if (json === true) sayJson(action);
  else say(`${paint('green', '✓')} ${action.status}: ${safe(action.content)}`);
  return 0;
}

export function actionLines(
  actions: readonly ActionAnswer[],
  ids: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
  now: number,
): readonly string[] {
  if (actions.length === 0) return ['Nothing is left to do.'];
  const groups = Map.groupBy(actions, ({ workspace }) => workspace);
  return [...groups].flatMap(([workspace, own]) => [
    paint('bold', workspace === null ? 'everywhere' : safe(names.get(workspace) ?? workspace)),
    ...columns(
      own.map(({ id, status, priority, content, touched_at }) => [
        `  ${MARKS[status]} ${paint('cyan', ids.get(id) ?? id)}`,
        `p${priority}`,
        paint('dim', ago(touched_at, now)),
        safe(content),
      ]),
    ),
  ]);
}
