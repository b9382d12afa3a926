import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits, panelShapes } from '@brina/contract/devices';
import { families } from '@brina/domain/appliance/families/families';
import { checkCommand } from '@brina/domain/commands/commands';
import { slots_max } from '@brina/domain/cycles/slots';
import { presets } from '@brina/domain/recipes/presets';
import type { Favourites } from './favourites.ts';
import { type Trial, trialOf } from './testing/trial.ts';

const h = '9f3c6a01d2e4b785';
const soft = { phase: 3, air: 0, fan: 60, rh: null, end: { by: 'core', target: 3 } } as const;
const ragu = { id: 1042, v: 3, h, title: 'Ragù', function: 0, phases: [soft] } as const;

const favouritesOf = ({ appliance }: Trial): Favourites => {
  assert.ok(appliance.panel);
  return appliance.panel.favourites;
};
const idsOf = (trial: Trial): Record<string, number | null> =>
  Object.fromEntries(Object.entries(favouritesOf(trial).slots).map(([slot, { id }]) => [slot, id]));
const startedOf = ({ events }: Trial) =>
  events.filter((e) => e.type === 'cycle').findLast(({ event }) => event === 'started');

describe('favourites', () => {
  it('S1.6 a new unit has the presets of its package in their places, others are empty', () => {
    const placed = presets.filter(({ favourite }) => favourite !== null);
    const excellence = idsOf(trialOf());
    assert.deepEqual(excellence, Object.fromEntries(placed.map(({ favourite, id }) => [favourite, id])));
    assert.ok(Object.keys(excellence).length > 20);
    const essential = trialOf({ package: 'Essential' });
    for (const [slot, { phases, function: code }] of Object.entries(favouritesOf(essential).slots)) {
      assert.ok(phases.every(({ rh }) => rh === null) && [0, 1, 2, 4, 13, 14].includes(code), slot);
    }
    const few = Object.keys(idsOf(essential)).length;
    assert.ok(few > 5 && few < Object.keys(excellence).length, String(few));
    // Nothing refuses what the unit itself put there.
    for (const trial of [
      trialOf(),
      essential,
      trialOf({ model: 'EF Next L 40' }),
      trialOf({ model: 'SF Roll 100 RWL' }),
    ]) {
      const { model, standing } = trial.appliance;
      const slots = Object.entries(favouritesOf(trial).slots);
      assert.ok(slots.length > 0);
      for (const [slot, { isOwn: _isOwn, id, ...cycle }] of slots)
        assert.deepEqual(checkCommand(model, 'loadPreset', { slot: Number(slot), id, ...cycle }, standing), [], slot);
    }
    assert.equal(trialOf({ model: 'PL Next 20' }).appliance.panel, undefined);
  });

  it('S1.6 what is started from a place says which cycle it is, while it runs and is held', () => {
    const trial = trialOf({ kg: 10, food: 20 });
    const start = favouritesOf(trial).startOf(1);
    assert.ok(start);
    assert.equal(trial.start(start), null);
    assert.match(startedOf(trial)?.source?.h ?? '', /^[0-9a-f]{16}$/);
    assert.deepEqual({ ...startedOf(trial)?.source, h }, { id: 0, v: 1, h });
    assert.equal(trial.appliance.state.run?.cycleId, 0);
    trial.passUntil(() => trial.appliance.state.cycleState === 2);
    assert.equal(trial.appliance.state.run?.cycleId, 0, 'held');
    assert.equal(trial.start({ function: 0, phases: [soft] }), null);
    assert.equal(startedOf(trial)?.source, undefined);
    assert.equal(trial.appliance.state.run?.cycleId, null);
    assert.equal(favouritesOf(trial).startOf(25), null);
  });

  it('S1.6 the portal fills and empties places, never over another cycle unless it says so, never while one runs', () => {
    const trial = trialOf({ kg: 10 });
    const load = (args: Record<string, unknown>) => trial.press('loadPreset', args);
    assert.equal(load({ slot: 3, ...ragu }), 'slot_taken');
    assert.equal(load({ slot: 3, ...ragu, replace: true }), null);
    assert.deepEqual(favouritesOf(trial).told.favourites?.slots[3], [1042, 3, h]);
    assert.deepEqual(favouritesOf(trial).told.favouriteDefs, {});
    // The same is there already.
    assert.equal(load({ slot: 3, ...ragu, title: 'Ragù alla bolognese' }), null);
    assert.equal(favouritesOf(trial).slots[3]?.title, 'Ragù alla bolognese');
    assert.equal(load({ slot: 3, id: null }), 'slot_taken');
    assert.equal(load({ slot: 3, id: null, replace: true }), null);
    assert.equal(3 in favouritesOf(trial).slots, false);
    assert.equal(load({ slot: 3, ...ragu }), null, 'an empty place');
    const other = { ...ragu, id: 1043, h: '00000000000000aa' };
    assert.equal(load({ slot: 3, ...other, replace: true, over: other.h }), 'slot_taken', 'another is there by now');
    assert.equal(load({ slot: 3, ...other, replace: true, over: h }), null);
    trial.start({ function: 0 });
    assert.equal(load({ slot: 3, id: null, replace: true }), 'cycle_running');
  });

  it('S1.6 a cycle changed at the panel keeps its number with another hash; a preset becomes a cycle of one’s own', () => {
    const trial = trialOf();
    const favourites = favouritesOf(trial);
    trial.press('loadPreset', { slot: 3, ...ragu, replace: true });
    const colder = [{ ...soft, air: -2 }];
    assert.equal(favourites.edit(3, { phases: colder }), null);
    const [id, v, changed] = favourites.told.favourites?.slots[3] ?? [];
    assert.deepEqual([id, v], [1042, 3]);
    assert.notEqual(changed, h);
    assert.deepEqual(favourites.told.favouriteDefs?.[3], { title: 'Ragù', function: 0, phases: colder });
    const clean = presets.find(({ definition }) => families.MF.functions[definition.function]?.sanigen)?.definition;
    assert.ok(clean);
    const { family: _, assumed: __, ...does } = clean;
    assert.equal(trial.press('loadPreset', { slot: 9, ...ragu, ...does, sanigen: 3, replace: true }), null);
    assert.equal(favourites.edit(9, { title: 'Cleaner' }), null);
    const { sanigen, title: named } = favourites.told.favouriteDefs?.[9] ?? {};
    assert.deepEqual([named, sanigen], ['Cleaner', 3]);
    assert.deepEqual(favourites.startOf(3)?.source, { id: 1042, v: 3, h: changed });

    const { title } = favourites.slots[1] ?? {};
    assert.equal(favourites.edit(1, { title: 'Mine' }), null);
    assert.equal(favourites.slots[1]?.id, 0, 'only its name is another');
    assert.equal(favourites.edit(1, { phases: colder }), null);
    assert.deepEqual(favourites.told.favourites?.slots[1]?.slice(0, 2), [null, 0]);
    assert.equal(favourites.startOf(1)?.source, undefined);
    assert.notEqual(title, 'Mine');

    favourites.empty(4);
    assert.equal(favourites.edit(4, { title: 'New' }), 'inconsistent');
    assert.equal(favourites.edit(4, { title: 'New', function: 0, phases: [{ ...soft, air: -39 }] }), 'out_of_range');
    assert.equal(favourites.edit(4, { title: 'New', function: 0, phases: colder }), null);
    assert.equal(favourites.told.favourites?.slots[4]?.[2], changed, 'the same phases have the same hash');
  });

  it('S6.3 the next holder finds what the unit left the factory with', () => {
    const trial = trialOf();
    const favourites = favouritesOf(trial);
    const first = structuredClone(favourites.slots);
    trial.press('loadPreset', { slot: 3, ...ragu, replace: true });
    favourites.edit(5, { title: 'Mine' });
    favourites.empty(1);
    favourites.saw(7);
    assert.equal(favourites.told.favourites?.ver, 7);
    favourites.restore();
    assert.deepEqual(favourites.slots, first);
    assert.deepEqual(favourites.told.favouriteDefs, {});
    assert.equal(favourites.told.favourites?.ver, 0);
  });

  it('what it tells of 24 places of eight phases each fits a message', () => {
    const trial = trialOf();
    const favourites = favouritesOf(trial);
    const phases = Array.from({ length: 8 }, (_, index) => ({
      phase: 16,
      air: 62.5,
      fan: 55,
      rh: { set: 65 },
      end: { by: 'core' as const, target: 57.5, hold_min: 100.5 + index },
      fallback_min: 1000.5,
      late_min: 1000.5,
      max_min: 1000.5,
    }));
    for (let slot = 1; slot <= slots_max; slot++)
      assert.equal(favourites.edit(slot, { title: 'ж'.repeat(60), function: 6, phases }), null);
    const told = trial.appliance.panelTold((at) => at);
    assert.deepEqual(panelShapes.favouriteDefs.parse(told.favouriteDefs), told.favouriteDefs);
    assert.deepEqual(panelShapes.favourites.parse(told.favourites), told.favourites);
    assert.equal(Object.keys(told.favouriteDefs ?? {}).length, slots_max);
    const bytes = Buffer.byteLength(JSON.stringify(told));
    assert.ok(bytes < limits.message_bytes - 8 * 1024, `${bytes} bytes`);
  });
});

