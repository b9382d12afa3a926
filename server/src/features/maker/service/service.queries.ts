import { filterServed, type ServedAppliance, type ServicePartner } from '@brina/contract/calls/maker/service';
import type { Input, Reply } from '@brina/contract/wire/call';
import { alarms, gradeOf } from '@brina/domain/alarms/alarms';
import { notices } from '@brina/domain/alarms/attention';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { hasRole, isPartner, namesPartner, partnerName, viewOf } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { pagedList } from '#core/db/paged-list.ts';
import { beginningWith, containing } from '#core/db/pattern.ts';
import { hasAnomaly } from '#features/kitchen/appliances/anomaly.ts';
import { isModelNamed } from '#features/kitchen/appliances/model-named.ts';

/** As many partners as a person can choose from. */
const partners_max = 2000;

/** Names of the warnings that are upkeep. */
const upkeep = Object.keys(alarms).filter((name) => gradeOf(name) === 'upkeep');

/** Whether something of a section of the live picture is on that fulfils a condition on `one`. */
const isActive = (section: 'alarms' | 'warnings', condition = sql`true`) => sql`exists (
  select from jsonb_array_elements(s.${sql.ref(section)}) one where (one->>'active')::boolean and ${condition})`;

/** When an appliance is noticed for a reason. */
const isNoticedFor: Record<(typeof notices)[number], RawBuilder<unknown>> = {
  alarm: isActive('alarms'),
  warning: isActive('warnings', sql`one->>'name' <> all(${upkeep}::text[])`),
  anomaly: sql`(${hasAnomaly} or ${isActive('warnings')})`,
};

/** How urgent the notices of an appliance are, 0 = the most; null where all is well. */
const urgency = sql`(case ${sql.join(
  notices.map((notice, place) => sql`when ${isNoticedFor[notice]} then ${sql.lit(place)}`),
  sql` `,
)} end)`;

const pageOfServed = pagedList(filterServed, {
  filters: {
    freeSearch: (text) => sql`(
      a.serial ilike ${containing(text)} or a.name ilike ${containing(text)} or a.model ilike ${containing(text)}
      or c.name ilike ${containing(text)} or l.name ilike ${containing(text)} or l.city ilike ${containing(text)})`,
    serialNumber: (text) => sql`a.serial like ${beginningWith(text.toUpperCase())}`,
    gamma: (gamma) => sql`a.gamma = ${gamma}`,
    modelName: isModelNamed,
    online: (text) => sql`s.online = ${text === 'true'}`,
    notices: (text) => sql`(${urgency} is not null) = ${text === 'true'}`,
    customer: (text) => sql`c.name ilike ${containing(text)}`,
  },
  orders: {
    // What needs nobody comes last when it ascends.
    notices: urgency,
    serialNumber: sql`a.serial`,
    customer: sql`lower(c.name)`,
    lastSeenAt: (direction) => sql`s.last_seen_at ${direction} nulls last`,
  },
  ties: sql`a.serial`,
});

type Row = Omit<ServedAppliance, 'serialNumber' | 'lastSeenAt' | 'currentFirmware' | 'laboratory' | 'customer'> & {
  serial: string;
  last_seen_at: number | null;
  firmware: string;
  held_since: number;
  lab_name: string | null;
  address: string;
  postal_code: string;
  city: string;
  country: string;
  company: string;
  contact: string | null;
  phone: string;
  email: string | null;
};

/**
 * A page of the appliances that a service partner serves (S2.31), each with where it stands and whom to call: the first of its
 * company's people.
 */
export const filteredServed = (
  db: Db,
  caller: Caller,
  request: Input<typeof filterServed>['body'],
): Promise<Reply<typeof filterServed>> =>
  pageOfServed(db, request, {
    columns: sql`
      a.serial, a.name, a.model, a.gamma, s.online, s.last_seen_at, s.warnings, s.alarms, ${hasAnomaly} as anomaly,
      coalesce(s.reported->>'firmwareVersion', '') as firmware, v.from_at as held_since,
      l.name as lab_name, l.address, l.postal_code, l.city, l.country, c.name as company,
      owner.contact, coalesce(nullif(c.phone, ''), owner.phone, '') as phone, owner.email,
      case when exists (
        select from app_user named
        where ${namesPartner('l', 'named')}
          and (named.id = ${caller.userId} or named.company_id = ${caller.companyId})) then 'KITCHEN' else 'FACTORY' end as by`,
    from: sql`${viewOf(caller)} v
      join appliance a on a.id = v.appliance
      join live_state s on s.appliance = a.id
      join tenure t on t.appliance = a.id and t.to_at is null
      join company c on c.id = t.company_id
      left join laboratory l on l.id = a.laboratory_id`,
    beside: sql`left join lateral (
      select trim(u.first_name || ' ' || u.last_name) as contact, u.phone, u.email from app_user u
      where u.company_id = c.id and ${hasRole('u', 'USER')} and u.status = 'ACTIVE' and u.erased_at is null
      order by u.created_at, u.id limit 1) owner on true`,
    present: presentServed,
  });

function presentServed(row: Row): ServedAppliance {
  // An alarm that was on before the present owner's time is told since then; when it was last heard before is another's.
  const shown = (list: ServedAppliance['alarms']) =>
    list.filter((one) => one.active).map((one) => ({ ...one, since: Math.max(one.since, row.held_since) }));
  const { address, postal_code: postalCode, city, country } = row;
  return {
    serialNumber: row.serial,
    name: row.name,
    model: row.model,
    gamma: row.gamma,
    online: row.online,
    lastSeenAt: row.last_seen_at !== null && row.last_seen_at >= row.held_since ? row.last_seen_at : null,
    currentFirmware: row.firmware,
    warnings: shown(row.warnings),
    alarms: shown(row.alarms),
    anomaly: row.anomaly,
    laboratory: row.lab_name === null ? null : { name: row.lab_name, address, postalCode, city, country },
    customer: { company: row.company, contact: row.contact ?? '', phone: row.phone, email: row.email ?? '' },
    by: row.by,
  };
}

/** Everybody whom a kitchen can name as its assistance center, by company; of a company each account. */
export async function servicePartners(db: Db): Promise<ServicePartner[]> {
  const company = partnerName('c', 'u');
  return db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select([
      company.as('company'),
      'u.email',
      sql<string>`coalesce(nullif(c.country, ''), u.country)`.as('country'),
      sql<string>`coalesce(nullif(c.city, ''), u.city)`.as('city'),
      sql<string>`coalesce(nullif(c.phone, ''), u.phone)`.as('phone'),
    ])
    .where(isPartner('u'))
    .orderBy(({ fn }) => fn('lower', [company]))
    .orderBy('u.email')
    .limit(partners_max)
    .execute();
}
