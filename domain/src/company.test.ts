import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { companyTypes, sectors } from './company.ts';

describe('companies', () => {
  it('S3.6 16 sectors and 17 types, spelt as the specification spells them', () => {
    assert.equal(new Set(sectors).size, 16);
    assert.equal(new Set(companyTypes).size, 17);
    assert.ok(companyTypes.includes('helthcare'));
    assert.ok(sectors.includes('pastry_bakery'));
  });
});
