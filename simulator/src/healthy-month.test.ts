import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { advance, startEngine } from '@brina/domain/alarms/engine/engine';
import type { EngineState } from '@brina/domain/alarms/engine/state';
import { modelRow } from '@brina/domain/appliance/families/families';
import { factsOf, type Month } from './testing/month.ts';

/** Limits of a kitchen that keeps to the usual rules. */

/** What people bring about: batches laid too thick now and then. */
const ofTheKitchen = [
  'chillForecastWarning',
  'chillTimeExceededAlarm',
  'freezeForecastWarning',
  'freezeTimeExceededAlarm',
  'cycleTooLongWarning',
];

/** Alarms of a unit, and of the engine that reads the same facts. */
function alarmsIn(month: Month): { unit: string[]; engine: string[] } {
  const model = modelRow(month.model);
  assert.ok(model);
  const context = { model, timeZone: 'Europe/Rome' };
  const unit: string[] = [];
  const engine = new Set<string>();
  let state: EngineState | null = null;
  for (const fact of factsOf(month)) {
    if (fact.kind === 'alarm' && fact.active) unit.push(fact.name);
    state ??= startEngine(context, fact.at_ms);
    const { changed, state: next } = advance(state, fact, context);
    state = next;
    for (const { name, raisedAt } of changed) if (raisedAt !== null) engine.add(name);
  }
  return { unit, engine: [...engine].filter((name) => !ofTheKitchen.includes(name)) };
}

const months: readonly (Month & { readonly what: string })[] = [
  {
    what: 'a freezer cabinet with four defrosts a day',
    model: 'CP Next 700',
    routine: 'restaurant',
    modes: [1],
    days: 30,
  },
  { what: 'a cabinet of two zones', model: 'CP Next 700 Duo', routine: 'restaurant', modes: [2, 1], days: 3 },
  { what: 'a chilled cabinet', model: 'CP Next 1400', routine: 'pastry', days: 3 },
  { what: 'a pastry cabinet', model: 'MYA 20', routine: 'pastry', days: 3 },
  { what: 'a prover', model: 'PL Next 20', routine: 'bakery', days: 3 },
  { what: 'a multifunction blast chiller', model: 'MF Next L 45', routine: 'restaurant', days: 3 },
  { what: 'a plain blast chiller', model: 'EF Next M 25', routine: 'pastry', days: 3 },
  { what: 'a trolley blast chiller', model: 'SF Roll 100 RWL', routine: 'restaurant', days: 3 },
];

describe('a healthy unit among its people', () => {
  for (const { what, ...month } of months) {
    it(`S3.12 ${what} raises nothing in ${month.days} days, nor does the engine that reads its facts`, () => {
      assert.deepEqual(alarmsIn(month), { unit: [], engine: [] });
    });
  }
});
