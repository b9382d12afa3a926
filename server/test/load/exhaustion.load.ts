import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { socketPath } from '@brina/contract/live-address';
import { WebSocket } from 'ws';
import { encodeFrame } from '#core/live/frames.ts';
import { until } from '#core/testing/until.ts';
import { TestDevice } from '../device.ts';
import { given } from '../given.ts';
import { LiveClient } from '../live-client.ts';
import { startTestPortal } from '../portal.ts';

/** Small shares, so that hundreds of connections are as many as tens of thousands elsewhere. */
const descriptors = { edge: 200, live: 300, http: 300 };

/** Addresses of this machine, each of which is a network of its own. */
const networks = (count: number): string[] => Array.from({ length: count }, (_, n) => `127.0.1.${n + 1}`);

/** Connections of who means harm: those that are open, and the end of each. */
class Crowd {
  readonly open = new Set<Socket>();
  readonly ends: Promise<unknown>[] = [];
  opened = 0;

  async connect(port: number, from: string, write = ''): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    this.open.add(socket);
    this.ends.push(new Promise((resolve) => socket.once('close', resolve)));
    socket.once('close', () => this.open.delete(socket));
    socket.on('error', () => undefined).resume();
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
    this.opened += 1;
    if (write) socket.write(write);
    return socket;
  }

  /** So many connections from each address. */
  async rush(port: number, addresses: readonly string[], each: number, write = ''): Promise<void> {
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
  const unit = await claimedUnit(chef);

  /** What a kitchen does all day: the chef looks, its live view opens, a unit connects and is heard. */
  async function kitchenWorks(): Promise<void> {
    assert.equal((await fetch(`${portal.url}/health`)).status, 200);
    await chef.call(getUserInfo, {});
    using live = new LiveClient(portal, chef);
    await live.subscribe();
    using device = new TestDevice(portal, unit);
    await device.connect();
    await device.sendSamples([{ TCell: 3 }]);
    await live.message('the sample', () => live.frames(unit.serialNumber)[0]);
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
    for (let n = 0; n < 400; n += 20)
      await Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
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
    try {
      await kitchenWorks();
      await until('all but the pages of one browser are closed', () => open.size <= 20);
      assert.ok((await acted('live_sockets_session')) >= 300);
    } finally {
      for (const socket of sockets) socket.terminate();
    }
  });

  it('B11.1 with live connections that never say who they are keeps nobody out', async () => {
    using crowd = new Crowd();
    await crowd.rush(portal.httpPort, networks(10), 60, upgrade);
    await kitchenWorks();
    await until('as many are closed as there is no place for', () => crowd.open.size <= descriptors.live);
    assert.ok((await acted('live_sockets')) >= 100);
  });

  it('B11.1 with silent connections to the port of the web app keeps nobody out', async () => {
    using crowd = new Crowd();
    await crowd.rush(portal.httpPort, networks(3), 300);
    await until('as many are closed as there is no place for', () => crowd.open.size <= descriptors.http);
    await kitchenWorks();
    assert.ok((await acted('http_waiting_network')) + (await acted('http_connections')) >= 300);
  });

  it('B11.1 with bodies that do not end keeps nobody out, and none lives longer than it may', async () => {
    using crowd = new Crowd();
    const { tokenUrl } = portal.publicConfig;
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const head = `POST ${tokenUrl} HTTP/1.1\r\nHost: 127.0.0.1\r\n${type}\r\nContent-Length: 1000\r\n\r\ng`;
    await crowd.rush(portal.httpPort, networks(10), 50, head);
    await kitchenWorks();
    assert.ok(crowd.open.size <= descriptors.http);
    const dripping = portal.clock.every(1_000, () => {
      for (const socket of crowd.open) if (socket.writable) socket.write('x');
    });
    await Promise.all(crowd.ends);
    dripping[Symbol.dispose]();
    await kitchenWorks();
  });
});
