/**
 * A scripted Messages API on loopback: the one thing in the system tests that is not real. Takes any key, keeps every
 * request for the test to look at. Do not start a client with a synchronous spawn from the same process: it would wait
 * for an answer that this process cannot give.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MessageBlock, makeMessage, streamMessage } from './fake-anthropic-message.ts';
import { type MessagesRequest, makeScript, type Script } from './fake-anthropic-script.ts';

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: MessagesRequest;
  readonly status: number;
  /** The rule's name, `turn` or `otherwise`; absent when no model was asked. */
  readonly answeredBy?: string;
  readonly answer?: readonly MessageBlock[];
}

export interface FakeAnthropic extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Requests that carried tools: those of the conversation, without the client's side requests. */
  turns(): readonly SeenRequest[];
  use(script: Script): void;
}

export async function startFakeAnthropic(script: Script = {}): Promise<FakeAnthropic> {
  const requests: SeenRequest[] = [];
  let choose = makeScript(script);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await readAll(request);
    const path = new URL(request.url ?? '/', 'http://loopback').pathname;
    const method = request.method ?? '';
    const body: MessagesRequest = raw === '' ? {} : JSON.parse(raw);
    const json = (status: number, value: object): void => {
      requests.push({ method, path, body, status });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (method === 'POST' && path === '/v1/messages/count_tokens')
      return json(200, { input_tokens: Math.ceil(raw.length / 4) });
    if (path === '/v1/models') return json(200, { data: [], has_more: false });
    if (method === 'HEAD' || path === '/') return json(200, {});
    if (method !== 'POST' || path !== '/v1/messages') return json(404, apiError('not_found_error', 'not scripted'));

    const choice = choose(body);
    const { status = 200, error = 'scripted error', delayMs = 0, chunkMs = 0 } = choice.answer;
    if (delayMs > 0) await sleep(delayMs);
    if (status !== 200) {
      requests.push({ method, path, body, status, answeredBy: choice.by });
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(apiError('api_error', error)));
      return;
    }
    const message = makeMessage(choice);
    requests.push({ method, path, body, status, answeredBy: choice.by, answer: message.content });
    if (body.stream === true) return streamMessage(response, message, chunkMs);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
  }

  const server = createServer((request, response) => {
    // A script that throws must show up as a failed request, not as a client that waits for ever.
    answer(request, response).catch((cause: unknown) => response.destroy(cause instanceof Error ? cause : undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake API has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    turns: () => requests.filter((request) => (request.body.tools ?? []).length > 0),
    use: (next) => {
      choose = makeScript(next);
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function apiError(type: string, message: string): object {
  return { type: 'error', error: { type, message } };
}
