import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { day_ms, hour_ms } from '../../language/durations.ts';
import {
  type ActionFacts,
  type ActionSaid,
  actionCauses,
  actionFault,
  actionStates,
  callsForAction,
  costOf,
  discarded_kg,
  fates,
  isOpen,
  mayBecome,
  told_kg,
} from './action.ts';
import { proposedCauses } from './proposed-causes.ts';

const now = 1_772_000_000_000;
const facts: ActionFacts = {
  now,
  began: now - 3 * hour_ms,
  foods: [{ load_kg: 40, told_kg: 0 }],
  isFailed: true,
  isAboutFood: true,
  sameCause: 0,
};
const said: ActionSaid = {
  state: 'done',
  reason: '',
  cause: 'DOOR',
  causeText: '',
  dispositions: [{ fate: 'DISCARDED', kg: 12.5 }],
  measured: null,
  at: now,
  lateReason: '',
  prevention: '',
};
const fault = (more: Partial<ActionSaid>, known: Partial<ActionFacts> = {}) =>
  actionFault({ ...said, ...more }, { ...facts, ...known });
const measured = { value_C: 2.6, at: now, instrument: 'T-7' };
const held = { fate: 'HELD' as const, kg: 1, decideBy: now - hour_ms };
const old = { began: now - 3 * day_ms };
const long = 'It was below five degrees all the time.';

const kg = fc.integer({ min: 1, max: 9999 }).map((tenths) => tenths / 10);
const disposition = fc.record({ fate: fc.constantFrom(...fates), kg });

