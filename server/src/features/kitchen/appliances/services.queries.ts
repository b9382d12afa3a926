import type { ApplianceService } from '@brina/contract/calls/kitchen/appliances';
import { sql } from 'kysely';
import { isPartner, namesPartner, partnerName } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';

/**
 * Who serves appliances and so sees them (S6.9), by serial number: the account that the kitchen of each names as assistance center, and
 * those with whom the factory shares it. Their colleagues see it with them and are not listed; nor is an appliance that nobody serves.
 */
export async function servicesBySerial(db: Db, serials: readonly string[]): Promise<Map<string, ApplianceService[]>> {
  const { rows } = await sql<ApplianceService & { serial: string }>`
    select a.serial, ${partnerName('c', 'u')} as company, u.email,
      coalesce(nullif(c.phone, ''), u.phone) as phone, named.by, named.since
    from appliance a
    cross join lateral (
      select u.id as user_id, 'KITCHEN' as by, null::timestamptz as since
      from laboratory l join app_user u on ${namesPartner('l', 'u')}
      where l.id = a.laboratory_id
      union all
      select s.user_id, 'FACTORY', s.created_at from service_share s where s.appliance = a.id
    ) named
    join app_user u on u.id = named.user_id
    left join company c on c.id = u.company_id
    where a.serial = any(${serials}::text[]) and ${isPartner('u')}
    order by named.by desc, lower(coalesce(c.name, u.last_name)), u.email`.execute(db);
  const services = new Map<string, ApplianceService[]>();
  for (const { serial, ...service } of rows) services.set(serial, [...(services.get(serial) ?? []), service]);
  return services;
}

/** Who serves one appliance. */
export const servicesOf = async (db: Db, serial: string): Promise<ApplianceService[]> =>
  (await servicesBySerial(db, [serial])).get(serial) ?? [];
