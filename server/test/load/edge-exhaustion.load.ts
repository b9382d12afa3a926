import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { makeEmbeddedPlace } from '#core/db/test-database.ts';
import { clientHello } from '#core/edge/testing/client-hello.ts';
import { until } from '#core/testing/until.ts';
import { Devices, examine, makeUnits, type Place } from '../faults/fleet.ts';
import { portalProgram } from '../faults/processes.ts';
import { Attackers, type Deed } from './attackers.ts';

/** A chain behind one address: all that it has comes back at once after a power cut. */
const units = 200;
/** Of these, as one kitchen, so many come back during each further attack. */
const cut = 20;
const networks = 8;
const each_per_s = 100;
/** An attack has opened so many connections before the units come, and stops by itself at so many. */
const lead = 2_000;
const most = 20_000;
const limit_ms = 120_000;
/** A unit tries again after so long, then twice as long each time (docs/DEVICE-PROTOCOL.md). */
const firstPause_ms = 1_000;

const hello = await clientHello();
const trickle_ms = 900;

/** What strangers without a certificate can do with a connection, and by which of its numbers the portal tells. */
const deeds: Record<string, { deed: Deed; told?: RegExp }> = {
  'are silent': { deed: () => undefined, told: /^brina_limited_total\{limit="edge_(hello_late|crowded)"\}/ },
  'say a ClientHello and no more': {
    deed: (socket) => void socket.write(hello),
    told: /^brina_limited_total\{limit="edge_(handshake_late|handshakes|crowded)"\}/,
  },
  'say a byte each 0.9 seconds': {
    deed(socket) {
      let said = 0;
      const trickle = setInterval(() => socket.write(hello.subarray(said, (said += 1))), trickle_ms);
      socket.on('close', () => clearInterval(trickle));
    },
    told: /^brina_limited_total\{limit="edge_(hello_late|crowded)"\}/,
  },
  'speak HTTP': {
    deed: (socket) => void socket.write('GET / HTTP/1.1\r\nHost: portal\r\n\r\n'),
    told: /^brina_edge_refused_total\{reason="handshake"\}/,
  },
  // Of these there is nothing to tell: they are gone before anything has been done for them.
  'reset what they opened': { deed: (socket) => void socket.resetAndDestroy() },
};

/** A unit that tells what it measures once a second, and tries to connect as a unit shall. */
function lifeOf(random: () => number, turnedAway: (fault: unknown) => void) {
  let failures = 0;
  return {
    async inTurn<T>(connect: () => Promise<T>): Promise<T> {
      try {
        const client = await connect();
        failures = 0;
        return client;
      } catch (fault) {
        // An answer is none of it: that a database on a busy machine did not say in time whether the unit may connect.
        if (!(fault instanceof Error && fault.message === 'refused')) turnedAway(fault);
        await pause(firstPause_ms * 2 ** failures++ * (0.5 + random()));
        throw fault;
      }
    },
    measuring: {
      first_ms: 1_000 * random(),
      every_ms: 1_000,
      tick_ms: 1_000,
      tell: (seq: number) => [{ topic: 'tel', body: { s: [[0, { TCell: 3, compressorStarts: seq }]] } } as const],
    },
  };
}

describe('the edge, while strangers of several networks open connections without end', () => {
  it('B11.1 lets every unit in on its first try and acknowledges what it sends, all of one address after a power cut', async (test) => {
    await using embedded = await makeEmbeddedPlace();
    const place: Place = { dataDir: embedded.dataDir, url: undefined };
    const fleet = await makeUnits(place, units);
    const { portal, mqttPort, metrics } = await portalProgram(place);
    await using _portal = portal;
    await portal.start();
    const told = async (name: RegExp): Promise<number> =>
      (await metrics())
        .split('\n')
        .filter((line) => name.test(line))
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);

    const turnedAway: string[] = [];
    let attack = '';
    await using stack = new AsyncDisposableStack();
    let kitchens: Devices | undefined;
    for (const [what, { deed, told: numbers }] of Object.entries(deeds)) {
      attack = what;
      const before = numbers ? await told(numbers) : 0;
      using attackers = new Attackers(mqttPort, { networks, each_per_s, most, deed });
      await until('the attack is on its way', () => attackers.opened >= lead, limit_ms);
      const began_ms = performance.now();
      kitchens?.all.slice(0, cut).forEach((device) => device.cut());
      kitchens ??= stack.use(
        new Devices(fleet, place.dataDir, mqttPort, (_i, random) =>
          lifeOf(random, (fault) => void turnedAway.push(`while they ${attack}: ${fault}`)),
        ),
      );
      await kitchens.connected(limit_ms);
      await kitchens.heard(2, limit_ms);
      const took_s = ((performance.now() - began_ms) / 1_000).toFixed(1);
      test.diagnostic(`they ${what}, ${attackers.opened} times: all heard twice after ${took_s} s`);
      if (numbers)
        await until(`the portal tells that they ${what}`, async () => (await told(numbers)) > before, limit_ms);
    }
    await kitchens?.drain(limit_ms);
    assert.equal(await portal.end('SIGTERM'), 0, 'the portal drains and leaves well');
    const { faults } = await examine(place, kitchens?.journals() ?? []);
    assert.deepEqual(faults.slice(0, 10), [], `${faults.length} faults`);
  });
});
