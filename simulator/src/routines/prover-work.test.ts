import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localMinute } from '@brina/domain/language/local-minute';
import { factsOf } from '../testing/month.ts';

const programmed = 3;

describe('a bakery', () => {
  it('S4.17 has a plan for the next morning standing by six in every evening', () => {
    const begun = [...factsOf({ model: 'PL Next 20', routine: 'bakery', days: 8 })].flatMap((fact) =>
      fact.kind === 'cycle' && fact.event === 'started' && fact.function === programmed
        ? [localMinute(fact.at_ms, 'Europe/Rome')]
        : [],
    );
    assert.equal(new Set(begun.map((minute) => minute.slice(0, 10))).size, 8);
    for (const minute of begun) assert.ok(minute.slice(11) < '18:00', minute);
  });
});
