/** Takes what a client's http hooks post, answers `{}`, and keeps it for the test. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

interface PostedHook {
  readonly path: string;
  readonly event: string;
  readonly headers: IncomingHttpHeaders;
}

export interface HookListener extends AsyncDisposable {
  readonly port: number;
  readonly posted: PostedHook[];
}

export async function startHookListener(): Promise<HookListener> {
  const posted: PostedHook[] = [];
  const server = createServer(async (request, response) => {
    const payload: { hook_event_name: string } = JSON.parse(await text(request));
    posted.push({ path: request.url ?? '', event: payload.hook_event_name, headers: request.headers });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the listener has no port');
  return {
    port: address.port,
    posted,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
