import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { boundAhead } from './ahead.ts';
import { timestamp } from './db/instants.ts';
import { openTestDatabase } from './db/test-database.ts';
import { stillClock } from './testing/test-clock.ts';

it('what lies further ahead than it ever may is put to now, or to long ago, and nothing else', async () => {
  const clock = stillClock();
  await using db = await openTestDatabase({ clock });
  const due = [-minute_ms, 0, hour_ms, hour_ms + 1, 10 * hour_ms, Infinity];
  const values = due.map((due_ms, ix) => ({
    appliance: 1,
    bucket: timestamp(ix * minute_ms),
    due_at: timestamp(clock.now() + due_ms),
  }));
  await db.write((tx) => tx.insertInto('rollup_due').values(values).execute());
  const round = boundAhead([{ rollup_due: { due_at: hour_ms } }, {}], { db, clock });
  for (let i = 0; i < 2; i++) {
    assert.equal(await round.run(), false);
    const rows = await db.read((tx) => tx.selectFrom('rollup_due').select('due_at').orderBy('bucket').execute());
    assert.deepEqual(
      rows.map(({ due_at }) => due_at - clock.now()),
      [-minute_ms, 0, hour_ms, 0, 0, Infinity],
    );
  }
  // Where something holds for a while after a moment, it does not begin anew.
  await boundAhead([{ rollup_due: { due_at: { over_ms: 0 } } }], { db, clock }).run();
  const rows = await db.read((tx) => tx.selectFrom('rollup_due').select('due_at').orderBy('bucket').execute());
  assert.deepEqual(
    rows.map(({ due_at }) => due_at - clock.now()),
    [-minute_ms, 0, -clock.now(), 0, 0, Infinity],
  );
});
