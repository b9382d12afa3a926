import assert from 'node:assert/strict';
import { it } from 'node:test';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { sharedPortal } from '../../test/portal.ts';
import { errorFacts, Repeats } from './log.ts';
import { stillClock } from './testing/test-clock.ts';

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

it('an error is logged without what hangs on it, its stack bounded, its causes told', () => {
  const cause = Object.assign(new Error('the socket'), { code: 'ECONNRESET' });
  const error = Object.assign(new Error('broke', { cause }), { client: { secretKey: 42, connection: {} } });
  error.stack = `Error: broke\n${'    at somewhere\n'.repeat(5000)}`;
  const logged = JSON.stringify(errorFacts(error));
  assert.doesNotMatch(logged, /secretKey/);
  assert.ok(logged.length < 6000, `${logged.length}`);
  assert.match(logged, /"code":"ECONNRESET"/);
});

it('what repeats is told at once, and then once a minute with how often it was', async () => {
  const clock = stillClock();
  const repeats = new Repeats(clock);
  const told: (string | number)[] = [];
  const line = (kind: string): void => {
    const others = () => assert.fail('few kinds');
    if (repeats.isFirst(kind, (times) => told.push(`${kind} ${times}`), others)) told.push(kind);
  };
  for (let minute = 0; minute < 3; minute += 1) {
    for (let i = 0; i < 500; i += 1) line('round failed');
    await clock.advance(minute_ms);
  }
  assert.deepEqual(told, ['round failed', 'round failed 499', 'round failed 500', 'round failed 500']);
  await clock.advance(minute_ms);
  line('round failed');
  assert.equal(told.at(-1), 'round failed', 'what comes after a quiet minute is news');
});

it('of what comes in more kinds than are told apart the number is told, in nobody’s name', () => {
  const repeats = new Repeats(stillClock());
  const told: string[] = [];
  let first = 0;
  for (let i = 0; i < 5000; i += 1) {
    const own = (times: number) => told.push(`unit ${i}: ${times}`);
    if (repeats.isFirst(`text ${i}`, own, (times) => told.push(`others: ${times}`))) first += 1;
  }
  assert.equal(first, 500);
  repeats.tellAll();
  assert.deepEqual(told, ['others: 4500']);
});
