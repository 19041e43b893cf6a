/** `memory_status {}`: whether memory works, and what it holds for the caller, in a few plain lines. */
import type { WireSpaceStatus } from '../http/space-status.ts';
import type { Memory } from './memory.ts';
import { ALWAYS_LOADED, type MemoryTool, READ_ONLY } from './tool.ts';

const STATES = {
  ok: 'ok',
  degraded: 'works, but something needs a look: the user can run `carryover status`',
  'read-only': 'nothing new can be stored now: the user can run `carryover status`',
} satisfies Record<WireSpaceStatus['state'], string>;

const SEARCH = {
  ready: 'Search: everything is indexed',
  filling: 'Search: records are still being indexed, and are not found yet',
  unavailable: 'Search: not available now',
} satisfies Record<WireSpaceStatus['search'], string>;

export function memoryStatus(status: Memory['status']): MemoryTool {
  return {
    definition: {
      name: 'memory_status',
      description: 'Whether memory works, and what it holds.',
      inputSchema: { type: 'object', properties: {} },
      annotations: READ_ONLY,
      _meta: ALWAYS_LOADED,
    },
    aliases: [],
    run: async () => describe(await status()),
  };
}

function describe({ version, state, workspace, learnings, pending_actions, search }: WireSpaceStatus): string {
  const whose = workspace === null ? 'For the user (no project is known here)' : 'For this project and the user';
  return [
    `Carryover ${version}: ${STATES[state]}`,
    `${whose}: ${learnings} learnings hold, ${pending_actions} actions are open`,
    SEARCH[search],
  ].join('\n');
}
