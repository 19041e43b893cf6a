/** The HTTP API over one kept-alive connection, timed from the first byte out to the last byte in. */
import { Agent, request } from 'node:http';
import type { WireHit, WireSearch } from '../../src/http/search-wire.ts';

/** The whole head of a request may have 16 KB; a pasted page is cut to what surely fits. */
const QUERY_BYTES = 12_000;

interface Answered {
  readonly body: string;
  readonly tookMs: number;
}

export interface Api {
  get(path: string, query: Readonly<Record<string, string>>): Promise<Answered>;
  post(path: string, body: unknown): Promise<Answered>;
  /** An export, line by line. */
  send(path: string, lines: string): Promise<Answered>;
  close(): void;
}

export interface Found {
  readonly hits: readonly WireHit[];
  readonly tookMs: number;
}

export function connect({ port, token }: { readonly port: number; readonly token: string }): Api {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = (method: string, path: string, body = '', type = 'application/json'): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body === '' ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
      };
      const startedAt = performance.now();
      const sent = request({ host: '127.0.0.1', port, path, method, agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const tookMs = performance.now() - startedAt;
          const text = Buffer.concat(chunks).toString('utf8');
          if ((answer.statusCode ?? 500) < 300) resolve({ body: text, tookMs });
          else
            reject(new Error(`${method} ${path.slice(0, 100)} answered ${answer.statusCode}: ${text.slice(0, 300)}`));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    get: (path, query) => call('GET', `${path}?${new URLSearchParams(query)}`),
    post: (path, body) => call('POST', path, JSON.stringify(body)),
    send: (path, lines) => call('POST', path, lines, 'application/x-ndjson'),
    close: () => agent.destroy(),
  };
}

/** In all spaces without a workspace. */
export async function searchRecords(api: Api, text: string, k: number, workspace?: string): Promise<Found> {
  const query = { q: fitting(text), k: String(k), type: 'records', ...(workspace === undefined ? {} : { workspace }) };
  const { body, tookMs } = await api.get('/memory/search', query);
  const { hits } = JSON.parse(body) as WireSearch;
  return { hits, tookMs };
}

function fitting(text: string): string {
  const whole = text.toWellFormed();
  if (encodeURIComponent(whole).length <= QUERY_BYTES) return whole;
  let size = 0;
  let cut = '';
  for (const char of whole) {
    size += encodeURIComponent(char).length;
    if (size > QUERY_BYTES) break;
    cut += char;
  }
  return cut;
}
