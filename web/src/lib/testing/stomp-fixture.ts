/**
 * A websocket that answers as the portal's STOMP endpoint does, for tests of the live connection. It takes the place of the
 * browser's WebSocket, where frames leave the app.
 */
export class StompFixture extends EventTarget {
  /** Every socket that was opened since `install`, oldest first. */
  static opened: StompFixture[] = [];
  /** Whether new sockets come about. */
  static reachable = true;

  /** Puts it in the place of the browser's WebSocket; returns what undoes that. */
  static install(): () => void {
    const own = globalThis.WebSocket;
    StompFixture.opened = [];
    StompFixture.reachable = true;
    // The library asks for nothing but what this class has.
    globalThis.WebSocket = StompFixture as unknown as typeof WebSocket;
    return () => {
      globalThis.WebSocket = own;
    };
  }

  readonly url: string;
  readyState = 0;
  binaryType = 'blob';
  onopen: (() => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  /** The Authorization header of CONNECT, and the destination that was subscribed. */
  authorization = '';
  destination = '';

  constructor(url: string) {
    super();
    this.url = url;
    StompFixture.opened.push(this);
    queueMicrotask(() => {
      if (!StompFixture.reachable) return this.lose();
      this.readyState = 1;
      this.onopen?.();
    });
  }

  /** What the app sends. */
  send(text: string): void {
    const [command = '', ...lines] = text.split('\n');
    const header = (name: string): string =>
      lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
    if (command === 'CONNECT') {
      this.authorization = header('Authorization');
      this.#tell('CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0');
    }
    if (command === 'SUBSCRIBE') this.destination = header('destination').replaceAll('\\c', ':');
    if (command === 'DISCONNECT') this.#tell(`RECEIPT\nreceipt-id:${header('receipt')}\n\n\0`);
  }

  close(): void {
    this.lose();
  }

  /** Ends the connection, as a cut cable or the server does. */
  lose(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.(new CloseEvent('close', { code: 1006 }));
  }

  /** Ends the connection and says why, as the portal does. */
  refuse(message: string): void {
    this.#tell(`ERROR\nmessage:${message}\n\n\0`);
    queueMicrotask(() => this.lose());
  }

  /** Sends a live message. */
  push(message: unknown): void {
    this.#tell(
      `MESSAGE\nsubscription:sub-0\nmessage-id:1\ndestination:${this.destination}\n\n${JSON.stringify(message)}\0`,
    );
  }

  #tell(frame: string): void {
    queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data: frame })));
  }
}
