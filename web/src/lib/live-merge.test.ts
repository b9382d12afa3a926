import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Appliance, getAppliance } from '@brina/contract/calls/kitchen/appliances';
import type { Command, LiveMessage, Versions } from '@brina/contract/live';
import fc from 'fast-check';
import { type CachedAppliance, firstSeen, isBehind, mergeCommands, mergeFetched, mergeLive } from './live-merge.ts';

const example = structuredClone(getAppliance.example.reply) as Appliance;
const zero: Versions = {
  reported: 0,
  online: 0,
  status: 0,
  cycle: 0,
  warnings: 0,
  alarms: 0,
  commands: 0,
  notices: 0,
};
const serialNumber = example.serialNumber;
const fresh = (): Appliance => ({ ...structuredClone(example), v: zero, alarms: [], warnings: [], status: 'standby' });

/** One thing that happened to the unit: the frame it sends out, and the unit as a reply would show it from then on. */
type Fact = { frame: LiveMessage; after: Appliance };

const change = fc.oneof(
  fc.record({
    section: fc.constant('reported' as const),
    value: fc.dictionary(fc.constantFrom('TCell', 'TCore', 'door', 'cycleRunning'), fc.integer({ min: 0, max: 1 }), {
      minKeys: 1,
    }),
  }),
  fc.record({ section: fc.constant('online' as const), value: fc.boolean() }),
  fc.record({ section: fc.constant('status' as const), value: fc.constantFrom('standby', 'running', 'ended') }),
  fc.record({
    section: fc.constant('notices' as const),
    value: fc.array(fc.record({ id: fc.constantFrom('n1', 'n2'), name: fc.constant('tray_done'), at: fc.nat() }), {
      maxLength: 2,
    }),
  }),
  fc.record({ section: fc.constant('alarms' as const), value: fc.constantFrom('openDoorAlarm', 'blackOutAlarm') }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Plays changes on a unit the way the server does: each raises the version of its section by one. */
function happen(changes: readonly Change[]): Fact[] {
  let unit = fresh();
  return changes.map((one, index) => {
    const v = { ...unit.v, [one.section]: unit.v[one.section] + 1 };
    const base = { serialNumber, at: index, v };
    unit = { ...structuredClone(unit), v };
    if (one.section === 'reported') {
      unit.twin = { serialNumber, reported: { ...unit.twin.reported, ...one.value } };
      if (one.value.cycleRunning !== undefined) unit.cycleRunning = one.value.cycleRunning === 1;
      return { frame: { ...base, reported: one.value }, after: unit };
    }
    if (one.section === 'online') {
      unit.online = one.value;
      return { frame: { ...base, online: one.value, lastSeenAt: index }, after: unit };
    }
    if (one.section === 'status') {
      unit.status = one.value as Appliance['status'];
      return { frame: { ...base, status: unit.status }, after: unit };
    }
    if (one.section === 'notices') {
      unit.notices = one.value.map((notice) => ({ ...notice, detail: {} }));
      return { frame: { ...base, notices: unit.notices }, after: unit };
    }
    const active = !unit.alarms.some((alarm) => alarm.name === one.value);
    unit.alarms = unit.alarms.filter((alarm) => alarm.name !== one.value);
    if (active) unit.alarms.push({ name: one.value, active, since: index });
    return { frame: { ...base, alarms: [{ name: one.value, active, since: index }] }, after: unit };
  });
}

/** What a person sees of an appliance. */
const seen = (one: Appliance) => ({
  reported: one.twin.reported,
  cycleRunning: one.cycleRunning,
  online: one.online,
  status: one.status,
  notices: one.notices,
  alarms: one.alarms.filter((alarm) => alarm.active).sort((a, b) => a.name.localeCompare(b.name)),
  v: one.v,
});

const play = (from: CachedAppliance, frames: readonly LiveMessage[]): CachedAppliance => frames.reduce(mergeLive, from);

describe('live merge', () => {
  it('S4.9 S4.10 any order, repetition and loss with a refetch at any point end in the newest state', () => {
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 25 }),
        fc.nat(),
        fc.nat(),
        fc.infiniteStream(fc.nat()),
        fc.infiniteStream(fc.boolean()),
        (changes, replyPick, arrivalPick, order, lost) => {
          const facts = happen(changes);
          // The reply shows the unit after some fact. Frames up to it may have got lost; later ones arrive, some of them twice.
          const replied = replyPick % facts.length;
          const reply = facts[replied]?.after as Appliance;
          const arriving = facts.flatMap(({ frame }, index) => {
            if (index <= replied && lost.next().value) return [];
            return lost.next().value ? [frame, frame] : [frame];
          });
          const shuffled = arriving
            .map((frame) => ({ frame, key: order.next().value as number }))
            .sort((one, other) => one.key - other.key)
            .map(({ frame }) => frame);
          const arrival = arrivalPick % (shuffled.length + 1);

          const before = play(firstSeen(fresh()), shuffled.slice(0, arrival));
          const after = play(mergeFetched(before, reply), shuffled.slice(arrival));
          assert.deepEqual(seen(after), seen(facts.at(-1)?.after as Appliance));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('S4.10 an older reply never takes back what a newer one or a frame has brought', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 2, maxLength: 12 }), fc.nat(), (changes, pick) => {
        const facts = happen(changes);
        const newest = facts.at(-1)?.after as Appliance;
        const older = facts[pick % facts.length]?.after as Appliance;
        const known = mergeFetched(
          play(
            firstSeen(fresh()),
            facts.map(({ frame }) => frame),
          ),
          newest,
        );
        assert.deepEqual(seen(mergeFetched(known, older)), seen(newest));
      }),
    );
  });

  it('S4.10 an ended alarm stays as a tombstone, so that a late frame does not raise it again, until a reply knows of its end', () => {
    const v = (alarms: number): Versions => ({ ...zero, alarms });
    const raised = { serialNumber, at: 1, v: v(1), alarms: [{ name: 'openDoorAlarm', active: true, since: 1 }] };
    const ended = { serialNumber, at: 2, v: v(2), alarms: [{ name: 'openDoorAlarm', active: false, since: 1 }] };
    const known = play(firstSeen(fresh()), [ended, raised]);
    assert.deepEqual(known.alarms, ended.alarms);
    assert.deepEqual(mergeFetched(known, { ...fresh(), v: v(2) }).alarms, []);
  });

  it('S4.10 the offline action shows a unit offline; its next fact and a reply of the same version are believed', () => {
    const online = { ...fresh(), online: true, v: { ...zero, online: 3 } };
    const assumed = mergeLive(firstSeen(online), { action: 'offline' });
    assert.equal(assumed.online, false);
    assert.equal(mergeFetched(assumed, online).online, true);
    const again = { serialNumber, at: 5, v: online.v, online: true, lastSeenAt: 5 };
    assert.equal(mergeLive(assumed, again).online, true);
  });

  it('S1.6 S4.10 commands told in any order, twice, or refetched amid it end as they stand, the latest first', () => {
    const row = fc.record({ id: fc.constantFrom('a', 'b', 'c'), v: fc.integer({ min: 1, max: 9 }) });
    const told = ({ id, v }: { id: string; v: number }): Command => ({
      id,
      name: 'setLight',
      args: {},
      state: v > 5 ? 'done' : 'sent',
      reason: null,
      createdAt: id.charCodeAt(0),
      expiresAt: 1_000,
      finishedAt: v > 5 ? v : null,
      v,
    });
    fc.assert(
      fc.property(fc.array(fc.array(row, { maxLength: 4 }), { minLength: 1, maxLength: 8 }), (tellings) => {
        const known = tellings.reduce<Command[]>((before, rows) => mergeCommands(before, rows.map(told)), []);
        const expected = ['c', 'b', 'a'].flatMap((id) => {
          const versions = tellings.flat().flatMap((one) => (one.id === id ? [one.v] : []));
          return versions.length > 0 ? [told({ id, v: Math.max(...versions) })] : [];
        });
        assert.deepEqual(known, expected);
      }),
    );
  });

  it('keeps the very object when a frame brings nothing new, so that nothing renders', () => {
    const known = firstSeen({ ...fresh(), v: { ...zero, reported: 4, status: 2 } });
    assert.equal(mergeLive(known, { serialNumber, at: 1, v: { ...zero, reported: 4 }, reported: { TCell: 9 } }), known);
    assert.equal(mergeLive(known, { serialNumber, at: 1, v: { ...zero, status: 2 }, status: 'running' }), known);
    assert.equal(mergeLive(known, { serialNumber: 'OTHER-1', at: 1, v: { ...zero, status: 9 }, status: 'off' }), known);
  });

  it('knows from the announced versions that a frame of another section has not arrived', () => {
    const known = firstSeen(fresh());
    assert.equal(isBehind(known, { ...zero, cycle: 1 }), true);
    assert.equal(isBehind(known, zero), false);
  });
});
