import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import {
  claimAppliance,
  getAppliance,
  releaseAppliance,
  updateAppliance,
} from '@brina/contract/calls/kitchen/appliances';
import { resetPassword } from '@brina/contract/calls/people/registration';
import { type LiveFrame, liveFrame, sections } from '@brina/contract/live';
import { crowded, destinationOf } from '@brina/contract/live-address';
import { hasLiveUpdates, roles } from '@brina/domain/people/roles';
import { sql } from 'kysely';
import { chillMessages, sendAll } from '../../../test/chill.ts';
import { TestDevice } from '../../../test/device.ts';
import { given, signIn } from '../../../test/given.ts';
import { LiveClient, openSocket } from '../../../test/live-client.ts';
import { sharedPortal } from '../../../test/portal.ts';
import { endSession } from '../../identity/sessions.ts';
import { timestamp } from '../db/instants.ts';
import { whoseTurn } from '../db/whose-turn.ts';
import { Arrivals } from '../testing/arrivals.ts';
import { encodeFrame } from './frames.ts';

describe('live updates', async () => {
  const portal = await sharedPortal();
  const { user, unit, claimedUnit, laboratory } = given(portal);

  async function connected() {
    const owner = await user();
    const created = await claimedUnit(owner);
    const device = new TestDevice(portal, created);
    await device.connect();
    await device.sendSamples([{ TCell: 1 }]);
    return {
      owner,
      unit: created,
      serial: created.serialNumber,
      device,
      [Symbol.dispose]: () => device[Symbol.dispose](),
    };
  }
  const liveConnections = async (): Promise<number> => {
    const metrics = await (await fetch(`${portal.url}/metrics`)).text();
    return Number(/^brina_live_connections (\d+)$/m.exec(metrics)?.[1]);
  };
  const temperature = (frame: LiveFrame): unknown => ('reported' in frame ? frame.reported['TCell'] : undefined);

  it('S7.31 S7.46 S4.9 frames come from the receipt on, each with one section and all versions, as the calls say', async () => {
    using scene = await connected();
    using client = new LiveClient(portal, scene.owner);
    await client.subscribe();
    assert.deepEqual(client.messages, [{ action: 'access' }]);
    for (let i = 2; i <= 5; i++) await scene.device.sendSamples([{ TCell: i, cycleRunning: 1 }]);
    await client.message('the last value', () => client.frames(scene.serial).find((frame) => temperature(frame) === 5));
    const frames = client.frames(scene.serial);
    for (const frame of frames) {
      assert.deepEqual(liveFrame.parse(frame), frame);
      assert.equal(sections.filter((section) => section in frame).length, 1);
    }
    assert.deepEqual(
      frames.map(temperature).filter((value) => value !== undefined),
      [2, 3, 4, 5],
    );
    const versions = frames.filter((frame) => 'reported' in frame).map(({ v }) => v.reported);
    assert.deepEqual(
      versions,
      versions.toSorted((a, b) => a - b),
    );
    const shown = await scene.owner.call(getAppliance, { params: { id: scene.serial } });
    assert.deepEqual([shown.v.reported, shown.twin.reported['TCell']], [versions.at(-1), 5]);
  });

  it('S4.3 who has not accepted the terms in force, or not confirmed its address, hears nothing', async () => {
    using scene = await connected();
    for (const set of [{ tos_version: '2020-01-01' }, { status: 'INACTIVE' }]) {
      const late = await user('USER', { companyId: scene.owner.companyId ?? '' });
      {
        using before = new LiveClient(portal, late);
        await before.subscribe();
      }
      await portal.db.write((db) => db.updateTable('app_user').set(set).where('id', '=', late.id).execute());
      using client = new LiveClient(portal, late);
      await assert.rejects(client.subscribe());
      assert.equal((await client.ended()).error, 'sign in again');
    }
  });

  it('S4.10 online, status, cycle, alarms and warnings are told as they change, an ended alarm once with active false', async () => {
    using scene = await connected();
    const { device, serial, owner } = scene;
    using client = new LiveClient(portal, owner);
    await client.subscribe();
    const sectionOf = <S extends string>(section: S) =>
      client.frames(serial).findLast((frame) => section in frame) as (LiveFrame & Record<S, unknown>) | undefined;
    await device.sendSamples([{ powerState: 1, cycleState: 1 }]);
    await client.message('running', () => sectionOf('status')?.status === 'running');
    await sendAll(device, chillMessages({ runId: 'r', startedAt: portal.clock.now(), minutes: 80 }).slice(0, 2));
    const cycle = await client.message('the cycle', () => {
      const shown = sectionOf('cycle') as Extract<LiveFrame, { cycle: unknown }> | undefined;
      return shown?.cycle?.phaseIndex === 1 ? shown.cycle : undefined;
    });
    assert.deepEqual(
      [cycle.state, cycle.function, cycle.phaseCount, cycle.coreTarget, cycle.phase],
      ['running', 0, 1, 3, 2],
    );
    const alarm = (name: string, severity: string, active: boolean) =>
      device.send('evt', { type: 'alarm', name, severity, active });
    // An end is told in one frame only, which another may follow at once.
    const doorAlarm = (isActive: boolean) => () =>
      client
        .frames(serial)
        .some(
          (frame) =>
            'alarms' in frame &&
            frame.alarms.some(({ name, active }) => name === 'doorOpenAlarm' && active === isActive),
        );
    await alarm('doorOpenAlarm', 'alarm', true);
    await alarm('highTempWarning', 'warning', true);
    await portal.settled();
    // What comes and goes between two rounds of the rules is history only.
    await client.message('the alarm', doorAlarm(true));
    await alarm('doorOpenAlarm', 'alarm', false);
    await portal.settled();
    await client.message('its end', doorAlarm(false));
    await client.message('the warning', () => {
      const shown = sectionOf('warnings') as Extract<LiveFrame, { warnings: unknown }> | undefined;
      return shown?.warnings.some(({ name, active }) => name === 'highTempWarning' && active);
    });
    await device.cut();
    const offline = await client.message('it is offline', () => {
      const shown = sectionOf('online') as Extract<LiveFrame, { online: unknown }> | undefined;
      return shown?.online === false ? shown : undefined;
    });
    assert.ok((offline.lastSeenAt ?? 0) > portal.clock.now() - 60_000);
  });

  it("S7.31 a company hears of its own appliances only; another's destination is refused", async () => {
    using mine = await connected();
    using theirs = await connected();
    using client = new LiveClient(portal, mine.owner);
    await client.subscribe();
    for (const { device } of [theirs, mine]) await device.sendSamples([{ TCell: 9 }]);
    await client.message('mine', () => client.frames(mine.serial).find((frame) => temperature(frame) === 9));
    assert.deepEqual(client.frames(theirs.serial), []);

    for (const destination of [
      destinationOf(theirs.owner.id),
      '/secured/user/topic/',
      destinationOf(mine.owner.id).slice(0, -1),
      '/#',
    ]) {
      using curious = new LiveClient(portal, mine.owner);
      await assert.rejects(curious.subscribe(destination));
      assert.equal((await curious.ended()).error, 'subscription not allowed');
    }
  });

  it('S4.10 only roles with live updates may connect, with a token that is good and their own', async () => {
    for (const role of roles) {
      const someone = await user(role);
      using client = new LiveClient(portal, someone);
      if (hasLiveUpdates(role)) await client.subscribe();
      else assert.equal((await client.ended()).error, 'this role has no live updates', role);
    }
    const owner = await user();
    const reply = await fetch(portal.url + portal.publicConfig.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: portal.publicConfig.genericClientId,
        client_secret: portal.publicConfig.genericClientSecret,
      }),
    });
    const generic = ((await reply.json()) as { access_token: string }).access_token;
    assert.ok(generic);
    for (const accessToken of ['', 'x.y.z', generic, `${owner.accessToken}x`]) {
      using client = new LiveClient(portal, { id: owner.id, accessToken });
      assert.equal((await client.ended()).error, 'sign in again');
    }
  });

  it('B11.1 a sign-in and a user have so many live connections: the newest pages stay, and nobody else loses one', async () => {
    const [owner, other] = [await user(), await user()];
    using neighbour = new LiveClient(portal, other);
    await neighbour.subscribe();
    const opened: LiveClient[] = [];
    const open = async (accessToken: string): Promise<LiveClient> => {
      const client = new LiveClient(portal, { ...owner, accessToken });
      opened.push(client);
      await client.subscribe();
      return client;
    };
    try {
      for (let page = 0; page < 21; page += 1) await open(owner.accessToken);
      assert.equal((await opened[0]?.ended())?.error, crowded.gaveWay);
      assert.deepEqual(
        opened.slice(1).map(({ end }) => end),
        Array(20).fill(undefined),
      );
      const devices = [1, 2].map(() => signIn(portal, owner.email, 'Brina-test-1#'));
      const [second = '', third = ''] = (await Promise.all(devices)).map(({ access_token }) => access_token);
      for (let page = 0; page < 20; page += 1) await open(second);
      for (let page = 0; page < 10; page += 1) await open(third);
      // A page more of a device takes the place of its oldest, which may be itself before a cut; a device more has to come again.
      await open(third);
      assert.equal((await opened[41]?.ended())?.error, crowded.gaveWay);
      const { access_token: fourth } = await signIn(portal, owner.email, 'Brina-test-1#');
      await assert.rejects(open(fourth));
      assert.equal((await opened.at(-1)?.ended())?.error, crowded.user);
      assert.equal(opened.filter(({ end }) => end === undefined).length, 50);
      assert.equal(neighbour.end, undefined);
    } finally {
      for (const client of opened) client[Symbol.dispose]();
    }
  });

  it('B11.1 whatever is asked of the database stands in line for whom it is asked, be it a live connection, a sign-in or a stranger’s call', async (t) => {
    const lined: (string | undefined)[] = [];
    for (const how of ['read', 'write'] as const) {
      const ask = portal.db[how];
      t.mock.method(portal.db, how, (work: never) => {
        lined.push(whoseTurn.getStore());
        return ask(work);
      });
    }
    const linedFor = async (act: () => Promise<unknown>): Promise<Set<string | undefined>> => {
      lined.splice(0);
      await act();
      return new Set(lined);
    };
    const [boss, owner] = [await user(), await user()];
    const { serialNumber } = await claimedUnit(boss);
    const stranger = '127.0.0.1';
    const signing = await linedFor(() => signIn(portal, owner.email, 'Brina-test-1#'));
    assert.ok(signing.has(stranger) && !signing.has(undefined), 'a sign-in');
    const registering = await linedFor(() => owner.call(resetPassword, { params: { email: 'nobody@example.com' } }));
    assert.deepEqual(registering, new Set([stranger]), 'a call without a user');

    using client = new LiveClient(portal, boss);
    assert.deepEqual(await linedFor(() => client.subscribe()), new Set([boss.id]));
    const colleague = await user('USER', { companyId: boss.companyId ?? '' });
    using other = new LiveClient(portal, colleague);
    await other.subscribe();
    let told: string | undefined = 'nothing';
    using _told = portal.bus.subscribe('access.changed', () => {
      told = whoseTurn.getStore();
    });
    const changing = await linedFor(async () => {
      await boss.call(releaseAppliance, { params: { id: serialNumber } });
      await portal.settled();
    });
    assert.ok(changing.has(colleague.id), 'what another has changed is read anew for who listens');
    assert.equal(told, undefined);
  });

  it('S8.11 the end of a session and of a token close the open socket', async () => {
    const owner = await user();
    using first = new LiveClient(portal, owner);
    await first.subscribe();
    const { access_token } = await signIn(portal, owner.email, 'Brina-test-1#');
    using second = new LiveClient(portal, { ...owner, accessToken: access_token });
    await second.subscribe();
    const { sid } = JSON.parse(Buffer.from(owner.accessToken.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string;
    };
    await endSession(portal, { sid, address: '127.0.0.1' });
    await portal.settled();
    assert.equal(first.end?.error, 'signed out');
    assert.equal(second.client.connected, true, 'the other device of the same user stays');
    portal.clock.leap(3_600_000);
    await portal.clock.advance(500);
    assert.equal(second.end?.error, 'the token has expired');
    portal.clock.leap(-3_600_000);
    using again = new LiveClient(portal, owner);
    assert.equal((await again.ended()).error, 'sign in again', 'the token of an ended session');
  });

  it('S1.4 S6.7 a claim sends the whole state and tells to fetch; a release stops at once', async () => {
    const owner = await user();
    using client = new LiveClient(portal, owner);
    await client.subscribe();
    const created = await unit();
    const { serialNumber: serial } = created;
    using device = new TestDevice(portal, created);
    await device.connect();
    await device.sendSamples([{ TCell: 4 }]);
    // A cycle and an alarm of before are the former company's.
    await sendAll(device, chillMessages({ runId: 'r', startedAt: portal.clock.now() - 1000, minutes: 80 }).slice(0, 1));
    await device.send('evt', { type: 'alarm', name: 'openDoorAlarm', severity: 'alarm', active: true });
    await portal.settled();
    client.messages.length = 0;
    const claimed = portal.clock.now();
    const labId = await laboratory(owner);
    await owner.call(claimAppliance, { body: { activationCode: created.activationCode, name: 'Chiller', labId } });
    await client.message('the call to fetch', () => client.messages.find((message) => 'action' in message));
    const frames = client.frames(serial);
    assert.deepEqual(
      frames.map((frame) => sections.find((section) => section in frame)).toSorted(),
      [...sections].toSorted(),
    );
    const cycle = frames.find((frame) => 'cycle' in frame);
    const alarms = frames.find((frame) => 'alarms' in frame);
    assert.ok(cycle && 'cycle' in cycle && cycle.cycle === null);
    assert.ok(alarms && 'alarms' in alarms && alarms.alarms.length === 0);

    // Renaming touches what is seen; nothing is lost by it.
    await owner.call(updateAppliance, { params: { id: serial }, body: { name: 'Other', labId } });
    await device.sendSamples([{ TCell: 5 }]);
    await client.message('a value after it', () => client.frames(serial).find((frame) => temperature(frame) === 5));
    // What is still wrong is told by the next report, from the claim on.
    await portal.settled();
    await client.message('the alarm', () =>
      client.frames(serial).find((frame) => 'alarms' in frame && (frame.alarms[0]?.since ?? 0) >= claimed),
    );

    await owner.call(releaseAppliance, { params: { id: serial } });
    await portal.settled();
    client.messages.length = 0;
    await device.sendSamples([{ TCell: 6 }]);
    await portal.settled();
    assert.deepEqual(client.frames(serial), []);
  });

  it('S6.7 what is measured while it is read again who may see a unit is told to nobody', async () => {
    using scene = await connected();
    const { owner, serial } = scene;
    using client = new LiveClient(portal, owner);
    await client.subscribe();
    await scene.device.sendSamples([{ TCell: 2 }]);
    const frame = await client.message('a value', () => client.frames(serial).find((one) => temperature(one) === 2));
    client.messages.length = 0;
    // Sent when the live node has just heard of the release.
    using _meanwhile = portal.bus.subscribe('access.changed', ({ serials }) => {
      if (serials.includes(serial)) portal.bus.publish('live', { serial, frame });
    });
    await owner.call(releaseAppliance, { params: { id: serial } });
    await portal.settled();
    assert.deepEqual(client.frames(serial), []);
  });

  it('S1.4 what is claimed while a live node reads what another claim changed is not missed', async () => {
    const owner = await user();
    const labId = await laboratory(owner);
    using client = new LiveClient(portal, owner);
    await client.subscribe();
    // What is told in between may come before the reading or after it: now and then it comes amid it.
    for (let round = 0; round < 4; round++) {
      const [first, second] = [await unit(), await unit()];
      const { promise: heldBoth, resolve } = Promise.withResolvers<unknown>();
      using _meanwhile = portal.bus.subscribe('access.changed', ({ users, serials }) => {
        if (!serials.includes(first.serialNumber)) return;
        const tenure = portal.db.write((db) =>
          sql`insert into tenure (appliance, company_id, from_at)
            select id, ${owner.companyId}, ${timestamp(portal.clock.now())} from appliance
            where serial = ${second.serialNumber}`.execute(db),
        );
        const announce = () => portal.bus.publish('access.changed', { users, serials: [second.serialNumber] });
        resolve(tenure.then(announce));
      });
      await owner.call(claimAppliance, { body: { activationCode: first.activationCode, name: 'Chiller', labId } });
      await heldBoth;
      await portal.settled();
      for (const { serialNumber } of [first, second]) assert.ok(client.frames(serialNumber).length > 0, serialNumber);
    }
  });

  it('another connection, and another version of STOMP, is refused at the door', async () => {
    const { publicConfig, url } = portal;
    const status = async (path: string, headers = ''): Promise<string> => {
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      socket.end(
        `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n`,
      );
      const [reply] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return reply.toString().split('\r\n')[0] ?? '';
    };
    const path = new URL(publicConfig.socketUrl).pathname;
    assert.match(await status(path), /101/);
    assert.match(await status(path, `Origin: ${url}\r\n`), /101/);
    assert.match(await status(path, 'Origin: https://evil.example\r\n'), /403/);
    for (const other of ['/', '//', '/secured/other']) assert.match(await status(other), /404/);
    const owner = await user();
    const socket = await openSocket(portal);
    socket.send(
      encodeFrame({
        command: 'CONNECT',
        headers: { 'accept-version': '1.0', Authorization: `Bearer ${owner.accessToken}` },
        body: '',
      }),
    );
    const [reply] = (await once(socket, 'message')) as [Buffer];
    assert.match(reply.toString(), /^ERROR\nmessage:versions 1.1 and 1.2/);
  });

  describe('a client that does what it should not', () => {
    const connectFrame = (token: string) =>
      encodeFrame({
        command: 'CONNECT',
        headers: { 'accept-version': '1.2', Authorization: `Bearer ${token}` },
        body: '',
      });
    const subscribeFrame = (userId: string, id: string) =>
      encodeFrame({ command: 'SUBSCRIBE', headers: { id, destination: destinationOf(userId) }, body: '' });
    const closing = async (data: readonly string[]): Promise<number> => {
      const socket = await openSocket(portal);
      const closed = once(socket, 'close') as Promise<[number]>;
      for (const one of data) socket.send(one);
      return (await closed)[0];
    };

    it('is closed: no STOMP, too large, too much, before its CONNECT, a SEND, too many subscriptions', async () => {
      const { accessToken, id } = await user();
      const own = Array.from({ length: 9 }, (_, i) => subscribeFrame(id, String(i)));
      assert.equal(await closing(['what is this']), 1008);
      assert.equal(await closing(['x'.repeat(20_000)]), 1009);
      assert.equal(await closing([subscribeFrame(id, '1')]), 1008);
      assert.equal(await closing([connectFrame(accessToken), connectFrame(accessToken)]), 1008);
      assert.equal(
        await closing([
          connectFrame(accessToken),
          encodeFrame({ command: 'SEND', headers: { destination: destinationOf(id) }, body: '{}' }),
        ]),
        1008,
      );
      assert.equal(await closing([connectFrame(accessToken), ...own]), 1008);
      const unsubscribe = encodeFrame({ command: 'UNSUBSCRIBE', headers: { id: '1' }, body: '' });
      assert.equal(await closing([connectFrame(accessToken), ...Array.from({ length: 60 }, () => unsubscribe)]), 1008);
    });

    /** The portal reads the ends of sockets in the order they came: one that says goodbye is answered after those before it. */
    async function othersGone(): Promise<void> {
      const last = await openSocket(portal);
      last.close();
      await once(last, 'close');
    }

    it('leaves nothing behind when it goes while it is admitted', async () => {
      const { accessToken, id } = await user();
      await othersGone();
      const before = await liveConnections();
      for (let i = 0; i < 20; i++) {
        const socket = await openSocket(portal);
        socket.send(connectFrame(accessToken));
        socket.send(subscribeFrame(id, '1'));
        socket.terminate();
        await once(socket, 'close');
      }
      await othersGone();
      assert.equal(await liveConnections(), before);
    });

    it('is dropped when it does not read', async () => {
      const owner = await user();
      const { serialNumber: serial } = await claimedUnit(owner);
      const socket = await openSocket(portal);
      const heard = new Arrivals();
      let messages = 0;
      socket.on('message', () => {
        messages += 1;
        heard.note();
      });
      socket.send(connectFrame(owner.accessToken));
      socket.send(subscribeFrame(owner.id, '1'));
      // What is told first, from when on nothing is missed.
      await heard.first('the call to fetch', () => messages >= 2);
      const subscribed = await liveConnections();
      socket.pause();
      const closed = once(socket, 'close');
      const frame = { serialNumber: serial, at: portal.clock.now(), v: {}, reported: { text: 'x'.repeat(100_000) } };
      // The buffers of the system take some megabytes before anything waits here.
      for (let sent = 0; (await liveConnections()) === subscribed; sent += 20) {
        assert.ok(sent < 2000, 'it was dropped long before 200 MB');
        for (let i = 0; i < 20; i++) portal.bus.publish('live', { serial, frame });
        await portal.bus.drained();
      }
      socket.resume();
      await closed;
    });
  });
});
