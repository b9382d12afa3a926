import { type Company, getCompany, updateCompany } from '@brina/contract/calls/people/company';
import { hasDistrict, needsPostalCode } from '@brina/domain/people/countries';
import { isItalianProvince } from '@brina/domain/people/districts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { Refusal, type RefusedField, refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { timeZoneIn } from './country-time-zone.ts';
import { readPhone } from './phone.ts';
import { taxCodeFault } from './tax-code.ts';

/** A company as it is sent: without its clocks, which follow from the country. */
type Sent = Omit<Company, 'timeZone'>;

const get = handle(getCompany, ({ db, caller }) => companyOf(db, caller.companyId));

const update = handle(updateCompany, async ({ db, caller, body, headers, clock, audit }) => {
  const phone = readPhone(body.phone, body.country);
  const existing = await lockedCompanyOf(db, caller.userId);
  // What stands there already has been answered for.
  const isKept = body.taxCode === existing?.tax_code && body.country === existing.country;
  const fields = faultsOf(body, { phone, isTaxCodeChecked: isKept || headers['tax-code-checked'] === 'true' });
  if (fields.length > 0) throw new Refusal('company_invalid', 400, { fields });
  const columns = columnsOf(body, phone ?? '');
  if (existing) {
    const isMoved = body.country !== (existing.country ?? '');
    const time_zone = isMoved ? timeZoneIn(body.country, existing.time_zone) : existing.time_zone;
    await db
      .updateTable('company')
      .set({ ...columns, time_zone })
      .where('id', '=', existing.id)
      .execute();
    await audit('company.update', existing.id);
    return (await companyOf(db, existing.id)) ?? refuse('not_found', 404);
  }
  const id = newId(clock.now());
  await db
    .insertInto('company')
    .values({ id, ...columns, time_zone: timeZoneIn(body.country, 'UTC'), created_at: timestamp(clock.now()) })
    .execute();
  await db.updateTable('app_user').set({ company_id: id }).where('id', '=', caller.userId).execute();
  await audit('company.create', id);
  return (await companyOf(db, id)) ?? refuse('not_found', 404);
});

/** The company as its own people see and change it (S7.4); invited people see neither. */
export const companyHandlers: Handled[] = [get, update];

/**
 * What is wrong with a company across its fields, as at the sign-up (S5.3, S5.4). What is empty is left out for now: the
 * mandatory-data dialog asks for it (S2.20), but not for a postal code where each address has one.
 * @param read.phone the number as it was read
 * @param read.isTaxCodeChecked whether somebody has answered for a tax code that does not look like one
 */
function faultsOf(body: Sent, read: { phone: string | undefined; isTaxCodeChecked: boolean }): RefusedField[] {
  const faults: RefusedField[] = [];
  const isProvince = hasDistrict(body.country) && isItalianProvince(body.district);
  if (body.district !== '' && !isProvince) faults.push({ path: 'body.district', code: 'invalid' });
  if (needsPostalCode(body.country) && body.postalCode === '')
    faults.push({ path: 'body.postalCode', code: 'required' });
  if (read.phone === undefined) faults.push({ path: 'body.phone', code: 'phone_invalid' });
  const taxCode =
    body.taxCode === '' ? undefined : taxCodeFault(body.country, body.taxCode, { isChecked: read.isTaxCodeChecked });
  if (taxCode) faults.push({ path: 'body.taxCode', code: taxCode });
  return faults;
}

/** The company of a user, which nobody else changes or makes until the transaction is over. */
async function lockedCompanyOf(db: Db, userId: string) {
  const user = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    // Erased by another request in the meantime: it must not get a company again.
    .where('erased_at', 'is', null)
    .select('company_id')
    .forUpdate()
    .executeTakeFirst();
  if (!user) refuse('token_invalid', 401);
  return db
    .selectFrom('company')
    .where('id', '=', user.company_id)
    .select(['id', 'country', 'tax_code', 'time_zone'])
    .forUpdate()
    .executeTakeFirst();
}

async function companyOf(db: Db, id: string | null): Promise<Company | null> {
  const row = await db.selectFrom('company').where('id', '=', id).selectAll().executeTakeFirst();
  if (!row) return null;
  return {
    name: row.name,
    sector: (row.sector ?? '') as Company['sector'],
    type: (row.type ?? '') as Company['type'],
    country: row.country ?? '',
    city: row.city ?? '',
    address: row.address ?? '',
    district: row.district ?? '',
    postalCode: row.postal_code ?? '',
    phone: row.phone ?? '',
    taxCode: row.tax_code ?? '',
    timeZone: row.time_zone,
  };
}

const columnsOf = (body: Sent, phone: string) => ({
  name: body.name,
  sector: body.sector || null,
  type: body.type || null,
  country: body.country || null,
  city: body.city || null,
  address: body.address || null,
  district: body.district || null,
  postal_code: body.postalCode || null,
  phone: phone || null,
  tax_code: body.taxCode || null,
});
