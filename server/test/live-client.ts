import { once } from 'node:events';
import type { LiveFrame, LiveMessage } from '@brina/contract/live';
import { destinationOf } from '@brina/contract/live-address';
import { Client, type IFrame } from '@stomp/stompjs';
import { WebSocket } from 'ws';
import { Arrivals } from '#core/testing/arrivals.ts';
import type { TestUser } from './given.ts';
import type { Peer, TestPortal } from './portal.ts';

/** What the portal said to a client that it then refused or closed. */
export type LiveEnd = { error: string | undefined; code: number };

/** A browser's live connection, without the browser: @stomp/stompjs, which the web app uses, over `ws`. */
export class LiveClient implements Disposable, Peer {
  readonly messages: LiveMessage[] = [];
  readonly client: Client;
  readonly #connected = Promise.withResolvers<void>();
  readonly #user: Pick<TestUser, 'id'>;
  readonly #over = Promise.withResolvers<LiveEnd>();
  readonly #arrivals = new Arrivals();
  readonly #peers: Set<Peer>;
  #socket: WebSocket | undefined;
  #end: LiveEnd | undefined;

  constructor(
    portal: Pick<TestPortal, 'publicConfig' | 'peers'>,
    user: Pick<TestUser, 'id' | 'accessToken'>,
    options: { origin?: string } = {},
  ) {
    this.#user = user;
    this.#peers = portal.peers;
    let error: string | undefined;
    this.client = new Client({
      webSocketFactory: () => (this.#socket = new WebSocket(portal.publicConfig.socketUrl, ['v12.stomp'], options)),
      connectHeaders: { Authorization: `Bearer ${user.accessToken}` },
      reconnectDelay: 0,
      // Its beats would go by the machine's clock, the portal's patience goes by the test's.
      heartbeatOutgoing: 0,
      heartbeatIncoming: 0,
      onConnect: () => {
        this.#peers.add(this);
        this.#connected.resolve();
      },
      onStompError: (frame: IFrame) => {
        error = frame.headers['message'];
      },
      onWebSocketClose: ({ code }: { code: number }) => {
        this.#end = { error, code };
        this.#peers.delete(this);
        this.#over.resolve(this.#end);
        this.#arrivals.note();
        this.#connected.reject(new Error(`closed before it was connected: ${error ?? code}`));
      },
    });
    this.#connected.promise.catch(() => undefined);
    this.client.activate();
  }

  /** Subscribes; resolves with the receipt, from which on nothing is missed. */
  async subscribe(destination = destinationOf(this.#user.id)): Promise<void> {
    await this.#connected.promise;
    const receipt = Promise.withResolvers<void>();
    this.client.watchForReceipt('subscribed', () => receipt.resolve());
    const take = ({ body }: { body: string }): void => {
      this.messages.push(JSON.parse(body) as LiveMessage);
      this.#arrivals.note();
    };
    this.client.subscribe(destination, take, { receipt: 'subscribed' });
    await Promise.race([
      receipt.promise,
      this.#over.promise.then(({ error }) => Promise.reject(new Error(error ?? 'closed'))),
    ]);
  }

  /** How the portal has ended the connection; undefined while it lasts. */
  get end(): LiveEnd | undefined {
    return this.#end;
  }

  /** Waits until the portal has ended the connection. */
  ended(): Promise<LiveEnd> {
    return this.#arrivals.first('the end of the connection', () => this.#end);
  }

  /** The frames of an appliance that have arrived since the messages were last cleared, oldest first. */
  frames(serial: string): LiveFrame[] {
    return this.messages.filter(
      (message): message is LiveFrame => 'serialNumber' in message && message.serialNumber === serial,
    );
  }

  /** By the websocket's own question: its answer stands behind all frames that were sent before. */
  async caughtUp(): Promise<void> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const answered = once(socket, 'pong');
    socket.ping();
    await Promise.race([answered, this.#over.promise]);
  }

  /** Waits for a message; fails when none like it comes. */
  message<M>(what: string, pick: (messages: readonly LiveMessage[]) => M | undefined): Promise<NonNullable<M>> {
    return this.#arrivals.first(what, () => pick(this.messages)) as Promise<NonNullable<M>>;
  }

  [Symbol.dispose](): void {
    this.#peers.delete(this);
    void this.client.deactivate({ force: true });
  }
}

/** A websocket that speaks for itself: whatever a test writes. */
export async function openSocket(portal: Pick<TestPortal, 'publicConfig'>): Promise<WebSocket> {
  const socket = new WebSocket(portal.publicConfig.socketUrl, ['v12.stomp']);
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}
