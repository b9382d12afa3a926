import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { KeyedQueue } from '../keyed-queue.ts';
import type { Limit, SayLimited } from '../limit-log.ts';
import { endOf, networkOf } from '../network.ts';
import type { Proxies } from './proxies.ts';

/** Connections of one network that have not asked to the end; browsers keep one or two ready each. */
const waitingPerNetwork_max = 200;

/**
 * Questions of one connection that have no answer yet, or are heard in one turn of the event loop, some of which may be answered amid it.
 * Browsers ask the next when they have the answer; what is pipelined is carried out at once.
 */
const unanswered_max = 8;

/** When the server closes, whoever does not end its question, or takes no answer, is waited for so long. */
const grace_ms = 10_000;

/**
 * `network`: whose it is, which a proxy's connection changes with each request. `questions`: whose bodies have not come to the end;
 * `answers`: requests that are not answered to the end, of which there may be several (pipelining). `heard`: requests of the turn.
 * `step`: absent of a websocket.
 */
type Connection = {
  socket: Socket;
  isProxys: boolean;
  network: string;
  questions: number;
  answers: number;
  heard: { turn: number; count: number };
  step: Step | undefined;
};

/** Connections that are equally far, by network; the one that has been so longest is the first. */
type Step = KeyedQueue<Connection>;

type Parts = { most: number; proxies: Proxies; limited: SayLimited; clock: Clock };

/**
 * Bounds the connections of a server, and lets them end when it closes; to be called before anything else is added to the server.
 * @returns `becomesLive`: a connection that asked for an upgrade has it, and counts elsewhere from now on
 */
export function limitConnections(app: FastifyInstance, parts: Parts): { becomesLive(request: IncomingMessage): void } {
  const connections = new Connections(app.server, parts);
  app.addHook('onRequest', (request, reply, done) => {
    if (connections.isOver(request.raw)) reply.hijack();
    else done();
  });
  app.addHook('preClose', (done) => {
    connections.end();
    done();
  });
  app.addHook('onClose', async () => connections[Symbol.dispose]());
  return { becomesLive: (request) => connections.becomesLive(request) };
}

/** What Node tells of each request that it has read the head of, also of those that it answers by itself (`Expect`, no `Host`). */
const headRead = 'http.server.request.start';
type HeadRead = { request: IncomingMessage; response: ServerResponse; server: Server };

/**
 * The connections of a server. Of those that are no websockets there are so many at most, and who comes always finds a place. A quarter
 * is for who has not asked, a quarter for who is idle, of which those beyond that go first, the one that has been so longest; the others
 * are for who is answered, and of these the oldest goes of the network that has most: nobody keeps the portal to itself by asking for
 * much and reading nothing. One network may have only so many that wait, unless it is a proxy's, which speaks for many. How long each
 * may take, Node's own time limits say (`serverOptions`).
 */
class Connections {
  readonly #server: Server;
  readonly #parts: Parts;
  /** By {@link endOf}, which the socket of a request over TLS shares with the one that was accepted. */
  readonly #open = new Map<string, Connection>();
  readonly #waiting: Step = new KeyedQueue();
  readonly #answering: Step = new KeyedQueue();
  readonly #idle: Step = new KeyedQueue();
  /** Number of the turn of the event loop, counted where something is heard. */
  #turn = 0;
  #isTurnHeard = false;
  #isEnding = false;
  readonly #hear = (told: unknown): void => {
    const { request, response, server } = told as HeadRead;
    if (server !== this.#server) return;
    const connection = this.#open.get(endOf(request.socket));
    if (connection) this.#asked(connection, request, response);
  };

