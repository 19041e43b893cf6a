/**
 * Stands in for dist/ where a test asks what the client does with an installation, not what Carryover does with the
 * events: a hook that notes how it was called, and an MCP server with one tool that answers at once.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const STUB_CONTEXT = 'STUB-SESSION-CONTEXT';
export const STUB_HIT = 'STUB-MEMORY-HIT';

const HOOK = `
const { appendFileSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const payload = JSON.parse(readFileSync(0, 'utf8'));
const [client, event] = process.argv.slice(2);
const seen = { args: process.argv.slice(2), event: payload.hook_event_name };
appendFileSync(join(__dirname, 'calls.jsonl'), JSON.stringify(seen) + '\\n');
const hookSpecificOutput = { hookEventName: event, additionalContext: '${STUB_CONTEXT}' };
if (event === 'SessionStart') process.stdout.write(JSON.stringify({ hookSpecificOutput }));
`;

const SERVER = `
const tool = { name: 'search_memory', description: 'Search.', inputSchema: { type: 'object' } };
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'stub', version: '0' } }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': () => ({ content: [{ type: 'text', text: '${STUB_HIT} ' + (process.env.CARRYOVER_HOME ?? 'default home') }] }),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const body = answer ? { result: answer(params ?? {}) } : { error: { code: -32601, message: 'method not found' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...body }) + '\\n');
});
`;

export interface HookCall {
  readonly args: readonly string[];
  readonly event: string;
}

export function writeStubDist(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'hook.cjs'), HOOK);
  writeFileSync(join(folder, 'carryover.js'), SERVER);
}

export function hookCalls(folder: string): readonly HookCall[] {
  const log = join(folder, 'calls.jsonl');
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line): HookCall => JSON.parse(line));
}
