/** A program that is not ours, on the socket where the daemon should be. Keeps everything it is told. */
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';

export interface ForeignServer extends AsyncDisposable {
  /** All bytes that anybody sent. */
  heard(): string;
  connections(): number;
}

/** `onRequest` is called once per connection, when the first bytes have come. */
export async function startForeignServer(path: string, onRequest: (socket: Socket) => void): Promise<ForeignServer> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const sockets = new Set<Socket>();
  const chunks: Buffer[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => onRequest(socket));
    socket.on('data', (chunk) => chunks.push(chunk));
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    heard: () => Buffer.concat(chunks).toString('latin1'),
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
