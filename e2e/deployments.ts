import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';

/** A portal as the network shows it: it can be cut off, be late with its page, and be deployed in another build. */
export type Deployment = AsyncDisposable & {
  url: string;
  /** Ends the line: nothing is answered any more, until `restore`. */
  cut(): void;
  restore(): void;
  /** From now on the page and its files are those of another build; the files of the one before are gone. */
  deploy(name: string): void;
  /** How long the page is on its way. */
  delay(page_ms: number): void;
  /** Paths that were asked for so far, in order. */
  asked: string[];
};

/** What of a build names its files: the page, code, styles and the words that come together. */
const isText = /^(text\/|application\/(javascript|json))/;

/**
 * Stands before a portal as a proxy does. What another build is to the browser is made of the one there is: its files lie in a folder
 * named after it, and its page and its worker say its name.
 */
export async function deployed(portal: string): Promise<Deployment> {
  const own = /data-build="(\w+)"/.exec(await (await fetch(portal)).text())?.[1] ?? '';
  const asked: string[] = [];
  let build = own;
  let late_ms = 0;
  let isDown = false;
  const folder = (): string => (build === own ? 'assets/' : `assets/${build}/`);
  const renamed = (text: string): string => text.replaceAll(own, build).replaceAll('assets/', folder());

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = incoming.url ?? '/';
    asked.push(path);
    const isFile = path.startsWith('/assets/');
    if (isFile && !path.startsWith(`/${folder()}`)) return void outgoing.writeHead(404).end();
    // Uncompressed and whole, so that names can be read in it.
    const {
      'accept-encoding': _coding,
      'if-none-match': _tag,
      'if-modified-since': _date,
      ...headers
    } = incoming.headers;
    const target = new URL(path.replace(`/${folder()}`, '/assets/'), portal);
    const passed = request(target, { method: incoming.method ?? 'GET', headers }, (reply) => {
      const pieces: Buffer[] = [];
      reply.on('data', (piece: Buffer) => pieces.push(piece));
      reply.on('end', () => {
        const type = String(reply.headers['content-type']);
        const isShell = isFile || path === '/service-worker.js' || type.startsWith('text/html');
        const whole = Buffer.concat(pieces);
        const body = isShell && isText.test(type) ? Buffer.from(renamed(whole.toString())) : whole;
        const { 'content-length': _length, 'transfer-encoding': _chunks, ...kept } = reply.headers;
        const send = (): void => void outgoing.writeHead(reply.statusCode ?? 502, kept).end(body);
        setTimeout(send, type.startsWith('text/html') ? late_ms : 0);
      });
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }
  /** Live connections: after the upgrade the server's end does not end them. */
  const live = new Set<Duplex>();
  function passLive({ method, url, rawHeaders }: IncomingMessage, browser: Duplex, begun: Buffer): void {
    if (isDown) return void browser.destroy();
    live.add(browser);
    const { hostname, port } = new URL(portal);
    const behind = connect(Number(port), hostname);
    const headers = rawHeaders.map((word, i) => word + (i % 2 === 0 ? ': ' : '\r\n'));
    behind.write(`${method} ${url} HTTP/1.1\r\n${headers.join('')}\r\n`);
    behind.write(begun);
    pipeline(browser, behind, browser, () => live.delete(browser));
  }
  function closeAll(): void {
    server.closeAllConnections();
    for (const browser of live) browser.destroy();
  }
  const server = createServer((incoming, outgoing) => {
    if (isDown) incoming.socket.destroy();
    else answer(incoming, outgoing);
  });
  server.on('upgrade', passLive);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    cut: () => {
      isDown = true;
      closeAll();
    },
    restore: () => {
      isDown = false;
    },
    deploy: (name) => {
      build = name;
    },
    delay: (page_ms) => {
      late_ms = page_ms;
    },
    [Symbol.asyncDispose]: async () => {
      closeAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
