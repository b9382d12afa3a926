import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { AckMessage } from '@brina/contract/devices';
import { sql } from 'kysely';
import { memoryBus } from '#core/bus/memory-bus.ts';
import type { Bus, UpMessage } from '#core/bus/bus.ts';
import { systemClock } from '#core/clock.ts';
import { openDatabase } from '#core/db/open-database.ts';
import { makeTestPlace } from '#core/db/test-database.ts';
import { givenEdge, sharedPki } from '#core/edge/testing/given-edge.ts';
import { until } from '#core/edge/testing/until.ts';
import { parseMessage } from '#core/ingest/parse.ts';
import { filePkiStore } from '#core/pki/pki-store.ts';
import { openPki, type Pki } from '#core/pki/pki.ts';
import { createAppliance, type CreatedAppliance } from '#features/appliances/create-appliance.ts';
import { findFaults, readJournal, type StoredSample } from './checker.ts';
import { JournalDevice, type Station } from './journal-device.ts';
import { DatabaseWire, PortalProcess } from './portal-process.ts';

const devices_count = 20;
const messagesEach = 120;
const kills = 5;
const cuts = 3;
const databaseStop_ms = 4000;

/** Random numbers of a seed (mulberry32), so that a failed run can be had again. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

describe('loss', () => {
  it(`${devices_count} devices lose nothing through ${kills} kills, ${cuts} cut links and a database stop`, {
    timeout: 240_000,
  }, async (t) => {
    const seed = Number(process.env.BRINA_TEST_SEED ?? randomInt(2 ** 31));
    t.diagnostic(`seed ${seed}: repeat with BRINA_TEST_SEED=${seed}`);
    const random = seeded(seed);
    await using place = await makeTestPlace();
    const { units, pki } = await makeUnits(place);
    await using wire = place.url ? new DatabaseWire(place.url) : null;
    const mqttPort = await freePort();
    const portal = new PortalProcess({ dataDir: place.dataDir, mqttPort, databaseUrl: await wire?.open() });
    const journals = await mkdtemp(join(tmpdir(), 'brina-journal-'));
    const startedAt = systemClock.now() - 3_600_000;
    const devices = units.map(
      ({ serialNumber, identity }) =>
        new JournalDevice({
          serial: serialNumber,
          station: (): Station => ({ port: mqttPort, caPem: pki.caPem, identity }),
          file: join(journals, `${serialNumber}.jsonl`),
          random,
          startedAt,
        }),
    );
    try {
      await portal.start();
      const running = Promise.all(devices.map((device) => device.run(messagesEach)));
      await disturb({ portal, wire, devices, random });
      await Promise.race([running, expire(120_000, devices)]);
      await portal.end();
      const stored = await storedIn(place);
      assert.deepEqual(
        findFaults(
          devices.map((_, i) => readJournal(join(journals, `${units[i]?.serialNumber}.jsonl`))),
          stored,
        ).slice(0, 10),
        [],
      );
      assert.equal(stored.length, devices_count * messagesEach * 6);
    } finally {
      for (const device of devices) device.end();
      await portal.end('SIGKILL');
      await rm(journals, { recursive: true, force: true });
    }
  });

  it('the checker finds a sink that acknowledges before its commit', { timeout: 60_000 }, async () => {
    const faults = await withBrokenSink(({ bus, stored, crash }) => {
      const uncommitted: UpMessage[] = [];
      crash(() => uncommitted.splice(0));
      return bus.consume(async (batch) => {
        for (const message of batch) acknowledge(bus, message);
        // Commits when there is enough to be worth it: what was promised meanwhile exists in memory only.
        uncommitted.push(...batch);
        if (uncommitted.length > 40) stored.push(...uncommitted.splice(0).flatMap(samplesIn));
      });
    });
    assert.ok(
      faults.some((fault) => fault.startsWith('acknowledged and lost')),
      faults.slice(0, 3).join('\n'),
    );
  });

  it('the checker finds a sink that does not know what it has', { timeout: 60_000 }, async () => {
    const faults = await withBrokenSink(({ bus, stored }) =>
      bus.consume(async (batch) => {
        stored.push(...batch.flatMap(samplesIn));
        for (const message of batch) acknowledge(bus, message);
      }),
    );
    assert.ok(
      faults.some((fault) => fault.startsWith('stored 2 times')),
      faults.slice(0, 3).join('\n'),
    );
  });
});

type Place = { dataDir: string; url: string | undefined };

async function makeUnits(place: Place) {
  await using db = await openDatabase({ ...place, clock: systemClock });
  const pki = await openPki({ store: filePkiStore(join(place.dataDir, 'pki')), brand: 'IRINOX', clock: systemClock });
  const units: CreatedAppliance[] = [];
  for (let i = 0; i < devices_count; i++)
    units.push(
      await createAppliance(
        { db, pki, clock: systemClock },
        {
          serialNumber: `MF-FAULT-${100 + i}`,
          brand: 'IRINOX',
          domain: 'STANDARD',
          gamma: 'ABBATTITORE',
          model: 'MF Next S 20',
        },
      ),
    );
  return { units, pki };
}

/** Kills, cuts and the stop of the database, at random points of the devices' progress. */
async function disturb({
  portal,
  wire,
  devices,
  random,
}: {
  portal: PortalProcess;
  wire: DatabaseWire | null;
  devices: readonly JournalDevice[];
  random: () => number;
}): Promise<void> {
  const total = devices_count * messagesEach;
  const acknowledged = (): number => devices.reduce((sum, device) => sum + device.acknowledged.size, 0);
  const events = [
    ...Array.from({ length: kills }, () => 'kill' as const),
    ...Array.from({ length: cuts }, () => 'cut' as const),
    'stop' as const,
  ]
    .map((what) => ({ what, at: Math.floor(random() * total * 0.9) }))
    .sort((a, b) => a.at - b.at);
  for (const { what, at } of events) {
    await until(`${at} acknowledged messages`, () => acknowledged() >= at, 60_000);
    if (what === 'kill') await portal.killAndStart();
    else if (what === 'cut') devices[Math.floor(random() * devices.length)]?.cut();
    else if (wire) await wire.stop(databaseStop_ms);
    else await portal.freeze(databaseStop_ms);
  }
}

