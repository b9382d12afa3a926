import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { countries } from '../../people/countries.ts';
import { keepsOf, makersPlan, planFault } from '../plans/food-plan.ts';
import { planKeeps_years, recordsKept_years, recordsKeptFrom, retentionFloor_years } from './floors.ts';
import { type HoldScope, isCovered } from './legal-hold.ts';

describe('how long records are kept', () => {
  it('B2.12 no country of the table is below its floor, whatever kitchen a record is of', () => {
    for (const country of countries) assert.ok(retentionFloor_years(country) <= recordsKept_years, country);
    assert.deepEqual(
      ['US', 'PT', 'IT', 'JP', 'AU', 'ZZ', 'toString'].map(retentionFloor_years),
      [2, 2, 1, 1, 1, 0, 0],
      'the longer of two that differ; none where no time is known',
    );
    assert.equal(recordsKept_years, 5);
  });

  it('B2.12 records go by whole months, and none that is younger than five years', () => {
    assert.equal(recordsKeptFrom(Date.UTC(2031, 11, 31, 23, 59)), Date.UTC(2026, 11));
    assert.equal(recordsKeptFrom(Date.UTC(2032, 0, 1)), Date.UTC(2027, 0));
    assert.equal(recordsKeptFrom(Date.UTC(2032, 1, 29)), Date.UTC(2027, 1), 'a leap day');
    fc.assert(
      fc.property(fc.date({ min: new Date('2010-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }), (at) => {
        const from = new Date(recordsKeptFrom(at.getTime()));
        assert.equal(from.getTime(), Date.UTC(from.getUTCFullYear(), from.getUTCMonth()));
        const fiveYearsAgo = new Date(at);
        fiveYearsAgo.setUTCFullYear(at.getUTCFullYear() - 5);
        assert.ok(from <= fiveYearsAgo);
      }),
    );
  });

  it('B2.12 what a plan keeps longer goes as many years later, in the same month', () => {
    assert.equal(recordsKeptFrom(Date.UTC(2036, 11, 31, 23, 59), 10), Date.UTC(2026, 11));
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2010-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
        fc.integer(planKeeps_years),
        (at, years) => {
          const kept = new Date(recordsKeptFrom(at.getTime(), years));
          const everybodys = new Date(recordsKeptFrom(at.getTime()));
          assert.equal(everybodys.getUTCFullYear() - kept.getUTCFullYear(), years - recordsKept_years);
          assert.equal(everybodys.getUTCMonth(), kept.getUTCMonth());
        },
      ),
    );
  });

  it('B2.12 a plan keeps its records for five years at least, and for as long where it says nothing', () => {
    assert.equal(keepsOf(makersPlan), 5);
    for (const keep_years of [5, 6, 10]) {
      assert.equal(planFault({ ...makersPlan, keep_years }), null);
      assert.equal(keepsOf({ keep_years }), keep_years);
    }
    for (const keep_years of [1, 4]) assert.equal(planFault({ ...makersPlan, keep_years }), 'retention_below_floor');
    for (const country of countries) assert.ok(retentionFloor_years(country) <= planKeeps_years.min, country);
  });

  it('B2.12 a hold keeps what it is about and nothing else; a lot is found as people write it', () => {
    const record = { labIds: ['kitchen-a'], lots: [' L-0324'] };
    const held = (scope: HoldScope) => isCovered(scope, record);
    assert.deepEqual(
      [
        held({ kind: 'company' }),
        held({ kind: 'kitchen', labId: 'kitchen-a' }),
        held({ kind: 'kitchen', labId: 'kitchen-b' }),
        held({ kind: 'lot', lot: 'l-0324 ' }),
        held({ kind: 'lot', lot: 'L-03' }),
      ],
      [true, true, false, true, false],
    );
  });
});
