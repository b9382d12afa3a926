import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import Fastify, { type FastifyInstance } from 'fastify';
import { newPki } from '#core/edge/testing/given-edge.ts';
import type { Limit } from '../limit-log.ts';
import { Arrivals } from '../testing/arrivals.ts';
import { stillClock, type TestClock } from '../testing/test-clock.ts';
import { limitConnections } from './connections.ts';
import { readProxies } from './proxies.ts';
import { serverOptions } from './server-options.ts';

const grace_ms = 10_000;

/** More than anybody takes. */
const endless = (): Readable =>
  new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024));
    },
  });

type Served = { most?: number; https?: { cert: string; key: string } };

/**
 * A server that answers `GET /` with few words, `GET /much` without end, and `POST /` when it is let to; closing it leaves to its
 * connections what would keep it open. 127.0.9.9 is a proxy of its.
 */
async function serverOf({ most = 100, ...tls }: Served = {}) {
  const clock = stillClock();
  const limited: [Limit, string][] = [];
  const app: FastifyInstance = Fastify({ ...serverOptions, ...tls });
  const { becomesLive } = limitConnections(app, {
    most,
    proxies: readProxies(['127.0.9.9']),
    limited: (limit, { network }) => void limited.push([limit, network]),
    clock,
  });
  const seen = new Arrivals();
  const count = { connection: 0, secureConnection: 0, request: 0 };
  for (const event of Object.keys(count) as (keyof typeof count)[])
    app.server.on(event, () => {
      count[event] += 1;
      seen.note();
    });
  const answer = Promise.withResolvers<string>();
  let carriedOut = 0;
  app.get('/', async () => {
    carriedOut += 1;
    return 'few words';
  });
  app.get('/much', async () => endless());
  app.post('/', () => answer.promise);
  app.post('/quick', async () => 'few words');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });

  /** Connects from an address; resolves when the server knows it. */
  async function open(localAddress = '127.0.0.1'): Promise<Client> {
    const event = tls.https ? 'secureConnection' : 'connection';
    const before = count[event];
    const bare = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(bare);
    const client = new Client(tls.https ? connectTls({ socket: bare, rejectUnauthorized: false }) : bare);
    await seen.first('the connection', () => count[event] > before);
    return client;
  }

  /** Connects and asks, and reads nothing; resolves when the server has heard it. */
  async function ask(localAddress: string, ...questions: string[]): Promise<Client> {
    const client = await open(localAddress);
    const before = count.request;
    client.write(...questions);
    await seen.first('the questions', () => count.request === before + questions.length);
    return client;
  }
  return {
    app,
    clock,
    limited,
    open,
    ask,
    becomesLive,
    answer: answer.resolve,
    port,
    asked: () => once(app.server, 'request'),
    carriedOut: () => carriedOut,
    heard: () => count.request,
  };
}

/** The other end of a connection. */
class Client {
  readonly #socket: Socket;
  readonly #heard = new Arrivals();
  #text = '';
  #isOver = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#isOver = true;
      this.#heard.note();
    });
  }

  write(...questions: string[]): void {
    this.#socket.write(questions.join(''));
  }

  /** Reads until this has been said, so often. */
  async hears(text: string, times = 1): Promise<void> {
    if (this.#socket.listenerCount('data') === 0)
      this.#socket.on('data', (bytes) => {
        this.#text += bytes.toString('latin1');
        this.#heard.note();
      });
    await this.#heard.first(text, () => {
      const hasHeard = this.#text.split(text).length > times;
      assert.ok(hasHeard || !this.#isOver, `the connection is over, without: ${text}`);
      return hasHeard;
    });
  }

  /** Reads until the connection ends. Returns how often this was said. */
  async count(text: string): Promise<number> {
    let heard = '';
    this.#socket.on('data', (bytes) => (heard += bytes.toString('latin1')));
    await this.#heard.first('the end', () => this.#isOver);
    return heard.split(text).length - 1;
  }

  /** Reads on until the connection ends. */
  async ends(): Promise<void> {
    this.#socket.resume();
    await this.#heard.first('the end', () => this.#isOver);
  }
}

const question = (head: string, from?: string): string =>
  `${head} HTTP/1.1\r\nhost: here\r\n${from ? `x-forwarded-for: ${from}\r\n` : ''}\r\n`;
const withBody = 'POST /quick HTTP/1.1\r\nhost: here\r\ncontent-type: text/plain\r\ncontent-length: 1\r\n\r\n0';
const upgrade = 'GET /nowhere HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
const [little, large, later] = ['GET /', 'GET /much', 'POST /'];

const issued = newPki().then((pki) => pki.issueServer(['127.0.0.1']));
const https = async () => {
  const { certificatePem, keyPem } = await issued;
  return { https: { cert: certificatePem, key: keyPem } };
};

