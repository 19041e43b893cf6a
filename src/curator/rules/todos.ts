/**
 * Todo tools: what is open at the end of the batch becomes actions, what was completed closes known ones. A list is told
 * whole each time (TodoWrite, update_plan), so the newest of a session wins; TaskCreate and TaskUpdate tell one at a time.
 */
import type { ActionPriority, PendingAction } from '../../memory/action.ts';
import { type Fields, isObject, text } from '../../memory/json-guards.ts';
import { saysTheSame } from '../../memory/similarity.ts';
import type { AnsweredAction } from '../answer.ts';
import type { Call } from './calls.ts';
import { sentence } from './phrase.ts';

export interface Todos {
  readonly actions: readonly AnsweredAction[];
  readonly done: readonly string[];
}

interface Item {
  readonly content: string;
  readonly status: string;
  readonly priority: string;
  readonly turn: number;
}

const LIST_FIELDS = ['todos', 'plan', 'tasks', 'items'] as const;
const NAME_FIELDS = ['content', 'step', 'subject', 'title', 'text', 'description'] as const;
const OPEN = /^(?:pending|in_progress|in-progress|todo|open|not_started)$/;
const DONE = /^(?:completed|done)$/;
const TODO_TOOL = /todo|plan|task/i;
const MOST_WORDS = 40;

export function todosIn(calls: readonly Call[], known: readonly PendingAction[]): Todos {
  const lists = new Map<string, Map<string, Item>>();
  const completed = new Set<string>();
  for (const call of calls) {
    if (!TODO_TOOL.test(call.tool) || call.bySubagent || call.outcome === 'error' || call.outcome === 'denied')
      continue;
    const input = parse(call.input);
    if (input === null) continue;
    const before = lists.get(call.sessionId) ?? new Map<string, Item>();
    const after = listAfter(before, input, call);
    lists.set(call.sessionId, after);
    for (const { content, status } of after.values()) if (DONE.test(status)) completed.add(content);
  }
  const items = [...lists.values()].flatMap((list) => [...list.values()]);
  const open = items.filter(({ status }) => OPEN.test(status));
  const done = known.filter(
    (action) =>
      action.status === 'pending' &&
      [...completed].some((content) => saysTheSame(content, action.content)) &&
      !open.some(({ content }) => saysTheSame(content, action.content)),
  );
  return {
    actions: open.map((item) => ({ content: shortened(item.content), turns: [item.turn], priority: priorityOf(item) })),
    done: done.map(({ id }) => id),
  };
}

function listAfter(before: ReadonlyMap<string, Item>, input: Fields, call: Call): Map<string, Item> {
  const list = LIST_FIELDS.map((field) => input[field]).find(Array.isArray);
  if (list !== undefined) {
    const items = list.filter(isObject).map((fields) => itemOf(fields, call.turn));
    return new Map(items.filter(({ content }) => content !== '').map((item) => [item.content, item]));
  }
  const id = text(input.taskId) || text(input.id);
  const known = before.get(id);
  if (known !== undefined) {
    const changed = itemOf({ ...input, description: '' }, call.turn);
    const status = text(input.status) || known.status;
    return new Map(before).set(id, { ...known, content: changed.content || known.content, status, turn: call.turn });
  }
  const created = itemOf(input, call.turn);
  if (!/create|add/i.test(call.tool) || created.content === '') return new Map(before);
  const given = /#?(\d+)/.exec(call.output)?.[1] ?? created.content;
  return new Map(before).set(given, created);
}

function itemOf(fields: Fields, turn: number): Item {
  const content = NAME_FIELDS.map((field) => text(fields[field]).trim()).find((name) => name !== '') ?? '';
  return { content, status: text(fields.status) || 'pending', priority: text(fields.priority), turn };
}

function priorityOf({ status, priority }: Item): ActionPriority {
  if (priority === 'high' || (priority === '' && /^in[_-]progress$/.test(status))) return 1;
  return priority === 'low' ? 3 : 2;
}

function shortened(content: string): string {
  return sentence(content.split(/\s+/).slice(0, MOST_WORDS).join(' '));
}

function parse(input: string): Fields | null {
  if (!input.trimStart().startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(input);
    return isObject(value) ? value : null;
  } catch {
    // A summary cut short: half a list is no list.
    return null;
  }
}
