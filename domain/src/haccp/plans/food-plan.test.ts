import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { day_ms, minute_ms } from '../../language/durations.ts';
import { judgeCurve } from '../judge.ts';
import { type OwnLimit, type Rule, rules } from '../rules.ts';
import { comingRules, planOfComing } from './coming-rules.ts';
import { countryPlan } from './country-plans.ts';
import { type FoodPlan, judgingRules, makersPlan, planFault, ruleAt } from './food-plan.ts';
import { faultOf, ownRule } from './own-limit.ts';

const zone = 'Europe/Berlin';
const now = Date.UTC(2026, 10, 28, 12);
const own = (
  base: 'FR_2009' | 'ES_RD1021' | 'CHILL_90' | 'US_FDA' | 'RU_SANPIN',
  more: Partial<OwnLimit>,
): OwnLimit => ({
  base,
  version: rules[base].version,
  stages: rules[base].stages.map(({ from, to, max_min }) => ({ from, to, max_min })),
  document: null,
  ...more,
});

describe('food-safety plans', () => {
  it('B2.3 every country begins with a plan that may be one, and with the maker’s 90 minutes among what judges', () => {
    for (const country of ['GB', 'IE', 'FR', 'IT', 'ES', 'DE', 'NL', 'CH', 'US', 'CA', 'AU', 'JP', 'RU', 'AT', '']) {
      const plan = countryPlan(country);
      assert.equal(planFault(plan), null, country);
      const { rule, further } = judgingRules(plan, 'chill', now, zone);
      assert.ok(rule.stages.length > 0, country);
      assert.ok(
        [rule, ...further].some(({ id }) => id === 'CHILL_90'),
        country,
      );
    }
  });

  it('B2.3 a rule that follows new versions is the one of the day in the kitchen; a pinned one stays', () => {
    const midnight = Date.UTC(2023, 1, 28, 23); // 1 March 2023 in Berlin
    const follows = { id: 'DE_DIN10536', version: null } as const;
    assert.deepEqual(
      [midnight - minute_ms, midnight].map((at) => ruleAt(follows, at, zone).version),
      ['1', '2'],
    );
    assert.equal(ruleAt({ ...follows, version: '1' }, now, zone).stages[0]?.to, 10);
    assert.equal(ruleAt(follows, 0, zone).version, '1');
  });

  it('B2.3 a new version is told thirty days before it judges, to who follows it, until it does', () => {
    const midnight = Date.UTC(2023, 1, 28, 23); // 1 March 2023 in Berlin
    const plan = countryPlan('DE');
    const told = (days: number, of = plan) =>
      comingRules(of, midnight - days * day_ms, zone).map(({ next }) => next.version);
    assert.deepEqual(
      [31, 30, 1, 0].map((days) => told(days)),
      [[], ['2'], ['2'], []],
    );
    const pinned: FoodPlan = { ...plan, primary: { ...plan.primary, chill: { id: 'DE_DIN10536', version: '1' } } };
    assert.deepEqual(told(10, pinned), []);
    const [coming] = comingRules(plan, midnight - 10 * day_ms, zone);
    assert.deepEqual([coming?.present.stages[0]?.to, coming?.next.stages[0]?.to], [10, 3]);
    const then = planOfComing(plan, coming ? [coming] : []);
    assert.equal(judgingRules(then, 'chill', midnight - 10 * day_ms, zone).rule.version, '2');
    assert.equal(planFault(then), null);
  });

  it('B2.3 rules that are chosen twice judge once, each for its own kind', () => {
    const plan: FoodPlan = {
      ...makersPlan,
      further: [
        { id: 'US_FDA', version: null },
        { id: 'CHILL_90', version: '1' },
        { id: 'IT_FREEZE', version: null },
      ],
    };
    const ids = (kind: 'chill' | 'freeze') => {
      const { rule, further } = judgingRules(plan, kind, now, zone);
      return [rule, ...further].map(({ id }) => id);
    };
    assert.deepEqual(ids('chill'), ['CHILL_90', 'US_FDA']);
    assert.deepEqual(ids('freeze'), ['FREEZE_240', 'IT_FREEZE']);
  });

  it('B2.3 a looser limit needs a document, and a law that allows no analysis bears none', () => {
    const looser = { stages: [{ from: 63, to: 10, max_min: 150 }] };
    const document = 'Validation 2026-04, folder 12, kitchen office';
    assert.equal(faultOf(own('FR_2009', looser)), 'limit_needs_document');
    assert.equal(faultOf(own('FR_2009', { ...looser, document: 'too short' })), 'limit_needs_document');
    assert.equal(faultOf(own('FR_2009', { ...looser, document })), null);
    assert.equal(
      faultOf(own('ES_RD1021', { stages: [{ from: 60, to: 10, max_min: 121 }], document })),
      'limit_looser_than_law',
    );
    assert.equal(faultOf(own('CHILL_90', { stages: [{ from: 65, to: 3, max_min: 90 }] })), 'limit_needs_document');
    assert.equal(faultOf(own('CHILL_90', { stages: [{ from: 72, to: 2, max_min: 80 }] })), null);
    // Who lets the clock wait for a temperature allows more than who starts it with the cycle.
    const late = { stages: [{ from: 9, to: 8, max_min: 120 }] };
    assert.equal(faultOf(own('RU_SANPIN', { ...late, document })), 'limit_looser_than_law');
    assert.equal(faultOf(own('CHILL_90', { version: '9' })), 'rule_unknown');
  });

  it('B2.3 food is held no warmer than the law by which it was chilled', () => {
    const french = countryPlan('FR');
    assert.equal(planFault({ ...french, hold: { ...french.hold, chilled_max_C: 3.5 } }), 'limit_looser_than_law');
    assert.equal(planFault({ ...french, hold: { ...french.hold, hot_min_C: 60 } }), 'limit_looser_than_law');
    assert.equal(planFault({ ...french, hold: { ...french.hold, chilled_max_C: 2 } }), null);
  });

  it('B2.3 who keeps a stricter limit keeps its base', () => {
    const bases = [rules.CHILL_90, rules.FR_2009, rules.US_FDA, rules.AU_322, rules.IT_HACCP, rules.NL_HORECA];
    const tighter = fc.record({
      K: fc.double({ min: 0, max: 4, noNaN: true }),
      share: fc.double({ min: 0.5, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom<Rule>(...bases),
        fc.array(tighter, { minLength: 2, maxLength: 2 }),
        fc.array(fc.double({ min: 0.2, max: 9, noNaN: true }), { minLength: 20, maxLength: 60 }),
        (base, changes, falls) => {
          const limit: OwnLimit = {
            base: base.id,
            version: base.version,
            stages: base.stages.map(({ from, to, max_min }, i) => ({
              from: from === null ? null : from + (changes[i]?.K ?? 0),
              to: to - (changes[i]?.K ?? 0),
              max_min: max_min * (changes[i]?.share ?? 1),
            })),
            document: null,
          };
          assert.equal(faultOf(limit), null);
          let core = 85;
          const curve = falls.map((fall, i) => ({ at: i * 5 * minute_ms, core: (core = Math.max(-2, core - fall)) }));
          const kept = judgeCurve(ownRule(limit) as Rule, curve).verdict;
          if (kept === 'PASS') assert.equal(judgeCurve(base, curve).verdict, 'PASS');
        },
      ),
    );
  });
});
