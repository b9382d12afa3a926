import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { isDatabaseTrouble } from '#core/db/database-errors.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { saveUnits } from '#core/picture/unit.ts';
import { deliver } from '#features/kitchen/commands/delivery.ts';
import { lockedUnit } from '#features/kitchen/commands/locked-unit.ts';
import { followProposal, lookAtPlan } from './proposals.ts';
import { plannedRows } from './schedules.queries.ts';

type Given = Pick<Parts, 'db' | 'bus' | 'clock' | 'log'>;

/** Looked at in one turn. */
const looked_max = 50;

/** Looks at one that is due. The row is locked, and what is done about it is one transaction: nothing is proposed twice, and nothing lost. */
async function lookAt(
  { db, bus, clock }: Given,
  due: { id: string; serial: string; company_id: string },
): Promise<void> {
  const now = clock.now();
  const done = await db.write(async (tx) => {
    const unit = await lockedUnit(tx, due.serial, due.company_id);
    if (!unit) return undefined;
    await tx.selectFrom('scheduled_start').select('id').where('id', '=', due.id).forUpdate().execute();
    const [row] = await plannedRows(tx, sql`s.id = ${due.id} and s.due_at <= ${timestamp(now)}`);
    if (!row) return undefined;
    const sent = row.state === 'planned' ? await lookAtPlan(tx, unit, row, now) : undefined;
    if (row.state !== 'planned') await followProposal(tx, unit, row, now);
    await saveUnits(tx, [unit]);
    return { unit, sent };
  });
  if (!done) return;
  for (const frame of done.unit.frames()) bus.publish('live', { serial: done.unit.serial, frame });
  if (done.sent) await deliver(bus, done.sent);
}

/** A plan that cannot be looked at takes nobody else's time: it is looked at again a minute later. */
async function putOff({ db, clock, log }: Given, id: string, err: unknown): Promise<void> {
  // Of a database in trouble nothing is known of the plan.
  if (isDatabaseTrouble(err)) throw err;
  const due_at = timestamp(clock.now() + minute_ms);
  await db.write((tx) => tx.updateTable('scheduled_start').set({ due_at }).where('id', '=', id).execute());
  log.error({ event: 'schedules.failed', plan: id, err }, 'a planned start could not be looked at: it is put off');
}

/** One round: proposes what is planned when it is time, and ends what nobody has confirmed. */
export async function tendPlans(given: Given): Promise<boolean> {
  const due = await given.db.read((db) =>
    db
      .selectFrom('scheduled_start as s')
      .innerJoin('appliance as a', 'a.id', 's.appliance')
      .select(['s.id', 'a.serial', 's.company_id'])
      .where('s.due_at', '<=', timestamp(given.clock.now()))
      .orderBy('s.due_at')
      .limit(looked_max)
      .execute(),
  );
  for (const one of due) await lookAt(given, one).catch((err: unknown) => putOff(given, one.id, err));
  return due.length === looked_max;
}
