import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Health } from '@brina/contract/config';
import { hour_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { startTestPortal } from '../../test/portal.ts';

it('a database that takes no row is not well, though it answers: health, readiness and numbers say so, and that it is over', async () => {
  await using portal = await startTestPortal();
  const ask = async (path: string): Promise<{ status: number; text: string }> => {
    const reply = await fetch(`${portal.url}${path}`);
    return { status: reply.status, text: await reply.text() };
  };
  const look = async (): Promise<[number, boolean, number, number]> => {
    // What was found a moment ago is told again.
    await portal.clock.advance(10_000);
    const health = await ask('/health');
    return [
      health.status,
      (JSON.parse(health.text) as Health).writable,
      (await ask('/ready')).status,
      (await ask('/live')).status,
    ];
  };
  assert.deepEqual(await look(), [200, true, 200, 200]);
  const refuse = sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'cannot execute in a read-only transaction' using errcode = '25006'; end $$`;
  await portal.db.write((db) => refuse.execute(db));
  await portal.db.write((db) =>
    sql`create trigger refuses before insert on setting for each row execute function refuse()`.execute(db),
  );
  assert.deepEqual(await look(), [503, false, 503, 200]);
  assert.deepEqual(JSON.parse((await ask('/ready')).text), { status: 'not_ready', codes: ['database'] });
  assert.match((await ask('/metrics')).text, /brina_database_writable 0/);
  await portal.db.write((db) => sql`drop trigger refuses on setting`.execute(db));
  assert.deepEqual(await look(), [200, true, 200, 200]);
  const { text } = await ask('/metrics');
  for (const name of [
    'brina_ingest_oldest_waiting_seconds 0',
    'brina_ingest_retried_batches_total 0',
    'brina_ingest_quarantined_total\\{reason="bad_shape"\\} 0',
    'brina_ingest_untimed 0',
    'brina_disk_free_bytes \\d',
  ])
    assert.match(text, new RegExp(name));
});

it('after a leap of its clock the portal is not ready until that has stood for a minute, however far it leapt', async () => {
  await using portal = await startTestPortal();
  const ready = async (after_ms: number): Promise<unknown> => {
    await portal.clock.advance(after_ms);
    const reply = await fetch(`${portal.url}/ready`);
    return [reply.status, ((await reply.json()) as { codes?: string[] }).codes ?? []];
  };
  const yes = [200, []];
  const no = [503, ['clock']];
  assert.deepEqual(await ready(10_000), yes);
  portal.clock.leap(4000);
  assert.deepEqual(await ready(10_000), yes);
  for (const leap_ms of [hour_ms, -3 * hour_ms]) {
    portal.clock.leap(leap_ms);
    assert.deepEqual(await ready(10_000), no);
    assert.deepEqual(await ready(40_000), no);
    assert.deepEqual(await ready(30_000), yes);
  }
  // What is put right at once was never doubted for long.
  portal.clock.leap(hour_ms);
  assert.deepEqual(await ready(10_000), no);
  portal.clock.leap(-hour_ms);
  assert.deepEqual(await ready(10_000), yes);
});
