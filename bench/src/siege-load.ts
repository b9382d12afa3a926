/** Program: who wants everything for itself. Its parent tells how; it goes on until it is ended. */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { StompSocket } from './stomp-socket.ts';

export type SiegeOrder =
  /** Live connections of one account that say nothing any more. */
  | { kind: 'sockets'; port: number; path: string; connect: Record<string, string> }
  /** Connections that write this and no more, to any port. */
  | { kind: 'silence'; port: number; write: string }
  /** Requests of one account, so many at a time. */
  | { kind: 'requests'; urls: readonly string[]; headers: Record<string, string>; atOnce: number };

/** Networks from which the connections come, and how many each opens a second. */
const networks = 8;
const opened_per_s = 100;
const beat_ms = 100;

process.channel?.ref();
process.on('message', (order: SiegeOrder) => {
  if (order.kind === 'requests') for (let i = 0; i < order.atOnce; i++) void ask(order, i);
  else
    setInterval(() => {
      for (let n = 1; n <= networks; n++)
        for (let i = 0; i < (opened_per_s * beat_ms) / 1000; i++) begin(order, `127.0.${n}.9`);
    }, beat_ms);
});

/** What is cut off is opened anew by the next beat. */
function begin(order: Exclude<SiegeOrder, { kind: 'requests' }>, localAddress: string): void {
  if (order.kind === 'sockets') {
    StompSocket.open(order.port, order.path, order.connect, localAddress).catch(() => {});
    return;
  }
  const socket: Socket = connect({ port: order.port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  socket.resume();
  if (order.write !== '') socket.once('connect', () => socket.write(order.write));
}

async function ask({ urls, headers }: Extract<SiegeOrder, { kind: 'requests' }>, first: number): Promise<void> {
  for (let i = first; ; i++) {
    const reply = await fetch(urls[i % urls.length] ?? '', { headers });
    await reply.arrayBuffer();
    // Who is told to come later and does not would only be refused the faster.
    if (reply.status === 429) await wait(100);
  }
}