const protocols = [
  ['TCP', async () => ({})],
  ['TLS', https],
] as const;

/** Lets turns of the event loop pass, in which what needs no time would happen. */
async function turns(count = 20): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Begins to close; the grace passes when told. */
function closing(app: FastifyInstance, clock: TestClock) {
  let isOver = false;
  const closed = app.close().then(() => {
    isOver = true;
  });
  return { closed, isOver: () => isOver, pass: (by_ms: number) => clock.advance(by_ms) };
}

describe('the connections of a server of which all are taken', () => {
  for (const [over, tls] of protocols)
    it(`B11.1 ${over}: who asks for much and reads nothing makes room for each that comes, which keeps its place`, async () => {
      const { limited, ask } = await serverOf({ most: 20, ...(await tls()) });
      const greedy: Client[] = [];
      for (let n = 0; n < 20; n += 1) greedy.push(await ask('127.0.1.1', question(large)));
      const chefs: Client[] = [];
      for (let n = 0; n < 5; n += 1) {
        const chef = await ask('127.0.2.1', question(little));
        await chef.hears('few words');
        chefs.push(chef);
      }
      assert.deepEqual(
        limited,
        Array.from({ length: 5 }, () => ['http_connections', '127.0.1.1']),
      );
      await Promise.all(greedy.slice(0, 5).map((one) => one.ends()));
      for (const chef of chefs) {
        chef.write(question('GET /nowhere'));
        await chef.hears('404');
      }
    });

  it('B11.1 who comes has time to ask, whoever comes next', async () => {
    const { open, ask } = await serverOf({ most: 20 });
    for (let n = 0; n < 20; n += 1) await ask('127.0.1.1', question(large));
    const chef = await open('127.0.2.1');
    for (let n = 1; n <= 4; n += 1) await open(`127.0.3.${n}`);
    chef.write(question(little));
    await chef.hears('few words');
  });

  it('B11.1 who is idle makes room, the longest idle first; who has an answer to come is not idle, whatever was answered before', async () => {
    const { limited, open, ask, answer } = await serverOf({ most: 8 });
    const chef = await ask('127.0.2.1', question(little), question(later));
    await chef.hears('few words');
    const idle: Client[] = [];
    for (let n = 1; n <= 7; n += 1) {
      const one = await ask(`127.0.1.${n}`, question(little));
      await one.hears('few words');
      idle.push(one);
    }
    await open('127.0.3.1');
    await idle[0]?.ends();
    assert.deepEqual(limited, [['http_connections', '127.0.1.1']]);
    answer('done');
    await chef.hears('done');
  });

  for (const [over, tls] of protocols)
    it(`B11.1 ${over}: who has asked with a body and has its answer waits no more, but is idle`, async () => {
      const { limited, open, ask } = await serverOf({ most: 8, ...(await tls()) });
      const first = await ask('127.0.2.1', withBody);
      await first.hears('few words');
      for (let n = 1; n <= 7; n += 1) await (await ask(`127.0.1.${n}`, question(little))).hears('few words');
      await open('127.0.3.1');
      assert.deepEqual(limited, [['http_connections', '127.0.2.1']]);
      await first.ends();
    });

  it('B11.1 of who asks through a proxy the own network counts', async () => {
    const { limited, open, ask, answer } = await serverOf({ most: 8 });
    const chef = await ask('127.0.9.9', question(later, '192.0.2.7'));
    const greedy: Client[] = [];
    for (let n = 0; n < 7; n += 1) greedy.push(await ask('127.0.9.9', question(large, '198.51.100.66')));
    await open('127.0.3.1');
    await greedy[0]?.ends();
    assert.deepEqual(limited, [['http_connections', '198.51.100.66']]);
    answer('done');
    await chef.hears('done');
  });

  for (const [over, tls] of protocols)
    it(`B11.1 ${over}: who asks for more at once than may wait is sent away, and of the rest nothing is carried out`, async () => {
      const { limited, open, ask, carriedOut, heard } = await serverOf(await tls());
      const patient = await ask('127.0.1.1', ...Array.from({ length: 8 }, () => question(little)));
      await patient.hears('few words', 8);
      assert.equal(carriedOut(), 8);
      const greedy = await open('127.0.1.1');
      greedy.write(...Array.from({ length: 300 }, () => question(little)));
      await greedy.ends();
      assert.equal(carriedOut(), 16);
      assert.ok(heard() <= 18, 'nor parsed');
      assert.deepEqual(limited, [['http_unanswered', '127.0.1.1']]);
    });

  for (const [over, tls] of protocols)
    for (const [what, head] of [
      ['what nobody offers (Expect)', 'GET / HTTP/1.1\r\nhost: here\r\nexpect: x\r\n\r\n'],
      ['nobody (no Host)', 'GET / HTTP/1.1\r\n\r\n'],
      ['with bodies', withBody],
    ] as const)
      it(`B11.1 ${over}: who asks ${what} a thousand times in a packet has eight answers at most`, async () => {
        const { limited, open } = await serverOf(await tls());
        const greedy = await open('127.0.1.1');
        const answered = greedy.count('HTTP/1.1 ');
        greedy.write(head.repeat(1_000));
        assert.ok((await answered) <= 8, `${await answered} answers`);
        assert.deepEqual(limited, [['http_unanswered', '127.0.1.1']]);
      });

  it('B11.1 who asks with a body, one question after the other, is answered as often as it asks', async () => {
    const { limited, open } = await serverOf();
    const chef = await open('127.0.1.1');
    for (let n = 1; n <= 50; n += 1) {
      chef.write(withBody);
      await chef.hears('few words', n);
    }
    assert.deepEqual(limited, []);
  });

  it('B11.1 who has not taken its answer has no upgrade', async () => {
    const { limited, ask } = await serverOf();
    const greedy = await ask('127.0.1.1', question(large));
    greedy.write(upgrade);
    await greedy.ends();
    assert.deepEqual(limited, [['http_unanswered', '127.0.1.1']]);
  });

  it('B11.1 who asks for an upgrade counts until it has it', async () => {
    const { app, limited, open } = await serverOf({ most: 4 });
    const asking = async (): Promise<Client> => {
      const asked = once(app.server, 'upgrade');
      const client = await open('127.0.1.1');
      client.write(upgrade);
      await asked;
      return client;
    };
    const first = await asking();
    for (let n = 0; n < 4; n += 1) await asking();
    await first.ends();
    assert.deepEqual(limited, [['http_connections', '127.0.1.1']]);
  });

  it('B11.1 who has its upgrade takes no place of those who ask', async () => {
    const { app, limited, open, becomesLive } = await serverOf({ most: 4 });
    app.server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
      becomesLive(request);
      socket.on('error', () => undefined).on('end', () => socket.destroy());
      socket.resume();
    });
    for (let n = 0; n < 8; n += 1) {
      const asked = once(app.server, 'upgrade');
      (await open('127.0.1.1')).write(upgrade);
      await asked;
    }
    assert.deepEqual(limited, []);
  });

  it('B11.1 whom the server turns away before it is heard is told of', async () => {
    const { app, limited, open, port } = await serverOf();
    app.server.maxConnections = 1;
    await open('127.0.1.1');
    const turnedAway = once(app.server, 'drop');
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.2.1' });
    socket.on('error', () => undefined);
    await turnedAway;
    assert.deepEqual(limited, [['http_connections', '127.0.2.1']]);
  });

  it('B11.1 of one network so many wait and no more, unless it is a proxy’s', async () => {
    const { limited, open } = await serverOf({ most: 1_000 });
    const proxys = await open('127.0.9.9');
    for (let n = 0; n < 200; n += 1) await open('127.0.9.9');
    const first = await open('127.0.1.1');
    for (let n = 0; n < 200; n += 1) await open('127.0.1.1');
    await first.ends();
    assert.deepEqual(limited, [['http_waiting_network', '127.0.1.1']]);
    proxys.write(question(little));
    await proxys.hears('few words');
  });
});