function expire(ms: number, devices: readonly JournalDevice[]): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => {
      const missing = devices.map((device) => `${device.serial} ${device.acknowledged.size}/${messagesEach}`);
      reject(new Error(`not acknowledged in the end: ${missing.join(', ')}`));
    }, ms).unref();
  });
}

async function storedIn(place: Place): Promise<StoredSample[]> {
  await using db = await openDatabase({ ...place, clock: systemClock });
  return db.read(async (tx) => {
    const { rows } = await sql<StoredSample>`
      select a.serial, t.log, t.seq, t.ix, t.at, t."TCell", t."TCore1" from telemetry t join appliance a on a.id = t.appliance`.execute(
      tx,
    );
    return rows;
  });
}

/** Runs three devices against a broken consumer behind the real edge, with cut links and one crash of the consumer. */
async function withBrokenSink(
  sink: (parts: { bus: Bus; stored: StoredSample[]; crash(forget: () => void): void }) => AsyncDisposable,
): Promise<string[]> {
  const stored: StoredSample[] = [];
  let forget = (): void => undefined;
  const pki: Pki = await sharedPki;
  await using bus = memoryBus({ deliverTwice: 0.1, delay_ms: 5 });
  await using _sink = sink({ bus, stored, crash: (what) => (forget = what) });
  await using edge = await givenEdge({ bus });
  const folder = await mkdtemp(join(tmpdir(), 'brina-journal-'));
  const random = seeded(7);
  const devices: JournalDevice[] = [];
  for (let i = 0; i < 3; i++) {
    const serial = `MF-SINK-${i}`;
    const identity = await pki.issueAppliance(serial);
    devices.push(
      new JournalDevice({
        serial,
        station: () => ({ port: edge.edge.port, caPem: pki.caPem, identity }),
        file: join(folder, `${serial}.jsonl`),
        random,
        startedAt: systemClock.now() - 3_600_000,
      }),
    );
  }
  try {
    const running = Promise.all(devices.map((device) => device.run(60)));
    await until('half is acknowledged', () => devices.every((device) => device.acknowledged.size > 20), 20_000);
    forget();
    for (const device of devices) device.cut();
    await Promise.race([running, expire(30_000, devices)]);
    return findFaults(
      devices.map((device) => readJournal(join(folder, `${device.serial}.jsonl`))),
      stored,
    );
  } finally {
    for (const device of devices) device.end();
    await rm(folder, { recursive: true, force: true });
  }
}

function acknowledge(bus: Bus, message: UpMessage): void {
  const parsed = message.kind === 'message' ? parseMessage(message.topic, message.payload) : undefined;
  if (!parsed || !('topic' in parsed)) return;
  const { log, seq } = parsed.identity;
  const payload: AckMessage = { log, got: [[seq, seq]], bad: [] };
  void bus.ask(message.serial, { kind: 'down', topic: 'ack', payload }, 1000);
}

function samplesIn(message: UpMessage): StoredSample[] {
  const parsed = message.kind === 'message' ? parseMessage(message.topic, message.payload) : undefined;
  if (!parsed || !('topic' in parsed) || parsed.topic !== 'tel') return [];
  return parsed.message.s.map(([offset, values], ix) => ({
    serial: message.serial,
    ...parsed.identity,
    ix,
    at: parsed.message.at + offset,
    TCell: Number(values['TCell']),
    TCore1: Number(values['TCore1']),
  }));
}
