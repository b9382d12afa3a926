import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A portal as the network shows it: it can be cut off, be late with its page, and be deployed in another build. */
export type Deployment = AsyncDisposable & {
  url: string;
  /** Ends the line: nothing is answered any more, until `restore`. */
  cut(): void;
  restore(): void;
  /** From now on the page and its files are those of another build; the files of this one are gone. */
  deploy(name: string): void;
  /** How long the page is on its way. */
  delay(page_ms: number): void;
  /** Loads of the page so far, and what else was asked for, in order. */
  asked: string[];
};

/** Names of the built files that a build has of its own: an entry that is asked for by the page. */
const entryName = /(index-[\w-]+)\.js/g;

/**
 * Stands before a portal as a proxy does. What another build is to the browser is made of this one: the page says another name of its
 * build and of its entry, and the worker comes with that name.
 */
export async function deployed(portal: string): Promise<Deployment> {
  const asked: string[] = [];
  let build: string | undefined;
  let late_ms = 0;
  let down = false;
  /** Told apart by a name that stands in front of each entry. */
  const renamed = (text: string): string => {
    const own = /data-build="(\w+)"/.exec(text)?.[1] ?? ownBuild;
    ownBuild = own;
    return build === undefined ? text : text.replaceAll(own, build).replace(entryName, `$1.${build}.js`);
  };
  let ownBuild = '';

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const path = incoming.url ?? '/';
    asked.push(path);
    const entry = /^(\/assets\/index-[\w-]+)(?:\.(\w+))?\.js$/.exec(path);
    if (entry && entry[2] !== build) return void outgoing.writeHead(404).end();
    const target = new URL(entry ? `${entry[1]}.js` : path, portal);
    // Uncompressed, so that names can be read in it.
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const passed = request(target, { method: incoming.method ?? 'GET', headers }, (reply) => {
      const pieces: Buffer[] = [];
      reply.on('data', (piece: Buffer) => pieces.push(piece));
      reply.on('end', () => {
        const isPage = String(reply.headers['content-type']).startsWith('text/html');
        const whole = Buffer.concat(pieces);
        const body = isPage || path === '/service-worker.js' ? Buffer.from(renamed(whole.toString())) : whole;
        const { 'content-length': _length, 'transfer-encoding': _coding, ...rest } = reply.headers;
        setTimeout(() => outgoing.writeHead(reply.statusCode ?? 502, rest).end(body), isPage ? late_ms : 0);
      });
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  };
  const server = createServer((incoming, outgoing) => {
    if (down) incoming.socket.destroy();
    else void answer(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    cut: () => {
      down = true;
      server.closeAllConnections();
    },
    restore: () => {
      down = false;
    },
    deploy: (name) => {
      build = name;
    },
    delay: (page_ms) => {
      late_ms = page_ms;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
