import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { type Clock, systemClock } from '../clock.ts';
import type { Proxies } from '../http/proxies.ts';
import type { SayLimited } from '../limit-log.ts';
import { networkOf } from '../network.ts';
import { TurnOfWrites } from './outgoing.ts';
import { type PlaceLimits, Places } from './places.ts';
import { type StompHost, type StompLimits, StompSession } from './stomp-session.ts';

export type StompOptions = Omit<StompHost, 'limits' | 'turn' | 'place' | 'tooMuch' | 'socketClock'> & {
  /** HTTP server whose upgrades of `path` are taken. */
  server: Server;
  path: string;
  /** Whether a browser page of this origin may connect; requests without an origin are programs. */
  mayConnectFrom(origin: string, host: string): boolean;
  /** Who says where requests come from. */
  proxies: Proxies;
  /** Hears of each connection that has a place here, and counts nowhere else from now on. */
  becomesLive?(request: IncomingMessage): void;
  /** By which it is judged whether the other side still lives; the machine's, since what lives answers in the machine's time. */
  socketClock?: Clock;
  limits?: Partial<ServerLimits>;
  limited: SayLimited;
};

type ServerLimits = StompLimits &
  PlaceLimits & {
    /** Longest websocket message of a client. */
    message_bytes: number;
  };

const defaultLimits: ServerLimits = {
  message_bytes: 16 * 1024,
  framesPer10s: 50,
  signsPer10s: 1_000,
  signedPer10s_bytes: 256 * 1024,
  subscriptions: 8,
  unread_bytes: 1024 * 1024,
  connect_ms: 10_000,
  ping_ms: 30_000,
  connections: 20_000,
  perNetwork: 2_000,
  unconnected: 1_000,
  unconnectedPerNetwork: 200,
  perSession: 20,
  perUser: 50,
};

/** Parts of a message; what a client has to say fits into one. */
const fragments_max = 16;
/** How long who is refused may take to hear it. */
const farewell_ms = 1_000;

/** How often sessions are looked through for what has run out. */
const watch_ms = 500;

/**
 * STOMP 1.1 and 1.2 over websocket (S7.31): CONNECT with a bearer token, SUBSCRIBE to one's own destination
 * and nothing else, heart-beats, receipts. Clients send nothing.
 */
export function openStompServer(options: StompOptions): Disposable & { connections(): number } {
  const { proxies, limited, socketClock = systemClock } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const places = new Places<StompSession>(limits, limited);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.message_bytes,
    maxFragments: fragments_max,
    // Sessions write frames of their own between those of ws, and answer pings after them.
    perMessageDeflate: false,
    autoPong: false,
    handleProtocols: (offered) => ['v12.stomp', 'v11.stomp'].find((one) => offered.has(one)) ?? false,
  });

  const host: StompHost = {
    ...options,
    limits,
    socketClock,
    turn: new TurnOfWrites(),
    place: (session, who) => places.admit(session, who),
    tooMuch: (session) => void places.drop(session, 'live_signs'),
  };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    // A limit has ended it.
    if (socket.destroyed) return;
    const refuse = (status: string): void => farewell(socket, status, socketClock);
    if (request.url?.split('?')[0] !== options.path) return refuse('404 Not Found');
    const { origin, host: name = '' } = request.headers;
    if (origin && !options.mayConnectFrom(origin, name)) return refuse('403 Forbidden');
    const address = proxies.addressOf(request);
    const network = networkOf(address);
    if (!places.makeRoom(network)) return refuse('503 Service Unavailable');
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const session = new StompSession(ws, socket, host);
      // A proxy that names nobody speaks for many.
      places.open(session, network, !proxies.trusts(address));
      options.becomesLive?.(request);
      ws.on('close', () => {
        places.leave(session);
        session.ended();
      });
    });
  };
  options.server.on('upgrade', upgrade);
  const watching = options.clock.every(watch_ms, () => {
    for (const session of places.all()) session.watch();
  });

  return {
    connections: () => places.size,
    [Symbol.dispose]: () => {
      watching[Symbol.dispose]();
      options.server.off('upgrade', upgrade);
      for (const session of places.all()) session.leave();
      sockets.close();
    },
  };
}

/**
 * Ends a connection with a word. Who takes nothing hears none: what waits to be written would keep it open for good, since Node's own
 * time limits end with the upgrade.
 */
function farewell(socket: Duplex, status: string, clock: Clock): void {
  if (socket.writableLength > 0) {
    socket.destroy();
    return;
  }
  const late = clock.after(farewell_ms, () => void socket.destroy());
  socket.once('close', () => late[Symbol.dispose]());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => socket.destroy());
}
