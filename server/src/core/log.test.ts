import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { sharedPortal } from '../../test/portal.ts';
import { errorFacts } from './log.ts';

const portal = await sharedPortal();

it('an error of the database is logged without the values of the row that it refuses', async () => {
  const fault = await portal.db
    .write((db) =>
      sql`insert into session (id, user_id, remember_me, created_at, device, address)
        values (gen_random_uuid(), gen_random_uuid(), true, '2026-11-01', 'secret device', '198.18.0.7')`.execute(db),
    )
    .then(
      () => assert.fail('the row was taken'),
      (error: Error) => error,
    );
  assert.match(JSON.stringify(fault), /secret device/);
  const logged = JSON.stringify(errorFacts(fault));
  assert.doesNotMatch(logged, /secret device|198\.18/);
  assert.match(logged, /expires_at/);
});