describe('ends of a phase', () => {
  const phases = (end: Record<string, unknown>, air = -14) => [
    { phase: 2, air, fan: 100, rh: null, end, max_min: 200 },
  ];

  it('S3.9 a phase ends when the chamber has been at its temperature for a minute', () => {
    const trial = trialOf();
    assert.equal(trial.start({ function: 0, phases: phases({ by: 'air', target: 0 }) }), null);
    const there = trial.passUntil(() => trial.air <= 1);
    const over = trial.passUntil(() => trial.appliance.state.cycleState !== 1);
    assert.ok(over >= 0.9 && over < 1.4, `${over} min after ${there}`);
    assert.deepEqual(trial.cycleEvents(), ['started', 'ended target']);
  });

  it('S3.9 a phase ends when every point of the needle is as near the air as asked, not before', () => {
    const trial = trialOf({ kg: 10, depth_mm: 20, food: 30 });
    assert.equal(trial.start({ function: 0, phases: phases({ by: 'even', within_K: 5 }, 0) }), null);
    trial.pass(5);
    assert.equal(trial.appliance.state.cycleState, 1);
    trial.passUntil(() => trial.appliance.state.cycleState !== 1);
    const { core, air } = trial.appliance.readings;
    for (const point of core) assert.ok(Math.abs((point ?? 99) - (air[0] ?? 0)) <= 5, String(core));
    assert.deepEqual(trial.cycleEvents(), ['started', 'ended target']);
  });

  it('S3.9 what never comes is given up as its phases say', () => {
    const trial = trialOf({ kg: 45 });
    const given = [{ ...phases({ by: 'even', within_K: 1 })[0], max_min: 20 }];
    assert.equal(trial.start({ function: 0, phases: given }), null);
    trial.passUntil(() => trial.appliance.state.cycleState !== 1, 30);
    assert.deepEqual(trial.cycleEvents(), ['started', 'interrupted maximum']);
  });

  it('S8.21 software that does not know an end refuses it, and tells which it knows', () => {
    const trial = trialOf({ ends: ['core', 'surface', 'time', 'auto', 'evaporator', 'stop'] });
    assert.equal(trial.start({ function: 0, phases: phases({ by: 'even', within_K: 5 }, 0) }), 'not_compatible');
    assert.equal(trial.appliance.panelTold((at) => at).cycleEnds?.includes('even'), false);
    assert.equal(
      trialOf()
        .appliance.panelTold((at) => at)
        .cycleEnds?.includes('even'),
      true,
    );
  });

  it('S8.21 an Essential unit controls no humidity, whatever its model could', () => {
    const trial = trialOf({ package: 'Essential' });
    const humid = [{ phase: 7, air: 2, fan: 40, rh: { set: 75 }, end: { by: 'stop' } }];
    assert.equal(trial.start({ function: 2, phases: humid }), 'not_compatible');
    assert.equal(trial.start({ function: 4 }), null);
    const plan = startedOf(trial)?.plan;
    assert.deepEqual(
      plan?.map(({ rh }) => rh),
      [null, null, null],
    );
  });
});
