import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { socketPath } from '@brina/contract/live-address';
import { second_ms } from '@brina/domain/language/durations';
import { WebSocket } from 'ws';
import { clientHello } from '#core/edge/testing/client-hello.ts';
import { encodeFrame } from '#core/live/frames.ts';
import { until } from '#core/testing/until.ts';
import { TestDevice } from '../device.ts';
import { given, signIn, testPassword } from '../given.ts';
import { LiveClient } from '../live-client.ts';
import { startTestPortal } from '../portal.ts';

/** Small shares, so that hundreds of connections are as many as tens of thousands elsewhere; the edge has all its handshakes. */
const descriptors = { edge: 4_000, live: 300, http: 60 };
/** What a unit hears of a portal that cannot look it up now. */
const unavailable = `the edge refused the device: ${0x88}`;
/** How long an attack that goes on pauses. */
const pause_ms = 100;

/** Addresses of this machine, each of which is a network of its own. */
const networks = (count: number): string[] => Array.from({ length: count }, (_, n) => `127.0.1.${n + 1}`);

/** Connections of who means harm: those that are open, and the end of each. Who `reads` takes what it is told. */
class Crowd {
  readonly open = new Set<Socket>();
  readonly ends: Promise<unknown>[] = [];
  readonly #reads: boolean;

  constructor({ reads = true } = {}) {
    this.#reads = reads;
  }

  async connect(port: number, from: string, write: string | Buffer = ''): Promise<void> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    this.open.add(socket);
    this.ends.push(new Promise((resolve) => socket.once('close', resolve)));
    socket.once('close', () => this.open.delete(socket));
    socket.on('error', () => undefined);
    if (this.#reads) socket.resume();
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
    if (write) socket.write(write);
  }

  /** So many connections from each address. */
  async rush(port: number, addresses: readonly string[], each: number, write: string | Buffer = ''): Promise<void> {
    for (let n = 0; n < each; n += 1) await Promise.all(addresses.map((from) => this.connect(port, from, write)));
  }

  [Symbol.dispose](): void {
    for (const socket of this.open) socket.destroy();
  }
}

