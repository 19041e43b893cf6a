/** A scripted embedding model on loopback: speaks OpenAI's way, and misbehaves as told. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readAll } from 'node:stream/consumers';
import { defaultConfig } from '../../platform/config.ts';
import type { EmbeddingSettings } from './embedder.ts';

const SERVER_DIMENSIONS = 64;

interface EmbeddingRequest {
  readonly path: string;
  readonly model: string;
  readonly input: readonly string[];
  readonly authorization: string | undefined;
}

type Vectors = (texts: readonly string[]) => readonly (readonly unknown[] | string)[];

/** `vectors` answers with whatever it is given; 200 with a text is sent as it is. */
export type EmbeddingBehaviour =
  | { readonly does: 'vectors'; readonly make?: Vectors }
  | { readonly does: 'status'; readonly status: number; readonly body?: string }
  | { readonly does: 'hang' | 'reset' };

export interface EmbeddingServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: EmbeddingRequest[];
  /** May be changed at any time. */
  behave: (request: EmbeddingRequest) => EmbeddingBehaviour | Promise<EmbeddingBehaviour>;
}

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the embedding server has no port');
  const made: EmbeddingServer = {
    url: `http://127.0.0.1:${address.port}`,
    requests: [],
    behave: () => ({ does: 'vectors' }),
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { model, input } = JSON.parse(await readAll(incoming)) as { model: string; input: string[] };
    const path = incoming.url ?? '/';
    const request = { path, model, input, authorization: incoming.headers.authorization };
    made.requests.push(request);
    const behaviour = await made.behave(request);
    if (behaviour.does === 'reset') response.destroy();
    else if (behaviour.does === 'status') response.writeHead(behaviour.status).end(behaviour.body ?? '');
    else if (behaviour.does === 'vectors') {
      const answer = answerTo((behaviour.make ?? wordVectors)(input));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    }
  }
  return made;
}

export function embeddingSettings(changes: Partial<EmbeddingSettings>): EmbeddingSettings {
  return { ...defaultConfig(), 'embeddings.model': 'words', ...changes };
}

/** Texts that share words lie close together: each word points somewhere, always to the same place. */
export function wordVectors(texts: readonly string[], dimensions = SERVER_DIMENSIONS): number[][] {
  return texts.map((text) => {
    const vector = new Array<number>(dimensions).fill(0);
    for (const word of text.toLowerCase().match(/[a-z]+/g) ?? ['nothing'])
      for (const [at, bit] of signsOf(word, dimensions).entries()) vector[at] = (vector[at] ?? 0) + bit;
    return vector;
  });
}

/** -1 or 1 each: two words that differ are almost at right angles. */
function signsOf(word: string, dimensions: number): number[] {
  const bytes = createHash('shake256', { outputLength: dimensions / 8 })
    .update(word)
    .digest();
  return Array.from({ length: dimensions }, (_, at) => (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 - 1);
}

/** In reverse: the order is not promised. */
function answerTo(vectors: ReturnType<Vectors>): object {
  const tokens = vectors.length * 10;
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  return {
    object: 'list',
    data: data.toReversed(),
    model: 'words',
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}
