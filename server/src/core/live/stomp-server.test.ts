import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { type ClientOptions, WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import { readProxies } from '../http/proxies.ts';
import type { Limit } from '../limit-log.ts';
import { Arrivals } from '../testing/arrivals.ts';
import { stillClock } from '../testing/test-clock.ts';
import { decodeFrames, encodeFrame } from './frames.ts';
import { SharedBody } from './shared-body.ts';
import { openStompServer, type StompOptions } from './stomp-server.ts';
import type { StompSession } from './stomp-session.ts';

/** One client and its session, and what it heard: `subscription number length` of a message, other frames by command, pongs, its end. */
type Side = { ws: WebSocket; socket: Socket; session: StompSession; heard: string[]; arrivals: Arrivals };

/** A server without a portal behind it: whoever connects is the user of its header, and its first word is heard. */
async function serverOf(limits: StompOptions['limits'] = {}, socketClock?: Clock) {
  const clock = stillClock();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: Socket[] = [];
  server.on('upgrade', (_request, socket: Socket) => sockets.push(socket));
  const sessions: StompSession[] = [];
  const limited: [Limit, string][] = [];
  const stomp = openStompServer({
    server,
    path: '/live',
    clock,
    ...(socketClock && { socketClock }),
    mayConnectFrom: () => true,
    admit: async ({ user = '' }) => ({
      userId: user,
      sessionId: user,
      destination: `/${user}`,
      expires_ms: Infinity,
    }),
    subscribed: async (session) => void (sessions.includes(session) || sessions.push(session)),
    left: () => {},
    limited: (limit, { network }) => void limited.push([limit, network]),
    proxies: readProxies([]),
    limits: { framesPer10s: 1000, signsPer10s: 10_000, signedPer10s_bytes: 2 ** 20, ...limits },
  });
  const { port } = server.address() as AddressInfo;

  /** Opens a websocket from an address and says nothing; resolves when it is open, with its end, or with the status of its refusal. */
  async function silent(localAddress: string): Promise<{ ended: Promise<unknown> } | number> {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/live`, ['v12.stomp'], { localAddress });
    const refused = new Promise<number>((resolve) =>
      ws.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode)),
    );
    const ended = new Promise((resolve) => ws.on('error', () => {}).on('close', resolve));
    const opened = new Promise<{ ended: Promise<unknown> }>((resolve) => ws.on('open', () => resolve({ ended })));
    return Promise.race([opened, refused]);
  }

  async function client(user: string, first = 'first', options: ClientOptions = {}): Promise<Side> {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/live`, ['v12.stomp'], options);
    const heard: string[] = [];
    const arrivals = new Arrivals();
    const hear = (word: string): void => {
      heard.push(word);
      arrivals.note();
    };
    ws.on('message', (data) => {
      for (const { command, headers, body } of decodeFrames(data as Buffer))
        if (command !== 'MESSAGE') hear(command);
        else {
          const { n, text } = JSON.parse(body) as { n: number; text: string };
          assert.equal(headers['destination'], `/${user}`);
          assert.equal(Number(headers['content-length']), Buffer.byteLength(body));
          hear(`${headers['subscription']} ${n} ${text.length}`);
        }
    });
    ws.on('pong', () => hear('pong'));
    ws.on('close', (code) => hear(`end ${code}`));
    await once(ws, 'open');
    ws.send(encodeFrame({ command: 'CONNECT', headers: { 'accept-version': '1.2', user }, body: '' }));
    ws.send(subscribe(user, first));
    await arrivals.first('the receipt', () => heard.includes('RECEIPT'));
    heard.length = 0;
    const [socket, session] = [sockets.at(-1), sessions.at(-1)];
    assert.ok(socket && session);
    return { ws, socket, session, heard, arrivals };
  }
  return {
    client,
    silent,
    /** Which limits have acted, and on which network, in the order of it. */
    limited,
    /** Looks through the sessions, as time passing lets it. */
    watch: () => clock.advance(500),
    /** Asks for an upgrade over what stands for a socket. */
    upgrade: (url: string, socket: Duplex) =>
      void server.emit('upgrade', { url, headers: {} } as IncomingMessage, socket, Buffer.alloc(0)),
    end: () => stomp[Symbol.dispose](),
    async [Symbol.asyncDispose]() {
      stomp[Symbol.dispose]();
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Resolves when a silent connection has ended. */
const ended = async (silent: { ended: Promise<unknown> } | number | undefined): Promise<unknown> =>
  typeof silent === 'object' ? silent.ended : assert.fail(`refused with ${silent}`);

/** Resolves when the server has read what was sent to it. */
const isRead = (ws: WebSocket): Promise<void> =>
  new Promise((resolve) => {
    ws.on('pong', (data) => String(data) === 'read' && resolve());
    ws.ping('read');
  });

const subscribe = (user: string, id: string): string =>
  encodeFrame({ command: 'SUBSCRIBE', headers: { id, destination: `/${user}`, receipt: 'r' }, body: '' });
const word = (command: string, headers: Record<string, string>): string =>
  encodeFrame({ command, headers: { ...headers, receipt: 'r' }, body: '' });

/** Two sessions of one user, who share what is written, and one of another. */
const users = ['ann', 'ann', 'bob'];

const who = fc.nat({ max: users.length - 1 });
const id = fc.constantFrom('first', 'second\\:one', 'third');
/** Around the lengths at which a websocket frame changes its form. */
const size = fc.oneof(fc.nat({ max: 300 }), fc.integer({ min: 65_300, max: 65_600 }), fc.constant(70_000));
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('send' as const), size }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('send' as const), size, only: who }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('SUBSCRIBE' as const, 'UNSUBSCRIBE' as const), who, id }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('ping' as const), who }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('DISCONNECT' as const, 'fail' as const), who }) },
  { weight: 2, arbitrary: fc.constant({ what: 'turn' as const }) },
);