describe('one who wants everything for himself', async () => {
  const portal = await startTestPortal({ runs: true, descriptors });
  after(() => portal[Symbol.asyncDispose]());
  const { user, claimedUnit } = given(portal);
  const chef = await user();
  // By turns: one that connects as often as days pass here is refused, as one that flaps is, on a machine that is quick.
  const units: Awaited<ReturnType<typeof claimedUnit>>[] = [];
  for (let n = 0; n < 12; n += 1) units.push(await claimedUnit(chef));
  let days = 0;

  /** A unit that is told that the portal cannot decide now tries again, as every unit does (docs/DEVICE-PROTOCOL.md). */
  async function connected(device: TestDevice): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await device.connect();
      } catch (error) {
        if (tries === 3 || !(error instanceof Error) || error.message !== unavailable) throw error;
        await portal.clock.sleep(second_ms);
      }
    }
  }

  /** What a kitchen does all day: the chef looks, its live view opens, a unit connects and is heard. */
  async function kitchenWorks(): Promise<void> {
    const unit = units[days++ % units.length] ?? assert.fail();
    const health = await fetch(`${portal.url}/health`);
    assert.equal(health.status, 200, await health.text());
    await chef.call(getUserInfo, {});
    using live = new LiveClient(portal, chef);
    await live.subscribe();
    using device = new TestDevice(portal, unit);
    await connected(device);
    await device.sendSamples([{ TCell: 3 }]);
    await live.message('the sample', () => live.frames(unit.serialNumber)[0]);
  }

  /** The kitchen works, day for day, and somebody signs in, while an attack goes on. */
  async function kitchenWorksUnder(attack: () => Promise<unknown>): Promise<void> {
    let isOver = false;
    const goesOn = async (): Promise<void> => {
      while (!isOver) {
        await attack();
        await portal.clock.sleep(pause_ms);
      }
    };
    const attacking = goesOn();
    try {
      for (let day = 0; day < 10; day += 1) await kitchenWorks();
      await signIn(portal, chef.email, testPassword);
    } finally {
      isOver = true;
      await attacking;
    }
  }

  /** How often a limit has acted. */
  async function acted(limit: string): Promise<number> {
    const metrics = await (await fetch(`${portal.url}/metrics`)).text();
    return Number(new RegExp(`^brina_limited_total\\{limit="${limit}"\\} (\\d+)$`, 'm').exec(metrics)?.[1]);
  }

  const upgrade = [
    `GET ${socketPath} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Protocol: v12.stomp',
    '\r\n',
  ].join('\r\n');

  it('B11.1 with a free account and live connections that say nothing keeps a browser’s worth of them, and nobody out', async () => {
    const guest = await user();
    const sockets: WebSocket[] = [];
    const open = new Set<WebSocket>();
    const frame = encodeFrame({
      command: 'CONNECT',
      headers: { 'accept-version': '1.2', 'heart-beat': '0,0', Authorization: `Bearer ${guest.accessToken}` },
      body: '',
    });
    const connectMany = (count: number) =>
      Promise.all(
        Array.from({ length: count }, async (_, i) => {
          const from = `127.0.2.${(i % 3) + 1}`;
          const socket = new WebSocket(portal.publicConfig.socketUrl, ['v12.stomp'], { localAddress: from });
          sockets.push(socket);
          socket.on('error', () => undefined);
          socket.on('open', () => void open.add(socket));
          socket.on('close', () => void open.delete(socket));
          await once(socket, 'open');
          const answered = Promise.race([once(socket, 'message'), once(socket, 'close')]);
          socket.send(frame);
          await answered;
        }),
      );
    for (let n = 0; n < 400; n += 20) await connectMany(20);
    try {
      await kitchenWorksUnder(() => connectMany(5));
      await until('all but the pages of one browser are closed', () => open.size <= 20);
      assert.ok((await acted('live_sockets_session')) >= 300);
    } finally {
      for (const socket of sockets) socket.terminate();
    }
  });

  it('B11.1 with live connections that never say who they are keeps nobody out', async () => {
    using crowd = new Crowd();
    await crowd.rush(portal.httpPort, networks(10), 60, upgrade);
    await kitchenWorksUnder(() => crowd.rush(portal.httpPort, networks(10), 1, upgrade));
    await until('as many are closed as there is no place for', () => crowd.open.size <= descriptors.live);
    assert.ok((await acted('live_sockets')) >= 100);
  });

  it('B11.1 with silent connections to the port of the web app keeps nobody out', async () => {
    using crowd = new Crowd();
    await crowd.rush(portal.httpPort, networks(3), 300);
    await until('as many are closed as there is no place for', () => crowd.open.size <= descriptors.http);
    await kitchenWorksUnder(() => crowd.rush(portal.httpPort, networks(3), 1));
    assert.ok((await acted('http_waiting_network')) + (await acted('http_connections')) >= 300);
  });

  it('B11.1 with bodies that do not end keeps nobody out, and none lives longer than it may', async () => {
    using crowd = new Crowd();
    const { tokenUrl } = portal.publicConfig;
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const head = `POST ${tokenUrl} HTTP/1.1\r\nHost: 127.0.0.1\r\n${type}\r\nContent-Length: 1000\r\n\r\ng`;
    await crowd.rush(portal.httpPort, networks(10), 50, head);
    await kitchenWorksUnder(() => crowd.rush(portal.httpPort, networks(10), 1, head));
    await until('as many are closed as there is no place for', () => crowd.open.size <= descriptors.http);
    const dripping = portal.clock.every(1_000, () => {
      for (const socket of crowd.open) if (socket.writable) socket.write('x');
    });
    await Promise.all(crowd.ends);
    dripping[Symbol.dispose]();
    await kitchenWorks();
  });

  it('B11.1 with questions for much, and no answer that is read, keeps nobody out', async () => {
    using crowd = new Crowd({ reads: false });
    // Together more than a connection takes by itself, and no more than may wait for answers.
    const questions = 'GET /api/docs HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(8);
    const before = await acted('http_connections');
    await crowd.rush(portal.httpPort, networks(1), descriptors.http + 20, questions);
    await kitchenWorksUnder(() => crowd.rush(portal.httpPort, networks(1), 1, questions));
    assert.ok((await acted('http_connections')) - before >= 20);
  });

  it('B11.1 with questions by the thousand in one packet keeps nobody out', async () => {
    using crowd = new Crowd();
    const questions = 'GET /api/docs HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(1_000);
    await crowd.rush(portal.httpPort, networks(3), 10, questions);
    await kitchenWorksUnder(() => crowd.rush(portal.httpPort, networks(3), 1, questions));
    assert.ok((await acted('http_unanswered')) >= 30);
  });

  it('B11.1 with TLS handshakes from many networks that do not go on keeps no unit out', async () => {
    using crowd = new Crowd();
    const hello = await clientHello();
    // Each has as many as it may, and one that waits: twenty have all there are.
    await crowd.rush(portal.edge.port, networks(21), 51, hello);
    const before = await acted('edge_handshakes');
    await kitchenWorksUnder(() => crowd.rush(portal.edge.port, networks(21), 1, hello));
    assert.ok((await acted('edge_handshakes')) > before);
  });
});