describe('corrective actions', () => {
  it('B2.5 each rule of a field refuses what it forbids, and nothing else', () => {
    const cases: readonly (readonly [Partial<ActionSaid>, Partial<ActionFacts>, ReturnType<typeof fault>])[] = [
      [{}, {}, undefined],
      [{ at: now + 10 * 60_000 }, {}, 'action_in_future'],
      [{ at: now - 2 * day_ms }, old, 'late_entry_reason'],
      [{ at: now - 2 * day_ms, lateReason: 'No network.' }, old, undefined],
      [{ measured: { ...measured, at: now - 2 * day_ms } }, old, 'late_entry_reason'],
      [{ measured: { ...measured, at: now - 2 * day_ms }, lateReason: 'No network.' }, old, undefined],
      [{ measured: { ...measured, at: now - 4 * hour_ms } }, {}, undefined],
      [{ measured: { ...measured, at: now - 4 * hour_ms - 1 } }, {}, 'time_not_of_record'],
      [{ measured: { ...measured, at: 0 }, lateReason: 'No network.' }, {}, 'time_not_of_record'],
      [{ at: now - 5 * hour_ms }, {}, 'time_not_of_record'],
      [{ at: now - 5 * hour_ms }, { began: null }, undefined],
      [{ dispositions: [{ fate: 'HELD', kg: 1, decideBy: now - hour_ms }] }, {}, 'decision_in_past'],
      // What is opened again says what it said.
      [{ state: 'reopened', reason: 'Again.', dispositions: [held] }, {}, undefined],
      [{ state: 'withdrawn', reason: 'A test run.', dispositions: [held] }, {}, undefined],
      [{ state: 'reopened', reason: 'Again.', at: now - 2 * day_ms }, old, undefined],
      [{ state: 'withdrawn', reason: 'A test run.', at: now - 2 * day_ms }, old, undefined],
      [{ dispositions: [{ fate: 'DISCARDED', kg: 44 }] }, {}, undefined],
      [{ dispositions: [{ fate: 'DISCARDED', kg: 44.1 }] }, {}, 'disposition_exceeds_load'],
      [{ dispositions: [{ fate: 'DISCARDED', kg: 44.1 }] }, { foods: [] }, undefined],
      [{ dispositions: [{ fate: 'KEPT', kg: 1, reason: long }] }, {}, 'disposition_reason'],
      [{ dispositions: [{ fate: 'KEPT', kg: 1, reason: 'Cold.' }], measured }, {}, 'disposition_reason'],
      [{ dispositions: [{ fate: 'KEPT', kg: 1, reason: long }], measured }, {}, undefined],
      [
        { dispositions: [{ fate: 'KEPT', kg: 1, reason: long }], measured: { ...measured, instrument: ' ' } },
        {},
        'disposition_reason',
      ],
      [{ dispositions: [{ fate: 'KEPT', kg: 1 }] }, { isFailed: false }, undefined],
      [{ dispositions: [] }, {}, 'action_incomplete'],
      [{ dispositions: [] }, { isAboutFood: false }, undefined],
      [{ cause: null }, {}, 'action_incomplete'],
      [{ cause: null, state: 'open' }, {}, undefined],
      [{ cause: 'OTHER', causeText: 'rain' }, {}, 'action_incomplete'],
      [{ dispositions: [{ fate: 'MOVED', kg: 1 }] }, {}, 'action_incomplete'],
      [{ dispositions: [{ fate: 'REHEATED', kg: 1 }] }, {}, 'action_incomplete'],
      [{ dispositions: [{ fate: 'HELD', kg: 1, decideBy: now + day_ms }] }, {}, undefined],
      [{ state: 'withdrawn', cause: null }, {}, 'action_incomplete'],
      [{ state: 'withdrawn', cause: null, reason: 'A test run.' }, {}, undefined],
      [{}, { sameCause: 2 }, 'prevention_needed'],
      [{ prevention: 'Door closer repaired.' }, { sameCause: 2 }, undefined],
      [{}, { sameCause: 1 }, undefined],
      // Nobody knows why, and for the third time: that is no less of a reason.
      [{ cause: 'UNKNOWN' }, { sameCause: 2 }, 'prevention_needed'],
    ];
    for (const [more, known, expected] of cases) assert.equal(fault(more, known), expected, JSON.stringify(more));
  });

  it('B2.5 no more than eleven tenths of the load is told of, however it is parted among dispositions and actions', () => {
    const parted = fc.array(disposition, { maxLength: 8 });
    fc.assert(
      fc.property(parted, parted, kg, (dispositions, elsewhere, load_kg) => {
        const tenths = [...dispositions, ...elsewhere].reduce((sum, one) => sum + Math.round(one.kg * 10), 0);
        const foods = [{ load_kg, told_kg: told_kg(elsewhere) }];
        const whole = dispositions.map((one) => ({ ...one, where: 'Cold room', core_C: 75, decideBy: now + day_ms }));
        const found = fault({ dispositions: whole, state: 'open' }, { foods, isFailed: false });
        const isTooMuch = dispositions.length > 0 && tenths > Math.round(load_kg * 11);
        assert.equal(found, isTooMuch ? 'disposition_exceeds_load' : undefined);
      }),
    );
  });

  it('B2.5 what is thrown away costs its kilograms and nothing else', () => {
    fc.assert(
      fc.property(fc.array(disposition, { maxLength: 8 }), fc.integer({ min: 0, max: 5000 }), (dispositions, cents) => {
        const gone = dispositions.filter(({ fate }) => fate === 'DISCARDED');
        assert.equal(discarded_kg(dispositions), discarded_kg(gone));
        assert.ok(Math.abs(costOf(dispositions, cents / 100) - (discarded_kg(gone) * cents) / 100) <= 0.005_01);
      }),
    );
  });

  it('B2.5 what is closed is opened again before it is changed, and nothing is verified by saving it', () => {
    for (const from of actionStates) {
      assert.ok(!mayBecome(from, 'verified'), from);
      assert.equal(isOpen(from), mayBecome(from, 'done'));
      if (!isOpen(from))
        assert.deepEqual(
          actionStates.filter((to) => mayBecome(from, to)),
          ['reopened'],
        );
    }
  });

  it('B2.5 records call for an action by their verdict; a tray that has its time alone does not', () => {
    const calling = ['FAIL', 'NOT_PROVEN', 'ABORTED'];
    for (const verdict of ['PASS', 'PASS_WITH_GAP', 'NOT_APPLICABLE', ...calling])
      assert.equal(callsForAction('batch', verdict), calling.includes(verdict));
    assert.ok(!callsForAction('batch', 'NOT_PROVEN', ['by_time']));
    for (const verdict of ['KEPT', 'KEPT_WITH_GAP', 'EXCEEDED', 'NOT_PROVEN', 'NOT_IN_USE'])
      assert.equal(callsForAction('day', verdict), verdict === 'EXCEEDED');
  });

  it('B2.5 causes are proposed from what the record says', () => {
    assert.deepEqual(proposedCauses({}), []);
    assert.deepEqual(proposedCauses({ gaps: [{ reason: 'power_lost' }], reasons: ['time_exceeded'] }), [
      'POWER',
      'TOO_MUCH',
      'TOO_THICK',
    ]);
    assert.deepEqual(proposedCauses({ doors: [{ from: 0, to: 130_000 }], reasons: ['probe_moved'] }), [
      'DOOR',
      'PROBE',
    ]);
    assert.deepEqual(proposedCauses({ alarms: [{ name: 'compressorAlarm' }], verdict: 'ABORTED' }), ['UNIT', 'PERSON']);
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), (reasons, names) => {
        const causes = proposedCauses({ reasons, alarms: names.map((name) => ({ name })) });
        assert.ok(causes.every((cause) => actionCauses.includes(cause)));
        assert.equal(new Set(causes).size, causes.length);
      }),
    );
  });
});
