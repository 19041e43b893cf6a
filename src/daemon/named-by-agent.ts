/**
 * Whether an agent's call named a memory file, or the folder they are in, since a moment: then a change that is found there
 * is not known to be a person's. Tools that only read do not count; a shell command does, whatever it looks like, because
 * nobody can tell by its text what it writes. Limit: the newest turns are looked at, and what a call did not name is not seen.
 */
import { basename } from 'node:path';
import type { Journal } from '../journal/journal.ts';
import type { StoredRecord } from '../memory/record.ts';

const RECENT_TURNS = 40;
const READING_TOOLS: ReadonlySet<string> = new Set([
  'Read',
  'Grep',
  'Glob',
  'LS',
  'NotebookRead',
  'TodoWrite',
  'WebFetch',
]);

export async function isNamedByAgent(
  journal: Pick<Journal, 'turns' | 'openTurns' | 'recordsOfTurn'>,
  { path, folder, since }: { readonly path: string; readonly folder: string; readonly since: number },
): Promise<boolean> {
  const names = [basename(path), folder].map((name) => name.toLowerCase());
  const isNaming = ({ type, tool, ts, content, path: given }: StoredRecord): boolean => {
    if (type !== 'tool_use' || ts < since || READING_TOOLS.has(tool ?? '') || tool?.startsWith('mcp__carryover__'))
      return false;
    const said = `${given ?? ''}\n${content}`.toLowerCase();
    return names.some((name) => said.includes(name));
  };
  const open = (await journal.openTurns()).filter(({ lastRecordAt }) => lastRecordAt >= since);
  const closed = (await journal.turns({ limit: RECENT_TURNS })).filter(({ closedAt }) => closedAt >= since);
  for (const { id } of [...open.slice(-RECENT_TURNS), ...closed])
    if ((await journal.recordsOfTurn(id, Number.MAX_SAFE_INTEGER)).some(isNaming)) return true;
  return false;
}
