import type { ApplianceService } from '@brina/contract/calls/kitchen/appliances';
import { sql } from 'kysely';
import { isPartner, namesPartner } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';

/**
 * Who serves an appliance and so sees it (S6.9): the account that its kitchen names as assistance center, and those with whom
 * the factory shares it. Their colleagues see it with them and are not listed.
 */
export async function servicesOf(db: Db, serial: string): Promise<ApplianceService[]> {
  const { rows } = await sql<ApplianceService>`
    select coalesce(c.name, trim(u.first_name || ' ' || u.last_name)) as company, u.email,
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
    where a.serial = ${serial} and ${isPartner('u')}
    order by named.by desc, lower(coalesce(c.name, u.last_name)), u.email`.execute(db);
  return rows;
}
