import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SayLimited } from '../limit-log.ts';
import { networkOf } from '../network.ts';
import { TurnOfWrites } from './outgoing.ts';
import { type StompHost, type StompLimits, StompSession } from './stomp-session.ts';

export type StompOptions = Omit<StompHost, 'limits' | 'turn'> & {
  /** HTTP server whose upgrades of `path` are taken. */
  server: Server;
  path: string;
  /** Whether a browser page of this origin may connect; requests without an origin are programs. */
  mayConnectFrom(origin: string, host: string): boolean;
  /** Where a request comes from. */
  addressOf(request: IncomingMessage): string;
  limits?: Partial<ServerLimits>;
  limited: SayLimited;
};

type ServerLimits = StompLimits & {
  /** Longest websocket message of a client. */
  message_bytes: number;
  connections: number;
};

const defaultLimits: ServerLimits = {
  message_bytes: 16 * 1024,
  framesPer10s: 50,
  subscriptions: 8,
  unread_bytes: 1024 * 1024,
  connect_ms: 10_000,
  connections: 20_000,
};

/** How often sessions are looked through for what has run out. */
const watch_ms = 500;

/**
 * STOMP 1.1 and 1.2 over websocket (S7.31): CONNECT with a bearer token, SUBSCRIBE to one's own destination
 * and nothing else, heart-beats, receipts. Clients send nothing.
 */
export function openStompServer(options: StompOptions): Disposable & { connections(): number } {
  const limits = { ...defaultLimits, ...options.limits };
  const sessions = new Set<StompSession>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.message_bytes,
    // Sessions write frames of their own between those of ws, and answer pings after them.
    perMessageDeflate: false,
    autoPong: false,
    handleProtocols: (offered) => ['v12.stomp', 'v11.stomp'].find((one) => offered.has(one)) ?? false,
  });

  const host: StompHost = { ...options, limits, turn: new TurnOfWrites() };

  const serve = (ws: WebSocket, socket: Duplex): void => {
    const session = new StompSession(ws, socket, host);
    sessions.add(session);
    ws.on('close', () => {
      sessions.delete(session);
      session.ended();
    });
  };
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    if (request.url?.split('?')[0] !== options.path) return refuse(socket, '404 Not Found');
    const { origin, host = '' } = request.headers;
    if (origin && !options.mayConnectFrom(origin, host)) return refuse(socket, '403 Forbidden');
    if (sessions.size >= limits.connections) {
      options.limited('live_sockets', { network: networkOf(options.addressOf(request)) });
      return refuse(socket, '503 Service Unavailable');
    }
    sockets.handleUpgrade(request, socket, head, (ws) => serve(ws, socket));
  };
  options.server.on('upgrade', upgrade);
  const watching = options.clock.every(watch_ms, () => {
    for (const session of sessions) session.watch();
  });

  return {
    connections: () => sessions.size,
    [Symbol.dispose]: () => {
      watching[Symbol.dispose]();
      options.server.off('upgrade', upgrade);
      for (const session of sessions) session.leave();
      sockets.close();
    },
  };
}

const refuse = (socket: Duplex, status: string): void =>
  void socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
