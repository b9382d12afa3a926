import { demoAccount } from '@brina/domain/constants';
import { nextOccurrence, weekdays } from '@brina/domain/cycles/planned-start';
import { day_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import type { Database } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { insertPlan, lengthOf } from '#features/kitchen/schedules/schedules.queries.ts';
import { demoUnits, editedAtPanel } from './demo-fleet.ts';
import type { DemoCycle } from './demo-recipes.ts';

/** What is made every afternoon, and on which unit somebody is to confirm it. */
const daily = { product: 'Lasagne', unit: 'Abbattitore 1', time: '14:30', load_kg: 18 } as const;

/**
 * Keeps what the demo company's owner has planned and wished for before its units are heard: a start that comes every day, the first one
 * tomorrow, and a cycle for a place that somebody fills at the panel, too.
 */
export const keepDemoPlans = (
  db: Database,
  cycles: readonly DemoCycle[],
  about: { company: string; timeZone: string; now: number },
): Promise<void> =>
  db.write(async (tx) => {
    const { company, timeZone, now } = about;
    const owner = tx.selectFrom('app_user').select('id').where('email', '=', demoAccount);
    const { id: user } = await owner.executeTakeFirstOrThrow();
    const numberOf = async (serial: string): Promise<number> => {
      const unit = tx.selectFrom('appliance').select('id').where('serial', '=', serial);
      return (await unit.executeTakeFirstOrThrow()).id;
    };

    const unit = demoUnits.find(({ name }) => name === daily.unit);
    const made = cycles.find(({ product }) => product === daily.product);
    const minute = `${localMinute(now + day_ms, timeZone).slice(0, 10)}T${daily.time}`;
    const next = nextOccurrence({ minute, weekdays, timeZone }, now);
    if (!unit || !made || !next) throw new Error('The plan of the demo names what there is not.');
    const { product, load_kg } = daily;
    await insertPlan(
      tx,
      {
        id: newId(now),
        appliance: await numberOf(unit.serial),
        company_id: company,
        number: made.number,
        version: made.version,
        args: { product, load_kg },
        minute: next.minute,
        time_zone: timeZone,
        weekdays: [...weekdays],
        at: next.at_ms,
        lasts_min: lengthOf(made.definition, unit.model, { load_kg }),
        created_by: user,
        created_at: now,
      },
      now,
    );

    const wish = cycles.find((cycle) => cycle.product === editedAtPanel.wished);
    if (!wish) throw new Error('The wish of the demo names what there is not.');
    const { number, version, hash } = wish;
    await tx
      .insertInto('favourite')
      .values({
        appliance: await numberOf(editedAtPanel.unit),
        slot: editedAtPanel.slot,
        number,
        version,
        hash,
        changed_by: user,
        at: timestamp(now),
      })
      .execute();
  });
