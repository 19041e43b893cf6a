/** Requests as odd as an attacker's, to a real daemon; everything it ever answered is kept, to be searched afterwards. */
import { Agent, request as prepareRequest } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface OddRequest {
  readonly method?: string;
  readonly path: string;
  /** Name and value in turn, exactly these: not even a Host is added. */
  readonly headers: readonly string[];
  readonly body?: string | Buffer;
}

interface OddAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

export class Attacker implements Disposable {
  readonly port: number;
  /** Heads and bodies of all answers. */
  readonly heard: string[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(port: number) {
    this.port = port;
  }

  /** Of a stream of events only the head is taken. */
  ask({ method = 'GET', path, headers, body }: OddRequest): Promise<OddAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<OddAnswer>();
    const length = body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))];
    const options = { host: '127.0.0.1', port: this.port, method, path, setHost: false, agent: this.#agent };
    const request = prepareRequest({ ...options, headers: [...headers, ...length] }, async (answer) => {
      const { statusCode: status = 0, headers } = answer;
      let text = '';
      if (headers['content-type'] === 'text/event-stream') answer.destroy();
      else for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      this.heard.push(`${JSON.stringify(headers)}\n${text}`);
      resolve({ status, headers, text });
    });
    request.on('error', reject);
    request.end(body);
    return promise;
  }

  /** Connections that each send this and then wait. */
  async hold(count: number, text: string): Promise<Disposable & { readonly sockets: readonly Socket[] }> {
    const sockets = await Promise.all(
      Array.from({ length: count }, () => {
        const { promise, resolve } = Promise.withResolvers<Socket>();
        const socket = connect(this.port, '127.0.0.1', () => socket.write(text, () => resolve(socket)));
        // To be cut off is what they are for.
        socket.on('error', () => resolve(socket)).resume();
        return promise;
      }),
    );
    return { sockets, [Symbol.dispose]: () => sockets.forEach((socket) => void socket.destroy()) };
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
