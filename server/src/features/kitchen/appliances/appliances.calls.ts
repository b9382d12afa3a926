import {
  claimAppliance,
  getAppliance,
  hideAnomaly,
  listAppliances,
  listServices,
  releaseAppliance,
  updateAppliance,
} from '@brina/contract/calls/kitchen/appliances';
import { normaliseActivationCode } from '@brina/domain/appliance/activation-code';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { partnersOf, peopleOf } from '#core/access/partners.ts';
import type { Bus } from '#core/bus/bus.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { Refusal, refuse } from '#core/http/refusal.ts';
import { partWith } from '#core/persons.ts';
import { wantLive } from '#core/picture/run-live.ts';
import { followPlans } from '#features/record/plans/follow.ts';
import { hashActivationCode } from './activation.ts';
import { appliancesOf } from './appliances.queries.ts';
import { releaseHeld } from './release.ts';
import { servicesOf } from './services.queries.ts';

/** Tries of unknown activation codes per company before it has to wait: a code has 32^10 values, a guess must stay hopeless. */
const claimTries_max = 10;
const claimWindow_ms = 15 * minute_ms;

/** Appliances as the people of a company claim, see, name and release them. */
export const applianceHandlers = ({ bus, persons }: Parts): Handled[] => {
  const list = handle(listAppliances, ({ db, caller, clock }) => appliancesOf(db, caller, clock.now()));

  const get = handle(getAppliance, async ({ db, caller, params, clock }) => {
    const [found] = await appliancesOf(db, caller, clock.now(), params.id);
    return found ?? refuse('not_found', 404);
  });

  const claim = handle(claimAppliance, async ({ db, caller, body, clock, audit, afterCommit }) => {
    const { companyId } = caller;
    if (companyId === null) refuse('company_missing', 422);
    const now = clock.now();
    const tries = `claim ${companyId}`;
    const waiting_ms = await untilNextTry(db, tries, now);
    if (waiting_ms > 0) refuse('activation_tries_exceeded', 429, { minutes: Math.ceil(waiting_ms / minute_ms) });
    const code = await lockedCode(db, body.activationCode);
    if (!code || code.used_at !== null) {
      await db
        .insertInto('attempt')
        .values({ key: tries, at: timestamp(now) })
        .execute();
      // Returned, not thrown: the try must stay counted.
      return code ? new Refusal('activation_code_used', 409) : new Refusal('activation_code_unknown', 422);
    }
    await db
      .updateTable('activation')
      .set({ used_at: timestamp(now) })
      .where('appliance', '=', code.appliance)
      .where('used_at', 'is', null)
      .execute();
    await db
      .insertInto('tenure')
      .values({
        appliance: code.appliance,
        company_id: companyId,
        // Not before the former owner's time is over, whatever our clock says.
        from_at: sql`greatest(${timestamp(now)}, (select max(to_at) from tenure where appliance = ${code.appliance}))`,
      })
      .execute();
    await place(db, code.serial, body, now);
    await partWith(db, persons, 'claim', { id: code.appliance, now });
    // Its picture begins empty: a unit that is connected tells it at once, not with its next heartbeat.
    const { tell } = await wantLive(db, code.serial, now);
    afterCommit(() => tell(bus));
    await audit('appliance.claim', code.serial);
    await announce(bus, db, companyId, code.serial, afterCommit);
    return one(db, caller, now, code.serial);
  });

  const update = handle(updateAppliance, async ({ db, caller, params, body, clock, audit, afterCommit }) => {
    await place(db, params.id, body, clock.now());
    await audit('appliance.update', params.id);
    if (caller.companyId) await announce(bus, db, caller.companyId, params.id, afterCommit);
    return one(db, caller, clock.now(), params.id);
  });

  const release = handle(releaseAppliance, async ({ db, caller, params, clock, audit, afterCommit }) => {
    const now = clock.now();
    const { companyId } = caller;
    const [ended] = companyId ? await releaseHeld(db, persons, { companyId, now, serial: params.id }) : [];
    // Released by another request in the meantime.
    if (!ended || !companyId) refuse('not_found', 404);
    await audit('appliance.release', params.id);
    await announce(bus, db, companyId, params.id, afterCommit);
    return { code: '200', body: { activationCode: ended.activationCode } } as const;
  });

  const services = handle(listServices, ({ db, params }) => servicesOf(db, params.id));

  const hide = handle(hideAnomaly, async ({ db, params, clock, audit }) => {
    await db
      .updateTable('appliance')
      .set({ anomaly_hidden_at: timestamp(clock.now()) })
      .where('serial', '=', params.id)
      .execute();
    await audit('appliance.hideAnomaly', params.id);
    return { code: '200' } as const;
  });

  return [list, claim, get, update, release, services, hide];
};

async function one(db: Db, caller: Caller, now: number, serial: string) {
  const [found] = await appliancesOf(db, caller, now, serial);
  return found ?? refuse('not_found', 404);
}

/**
 * An activation code and its appliance, locked so that of two who claim at once one is first. Not the appliance, too: what refers to it
 * would wait for the claim, and who writes that may hold the live picture for which the claim waits.
 */
const lockedCode = (db: Db, typed: string) =>
  db
    .selectFrom('activation')
    .innerJoin('appliance', 'appliance.id', 'activation.appliance')
    .select(['activation.appliance', 'activation.used_at', 'appliance.serial'])
    .where('code_hash', '=', hashActivationCode(normaliseActivationCode(typed)))
    .forUpdate('activation')
    .executeTakeFirst();

/** Gives an appliance its name, and a place in a laboratory, whose food-safety plan it goes by; without one it stays where it is. */
async function place(
  db: Db,
  serial: string,
  { name, labId }: { name: string; labId?: string | undefined },
  now: number,
): Promise<void> {
  if (labId !== undefined) await holdLaboratory(db, labId);
  await db.updateTable('appliance').set({ name, laboratory_id: labId }).where('serial', '=', serial).execute();
  await followPlans(db, { serial }, now);
}

/**
 * Keeps a laboratory from being deleted until an appliance stands in it. Before the appliance is locked: what deletes a laboratory
 * with all in it locks in that order too.
 */
async function holdLaboratory(db: Db, id: string): Promise<void> {
  const held = await db.selectFrom('laboratory').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();
  // Deleted after its ownership had been looked at.
  if (!held) refuse('not_found', 404);
}

/** Milliseconds until this company may try a code again; 0 when it may now. */
async function untilNextTry(db: Db, key: string, now: number): Promise<number> {
  const tries = await db
    .selectFrom('attempt')
    .select('at')
    .where('key', '=', key)
    .where('at', '>', timestamp(now - claimWindow_ms))
    .orderBy('at', 'desc')
    .limit(claimTries_max)
    .execute();
  const oldest = tries[claimTries_max - 1];
  return oldest ? oldest.at + claimWindow_ms - now : 0;
}

/** Tells the live nodes of a company's users, and of who serves it, that what they may see, or how it is called, changed. */
async function announce(
  bus: Bus,
  db: Db,
  companyId: string,
  serial: string,
  afterCommit: (run: () => void) => void,
): Promise<void> {
  // Who serves its kitchen gains it with a claim or a move (S6.9); who loses it sees it now, and is told by its serial.
  const place = await db
    .selectFrom('appliance')
    .select('laboratory_id')
    .where('serial', '=', serial)
    .executeTakeFirst();
  const partners = place?.laboratory_id ? await partnersOf(db, place.laboratory_id) : [];
  const users = [...(await peopleOf(db, companyId)), ...partners];
  afterCommit(() => bus.publish('access.changed', { users, serials: [serial] }));
}
