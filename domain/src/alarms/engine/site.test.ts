import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fleetIncidents, reconcileSite, type SiteFacts, type SiteUnit, siteIntervals } from './site.ts';
import { hour, minute, start } from './testing/scenario.ts';

const never = start + 100 * hour;

/** A unit online from an hour before until `lost`, and again from `back`. */
const unit = (
  name: string,
  lost?: number,
  back?: number,
  more: Partial<SiteUnit> & { boots?: boolean; missing?: boolean } = {},
): SiteUnit => {
  const { boots = false, missing, ...rest } = more;
  const first = { from: start - hour, to: lost === undefined ? null : start + lost * minute, boot: 1 };
  const second =
    back === undefined
      ? []
      : [{ from: start + back * minute, to: null, boot: boots ? 2 : 1, ...(missing === undefined ? {} : { missing }) }];
  return { unit: name, online: [first, ...second], lastGasps: [], cycles: [], firmware: [], ...rest };
};

const told = (facts: SiteFacts, until: number): string[] =>
  siteIntervals(facts, start + until * minute).map(
    ({ name, unit: of, state, raisedAt }) =>
      `${name} ${of ?? 'laboratory'} ${state} ${((raisedAt ?? never) - start) / minute}`,
  );

const eight = (make: (index: number) => SiteUnit): SiteFacts => ({
  units: Array.from({ length: 8 }, (_, i) => make(i)),
  ours: [],
});

