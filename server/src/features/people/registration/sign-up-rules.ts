import type { SignUp } from '@brina/contract/calls/people/registration';
import { hasDistrict, needsPostalCode } from '@brina/domain/people/countries';
import { isItalianProvince } from '@brina/domain/people/districts';
import { taxCodes } from '@brina/domain/people/tax-codes';
import { Refusal, type RefusalData, type RefusedField } from '#core/http/refusal.ts';
import { examplePhone, readPhone } from '#features/people/account/phone.ts';
import { taxCodeFault } from '#features/people/account/tax-code.ts';
import { passwordWeakness } from '#identity/weak-passwords.ts';

/** The company's phone number as it is stored (E.164), or the refusal that names every field against a rule. */
export function signUpRules({ company, ...person }: SignUp, isTaxCodeChecked: boolean): { phone: string } | Refusal {
  const fields: RefusedField[] = [];
  // How the first wrong field that has a form should look, for the screen to show.
  let example: string | undefined;
  const { country, taxCode } = company;
  const fault = taxCodeFault(country, taxCode, { isChecked: isTaxCodeChecked });
  if (fault) {
    fields.push({ path: 'body.company.taxCode', code: fault });
    example = taxCodes[country]?.examples.join(', ');
  }
  const phone = readPhone(company.phone, country);
  if (!phone) {
    fields.push({ path: 'body.company.phone', code: 'phone_invalid' });
    example ??= examplePhone(country);
  }
  const names = [person.firstName, person.lastName];
  const weakness = passwordWeakness(person.password, { email: person.email, names, company: person.companyName });
  if (weakness) fields.push({ path: 'body.password', code: weakness });
  fields.push(...addressFaults(company));
  const data: RefusalData | undefined = example === undefined ? undefined : { example };
  if (phone && fields.length === 0) return { phone };
  return new Refusal('sign_up_invalid', 400, { fields, ...(data && { data }) });
}

/** S5.4: a district in Italy and nowhere else; a postal code must be there in Germany only. */
function addressFaults({ country, district, postalCode }: SignUp['company']): RefusedField[] {
  const faults: RefusedField[] = [];
  if (hasDistrict(country) ? !isItalianProvince(district) : district !== '')
    faults.push({
      path: 'body.company.district',
      code: hasDistrict(country) && district === '' ? 'required' : 'invalid',
    });
  if (needsPostalCode(country) && !/^\d{5}$/.test(postalCode))
    faults.push({ path: 'body.company.postalCode', code: postalCode === '' ? 'required' : 'invalid' });
  return faults;
}
