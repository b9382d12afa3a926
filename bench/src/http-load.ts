/** Program: connections that ask for one thing again and again. Its parent tells what, and for how long. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { now_ms } from './clock.ts';

export type HttpOrder = {
  port: number;
  path: string;
  headers: Record<string, string>;
  connections: number;
  for_ms: number;
};
export type HttpCount = { requests_per_s: number };

process.channel?.ref();
process.on('message', (order: HttpOrder) => {
  void run(order).then(
    (count) => process.send?.(count satisfies HttpCount),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run({ port, path, headers, connections, for_ms }: HttpOrder): Promise<HttpCount> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`;
  const started = now_ms();
  const until_ms = started + for_ms;
  const counts = await Promise.all(Array.from({ length: connections }, () => askUntil(until_ms, port, request)));
  const requests = counts.reduce((sum, count) => sum + count, 0);
  return { requests_per_s: (requests / (now_ms() - started)) * 1000 };
}

/** One connection, one request at a time; replies are told apart by their length, which every one of them states. */
async function askUntil(until_ms: number, port: number, request: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.setNoDelay(true);
  const over = Promise.withResolvers<number>();
  let requests = 0;
  let read = '';
  socket.on('error', over.reject);
  socket.on('data', (bytes) => {
    read += bytes.toString('latin1');
    const end = read.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(read)?.[1]);
    if (read.length < end + 4 + length) return;
    if (!read.startsWith('HTTP/1.1 200')) return over.reject(new Error(read.slice(0, 300)));
    read = '';
    requests += 1;
    if (now_ms() < until_ms) socket.write(request);
    else over.resolve(requests);
  });
  socket.write(request);
  try {
    return await over.promise;
  } finally {
    socket.destroy();
  }
}
