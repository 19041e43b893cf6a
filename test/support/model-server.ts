/**
 * A scripted model on loopback for tests of whoever asks one: speaks Anthropic's messages and OpenAI's chat completions,
 * whole answers only, and misbehaves as told. Keys are not kept: a request says whether it carried one.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readAll } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export type Behaviour =
  | { readonly does: 'answer'; readonly text: string; readonly usage?: Usage | null; readonly cutOff?: boolean }
  | {
      readonly does: 'status';
      readonly status: number;
      readonly headers?: Headers;
      readonly body?: string | Uint8Array;
    }
  /** One byte of a whole answer at a time. */
  | { readonly does: 'drip'; readonly everyMs: number }
  | { readonly does: 'redirect'; readonly to: string }
  /** `reset`: no answer at all. `half`: cut off in the middle. `half-json`: ends in the middle, as if it were whole. */
  | { readonly does: 'hang' | 'reset' | 'half' | 'half-json' | 'html' | 'huge' | 'refusal' | 'empty' | 'wrong-schema' };

interface Usage {
  readonly input: number;
  readonly output: number;
}

type Headers = { readonly [name: string]: string };

export interface ModelRequest {
  /** From 1, in the order they came. */
  readonly number: number;
  readonly path: string;
  readonly protocol: 'anthropic' | 'openai';
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  readonly body: { readonly [field: string]: unknown };
  readonly headers: NodeJS.Dict<string | string[]>;
  /** Whether a header held this text. */
  carried(text: string): boolean;
}

export interface ModelServer extends AsyncDisposable {
  /** Of Anthropic's API; OpenAI's is below `/v1`. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** The most requests that were under way at once. */
  readonly highestConcurrency: number;
  use(decide: Decide): void;
}

type Decide = Behaviour | ((request: ModelRequest) => Behaviour | Promise<Behaviour>);

const SECRET_HEADERS = ['authorization', 'x-api-key'];
const HUGE_BYTES = 5 * 1_024 * 1_024;
const HTML = '<!doctype html><html><body>Please log in to the network.</body></html>';

export async function startModelServer(decide: Decide = { does: 'answer', text: 'OK.' }): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let chosen = decide;
  let open = 0;
  let highestConcurrency = 0;

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = readRequest(incoming, await readAll(incoming), requests.length + 1);
    requests.push(request);
    await behave(typeof chosen === 'function' ? await chosen(request) : chosen, request, response);
  }

  const server = createServer((incoming, response) => {
    open += 1;
    highestConcurrency = Math.max(highestConcurrency, open);
    response.once('close', () => {
      open -= 1;
    });
    // A script that throws must show up as a failed request, not as a client that waits for ever.
    serve(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the model server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    get highestConcurrency() {
      return highestConcurrency;
    },
    use: (next) => {
      chosen = next;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function readRequest(incoming: IncomingMessage, raw: string, number: number): ModelRequest {
  const path = incoming.url ?? '/';
  const body = JSON.parse(raw) as {
    readonly model: string;
    readonly system?: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
  const said = (role: string): string => body.messages.find((message) => message.role === role)?.content ?? '';
  return {
    number,
    path,
    protocol: path.endsWith('/messages') ? 'anthropic' : 'openai',
    model: body.model,
    system: body.system ?? said('system'),
    prompt: said('user'),
    body: { ...body },
    headers: Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !SECRET_HEADERS.includes(name))),
    carried: (text) => incoming.rawHeaders.some((header) => header.includes(text)),
  };
}

async function behave(behaviour: Behaviour, request: ModelRequest, response: ServerResponse): Promise<void> {
  const send = (
    body: string | Uint8Array,
    status = 200,
    headers: Headers = { 'content-type': 'application/json' },
  ): void => {
    response.writeHead(status, headers).end(body);
  };
  const whole = JSON.stringify(answerTo(request, { text: 'A whole answer.' }));
  switch (behaviour.does) {
    case 'answer':
      return send(JSON.stringify(answerTo(request, behaviour)));
    case 'refusal':
      return send(JSON.stringify(answerTo(request, { text: '', refusal: true })));
    case 'empty':
      return send(JSON.stringify(answerTo(request, { text: '' })));
    case 'wrong-schema':
      return send('{"outcome":"fine","data":[1,2,3]}');
    case 'html':
      return send(HTML, 200, { 'content-type': 'text/html' });
    case 'huge':
      return send(JSON.stringify(answerTo(request, { text: 'x'.repeat(HUGE_BYTES) })));
    case 'half-json':
      return send(whole.slice(0, whole.length / 2));
    case 'status':
      return send(behaviour.body ?? '', behaviour.status, behaviour.headers);
    case 'redirect':
      return send('', 307, { location: behaviour.to });
    case 'reset':
      response.destroy();
      return;
    case 'half':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
      response.write(whole.slice(0, whole.length / 2), () => response.destroy());
      return;
    case 'drip':
      response.writeHead(200, { 'content-type': 'application/json' });
      for (const byte of whole) {
        if (response.destroyed) return;
        response.write(byte);
        await sleep(behaviour.everyMs);
      }
      response.end();
      return;
    case 'hang':
      return;
  }
}

interface Said {
  readonly text: string;
  readonly usage?: Usage | null;
  readonly cutOff?: boolean;
  readonly refusal?: boolean;
}

function answerTo({ protocol, model, number }: ModelRequest, said: Said): object {
  const { input, output } = said.usage ?? { input: 100, output: 20 };
  if (protocol === 'anthropic') {
    const ended = said.cutOff === true ? 'max_tokens' : 'end_turn';
    return {
      id: `msg_${number}`,
      type: 'message',
      role: 'assistant',
      model,
      content:
        said.text === ''
          ? []
          : [
              { type: 'thinking', thinking: 'Hm.' },
              { type: 'text', text: said.text },
            ],
      stop_reason: said.refusal === true ? 'refusal' : ended,
      ...(said.usage === null ? {} : { usage: { input_tokens: input, output_tokens: output } }),
    };
  }
  const refusal = said.refusal === true ? 'I will not.' : null;
  return {
    id: `chat_${number}`,
    object: 'chat.completion',
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: said.text, reasoning_content: 'Hm.', refusal },
        finish_reason: said.cutOff === true ? 'length' : 'stop',
      },
    ],
    ...(said.usage === null ? {} : { usage: { prompt_tokens: input, completion_tokens: output } }),
  };
}
