/** POSTs on one kept-alive connection, timed from the first byte out to the last byte in. */
import { Agent, request } from 'node:http';

export interface Poster {
  post(path: string, body: string, type?: string): Promise<number>;
  close(): void;
}

export function poster(port: number, token: string): Poster {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    post: (path, body, type = 'application/json') =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now();
        const call = request(
          {
            host: '127.0.0.1',
            port,
            path,
            method: 'POST',
            agent,
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': type,
              'content-length': Buffer.byteLength(body),
            },
          },
          (answer) => {
            answer.resume();
            answer.on('end', () => {
              if ((answer.statusCode ?? 500) >= 300) reject(new Error(`status ${answer.statusCode}`));
              else resolve(performance.now() - startedAt);
            });
          },
        );
        call.on('error', reject);
        call.end(body);
      }),
    close: () => agent.destroy(),
  };
}
