import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { makeEmbeddedPlace, makeTestPlace } from '#core/db/test-database.ts';
import { seededRandom } from '../random.ts';
import type { BrokenSink } from './broken-sink.ts';
import type { Journal } from './checker.ts';
import { Devices, examine, makeUnits, openPlace, type Place } from './fleet.ts';
import { type LinkProxy, linkProxy } from './link-proxy.ts';
import { freePort, nodeProgram, type Program, portalProgram, postgresProgram } from './processes.ts';

const devices = 20;
const everywhere = ['kill', 'kill', 'kill', 'kill', 'kill', 'cut', 'cut', 'cut', 'database'] as const;
/** Of the link to a database that is another program. */
const ofLink = ['swallowed', 'unanswered', 'forgotten'] as const;
const outage_ms = 4000;
/** Longer than a session may take to answer. */
const swallowed_ms = 12_000;
const drain_ms = 180_000;
/** Messages of each device that are acknowledged before a fault that is to find all at work. */
const heardBefore = 3;
const hear_ms = 120_000;
/** A fault comes at any moment within this: of a start, of a batch, of a reconnect. */
const faultWithin_ms = 1000;

const onPostgres = process.env['BRINA_TEST_POSTGRES_URL'] !== undefined;

const shuffled = <T>(all: readonly T[], random: () => number): T[] =>
  all
    .map((one) => ({ one, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);

const acknowledgedIn = (journals: readonly Journal[]): number =>
  journals.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);

describe('what appliances send while everything fails', () => {
  it('what was acknowledged is there exactly once, the rest arrives, and nothing else', async () => {
    const random = seededRandom('faults');
    await using embedded = await makeEmbeddedPlace();
    await using postgres = onPostgres ? await postgresProgram() : undefined;
    const place: Place = { dataDir: embedded.dataDir, url: postgres?.url };
    const fleet = await makeUnits(place, devices);
    await using link = postgres && (await linkProxy(Number(new URL(postgres.url).port)));
    const { portal, mqttPort } = await portalProgram({
      ...place,
      url: link ? through(postgres?.url, link.port) : place.url,
    });
    await using _portal = portal;
    const faults = [...everywhere, ...(link ? ofLink : [])];
    await portal.start();
    await using sending = new Devices(fleet, place.dataDir, mqttPort);

    for (const fault of shuffled(faults, random)) {
      // The other half comes amid what the fault before has left.
      if (random() < 0.5) await sending.heard(heardBefore, hear_ms);
      await pause(random() * faultWithin_ms);
      if (fault === 'kill') await killAndStart(portal);
      else if (fault === 'cut') for (const device of sending.all) device.cut();
      else if (fault !== 'database') await breakLink(link, fault, sending);
      else await stopDatabase(portal, postgres?.server);
    }
    await sending.heard(heardBefore, hear_ms);
    await sending.drain(drain_ms);
    assert.equal(await portal.end('SIGTERM'), 0, 'the portal drains and leaves well');

    const journals = sending.journals();
    const { faults: found } = await examine(place, journals);
    assert.deepEqual(found.slice(0, 10), [], `${found.length} faults`);
    assert.ok(journals.every(({ sent, acknowledged }) => sent.size > faults.length && acknowledged.size === sent.size));
    await ledgerAgrees(place, journals);
  });

  const broken: Readonly<Record<BrokenSink, string>> = { 'early-ack': 'lost', 'no-identity': 'doubled' };
  for (const [kind, fault] of Object.entries(broken))
    it(`the checker finds out a portal that is broken: ${kind}`, async () => {
      await using place = await makeTestPlace();
      const fleet = await makeUnits(place, 5);
      const [mqttPort, httpPort] = [await freePort(), await freePort()];
      const args = [kind, place.dataDir, place.url ?? '', String(mqttPort), String(httpPort)];
      const isUp = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${httpPort}`)).ok;
      await using sink = nodeProgram('broken-sink.ts', {}, isUp, args);
      await sink.start();
      await using sending = new Devices(fleet, place.dataDir, mqttPort);
      for (let i = 0; i < 2; i++) {
        await sending.heard(heardBefore, hear_ms);
        // At any other moment there may be nothing to lose or to double.
        await sink.ask({ for: 'the next tear' });
        await killAndStart(sink);
      }
      await sending.drain(drain_ms);
      await sink.end('SIGTERM');
      const journals = sending.journals();
      assert.ok(acknowledgedIn(journals) >= 2 * fleet.units.length * heardBefore);
      const { faults: found } = await examine(place, journals);
      assert.ok(
        found.some((one) => one.startsWith(fault)),
        `${found.length} faults, none ${fault}`,
      );
    });
});

/** The address of a database by way of a link. */
function through(url: string | undefined, port: number): string | undefined {
  if (url === undefined) return undefined;
  const by = new URL(url);
  by.host = `127.0.0.1:${port}`;
  return by.href;
}

/** The link to the database goes half-open, and is good again: what the fleet sends meanwhile is held by itself soon afterwards. */
async function breakLink(link: LinkProxy | undefined, how: (typeof ofLink)[number], sending: Devices): Promise<void> {
  if (how === 'unanswered') link?.swallowAnswers();
  else link?.swallow();
  await pause(swallowed_ms);
  link?.pass({ forgotten: how === 'forgotten' });
  await sending.heard(heardBefore, hear_ms);
}

async function killAndStart(program: Program): Promise<void> {
  await program.end('SIGKILL');
  await program.start();
}

/** PostgreSQL is stopped for a while; the embedded database lives in the portal's process, which stands still instead. */
async function stopDatabase(portal: Program, postgres: Program | undefined): Promise<void> {
  if (postgres) await postgres.end('SIGINT');
  else portal.signal('SIGSTOP');
  await pause(outage_ms);
  if (postgres) await postgres.start();
  else portal.signal('SIGCONT');
}

/** The ledger holds the numbers of the journals, all of them and no other, and every row of history has its identity there. */
async function ledgerAgrees(place: Place, journals: readonly Journal[]): Promise<void> {
  await using db = await openPlace(place);
  const { rows } = await db.read((tx) =>
    sql<{ serial: string; seen: string; strangers: number }>`
      select a.serial, r.seen::text, count(*) filter (where not (h.log = r.log and r.seen @> h.seq))::int as strangers
      from received r
      join appliance a on a.id = r.appliance
      join (select appliance, log, seq from telemetry union all select appliance, log, seq from event) h
        on h.appliance = r.appliance
      group by a.serial, r.log, r.seen order by a.serial`.execute(tx),
  );
  const expected = journals.map(({ serial, sent }) => ({ serial, seen: `{[0,${sent.size})}`, strangers: 0 }));
  assert.deepEqual(
    rows,
    expected.sort((a, b) => (a.serial < b.serial ? -1 : 1)),
  );
}
