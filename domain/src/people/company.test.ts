import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { companyTypes, sectors } from './company.ts';
import { sectorMessages } from './company-sectors.messages.ts';
import { companyTypeMessages } from './company-types.messages.ts';

describe('companies', () => {
  it('S3.6 16 sectors and 17 types, spelt as the specification spells them', () => {
    assert.equal(new Set(sectors).size, 16);
    assert.equal(new Set(companyTypes).size, 17);
    assert.ok(companyTypes.includes('helthcare'));
    assert.ok(sectors.includes('pastry_bakery'));
  });

  it('S3.6 each has a name, in the order of its list', () => {
    assert.deepEqual(Object.keys(sectorMessages.texts), [...sectors]);
    assert.deepEqual(Object.keys(companyTypeMessages.texts), [...companyTypes]);
    assert.equal(companyTypeMessages.texts.helthcare.en, 'Healthcare');
  });
});
