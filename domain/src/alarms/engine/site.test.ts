import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Online, SiteFacts, SiteUnit } from './outages.ts';
import { fleetIncidents, reconcileSite, siteIntervals } from './site.ts';
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

const minuteOfDay = fc.integer({ min: 0, max: 900 });

/** Units with outages of any length, some lost at one moment of the kitchen, and some of which never come back. */
const kitchen: fc.Arbitrary<SiteFacts> = fc
  .array(fc.integer({ min: 0, max: 800 }), { minLength: 1, maxLength: 3 })
  .chain((moments) =>
    fc.array(
      fc.array(
        fc.record({
          at: fc.oneof(fc.constantFrom(...moments), fc.integer({ min: 0, max: 800 })),
          late_s: fc.integer({ min: 0, max: 240 }),
          away_s: fc.oneof(
            fc.integer({ min: 1, max: 400 }),
            fc.integer({ min: 400, max: 20_000 }),
            fc.constant(Number.POSITIVE_INFINITY),
          ),
          boots: fc.boolean(),
        }),
        { maxLength: 5 },
      ),
      { minLength: 1, maxLength: 8 },
    ),
  )
  .map((lives) => ({
    units: lives.map((outages, i): SiteUnit => ({ ...unit(`u${i}`), online: onlineBetween(outages) })),
    ours: [],
  }));

