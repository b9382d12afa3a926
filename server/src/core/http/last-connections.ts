import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';

/**
 * Lets a server that closes end, whatever its clients do: a connection that never asked anything, such as a browser keeps ready,
 * ends at once, one that is asking with its answer, and whoever does not end its question, or takes no farewell, after the grace.
 * Node would wait for all three: its own time limits end with `close`, or are a minute long.
 */
export function endConnections(app: FastifyInstance, clock: Clock, grace_ms = 10_000): void {
  const { server } = app;
  const open = new Set<Socket>();
  const silent = new Set<Socket>();
  let isClosing = false;
  const kept = (sockets: Set<Socket>) => (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', kept(open));
  // Over TLS the socket of a request is not the one that was accepted.
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', kept(silent));
  server.on('upgrade', ({ socket }: IncomingMessage) => silent.delete(socket));
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    silent.delete(socket);
    response.once('close', () => {
      if (isClosing) server.closeIdleConnections();
    });
  });

  app.addHook('preClose', (done) => {
    isClosing = true;
    if (!server.listening) return done();
    for (const socket of silent) socket.destroy();
    const grace = clock.after(grace_ms, () => {
      for (const socket of open) socket.destroy();
    });
    server.once('close', () => grace[Symbol.dispose]());
    done();
  });
}
