import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getCompany } from '@brina/contract/calls/people/company';
import {
  allFields,
  type CompanyValues,
  companyFaults,
  emptyCompany,
  mandatoryFields,
  movedTo,
} from './company-form.ts';
import { lacksMandatoryData } from './mandatory-data.ts';

const { timeZone: _, ...neri } = getCompany.example.reply;
const faultsOf = (company: CompanyValues) => companyFaults(company, ['name', ...mandatoryFields(company.country)]);

describe('the form of a company', () => {
  it('S2.20 lacks data exactly when tax code, sector, country, city or phone is missing', () => {
    assert.equal(lacksMandatoryData(neri), false);
    for (const field of ['taxCode', 'sector', 'country', 'city', 'phone'] as const) {
      assert.equal(lacksMandatoryData({ ...neri, [field]: '' }), true, field);
    }
    for (const field of ['type', 'address', 'district', 'postalCode'] as const) {
      assert.equal(lacksMandatoryData({ ...neri, [field]: '' }), false, field);
    }
  });

  it('S5.4 asks for the district only in Italy, for the postal code only in Germany', () => {
    const asked = (country: string) => mandatoryFields(country).filter((one) => /district|postalCode/.test(one));
    assert.deepEqual(['IT', 'DE', 'JP', ''].map(asked), [['district'], ['postalCode'], [], []]);
  });

  it('S3.6 the screen has every field, the province in Italy alone', () => {
    assert.deepEqual(allFields('IT').toSorted(), Object.keys(emptyCompany).toSorted());
    assert.equal(allFields('DE').includes('district'), false);
  });

  it('S5.4 another country clears district and postal code', () => {
    assert.deepEqual(movedTo('DE'), { country: 'DE', district: '', postalCode: '' });
  });

  it('S5.2 names what is missing, in the order of the form', async () => {
    assert.deepEqual(Object.entries(await faultsOf(emptyCompany)), [
      ['name', 'required'],
      ['taxCode', 'required'],
      ['sector', 'required'],
      ['country', 'required'],
      ['city', 'required'],
      ['phone', 'required'],
    ]);
    assert.deepEqual(await faultsOf(neri), {});
    assert.deepEqual(await faultsOf({ ...neri, district: ' ', city: ' ' }), { district: 'required', city: 'required' });
  });
});