describe('the STOMP server', () => {
  it('S7.31 each session gets what it was sent, in that order, however its own words and ends come in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 30 }), async (acts) => {
        await using server = await serverOf();
        const sides: Side[] = [];
        for (const user of users) sides.push(await server.client(user));
        // What a writer would have written that does one thing after the other.
        const plain = users.map(() => ({ ids: new Set(['first']), written: [] as string[], isOver: false }));
        let n = 0;
        const send = (to: readonly number[], length: number): void => {
          const body = new SharedBody({ n: ++n, text: 'x'.repeat(length) });
          for (const i of to) {
            sides[i]?.session.send(body);
            const { ids, written, isOver } = plain[i] ?? assert.fail();
            if (!isOver) for (const one of ids) written.push(`${one} ${n} ${length}`);
          }
        };
        const everybody = users.map((_, i) => i);
        for (const one of acts) {
          if (one.what === 'send') send('only' in one ? [one.only] : everybody, one.size);
          else if (one.what === 'turn') await turn();
          else {
            const [side, told] = [sides[one.who] ?? assert.fail(), plain[one.who] ?? assert.fail()];
            if (told.isOver) continue;
            if (one.what === 'fail') {
              side.session.fail('no more');
              told.written.push('ERROR', 'end 1008');
              told.isOver = true;
              continue;
            }
            // Its word is read in a turn in which something was sent just before.
            side.socket.prependOnceListener('data', () => send(everybody, 10));
            if (one.what === 'ping') side.ws.ping();
            else if (one.what === 'SUBSCRIBE') side.ws.send(subscribe(users[one.who] ?? '', one.id));
            else side.ws.send(word(one.what, 'id' in one ? { id: one.id } : {}));
            const answer = one.what === 'ping' ? 'pong' : 'RECEIPT';
            const before = side.heard.filter((heard) => heard === answer).length;
            await side.arrivals.first(answer, () => side.heard.filter((heard) => heard === answer).length > before);
            told.written.push(answer);
            if (one.what === 'SUBSCRIBE') told.ids.add(one.id);
            if (one.what === 'UNSUBSCRIBE') told.ids.delete(one.id);
            if (one.what !== 'DISCONNECT') continue;
            told.written.push('end 1000');
            told.isOver = true;
          }
        }
        send(everybody, 1);
        server.end();
        for (const [i, { arrivals, heard }] of sides.entries()) {
          const { written, isOver } = plain[i] ?? assert.fail();
          if (!isOver) written.push('end 1001');
          await arrivals.first('its end', () => heard.some((one) => one.startsWith('end')));
          assert.deepEqual(heard, written, users[i] ?? '');
        }
      }),
      { numRuns: 40 },
    );
  });

  it('S7.31 a message of any length arrives whole', async () => {
    await using server = await serverOf();
    const { session, heard, arrivals } = await server.client('a', '1');
    const head = JSON.stringify({ n: 0, text: '' }).length;
    const lengths = [
      ...Array(40).keys(),
      ...[2 ** 16, 2 ** 20 / 2].flatMap((edge) => [...Array(200).keys()].map((i) => edge - 160 - head + i)),
    ];
    for (const length of lengths) {
      session.send(new SharedBody({ n: 0, text: 'x'.repeat(length) }));
      await turn();
    }
    await arrivals.first('all', () => heard.length === lengths.length);
    assert.deepEqual(
      heard,
      lengths.map((length) => `1 0 ${length}`),
    );
  });

  it('S7.31 nothing follows the word that the portal closes', async () => {
    await using server = await serverOf();
    const { ws, socket, session, heard, arrivals } = await server.client('ann');
    const written: Buffer[] = [];
    const { write } = socket;
    socket.write = ((bytes: Buffer) => {
      written.push(bytes);
      return write.call(socket, bytes);
    }) as typeof write;
    socket.prependOnceListener('data', () => session.send(new SharedBody('too late')));
    ws.close(1000);
    await arrivals.first('its end', () => heard.length > 0);
    await turn();
    assert.deepEqual(Buffer.concat(written), Buffer.from([0x88, 2, 1000 >> 8, 1000 & 0xff]));
  });

  it('S7.31 what a reader has not taken counts from the moment it was sent, and with it goes what waits', async () => {
    await using server = await serverOf({ unread_bytes: 10_000 });
    const { session, heard, arrivals } = await server.client('ann');
    const other = await server.client('bob');
    for (let i = 0; i < 4; i++) session.send(new SharedBody({ n: i, text: 'x'.repeat(5000) }));
    other.session.send(new SharedBody({ n: 9, text: '' }));
    await arrivals.first('its end', () => heard.length > 0);
    assert.deepEqual(heard, ['end 1006']);
    await other.arrivals.first('the message to another', () => other.heard.length > 0);
  });

  it('S7.31 who sends pings and reads no pongs is dropped, and does not fill the memory', async () => {
    await using server = await serverOf({ unread_bytes: 10_000 });
    const { ws, socket, heard, arrivals } = await server.client('ann');
    // As of a client whose window is full: nothing that is written goes out.
    socket.cork();
    for (let i = 0; i < 1000; i++) ws.ping(Buffer.alloc(125));
    await arrivals.first('its end', () => heard.some((one) => one.startsWith('end')));
    assert.deepEqual(heard, ['end 1006']);
    assert.ok(socket.writableLength < 20_000, `${socket.writableLength} bytes wait`);
  });

  it('B11.1 who says not who it is makes room, in its network and among all, and is the one who is told of', async () => {
    await using server = await serverOf({ unconnected: 3, unconnectedPerNetwork: 2 });
    const silent = [
      await server.silent('127.0.1.1'),
      await server.silent('127.0.1.1'),
      await server.silent('127.0.1.1'),
    ];
    await ended(silent[0]);
    assert.deepEqual(server.limited, [['live_handshakes_network', '127.0.1.1']]);
    await server.silent('127.0.2.1');
    const kitchen = await server.client('ann', 'first', { localAddress: '127.0.3.1' });
    await ended(silent[1]);
    assert.deepEqual(server.limited.slice(1), [['live_handshakes', '127.0.1.1']]);
    assert.deepEqual(kitchen.heard, []);
  });

  it('B11.1 a network with as many live connections as it may have has no more, and others have theirs', async () => {
    await using server = await serverOf({ perNetwork: 2 });
    for (const user of ['ann', 'bob']) await server.client(user, 'first', { localAddress: '127.0.1.1' });
    assert.equal(await server.silent('127.0.1.1'), 503);
    assert.deepEqual(server.limited, [['live_sockets_network', '127.0.1.1']]);
    await server.client('cat', 'first', { localAddress: '127.0.2.1' });
  });

  it('B11.1 where all live connections are taken, who has no name makes room, and nobody who has', async () => {
    await using server = await serverOf({ connections: 2 });
    const silent = await server.silent('127.0.1.1');
    for (const user of ['ann', 'bob']) await server.client(user, 'first', { localAddress: '127.0.2.1' });
    await ended(silent);
    assert.deepEqual(server.limited, [['live_sockets', '127.0.1.1']]);
    assert.equal(await server.silent('127.0.3.1'), 503);
    assert.deepEqual(server.limited.slice(1), [['live_sockets', '127.0.3.1']]);
  });

  for (const [what, say] of [
    ['pings', (ws: WebSocket) => ws.ping()],
    ['pongs', (ws: WebSocket) => ws.pong()],
    ['heart-beats', (ws: WebSocket) => ws.send('\n')],
  ] as const)
    it(`B11.1 who says more ${what} than a browser has to say is dropped, with whatever else it says`, async () => {
      const socketClock = stillClock();
      await using server = await serverOf({ signsPer10s: 10 }, socketClock);
      const { ws, heard, arrivals } = await server.client('ann', 'first', { localAddress: '127.0.1.1' });
      ws.on('error', () => {});
      for (let n = 0; n < 7; n += 1) say(ws);
      await isRead(ws);
      await socketClock.advance(10_001);
      for (let n = 0; n < 9; n += 1) say(ws);
      await isRead(ws);
      assert.deepEqual(server.limited, []);
      for (let n = 0; n < 100; n += 1) say(ws);
      await arrivals.first('its end', () => heard.includes('end 1006'));
      assert.deepEqual(server.limited, [['live_signs', '127.0.1.1']]);
    });

  for (const [what, size, limits] of [
    ['of as many empty parts as it likes', 0, {}],
    ['of a few large parts that fill a line', 1_000, { signedPer10s_bytes: 5_000 }],
  ] as const)
    it(`B11.1 who sends a message ${what} and never ends it is dropped`, async () => {
      await using server = await serverOf(limits);
      const { ws, heard, arrivals } = await server.client('ann', 'first', { localAddress: '127.0.1.1' });
      ws.on('error', () => {});
      for (let n = 0; n < (size ? 8 : 20); n += 1) ws.send(Buffer.alloc(size), { fin: false });
      await arrivals.first('its end', () => heard.some((one) => one.startsWith('end')));
      assert.deepEqual(server.limited, [['live_signs', '127.0.1.1']]);
    });

  it('B11.1 who is refused, and takes nothing, is ended: at once with an answer still to take, else after a second', async () => {
    const socketClock = stillClock();
    await using server = await serverOf({}, socketClock);
    const stuck = (): Duplex => new Duplex({ read() {}, write() {} });
    const [reads, behind] = [stuck(), stuck()];
    behind.write('an answer');
    server.upgrade('/nowhere', behind);
    assert.equal(behind.destroyed, true);
    server.upgrade('/nowhere', reads);
    await socketClock.advance(999);
    assert.equal(reads.destroyed, false);
    await socketClock.advance(1);
    assert.equal(reads.destroyed, true);
  });

  it('B11.1 who is silent is asked whether it is there, and dropped when it does not answer', async () => {
    const socketClock = stillClock();
    await using server = await serverOf({ ping_ms: 30_000 }, socketClock);
    const lives = await server.client('ann');
    const silent = await server.client('bob', 'first', { autoPong: false });
    const asked = [lives, silent].map(({ ws }) => once(ws, 'ping'));
    await socketClock.advance(30_000);
    await server.watch();
    await Promise.all(asked);
    // The answer stands before the question that follows it.
    lives.ws.ping();
    await lives.arrivals.first('pong', () => lives.heard.includes('pong'));
    await socketClock.advance(30_001);
    await server.watch();
    await silent.arrivals.first('its end', () => silent.heard.includes('end 1006'));
    lives.session.send(new SharedBody({ n: 1, text: '' }));
    await lives.arrivals.first('a message', () => lives.heard.includes('first 1 0'));
  });

  it('B11.1 of a user with all its places the one that does not answer gives way to who comes, not one that lives', async () => {
    const socketClock = stillClock();
    await using server = await serverOf({ ping_ms: 30_000, perUser: 2 }, socketClock);
    const lives = await server.client('ann');
    const silent = await server.client('ann', 'first', { autoPong: false });
    const asked = [lives, silent].map(({ ws }) => once(ws, 'ping'));
    await socketClock.advance(30_000);
    await server.watch();
    await Promise.all(asked);
    await isRead(lives.ws);
    await socketClock.advance(5_000);
    const comes = await server.client('ann');
    await silent.arrivals.first('its end', () => silent.heard.includes('end 1006'));
    for (const { session, heard, arrivals } of [lives, comes]) {
      session.send(new SharedBody({ n: 1, text: '' }));
      await arrivals.first('a message', () => heard.includes('first 1 0'));
    }
  });
});
