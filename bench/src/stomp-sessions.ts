/** Program: many sessions that count the frames they get. Its parent says for how many in all it waits. */
import { StompSocket } from './stomp-socket.ts';

/** Whose sessions they are: as many of each. */
export type Subscriber = { connect: Record<string, string>; destination: string };
export type SessionsOrder = { port: number; path: string; subscribers: readonly Subscriber[]; sessions: number };
export type SessionsTold = 'subscribed' | 'arrived';

const openedAtOnce = 50;
let frames = 0;
let awaited = Number.POSITIVE_INFINITY;

process.channel?.ref();
process.on('message', (message: SessionsOrder | { await: number }) => {
  if (!('await' in message)) return void open(message);
  awaited = message.await;
  tellArrival();
});

async function open({ port, path, subscribers, sessions }: SessionsOrder): Promise<void> {
  const one = async (n: number): Promise<void> => {
    const { connect, destination } = subscribers[n % subscribers.length] ?? never();
    const socket = await StompSocket.open(port, path, connect);
    socket.message = count;
    await socket.ask('SUBSCRIBE', { id: '0', destination, receipt: 'r' });
  };
  for (let first = 0; first < sessions; first += openedAtOnce)
    await Promise.all(Array.from({ length: Math.min(openedAtOnce, sessions - first) }, (_, i) => one(first + i)));
  process.send?.('subscribed' satisfies SessionsTold);
}

const never = (): never => {
  throw new Error('sessions of nobody');
};

/** Only pictures count: what a session is told about itself is not part of the fan-out. */
function count(frame: Buffer): void {
  if (!frame.includes('"reported":{')) return;
  frames += 1;
  tellArrival();
}

/** Frames may come before the word that they are awaited. */
function tellArrival(): void {
  if (frames < awaited) return;
  awaited = Number.POSITIVE_INFINITY;
  process.send?.('arrived' satisfies SessionsTold);
}
