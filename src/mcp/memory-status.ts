/** `memory_status {}`: whether memory works, in a few plain lines. */
import type { WireStatus } from '../http/wire.ts';
import { printable } from '../platform/printable.ts';
import type { Memory } from './memory.ts';
import { ALWAYS_LOADED, type MemoryTool, READ_ONLY } from './tool.ts';

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

function describe(status: WireStatus): string {
  const { records, turns, sessions, spaces } = status.journal;
  const last = status.last_event_at === null ? 'none yet' : new Date(status.last_event_at).toISOString();
  const lines = [
    `Carryover ${status.version}: ${status.state}`,
    `${records} records, ${turns} turns, ${sessions} sessions, ${spaces} spaces; last event: ${last}`,
    `${status.knowledge.learnings} learnings, ${status.knowledge.pending_actions} open actions; ${status.queue.waiting} turns wait to be curated`,
    searchLine(status.recall),
    ...status.problems.map(({ message, hint }) => `Problem: ${message} (${hint})`),
  ];
  return lines.map(printable).join('\n');
}

function searchLine(recall: WireStatus['recall']): string {
  if (recall === null) return 'Search is not available now';
  return `Search: ${recall.records} records and ${recall.facts} facts indexed, ${recall.waiting} waiting`;
}
