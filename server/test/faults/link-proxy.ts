import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A link between two programs that can go half-open: what is sent is swallowed, and nobody is told. */
export type LinkProxy = AsyncDisposable & {
  port: number;
  /** Swallows what either side sends, on connections that stand and on new ones. */
  swallow(): void;
  /** Swallows the answers only. */
  swallowAnswers(): void;
  /** Passes on again what comes from now on. `forgotten`: connections that stood before stay as they are. */
  pass(how?: { forgotten: boolean }): void;
};

type Way = 'there' | 'back';
type Link = { passes: Record<Way, boolean>; sockets: readonly [Socket, Socket] };

/** A link to a port of loopback. */
export async function linkProxy(target: number): Promise<LinkProxy> {
  const links = new Set<Link>();
  let now: Record<Way, boolean> = { there: true, back: true };
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    const link: Link = { passes: { ...now }, sockets: [near, far] };
    links.add(link);
    near.on('data', (bytes) => link.passes.there && far.write(bytes));
    far.on('data', (bytes) => link.passes.back && near.write(bytes));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      // Who swallows what is sent tells no end either.
      one.on('close', () => link.passes.there && link.passes.back && other.destroy());
      one.on('error', () => undefined);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const set = (passes: Record<Way, boolean>, stands: Iterable<Link>): void => {
    now = passes;
    for (const link of stands) link.passes = { ...passes };
  };
  return {
    port: (server.address() as { port: number }).port,
    swallow: () => set({ there: false, back: false }, links),
    swallowAnswers: () => set({ there: true, back: false }, links),
    pass: ({ forgotten } = { forgotten: false }) => set({ there: true, back: true }, forgotten ? [] : links),
    [Symbol.asyncDispose]: async () => {
      for (const { sockets } of links) for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