  constructor(server: Server, parts: Parts) {
    this.#server = server;
    this.#parts = parts;
    server.prependListener('connection', (socket: Socket) => this.#take(socket));
    server.prependListener('upgrade', (request: IncomingMessage) => this.#asksUpgrade(request));
    // Beyond what the operating system may be asked for at all.
    server.on('drop', (from) => parts.limited('http_connections', { network: networkOf(from?.remoteAddress ?? '') }));
    subscribe(headRead, this.#hear);
  }

  [Symbol.dispose](): void {
    unsubscribe(headRead, this.#hear);
  }

  /**
   * Whether the connection of a request has been ended by a limit: the request is heard all the same, and shall not be carried out.
   */
  isOver({ socket }: IncomingMessage): boolean {
    const connection = this.#open.get(endOf(socket));
    return connection !== undefined && !connection.step;
  }

  becomesLive({ socket }: IncomingMessage): void {
    const connection = this.#open.get(endOf(socket));
    if (connection) this.#move(connection, undefined);
  }

  /**
   * Lets the server that closes end, whatever its clients do: a connection that asks nothing, such as a browser keeps ready, ends at once,
   * one that is asking with its answer, and whoever does not end its question, or takes no farewell, after the grace. Node would wait for
   * all three: its own time limits end with `close`, or are a minute long.
   */
  end(): void {
    if (!this.#server.listening) return;
    this.#isEnding = true;
    for (const connection of this.#open.values()) this.#endSilent(connection);
    const grace = this.#parts.clock.after(grace_ms, () => {
      for (const { socket } of this.#open.values()) socket.destroy();
    });
    this.#server.once('close', () => grace[Symbol.dispose]());
  }

  #take(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const isProxys = this.#parts.proxies.trusts(address);
    const network = networkOf(address);
    const connection: Connection = {
      socket,
      isProxys,
      network,
      questions: 0,
      answers: 0,
      heard: { turn: 0, count: 0 },
      step: undefined,
    };
    const end = endOf(socket);
    if (!this.#makeRoomInNetwork(connection)) this.#makeRoom();
    this.#open.set(end, connection);
    socket.once('close', () => {
      this.#move(connection, undefined);
      // A new connection may come from where one did whose close was not heard of yet.
      if (this.#open.get(end) === connection) this.#open.delete(end);
    });
    this.#move(connection, this.#waiting);
  }

  #makeRoom(): void {
    const { most } = this.#parts;
    const [waiting, idle, answering] = [this.#waiting, this.#idle, this.#answering];
    if (waiting.size + idle.size + answering.size < most) return;
    // Whoever had but the places that others leave would lose its own to the next one, before it has asked.
    const crowd = [waiting, idle].find(({ size }) => size > most / 4);
    this.#drop(crowd ? crowd.first() : answering.firstOfMost(), 'http_connections');
  }

  /** Whether one that waits had to go, so that no more of its network do than may. */
  #makeRoomInNetwork({ network, isProxys }: Connection): boolean {
    if (isProxys || this.#waiting.sizeOf(network) < waitingPerNetwork_max) return false;
    this.#drop(this.#waiting.first(network), 'http_waiting_network');
    return true;
  }

  #asked(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    if (!connection.step) return;
    if (connection.answers >= unanswered_max || this.#heardInTurn(connection) > unanswered_max) {
      stopParsing(request.socket);
      return this.#drop(connection, 'http_unanswered');
    }
    connection.network = networkOf(this.#parts.proxies.addressOf(request));
    connection.answers += 1;
    let isAsking = hasBody(request);
    if (isAsking) connection.questions += 1;
    this.#settle(connection);
    const hasAsked = (): void => {
      if (isAsking) connection.questions -= 1;
      isAsking = false;
      this.#settle(connection);
    };
    request.once('end', hasAsked);
    response.once('close', () => {
      connection.answers -= 1;
      hasAsked();
      if (this.#isEnding) this.#endSilent(connection);
    });
  }

  /** Counts what a connection asks within a turn: between requests with bodies Node lets answers go out, however many one packet has. */
  #heardInTurn({ heard }: Connection): number {
    if (!this.#isTurnHeard) {
      this.#isTurnHeard = true;
      setImmediate(() => {
        this.#turn += 1;
        this.#isTurnHeard = false;
      });
    }
    if (heard.turn !== this.#turn) Object.assign(heard, { turn: this.#turn, count: 0 });
    heard.count += 1;
    return heard.count;
  }

  /**
   * Who asks for an upgrade waits, and counts, until it has it. Who has not taken its answers has none: from then on Node ends by no time
   * of its own what does not read.
   */
  #asksUpgrade({ socket }: IncomingMessage): void {
    const connection = this.#open.get(endOf(socket));
    if (!connection?.step) return;
    if (connection.answers > 0) this.#drop(connection, 'http_unanswered');
    else if (connection.step !== this.#waiting) {
      this.#makeRoomInNetwork(connection);
      this.#move(connection, this.#waiting);
    }
  }

  /** Puts an open connection where it is by what it asks and is answered. */
  #settle(connection: Connection): void {
    const { questions, answers, step } = connection;
    if (!step) return;
    const now = questions > 0 ? this.#waiting : answers > 0 ? this.#answering : this.#idle;
    if (now === step) return;
    if (now === this.#waiting) this.#makeRoomInNetwork(connection);
    this.#move(connection, now);
  }

  #move(connection: Connection, step: Step | undefined): void {
    connection.step?.delete(connection);
    connection.step = step;
    step?.add(connection, step === this.#waiting && connection.isProxys ? undefined : connection.network);
  }

  #drop(connection: Connection | undefined, limit: Limit): void {
    if (!connection) return;
    this.#move(connection, undefined);
    this.#parts.limited(limit, { network: connection.network });
    connection.socket.destroy();
  }

  #endSilent({ socket, questions, answers, step }: Connection): void {
    if (step && questions === 0 && answers === 0) socket.destroy();
  }
}

/**
 * Lets what came in the same packet rest. Node parses a packet to its end, also when the socket is destroyed amid it, and makes an error
 * with a stack for each request in it: a thousand of them, in one packet, would stop everybody for a quarter of a second.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming: () => number } }): void {
  // What Node takes for an upgrade, after which no HTTP follows.
  if (socket.parser) socket.parser.onIncoming = () => 2;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
