import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../clock.ts';
import { decodeFrames, encodeFrame, type Frame, FrameFault } from './frames.ts';

/** Who connected: their one destination, and when their token ends. */
export type Admitted = { userId: string; sessionId: string; destination: string; expires_ms: number };

export type StompOptions = {
  /** HTTP server whose upgrades of `path` are taken. */
  server: Server;
  path: string;
  clock: Clock;
  /** Admits by the CONNECT frame's headers; undefined refuses. */
  admit(headers: Readonly<Record<string, string>>): Promise<Admitted | undefined>;
  /** Whether a browser page of this origin may connect; requests without an origin are programs. */
  mayConnectFrom(origin: string, host: string): boolean;
  /** The receipt goes out when this is done: from then on nothing is missed. */
  subscribed(connection: StompConnection): Promise<void>;
  closed(connection: StompConnection): void;
};

/** A subscribed client. */
export type StompConnection = Admitted & {
  /** Sends a message to its subscriptions; a reader that is too slow is dropped. */
  send(body: string): void;
  close(reason: string): void;
};

const frame_bytes_max = 16 * 1024;
const connectWithin_ms = 10_000;
const heartbeat_ms = 10_000;
const subscriptions_max = 8;
/** A reader this far behind is dropped: it reconnects and refetches. */
const unread_bytes_max = 1 << 20;
const connections_max = 20_000;

/**
 * STOMP 1.1 and 1.2 over websocket (S7.31, design 8): CONNECT with a bearer token, SUBSCRIBE to one's own destination
 * and nothing else, heart-beats, receipts. Clients send nothing.
 */
export function openStompServer(options: StompOptions): Disposable & { connections(): number } {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: frame_bytes_max,
    perMessageDeflate: false,
    handleProtocols: (offered) => ['v12.stomp', 'v11.stomp'].find((one) => offered.has(one)) ?? false,
  });
  options.server.on('upgrade', (request, socket, head) => {
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== options.path) return socket.destroy();
    const { origin, host = '' } = request.headers;
    if ((origin && !options.mayConnectFrom(origin, host)) || sockets.clients.size >= connections_max)
      return socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (ws) => serve(ws, options));
  });
  return {
    connections: () => sockets.clients.size,
    [Symbol.dispose]: () => {
      for (const ws of sockets.clients) ws.close(1001);
      sockets.close();
      for (const ws of sockets.clients) ws.terminate();
    },
  };
}

function serve(ws: WebSocket, options: StompOptions): void {
  const { clock } = options;
  const subscriptions = new Set<string>();
  const timers: NodeJS.Timeout[] = [];
  let connection: StompConnection | undefined;
  let messages = 0;
  let heard_ms = clock.now();

  const write = (frame: Frame): void => {
    if (ws.readyState === ws.OPEN) ws.send(encodeFrame(frame));
  };
  const fail = (message: string, receipt?: string): void => {
    write({ command: 'ERROR', headers: { message, ...(receipt && { 'receipt-id': receipt }) }, body: '' });
    ws.close(1008);
  };
  const every = (ms: number, run: () => void): void => void timers.push(setInterval(run, ms).unref());

  const connect = async ({ headers }: Frame): Promise<void> => {
    const version = ['1.2', '1.1'].find((one) => (headers['accept-version'] ?? '').split(',').includes(one));
    if (!version) return fail('versions 1.1 and 1.2 are spoken here');
    const admitted = await options.admit(headers);
    if (!admitted) return fail('sign in again');
    connection = {
      ...admitted,
      send: (body) => {
        if (ws.bufferedAmount > unread_bytes_max) return ws.terminate();
        for (const subscription of subscriptions)
          write({
            command: 'MESSAGE',
            headers: {
              destination: admitted.destination,
              subscription,
              'message-id': String(++messages),
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(body)),
            },
            body,
          });
      },
      close: (reason) => fail(reason),
    };
    const [canSend = 0, wantsToHear = 0] = (headers['heart-beat'] ?? '0,0').split(',').map(Number);
    if (wantsToHear > 0) every(Math.max(wantsToHear, heartbeat_ms), () => ws.readyState === ws.OPEN && ws.send('\n'));
    if (canSend > 0) {
      const limit_ms = Math.max(canSend, heartbeat_ms) * 2.5;
      every(heartbeat_ms, () => clock.now() - heard_ms > limit_ms && ws.terminate());
    }
    every(1000, () => clock.now() >= admitted.expires_ms && fail('the token has expired'));
    write({ command: 'CONNECTED', headers: { version, 'heart-beat': `${heartbeat_ms},${heartbeat_ms}` }, body: '' });
  };

  const subscribe = async (live: StompConnection, { id, destination, receipt }: Readonly<Record<string, string>>): Promise<void> => {
    if (!id || destination !== live.destination) return fail('subscription not allowed', receipt);
    if (subscriptions.size >= subscriptions_max) return fail('too many subscriptions', receipt);
    const first = subscriptions.size === 0;
    subscriptions.add(id);
    if (first) await options.subscribed(live);
    if (receipt) write({ command: 'RECEIPT', headers: { 'receipt-id': receipt }, body: '' });
  };

  const take = async (frame: Frame): Promise<void> => {
    if (!connection) {
      if (frame.command !== 'CONNECT' && frame.command !== 'STOMP') return fail('connect first');
      return connect(frame);
    }
    const { receipt } = frame.headers;
    switch (frame.command) {
      case 'SUBSCRIBE':
        return subscribe(connection, frame.headers);
      case 'UNSUBSCRIBE':
        subscriptions.delete(frame.headers['id'] ?? '');
        break;
      case 'DISCONNECT':
        if (receipt) write({ command: 'RECEIPT', headers: { 'receipt-id': receipt }, body: '' });
        return ws.close(1000);
      default:
        return fail(`${frame.command.slice(0, 20)} is not allowed`, receipt);
    }
    if (receipt) write({ command: 'RECEIPT', headers: { 'receipt-id': receipt }, body: '' });
  };

  const late = setTimeout(() => connection || ws.terminate(), connectWithin_ms).unref();
  // Frames are taken one after the other: admission is asynchronous and a SUBSCRIBE may follow at once.
  let chain = Promise.resolve();
  ws.on('message', (data) => {
    heard_ms = clock.now();
    try {
      for (const frame of decodeFrames(data as Buffer)) chain = chain.then(() => take(frame)).catch(() => fail('not possible now'));
    } catch (error) {
      fail(error instanceof FrameFault ? error.message : 'no STOMP');
    }
  });
  ws.on('error', () => ws.terminate());
  ws.on('close', () => {
    clearTimeout(late);
    for (const timer of timers) clearInterval(timer);
    if (connection) options.closed(connection);
  });
}