/** Stretches online between outages, which may overlap. */
function onlineBetween(
  outages: readonly { at: number; late_s: number; away_s: number; boots: boolean }[],
): readonly Online[] {
  let from = start - hour;
  let boot = 1;
  const online: Online[] = [];
  for (const { at, late_s, away_s, boots } of [...outages].sort((a, b) => a.at - b.at || a.late_s - b.late_s)) {
    const lost = start + at * minute + late_s * 1000;
    if (lost <= from) continue;
    online.push({ from, to: lost, boot });
    from = lost + away_s * 1000;
    boot += Number(boots);
    if (!Number.isFinite(from)) return online;
  }
  return [...online, { from, to: null, boot }];
}

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

  it('S3.12 scenario 9: one unit without Wi-Fi is offline; our own restart is nobody’s', () => {
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

  it('a third of the fleet lost within a minute is our incident', () => {
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

  it('S3.12 a flicker just before a power cut takes nothing from its alarm', () => {
    const cut = Array.from({ length: 4 }, (_, i) => unit(`u${i}`, 0));
    const [first, ...others] = cut as [SiteUnit, ...SiteUnit[]];
    const flickered = { ...first, online: flickering(first.online, start - minute, 5000) };
    const facts: SiteFacts = { units: [flickered, ...others], ours: [] };
    assert.deepEqual(told(facts, 6), ['blackOutAlarm laboratory suspected 6']);
    assert.deepEqual(siteIntervals(facts, start + hour), siteIntervals({ units: cut, ours: [] }, start + hour));
  });

  it('S3.12 a unit that shows for a moment in a power cut does not end it', () => {
    const shows = unit('u0', 0, 20);
    const [before, after] = shows.online as [Online, Online];
    const brief = { ...after, to: after.from + 5000 };
    const facts: SiteFacts = {
      units: [{ ...shows, online: [before, brief] }, unit('u1', 0), unit('u2', 0), unit('u3', 0)],
      ours: [],
    };
    assert.deepEqual(told(facts, 60), ['blackOutAlarm laboratory suspected 6']);
    const all = ['u0', 'u1', 'u2', 'u3'].map((name) => ({ ...unit(name), online: [before, brief] }));
    assert.deepEqual(told({ units: all, ours: [] }, 60), ['blackOutAlarm laboratory suspected 6']);
  });

  it('S3.12 a unit that stays broken after a power cut hides no second one', () => {
    const again = (name: string): SiteUnit => {
      const { online, ...rest } = unit(name, 0, 10, { boots: true });
      const [before, after] = online as [Online, Online];
      return { ...rest, online: [before, { ...after, to: start + 300 * minute }] };
    };
    const facts: SiteFacts = { units: [unit('broken', 0), again('a'), again('b'), again('c')], ours: [] };
    assert.deepEqual(told(facts, 320), [
      'blackOutAlarm laboratory cleared 6',
      'offlineWarning broken active 25',
      'blackOutAlarm laboratory suspected 306',
    ]);
    assert.deepEqual(
      siteIntervals(facts, start + 320 * minute).flatMap(({ name, evidence, units }) =>
        name === 'blackOutAlarm' ? [[evidence, units]] : [],
      ),
      [
        [{ units: 4, of: 4 }, ['a', 'b', 'broken', 'c']],
        [{ units: 3, of: 4 }, ['a', 'b', 'c']],
      ],
    );
  });

  it('S3.12 whatever was before, a kitchen whose units are all lost at once and stay so has its blackout', () => {
    fc.assert(
      fc.property(kitchen, fc.integer({ min: 3, max: 600 }), (facts, lost) => {
        const at = start + lost * minute;
        // What is online by then, but for flickers, is lost within two minutes.
        const cut = facts.units.map((one, i): SiteUnit => {
          const before = one.online.filter(({ from }) => from < at);
          const last = before.at(-1);
          if (!last) return { ...one, online: [] };
          const wasOnline = last.to === null || last.to >= at;
          return { ...one, online: wasOnline ? [...before.slice(0, -1), { ...last, to: at + i * 10_000 }] : before };
        });
        const lostAtOnce = cut.filter(({ online }) => (online.at(-1)?.to ?? 0) >= at).length;
        if (lostAtOnce < 2) return;
        const until = at + 8 * minute;
        const on = siteIntervals({ ...facts, units: cut }, until).filter(
          ({ name, state, clearedAt, raisedAt }) =>
            name === 'blackOutAlarm' && state !== 'retracted' && clearedAt === null && (raisedAt ?? never) <= until,
        );
        assert.ok(on.length > 0, JSON.stringify(cut.map(({ online }) => online)));
      }),
      { numRuns: 2000 },
    );
  });

  it('S3.12 whatever happened, no more units are silent than there are, and nothing is raised before it began', () => {
    fc.assert(
      fc.property(kitchen, minuteOfDay, (facts, until) => {
        for (const found of siteIntervals(facts, start + until * minute)) {
          assert.ok((found.raisedAt ?? never) >= found.startedAt, JSON.stringify(found));
          assert.ok(found.startedAt <= start + until * minute && (found.raisedAt ?? 0) <= start + until * minute);
          assert.ok(found.clearedAt === null || found.clearedAt >= found.startedAt, JSON.stringify(found));
          if (found.name === 'offlineWarning') continue;
          assert.ok((found.evidence['units'] as number) <= (found.evidence['of'] as number));
          assert.equal(found.evidence['units'], found.units.length || 1);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('S3.12 a flicker changes nothing', () => {
    fc.assert(
      fc.property(
        kitchen,
        minuteOfDay,
        fc.nat(7),
        fc.integer({ min: 0, max: 800 * 60 }),
        fc.integer({ min: 1, max: 280 }),
        (facts, until, who, at_s, away_s) => {
          const flickered = facts.units.map((one, i) =>
            i === who ? { ...one, online: flickering(one.online, start + at_s * 1000, away_s * 1000) } : one,
          );
          // One that is under way may still become more.
          if (at_s + away_s > until * 60) return;
          assert.deepEqual(
            siteIntervals({ ...facts, units: flickered }, start + until * minute),
            siteIntervals(facts, start + until * minute),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('S3.12 the order in which facts arrive does not matter', () => {
    fc.assert(
      fc.property(kitchen, minuteOfDay, (facts, until) => {
        const turned = [...facts.units].reverse().map((one) => ({ ...one, online: [...one.online].reverse() }));
        assert.deepEqual(
          siteIntervals({ ...facts, units: turned }, start + until * minute),
          siteIntervals(facts, start + until * minute),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

/** Stretches in which a unit was away once more, where it was online all the time. */
function flickering(online: readonly Online[], at: number, away_ms: number): readonly Online[] {
  return online.flatMap((stretch) =>
    stretch.from < at && (stretch.to === null || stretch.to > at + away_ms)
      ? [
          { ...stretch, to: at },
          { ...stretch, from: at + away_ms, missing: false },
        ]
      : [stretch],
  );
}
