import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { attentionOf, attentions, type Troubles, urgencyOf } from './attention.ts';

const some = fc.array(fc.record({ active: fc.boolean() }), { maxLength: 4 });
const someWarnings = fc.array(
  fc.record({ name: fc.constantFrom('offlineWarning', 'descaleWarning', 'newerWarning'), active: fc.boolean() }),
  { maxLength: 4 },
);
const troubles: fc.Arbitrary<Troubles> = fc.record({
  online: fc.boolean(),
  alarms: some,
  warnings: someWarnings,
  anomaly: fc.boolean(),
});
const calm: Troubles = { online: true, alarms: [], warnings: [], anomaly: false };
const on = { active: true };
/** Each reason with what brings it about by itself. */
const causes: Record<(typeof attentions)[number], (before: Troubles) => Troubles> = {
  alarm: (before) => ({ ...before, alarms: [...before.alarms, on] }),
  offline: (before) => ({ ...before, online: false }),
  warning: (before) => ({ ...before, warnings: [{ name: 'offlineWarning', ...on }, ...before.warnings] }),
  anomaly: (before) => ({ ...before, anomaly: true }),
};

describe('the attention an appliance needs', () => {
  it('S3.8 each reason by itself is what it is called, and without one there is none', () => {
    assert.equal(attentionOf(calm), null);
    for (const name of attentions) assert.equal(attentionOf(causes[name](calm)), name);
  });

  it('S3.8 of several reasons the most urgent counts: what is added never makes an appliance less urgent', () => {
    fc.assert(
      fc.property(troubles, fc.constantFrom(...attentions), (before, added) => {
        const was = attentionOf(before);
        const expected = urgencyOf(was) <= urgencyOf(added) ? was : added;
        assert.equal(attentionOf(causes[added](before)), expected);
      }),
    );
  });

  it('S3.8 a warning of wear or dirt is upkeep, however it is told', () => {
    for (const name of ['descaleWarning', 'condenserDirtyWarning', 'maintenanceDueWarning'])
      assert.equal(attentionOf({ ...calm, warnings: [{ name, active: true }] }), 'anomaly', name);
    assert.equal(attentionOf({ ...calm, warnings: [{ name: 'newerWarning', active: true }] }), 'warning');
  });

  it('S3.8 what has ended counts for nothing', () => {
    fc.assert(
      fc.property(troubles, (before) => {
        const ended = { active: false };
        const after = {
          ...before,
          alarms: [...before.alarms, ended],
          warnings: [{ name: 'offlineWarning', ...ended }, ...before.warnings],
        };
        assert.equal(attentionOf(after), attentionOf(before));
      }),
    );
  });

  it('S3.8 an alarm is more urgent than silence, silence than a warning, a warning than advice of maintenance', () => {
    assert.deepEqual(
      [...attentions, null].toSorted((one, other) => urgencyOf(one) - urgencyOf(other)),
      ['alarm', 'offline', 'warning', 'anomaly', null],
    );
    assert.equal(attentionOf({ ...calm, online: false, alarms: [on] }), 'alarm');
  });
});
