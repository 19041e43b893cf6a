/** The memory tools as an agent's client reaches them: the stdio server as built, and streamable HTTP on the daemon. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DIST, type TestHome } from './home.ts';

export interface McpAnswer {
  readonly id?: unknown;
  readonly result?: { readonly [name: string]: unknown; readonly content?: readonly { readonly text: string }[] };
  readonly error?: { readonly code: number; readonly message: string };
}

export interface McpConnection extends AsyncDisposable {
  ask(method: string, params?: object): Promise<McpAnswer>;
}

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

/** For the project at `folder`. */
export async function openStdio(home: TestHome, folder: string): Promise<McpConnection> {
  const child = spawn(process.execPath, [join(DIST, 'carryover.js'), 'mcp'], {
    cwd: folder,
    env: home.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const connection: McpConnection = {
    async ask(method, params) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
      return JSON.parse((await lines.next()).value);
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
  await connection.ask('initialize', INITIALIZE);
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return connection;
}

/** In no space when there is no folder. */
export async function openHttp(home: TestHome, folder?: string): Promise<McpConnection> {
  const connection: McpConnection = {
    async ask(method, params) {
      const answer = await fetch(`${home.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${home.token()}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': INITIALIZE.protocolVersion,
          ...(folder === undefined ? {} : { 'x-carryover-workspace': folder }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      const text = await answer.text();
      return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  await connection.ask('initialize', INITIALIZE);
  return connection;
}
