import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What somebody outside does with a question. */
export type Answer = (body: Buffer, reply: ServerResponse) => void;

/** A server of the test that stands outside of the portal. */
export type Outsider = Disposable & {
  /** May be changed. */
  answer: Answer;
  /** What it was asked. */
  asked: { path: string; body: Buffer; type: string | undefined }[];
  url: string;
  host: string;
};

export async function outsider(answer: Answer): Promise<Outsider> {
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      one.asked.push({ path: request.url ?? '', body, type: request.headers['content-type'] });
      one.answer(body, reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const one: Outsider = {
    answer,
    asked: [],
    url: `http://${host}`,
    host,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return one;
}
