import {
  type FactoryAppliance,
  type FactoryApplianceDetail,
  filterAppliances,
  issueCertificate,
  releaseByFactory,
  revokeCertificate,
  shareWithService,
} from '@brina/contract/calls/maker/factory-appliances';
import type { Alarm } from '@brina/contract/live';
import type { Input, Reply } from '@brina/contract/wire/call';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { rightsOf } from '#core/access/rights.ts';
import { seenBy } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { pagedList } from '#core/db/paged-list.ts';
import { beginningWith } from '#core/db/pattern.ts';
import { diagnoses } from '#features/kitchen/appliances/appliances.queries.ts';
import { isModelNamed } from '#features/kitchen/appliances/model-named.ts';
import { servicesOf } from '#features/kitchen/appliances/services.queries.ts';

const firmware = sql<string>`coalesce(s.reported->>'firmwareVersion', '')`;

/**
 * SQL condition that the user of an e-mail address sees an appliance, held by the tenure `t`. Staff sees everything, which would filter
 * nothing: nothing is listed as its own.
 */
const seenByUserOf = (email: string): RawBuilder<boolean> => sql`(t.appliance is not null and exists (
  select from app_user who where lower(who.email) = lower(${email}) and ${seenBy('who')}))`;

const orders = {
  serialNumber: sql`a.serial`,
  model: sql`a.model`,
  domain: sql`a.domain`,
  currentFirmware: firmware,
  online: sql`s.online`,
  gamma: sql`a.gamma`,
  company: sql`lower(coalesce(c.name, ''))`,
  createdAt: sql`a.created_at`,
};

const pageOfFleet = pagedList(filterAppliances, {
  filters: {
    email: seenByUserOf,
    serialNumber: (text) => sql`a.serial like ${beginningWith(text.toUpperCase())}`,
    domain: (domain) => sql`a.domain = ${domain}`,
    currentFirmware: (version) => sql`${firmware} = ${version}`,
    online: (text) => sql`s.online = ${text === 'true'}`,
    gamma: (gamma) => sql`a.gamma = ${gamma}`,
    modelName: isModelNamed,
  },
  orders,
  ties: orders.serialNumber,
});

type FleetRow = {
  serial: string;
  model: string;
  gamma: FactoryAppliance['gamma'];
  brand: string;
  domain: FactoryAppliance['domain'];
  online: boolean;
  last_seen_at: number | null;
  firmware: string;
  company: string;
  country: string;
  alarms: number;
  created_at: number;
};

/** Columns of an appliance in the list, from `fleet`. */
const listed = sql`a.serial, a.model, a.gamma, a.brand, a.domain, s.online, s.last_seen_at, ${firmware} as firmware,
  coalesce(c.name, '') as company, coalesce(nullif(l.country, ''), c.country, '') as country, a.created_at,
  (select count(*)::int from jsonb_array_elements(s.alarms) one where (one->>'active')::boolean) as alarms`;

/** The whole fleet, each appliance with who holds it and where. */
const fleet = sql`appliance a
  join live_state s on s.appliance = a.id
  left join tenure t on t.appliance = a.id and t.to_at is null
  left join company c on c.id = t.company_id
  left join laboratory l on l.id = a.laboratory_id`;

/** A page of the fleet (S7.20, S7.42). */
export const filteredFleet = (
  db: Db,
  request: Input<typeof filterAppliances>['body'],
): Promise<Reply<typeof filterAppliances>> =>
  pageOfFleet(db, request, { columns: listed, from: fleet, present: presentAppliance });

/** Every value that an attribute has in the fleet, or among what the user of an e-mail address sees, sorted (S7.21). */
export async function valuesInFleet(
  db: Db,
  attribute: 'model' | 'currentFirmware' | 'domain',
  email?: string,
): Promise<string[]> {
  const value = orders[attribute];
  const { rows } = await sql<{ value: string }>`
    select distinct ${value} as value from ${fleet}
    where ${value} <> '' and ${email === undefined ? sql`true` : seenByUserOf(email)}
    order by 1`.execute(db);
  return rows.map((row) => row.value);
}

const presentAppliance = (row: FleetRow): FactoryAppliance => ({
  serialNumber: row.serial,
  model: row.model,
  gamma: row.gamma,
  brand: row.brand,
  domain: row.domain,
  online: row.online,
  lastSeenAt: row.last_seen_at,
  currentFirmware: row.firmware,
  company: row.company,
  country: row.country,
  alarms: row.alarms,
  createdAt: row.created_at,
});

type DetailRow = FleetRow & {
  id: number;
  name: string;
  status: FactoryApplianceDetail['status'];
  warnings: Alarm[];
  alarm_list: Alarm[];
  package: FactoryApplianceDetail['package'];
  serial_checked: boolean;
  lab_name: string | null;
  lab_city: string | null;
  lab_country: string | null;
  lab_time_zone: string | null;
  held_since: number | null;
  claimable: boolean;
  repairs: number;
};

/** The calls that the rights on an appliance are. */
const rights = {
  share: shareWithService,
  release: releaseByFactory,
  issueCertificate,
  revoke: revokeCertificate,
} as const;

/** One appliance as its page in the factory area shows it; undefined for a serial number that does not exist. */
export async function factoryPage(db: Db, caller: Caller, serial: string): Promise<FactoryApplianceDetail | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${listed}, a.id, a.name, s.status, s.warnings, s.alarms as alarm_list, a.package, a.serial_checked,
      l.name as lab_name, l.city as lab_city, l.country as lab_country, l.time_zone as lab_time_zone,
      t.from_at as held_since,
      t.appliance is null and exists (
        select from activation o where o.appliance = a.id and o.used_at is null) as claimable,
      (select count(*)::int from maintenance m where m.appliance = a.id and m.kind = 'repair') as repairs
    from ${fleet} where a.serial = ${serial}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const certificates = await certificatesOf(db, row.id);
  const may = rightsOf(caller, rights);
  return {
    ...presentAppliance(row),
    name: row.name,
    status: row.status,
    warnings: row.warnings.filter(({ active }) => active),
    alarmList: row.alarm_list.filter(({ active }) => active),
    package: row.package,
    serialChecked: row.serial_checked,
    laboratory:
      row.lab_name === null
        ? null
        : {
            name: row.lab_name,
            city: row.lab_city ?? '',
            country: row.lab_country ?? '',
            timeZone: row.lab_time_zone ?? 'UTC',
          },
    heldSince: row.held_since,
    claimable: row.claimable,
    certificates,
    services: await servicesOf(db, serial),
    repairs: row.repairs,
    may: {
      ...may,
      share: may.share && row.held_since !== null,
      revoke: may.revoke && certificates.some(({ revokedAt }) => revokedAt === null),
      diagnose: diagnoses(caller),
    },
  };
}

/** The certificates of an appliance, the newest first. */
async function certificatesOf(db: Db, appliance: number): Promise<FactoryApplianceDetail['certificates']> {
  const rows = await db
    .selectFrom('certificate')
    .select(['serial_number', 'fingerprint', 'not_before', 'not_after', 'revoked_at'])
    .where('appliance', '=', appliance)
    .orderBy(sql`revoked_at is not null`)
    .orderBy('revoked_at', 'desc')
    .orderBy('serial_number')
    .execute();
  return rows.map((row) => ({
    serialNumber: row.serial_number,
    fingerprint: row.fingerprint,
    notBefore: row.not_before,
    notAfter: row.not_after,
    revokedAt: row.revoked_at,
  }));
}