describe('power or network', () => {
  it('S3.12 scenario 7: eight units without power are one blackout, confirmed when they are back', () => {
    const inChill = { cycles: [{ from: start - 30 * minute, to: start + 60 * minute }] };
    const facts = eight((i) =>
      unit(`u${i}`, (-i * 7) / 60, 40 + i / 10, { boots: true, missing: true, ...(i === 0 ? inChill : {}) }),
    );
    for (let now = 0; now <= 5; now += 0.5) assert.deepEqual(told(facts, now), [], `minute ${now}`);
    const [suspected = ''] = told(facts, 7);
    assert.match(suspected, /^blackOutAlarm laboratory suspected/);
    const [raised] = siteIntervals(facts, start + 7 * minute);
    assert.ok((raised?.raisedAt ?? never) <= start + 7 * minute);
    assert.match(told(facts, 39)[0] ?? '', /suspected/);
    assert.match(told(facts, 41)[0] ?? '', /active/);
    const over = siteIntervals(facts, start + 60 * minute);
    assert.deepEqual(
      over.map(({ name, state }) => [name, state]),
      [['blackOutAlarm', 'cleared']],
    );
    assert.equal(over[0]?.clearedAt, start + 40.7 * minute);
  });

  it('S3.12 scenario 8: the router was off: the blackout is retracted for a network warning of the same times', () => {
    const facts = eight((i) => unit(`u${i}`, i / 20, 180 + i / 10, { missing: false }));
    assert.match(told(facts, 8)[0] ?? '', /^blackOutAlarm laboratory suspected/);
    const found = siteIntervals(facts, start + 200 * minute);
    assert.deepEqual(
      found.map(({ name, state }) => [name, state]),
      [
        ['blackOutAlarm', 'retracted'],
        ['siteNetworkWarning', 'cleared'],
      ],
    );
    assert.equal(found[0]?.startedAt, found[1]?.startedAt);
    assert.equal(found[0]?.raisedAt, found[1]?.raisedAt);
  });

  it('S3.12 S7.28 scenario 9: one unit without Wi-Fi is offline; our own restart is nobody’s', () => {
    const alone: SiteFacts = { units: [unit('a', 0, 20), unit('b'), unit('c')], ours: [] };
    assert.deepEqual(told(alone, 14), []);
    assert.deepEqual(told(alone, 16), ['offlineWarning a active 15']);
    assert.deepEqual(told(alone, 23), ['offlineWarning a cleared 15']);
    const restart = [{ from: start, to: start + 4 * minute }];
    const ours: SiteFacts = {
      units: Array.from({ length: 8 }, (_, i) => unit(`u${i}`, -i / 60, 4 + i / 2)),
      ours: restart,
    };
    for (let now = 0; now < 30; now += 1) assert.deepEqual(told(ours, now), []);
    // Whoever does not come back after our restart is told from the end of the grace.
    const left: SiteFacts = { units: [...ours.units.slice(1), unit('u0', 0)], ours: restart };
    assert.deepEqual(told(left, 30), ['offlineWarning u0 active 24']);
  });

  it('S3.12 a unit in a cycle is missed after 5 minutes, one that installs software is not', () => {
    const busy = { from: start - hour, to: null };
    const facts: SiteFacts = { units: [unit('a', 0, undefined, { cycles: [busy] }), unit('b'), unit('c')], ours: [] };
    assert.deepEqual(told(facts, 5), ['offlineWarning a active 5']);
    const updating: SiteFacts = { units: [unit('a', 0, undefined, { firmware: [busy] }), unit('b')], ours: [] };
    assert.deepEqual(told(updating, 60), []);
  });

  it('S3.12 a single unit is offline, unless it says with its last breath that its power failed', () => {
    assert.deepEqual(told({ units: [unit('a', 0)], ours: [] }, 30), ['offlineWarning a active 15']);
    const gasp = { lastGasps: [start + 5000] };
    const facts: SiteFacts = { units: [unit('a', 0, undefined, gasp), unit('b'), unit('c')], ours: [] };
    assert.match(told(facts, 1)[0] ?? '', /^blackOutAlarm a suspected/);
    const two: SiteFacts = {
      units: [unit('a', 0, undefined, gasp), unit('b', 0.2, undefined, gasp), unit('c')],
      ours: [],
    };
    assert.match(told(two, 1).join(), /^blackOutAlarm laboratory suspected [\d.]+$/);
    const before = siteIntervals(facts, start + minute);
    const { changed, retracted } = reconcileSite(before, siteIntervals(two, start + minute));
    assert.equal(changed.length, 1);
    assert.deepEqual(retracted, []);
  });

  it('S3.12 a unit still lost when its site is back becomes a matter of its own', () => {
    const facts = eight((i) => (i === 0 ? unit('u0', 0) : unit(`u${i}`, i / 20, 40, { boots: true, missing: true })));
    assert.deepEqual(
      siteIntervals(facts, start + 56 * minute).map(({ name, unit: of, state }) => [name, of, state]),
      [
        ['blackOutAlarm', null, 'cleared'],
        ['offlineWarning', 'u0', 'active'],
      ],
    );
  });

  it('S7.28 a third of the fleet lost within a minute is our incident', () => {
    const losses = Array.from({ length: 40 }, (_, i) => start + i * 1000);
    assert.deepEqual(fleetIncidents(losses, 100), [{ from: start, to: start + 39_000 }]);
    assert.deepEqual(fleetIncidents(losses, 200), []);
    assert.deepEqual(
      fleetIncidents(
        losses.map((at, i) => at + i * minute),
        100,
      ),
      [],
    );
  });

  it('S3.12 the order in which facts arrive does not matter', () => {
    const stretch = fc.record({
      lost: fc.integer({ min: 0, max: 90 }),
      away: fc.integer({ min: 1, max: 90 }),
      boots: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(stretch, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 240 }), (all, until) => {
        const units = all.map(({ lost, away, boots }, i) => unit(`u${i}`, lost, lost + away, { boots }));
        const turned = [...units].reverse().map((one) => ({ ...one, online: [...one.online].reverse() }));
        assert.deepEqual(
          siteIntervals({ units: turned, ours: [] }, start + until * minute),
          siteIntervals({ units, ours: [] }, start + until * minute),
        );
      }),
      { numRuns: 300 },
    );
  });
});
