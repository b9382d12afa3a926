import { getHoldDay, listHoldDays, lookAtDay } from '@brina/contract/calls/record/holding';
import { localDay } from '@brina/domain/language/local-day';
import { handle } from '#core/http/handle.ts';
import { requireRange } from '#core/http/range.ts';
import { refuse } from '#core/http/refusal.ts';
import { heldWithin } from '#features/record/telemetry/evidence.queries.ts';
import { daysOf, hadRecords, lookAt, recordsOf } from './holding.queries.ts';
import { keepLook } from './look.ts';

const days = handle(listHoldDays, async ({ db, caller, params, query }) => {
  requireRange(query);
  const { appliance, held } = await heldWithin(db, caller, params.serial, query);
  return daysOf(db, appliance, held);
});

const day = handle(getHoldDay, async ({ db, caller, params, query }) => {
  const { appliance, held } = await heldWithin(db, caller, params.serial, { from: 0, to: Infinity });
  const records = await recordsOf(db, { appliance, held, day: params.day, zone: query.zone }, caller);
  if (records.length === 0) {
    const isRemoved = await hadRecords(db, { appliance, held, day: params.day });
    return isRemoved ? refuse('record_removed', 410) : refuse('not_found', 404);
  }
  return records;
});

const look = handle(lookAtDay, async ({ db, caller, clock, body, audit }) => {
  const { labId, day } = body;
  const kitchen = await db
    .selectFrom('laboratory')
    .select(['company_id', 'time_zone'])
    .where('id', '=', labId)
    .executeTakeFirstOrThrow();
  const at = clock.now();
  if (day > localDay(at, kitchen.time_zone)) refuse('look_in_future', 422);
  const said = await lookAt(db, labId, day);
  if (said) return said;
  const { company_id: company, time_zone: timeZone } = kitchen;
  const isFirst = await keepLook(db, { company, laboratory: labId, day, timeZone, by: caller }, at);
  if (isFirst) await audit('laboratory.look', labId, { day });
  return (await lookAt(db, labId, day)) ?? refuse('not_found', 404);
});

export const holdingHandlers = [days, day, look];
