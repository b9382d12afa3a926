import { connect, type Socket } from 'node:net';

/** What a stranger does with a connection that is open. */
export type Deed = (socket: Socket) => void;

/** Of each network a tenth of its connections of a second, so often. */
const beat_ms = 100;

/** Strangers on some networks of loopback who open connections to a port without end, at a steady rate. */
export class Attackers implements Disposable {
  readonly #open = new Set<Socket>();
  readonly #beat: NodeJS.Timeout;
  /** How many connections they have opened. */
  opened = 0;

  /** @param options.most they stop by themselves at so many connections */
  constructor(port: number, options: { networks: number; each_per_s: number; most: number; deed: Deed }) {
    const { networks, each_per_s, most, deed } = options;
    this.#beat = setInterval(() => {
      for (let network = 1; network <= networks; network += 1)
        for (let i = 0; i < (each_per_s * beat_ms) / 1000 && this.opened < most; i += 1)
          this.#begin(port, `127.0.${network}.9`, deed);
    }, beat_ms);
  }

  #begin(port: number, localAddress: string, deed: Deed): void {
    this.opened += 1;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    this.#open.add(socket);
    socket.on('connect', () => deed(socket));
    socket.on('error', () => undefined);
    socket.on('close', () => this.#open.delete(socket));
    socket.resume();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#beat);
    for (const socket of this.#open) socket.destroy();
  }
}
