/** `carryover remember`, `move`, `pin`, `sensitive`: what a person says about memory itself. */
import type { changedToWire } from '../../http/memory-wire.ts';
import type { markedRecordToWire, rememberedToWire } from '../../http/trust-wire.ts';
import { CarryoverError } from '../../memory/error.ts';
import { currentHome, daemonClient } from '../home.ts';
import { type Options, workspaceOf } from '../options.ts';
import { paint, safe, say, sayJson } from '../terminal.ts';

type Marked = ReturnType<typeof rememberedToWire> | ReturnType<typeof markedRecordToWire>;

export async function runRemember(
  { space, user, sensitive, json }: Options,
  words: readonly string[],
): Promise<number> {
  if (user === true && space !== undefined) {
    throw new CarryoverError('--user and --space exclude each other', {
      code: 'invalid-input',
      hint: '--user keeps it for every project, --space for one',
    });
  }
  const workspace = user === true ? null : (workspaceOf(space) ?? process.cwd());
  return send('/memory/pin', { content: words.join(' '), workspace, sensitive: sensitive === true }, json, 'kept');
}

export async function runMove({ space, user, json }: Options, [id = '']: readonly string[]): Promise<number> {
  if ((user === true) === (space !== undefined)) {
    throw new CarryoverError('where is it to hold?', {
      code: 'invalid-input',
      hint: '--user for every project, or --space FOLDER for one',
    });
  }
  const workspace = user === true ? null : workspaceOf(space);
  const client = await daemonClient(currentHome());
  const moved = (await client.request('PUT', `/memories/${encodeURIComponent(id)}`, {
    body: { workspace },
  })) as ReturnType<typeof changedToWire>;
  if (json === true) sayJson(moved);
  else {
    const where = user === true ? 'everywhere' : `in ${safe(String(workspace))}`;
    const did = moved.undo === null ? 'held there before' : 'holds from now on';
    say(`${paint('green', '✓')} ${did} ${where}: ${safe(moved.memory.observation)}`);
  }
  return 0;
}

export function runPin({ off, json }: Options, [id = '']: readonly string[]): Promise<number> {
  const pinned = off !== true;
  return send('/memory/pin', { id, pinned }, json, pinned ? 'pinned' : 'pinned no more');
}

export function runSensitive({ off, json }: Options, [id = '']: readonly string[]): Promise<number> {
  const sensitive = off !== true;
  return send('/memory/sensitive', { id, sensitive }, json, sensitive ? 'kept from agents' : 'for agents, too');
}

async function send(path: string, body: object, json: unknown, done: string): Promise<number> {
  const client = await daemonClient(currentHome());
  const marked = (await client.request('POST', path, { body })) as Marked;
  if (json === true) sayJson(marked);
  else
    say(`${paint('green', '✓')} ${done}: ${marked.kind === 'record' ? `record ${marked.id}` : safe(marked.content)}`);
  return 0;
}
