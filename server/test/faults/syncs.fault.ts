import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeEmbeddedPlace } from '#core/db/test-database.ts';
import { TestDevice } from '../device.ts';
import { given } from '../given.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

const devices = 6;
const messagesEach = 40;

/** Batches that ingestion has committed so far. */
async function batchesOf({ url }: TestPortal): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^brina_ingest_batch_seconds_count (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

it('the embedded database really syncs at least once for each batch that is acknowledged', async () => {
  await using place = await makeEmbeddedPlace();
  await using portal = await startTestPortal({ place });
  const units = await Promise.all(Array.from({ length: devices }, () => given(portal).unit()));
  const all = units.map((unit) => new TestDevice(portal, unit));
  for (const device of all) await device.connect();
  const [first] = all;
  assert.ok(first);

  // One after the other: a sync lies between each message and its acknowledgement.
  for (let i = 0; i < messagesEach; i++) {
    const before = await portal.db.syncs();
    assert.equal(await first.sendSamples([{ TCell: i }]), 'got');
    assert.ok((await portal.db.syncs()) > before, `message ${i} was acknowledged without a sync`);
  }

  // Many at once: fewer batches than messages, and no batch without a sync.
  // What units say besides makes batches of its own: each is counted after its sync, so the syncs are read first here, and last below.
  await portal.bus.drained();
  const before = { syncs: await portal.db.syncs(), batches: await batchesOf(portal) };
  await Promise.all(
    all.map(async (device) => {
      for (let i = 0; i < messagesEach; i++) assert.equal(await device.sendSamples([{ TCell: i }]), 'got');
    }),
  );
  await portal.bus.drained();
  const batches = (await batchesOf(portal)) - before.batches;
  assert.ok(batches > 0 && (await portal.db.syncs()) - before.syncs >= batches);
  for (const device of all) device[Symbol.dispose]();
});
