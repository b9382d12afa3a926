/** A unit with its people over days, and every fact it wrote down, as the alarm engine is told them. */
import assert from 'node:assert/strict';
import type { Input } from '@brina/domain/alarms/engine/input';
import { modelRow } from '@brina/domain/appliance/families/families';
import { day_ms, hour_ms } from '@brina/domain/language/durations';
import { createCook } from '../routines/cook.ts';
import type { Routine } from '../routines/kitchen-day.ts';
import { Unit } from '../unit/unit.ts';
import { stillClock } from './still-clock.ts';

/** The instant at which a told past ends. */
const monthEnd = Date.UTC(2026, 5, 20, 9);
const slice_ms = 3 * hour_ms;

export type Month = {
  readonly model: string;
  readonly routine: Routine;
  readonly days: number;
  readonly modes?: readonly number[];
  readonly seed?: number;
  /** What happens to the unit, by the day it has lived to. */
  readonly at?: readonly { readonly day: number; readonly happen: (unit: Unit) => void }[];
};

/** The facts of its days, in the order it wrote them. */
export function* factsOf({ model, routine, days, modes, seed = 7, at = [] }: Month): Generator<Input, Unit, void> {
  const row = modelRow(model);
  assert.ok(row, model);
  const identity = { serial: 'MF26004179', model: row, timeZone: 'Europe/Rome', seed, pace: 1 } as const;
  const born_ms = monthEnd - days * day_ms;
  const unit = new Unit({ ...identity, clock: stillClock(monthEnd), born_ms, ...(modes ? { modes } : {}) });
  const kitchen = { ...identity, routine, present_ms: monthEnd } as const;
  const cook = createCook(kitchen, unit);
  const live = (until: number): void => {
    while (cook.next_ms <= until) {
      unit.advance(cook.next_ms);
      cook.act();
    }
    unit.advance(until);
  };
  const happenings = [...at].sort((a, b) => a.day - b.day);
  for (let now = born_ms; now < monthEnd; now += slice_ms) {
    const until = Math.min(now + slice_ms, monthEnd);
    for (let next = happenings[0]; next && born_ms + next.day * day_ms < until; next = happenings[0]) {
      live(born_ms + next.day * day_ms);
      next.happen(unit);
      happenings.shift();
    }
    live(until);
    yield* written(unit);
  }
  return unit;
}

/** What waits in its outbox, which is then empty. */
function* written({ outbox }: Unit): Generator<Input, void, void> {
  for (const entry of outbox.entries()) {
    if (entry.topic === 'tel') {
      for (const { offset_ms, json } of entry.samples)
        yield { at_ms: entry.stamp.at + offset_ms, kind: 'sample', values: JSON.parse(json) };
    } else if (entry.topic === 'evt') {
      const { type, ...fact } = JSON.parse(outbox.wire(entry, entry.stamp.at, true));
      yield { ...fact, at_ms: entry.stamp.at, kind: type };
    }
  }
  outbox.acknowledge([[0, outbox.next]]);
}
