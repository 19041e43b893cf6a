/**
 * A tool call as a curator is shown it, without what is said twice (M-06): paths are told from the folder of the space, a
 * path that stands in the input is not told before it, and a list of tasks is told as lines, without its echo in the output.
 * What code reads as evidence stays as it was captured.
 */

import { isObject, text } from '../../memory/json-guards.ts';
import type { ToolCallSummary } from '../../memory/turn.ts';

const LISTS = ['todos', 'plan', 'tasks', 'items'] as const;
const NAMES = ['content', 'step', 'subject', 'title', 'text', 'description'] as const;

export interface ShownCall {
  readonly what: string;
  readonly output: string;
}

export function callText({ tool, input, output, path }: ToolCallSummary, root: string | null): ShownCall {
  const tasks = taskLines(input);
  if (tasks !== undefined) return { what: `${tool}\n${tasks}`, output: '' };
  const isToldInInput = path === undefined || input.includes(path);
  const what = `${tool}${isToldInInput ? '' : ` ${path}`}\n${input}`.trim();
  return { what: fromRoot(what, root), output: fromRoot(output, root) };
}

/** As they stand in a shell there: `/home/ada/shop/src/a.ts` is `src/a.ts`. */
export function fromRoot(said: string, root: string | null): string {
  return root === null || root.length < 2 ? said : said.replaceAll(`${root.replace(/[/\\]$/, '')}/`, '');
}

function taskLines(input: string): string | undefined {
  if (!LISTS.some((name) => input.includes(`"${name}"`))) return undefined;
  const fields = parsed(input);
  const list = LISTS.map((name) => fields?.[name]).find(Array.isArray);
  const lines = list?.filter(isObject).flatMap((item) => {
    const name = NAMES.map((field) => text(item[field]).trim()).find((said) => said !== '') ?? '';
    return name === '' ? [] : [`[${text(item.status) || 'pending'}] ${name}`];
  });
  return lines === undefined || lines.length === 0 || lines.length < (list?.length ?? 0) ? undefined : lines.join('\n');
}

function parsed(input: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(input);
    return isObject(value) ? value : undefined;
  } catch {
    // A summary that was cut short is shown as it is.
    return undefined;
  }
}
