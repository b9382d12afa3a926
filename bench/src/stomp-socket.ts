import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const text = 1;
const closing = 8;
const ping = 9;
const pong = 10;

/** A session as small as can be: a websocket on a plain socket, STOMP frames one a message, and no copy of what it reads. */
export class StompSocket {
  /** Called with each MESSAGE; decode it only when its words are needed. */
  message: (frame: Buffer) => void = () => {};
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #command: PromiseWithResolvers<string> = Promise.withResolvers();

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Opens the websocket and connects with these headers; `path` as in the address, `localAddress` where it comes from. */
  static async open(
    port: number,
    path: string,
    headers: Record<string, string>,
    localAddress?: string,
  ): Promise<StompSocket> {
    const socket = connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) });
    await once(socket, 'connect');
    socket.setNoDelay(true);
    const request = [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      'Sec-WebSocket-Protocol: v12.stomp',
    ];
    socket.write(`${request.join('\r\n')}\r\n\r\n`);
    const reply = await head(socket);
    if (!reply.head.startsWith('HTTP/1.1 101')) throw new Error(reply.head.split('\r\n')[0]);
    const session = new StompSocket(socket);
    socket.on('data', (bytes) => session.#read(bytes));
    socket.on('error', () => {});
    socket.on('close', () => session.#command.reject(new Error('the session was closed')));
    session.#command.promise.catch(() => {});
    if (reply.rest.length > 0) session.#read(reply.rest);
    await session.ask('CONNECT', { 'accept-version': '1.2', 'heart-beat': '0,0', ...headers });
    return session;
  }

  /** Sends a frame and waits for the answer that is no MESSAGE; an ERROR rejects. */
  async ask(command: string, headers: Record<string, string>): Promise<void> {
    const answer = this.#command.promise;
    this.send(command, headers);
    const frame = await answer;
    if (frame.startsWith('ERROR')) throw new Error(frame);
  }

  send(command: string, headers: Record<string, string>, body = ''): void {
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
    this.#write(text, Buffer.from(`${command}\n${lines.join('')}\n${body}\0`));
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    let buffer = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    for (;;) {
      const short = (buffer[1] ?? 0) & 0x7f;
      const start = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (buffer.length < start) break;
      const length = short === 126 ? buffer.readUInt16BE(2) : short === 127 ? Number(buffer.readBigUInt64BE(2)) : short;
      if (buffer.length < start + length) break;
      this.#take((buffer[0] ?? 0) & 0x0f, buffer.subarray(start, start + length));
      buffer = buffer.subarray(start + length);
    }
    this.#rest = buffer;
  }

  #take(opcode: number, payload: Buffer): void {
    if (opcode === ping) this.#write(pong, payload);
    else if (opcode === closing) this.close();
    else if (payload[0] === 0x4d) this.message(payload);
    else if (payload.length > 1) {
      const answered = this.#command;
      this.#command = Promise.withResolvers();
      this.#command.promise.catch(() => {});
      answered.resolve(payload.toString());
    }
  }

  /** A client's frames are masked; a mask of zeros leaves them as they are. */
  #write(opcode: number, payload: Buffer): void {
    const long = payload.length > 125;
    const header = Buffer.alloc(long ? 8 : 6);
    header[0] = 0x80 | opcode;
    header[1] = 0x80 | (long ? 126 : payload.length);
    if (long) header.writeUInt16BE(payload.length, 2);
    this.#socket.write(Buffer.concat([header, payload]));
  }
}

/** Reads up to the end of the reply's head, and gives what came behind it. */
async function head(socket: Socket): Promise<{ head: string; rest: Buffer }> {
  let read: Buffer = Buffer.alloc(0);
  for (;;) {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    read = Buffer.concat([read, bytes]);
    const end = read.indexOf('\r\n\r\n');
    if (end < 0) continue;
    return { head: read.subarray(0, end).toString(), rest: read.subarray(end + 4) };
  }
}

/** The body of a MESSAGE. */
export function bodyOf(frame: Buffer): string {
  const start = frame.indexOf('\n\n') + 2;
  const end = frame.lastIndexOf(0);
  return frame.toString('utf8', start, end < start ? frame.length : end);
}
