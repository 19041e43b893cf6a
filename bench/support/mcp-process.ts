/** The MCP server of a session as a client starts it, and a Node that does nothing beside it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchDaemon, DIST, memoryOf } from './daemon.ts';

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
const IDLE = 'setInterval(() => undefined, 1_000_000)';
const SETTLED_MS = 500;

export interface McpProcess {
  /** How long a search took, as the client sees it. */
  search(query: string, limit: number): Promise<number>;
  memoryMb(): number;
  end(): Promise<void>;
}

export async function startMcp({ paths }: BenchDaemon, folder: string): Promise<McpProcess> {
  const child = spawn(process.execPath, [join(DIST, 'carryover.js'), 'mcp'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: paths.home, CARRYOVER_HOME: paths.home },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (method: string, params: object): Promise<{ readonly result?: { readonly isError?: boolean } }> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
    return JSON.parse((await lines.next()).value);
  };
  await ask('initialize', INITIALIZE);
  return {
    async search(query, limit) {
      const params = { name: 'search_memory', arguments: { query, limit, type: 'records' } };
      const startedAt = performance.now();
      const { result } = await ask('tools/call', params);
      if (result === undefined || result.isError === true) throw new Error('the tool did not answer');
      return performance.now() - startedAt;
    },
    memoryMb: () => memoryOf(child.pid ?? 0),
    end: () => ended(child),
  };
}

export async function bareNodeMb(): Promise<number> {
  const child = spawn(process.execPath, ['-e', IDLE], { stdio: 'ignore' });
  await sleep(SETTLED_MS);
  const memoryMb = memoryOf(child.pid ?? 0);
  child.kill();
  await ended(child);
  return memoryMb;
}

async function ended(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
