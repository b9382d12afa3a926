import {
  createLaboratory,
  deleteLaboratory,
  type Laboratory,
  laboratoryGamma,
  listLaboratories,
  updateLaboratory,
} from '@brina/contract/calls/kitchen/laboratories';
import type { Input } from '@brina/contract/wire/call';
import { compareNames } from '@brina/domain/language/name-order';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { partnersOf } from '#core/access/partners.ts';
import { isOpenTo } from '#core/access/rights.ts';
import { seesLaboratory } from '#core/access/scopes.ts';
import { namesPartner, partnerName } from '#core/access/views.ts';
import type { Bus } from '#core/bus/bus.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { refuse, refuseBroken } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { beginPlan } from '#features/record/plans/follow.ts';

const list = handle(listLaboratories, ({ db, caller }) => laboratoriesOf(db, caller));

const create = handle(createLaboratory, async ({ db, caller, body, clock, audit }) => {
  if (caller.companyId === null) refuse('company_missing', 422);
  const id = newId(clock.now());
  const company = await db
    .selectFrom('company')
    .select(['time_zone', 'country'])
    .where('id', '=', caller.companyId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('laboratory')
    .values({
      id,
      company_id: caller.companyId,
      ...columnsOf(body),
      time_zone: body.timeZone ?? company.time_zone,
      created_at: timestamp(clock.now()),
    })
    .execute()
    .catch(nameTaken);
  await beginPlan(db, {
    company: caller.companyId,
    laboratory: id,
    country: body.country || (company.country ?? ''),
    now: clock.now(),
  });
  await audit('laboratory.create', id);
  return oneOf(db, caller, id);
});

const update = (bus: Bus): Handled =>
  handle(updateLaboratory, async ({ db, caller, params, body, audit, afterCommit }) => {
    const before = await partnersOf(db, params.id);
    await db
      .updateTable('laboratory')
      .set({ ...columnsOf(body), ...(body.timeZone && { time_zone: body.timeZone }) })
      .where('id', '=', params.id)
      .execute()
      .catch(nameTaken);
    await audit('laboratory.update', params.id);
    // Whom the kitchen names sees its appliances, whom it no longer names does not, at once (S6.9).
    const users = [...new Set([...before, ...(await partnersOf(db, params.id))])];
    if (users.length > 0) afterCommit(() => bus.publish('access.changed', { users, serials: [] }));
    return oneOf(db, caller, params.id);
  });

const remove = handle(deleteLaboratory, async ({ db, params, audit }) => {
  const inUse = refuseBroken('appliance_laboratory_id_fkey', 'laboratory_in_use', 409); // S5.9, S8.14
  await db.deleteFrom('laboratory').where('id', '=', params.id).execute().catch(inUse);
  await audit('laboratory.delete', params.id);
  return { code: '200' } as const;
});

const gamma = handle(laboratoryGamma, async ({ db, params }) => {
  const rows = await db
    .selectFrom('appliance')
    .select('gamma')
    .distinct()
    .where('laboratory_id', '=', params.id)
    .orderBy('gamma')
    .execute();
  return rows.map((row) => row.gamma);
});

/** Laboratories, shown as kitchens. */
export const laboratoryHandlers = ({ bus }: Parts): Handled[] => [list, create, update(bus), remove, gamma];

const columnsOf = (body: Input<typeof createLaboratory>['body']) => ({
  name: body.name,
  dealer: body.dealer ?? '',
  assistance_center: body.assistanceCenter ?? '',
  country: body.country ?? '',
  city: body.city ?? '',
  address: body.address ?? '',
  district: body.district ?? '',
  postal_code: body.postalCode ?? '',
});

/** Names differ by more than their case within a company. */
const nameTaken = refuseBroken('laboratory_name', 'laboratory_name_taken', 409);

async function oneOf(db: Db, caller: Caller, id: string): Promise<Laboratory> {
  const [found] = await laboratoriesOf(db, caller, id);
  return found ?? refuse('not_found', 404);
}

async function laboratoriesOf(db: Db, caller: Caller, id?: string): Promise<Laboratory[]> {
  const rows = await db
    .selectFrom('laboratory')
    .selectAll()
    .select(({ selectFrom, ref }) =>
      selectFrom('appliance')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('laboratory_id', '=', ref('laboratory.id'))
        .as('appliances'),
    )
    .select(
      sql<string | null>`(
        select ${partnerName('c', 'u')} from app_user u left join company c on c.id = u.company_id
        where ${namesPartner('laboratory', 'u')} order by u.id limit 1
      )`.as('served_by'),
    )
    .where('company_id', '=', caller.companyId ?? noCompany)
    .where(seesLaboratory(caller, 'laboratory.id'))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? noCompany))
    .orderBy('id')
    .execute();
  const byName = rows.toSorted((one, other) => compareNames(one.name, other.name));
  return byName.map((row) => ({
    id: row.id,
    name: row.name,
    dealer: row.dealer,
    assistanceCenter: row.assistance_center,
    country: row.country,
    city: row.city,
    address: row.address,
    district: row.district,
    postalCode: row.postal_code,
    timeZone: row.time_zone,
    servedBy: row.served_by,
    applianceCount: row.appliances ?? 0,
    may: { edit: isOpenTo(updateLaboratory, caller), delete: isOpenTo(deleteLaboratory, caller) && !row.appliances },
  }));
}

/** Belongs to nobody. */
const noCompany = '00000000-0000-0000-0000-000000000000';
