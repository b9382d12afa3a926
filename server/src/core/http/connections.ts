import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { SayLimited } from '../limit-log.ts';
import { networkOf } from '../network.ts';
import type { Proxies } from './proxies.ts';

/** Connections of one network that have not asked to the end; browsers keep one or two ready each. */
const waitingPerNetwork_max = 200;

type Connection = { socket: Socket; network: string; isProxys: boolean };

/**
 * Bounds the connections of a server, websockets apart, and makes room for who comes: first goes the one that has waited longest
 * without a whole request, then the one that has been idle longest. One network may have only so many that wait, unless it is a proxy's,
 * which speaks for many. How long each may take, Node's own time limits say (`serverOptions`).
 */
export function limitConnections(
  server: Server,
  { most, proxies, limited }: { most: number; proxies: Proxies; limited: SayLimited },
): void {
  /** By {@link endOf}, which the socket of a request over TLS shares with the one that was accepted. */
  const open = new Map<string, Connection>();
  /** Longest first: who has not asked, or not to the end; of these those of each network; who has its answer. */
  const waiting = new Set<Connection>();
  const waitingOf = new Map<string, Set<Connection>>();
  const idle = new Set<Connection>();

  const begins = (connection: Connection): void => {
    waiting.add(connection);
    const { network, isProxys } = connection;
    if (isProxys) return;
    const ofNetwork = waitingOf.get(network) ?? new Set();
    waitingOf.set(network, ofNetwork.add(connection));
    if (ofNetwork.size > waitingPerNetwork_max) drop(first(ofNetwork), 'http_waiting_network');
  };
  const hasAsked = (connection: Connection): void => {
    waiting.delete(connection);
    const ofNetwork = waitingOf.get(connection.network);
    ofNetwork?.delete(connection);
    if (ofNetwork?.size === 0) waitingOf.delete(connection.network);
  };
  const forget = (end: string): void => {
    const connection = open.get(end);
    if (!connection) return;
    open.delete(end);
    idle.delete(connection);
    hasAsked(connection);
  };
  const drop = (connection: Connection | undefined, limit: 'http_connections' | 'http_waiting_network'): void => {
    if (!connection) return;
    limited(limit, { network: connection.network });
    connection.socket.destroy();
    forget(endOf(connection.socket));
  };

  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const connection = { socket, network: networkOf(address), isProxys: proxies.trusts(address) };
    const end = endOf(socket);
    ends.set(socket, end);
    if (open.size >= most) drop(first(waiting) ?? first(idle) ?? connection, 'http_connections');
    if (socket.destroyed) return;
    open.set(end, connection);
    socket.once('close', () => forget(end));
    begins(connection);
  });
  server.prependListener('upgrade', ({ socket }: IncomingMessage) => forget(endOf(socket)));
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(endOf(request.socket));
    if (!connection) return;
    idle.delete(connection);
    if (!hasBody(request)) hasAsked(connection);
    else {
      if (!waiting.has(connection)) begins(connection);
      request.once('end', () => hasAsked(connection));
    }
    response.once('close', () => {
      hasAsked(connection);
      if (open.get(endOf(request.socket)) === connection) idle.add(connection);
    });
  });
}

const first = <T>(set: Set<T>): T | undefined => set.values().next().value;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The other end of a connection; a socket that is closed does not know it any more. */
const ends = new WeakMap<Socket, string>();
const endOf = (socket: Socket): string => {
  const end = ends.get(socket) ?? `${socket.remoteAddress}:${socket.remotePort}`;
  ends.set(socket, end);
  return end;
};