describe('the last connections of a server that closes', () => {
  for (const [over, tls] of protocols)
    it(`${over}: who never asked anything, or has its answer, is sent away at once`, async () => {
      const { app, open, ask } = await serverOf(await tls());
      const spare = await open();
      const answered = await ask('127.0.0.1', question(little));
      await answered.hears('few words');
      await app.close();
      await Promise.all([spare.ends(), answered.ends()]);
    });

  it('who is asking, over TLS as well, has its answer, and keeps nothing open after it', async () => {
    const { app, port, clock, asked, answer } = await serverOf(await https());
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
    const begun = asked();
    const reply = once(httpsRequest({ agent, port, method: 'POST' }).end(), 'response');
    await begun;
    const end = closing(app, clock);
    await turns();
    assert.equal(end.isOver(), false);
    answer('done');
    const [response] = (await reply) as [IncomingMessage];
    assert.equal(response.statusCode, 200);
    response.resume();
    await end.closed;
    agent.destroy();
  });

  it('who never ends its question is waited for as long as the grace', async () => {
    const { app, clock, ask } = await serverOf();
    const head = 'POST / HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{';
    const slow = await ask('127.0.0.1', head);
    const end = closing(app, clock);
    await turns();
    await end.pass(grace_ms - 1);
    assert.equal(end.isOver(), false);
    await end.pass(1);
    await Promise.all([end.closed, slow.ends()]);
  });
});
