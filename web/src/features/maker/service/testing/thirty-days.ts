/** Thirty days of an appliance as the calls tell them, for tests. */

import { type ApplianceEvent, listEvents } from '@brina/contract/calls/kitchen/cycles';
import { type AlarmInterval, listAlarms } from '@brina/contract/calls/record/alarms';
import { listMaintenance, type Maintenance } from '@brina/contract/calls/record/maintenance';
import { type Chart, getTelemetry } from '@brina/contract/calls/record/telemetry';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { now } from '../../../../lib/clock.ts';
import type { portalFixture } from '../../../../lib/testing/portal-fixture.ts';
import { dailyCounters } from '../diagnosis.data.ts';

const alarm: AlarmInterval = { ...listAlarms.example.reply[0], by: ['unit', 'server'] };
const [work] = listMaintenance.example.reply;

/** Alarms of the month: one still on with what was measured, one over, one explained by another, one found to be a mistake. */
const monthOfAlarms = (): AlarmInterval[] => [
  {
    ...alarm,
    id: 'a1',
    name: 'condenserHighTempWarning',
    severity: 'W',
    state: 'active',
    startedAt: now() - 3 * hour_ms,
    clearedAt: null,
    evidence: { TCondenser1: 61.4, condenserApproach: 31, baseline: 18.5 },
  },
  {
    ...alarm,
    id: 'a2',
    state: 'cleared',
    startedAt: now() - 6 * day_ms,
    clearedAt: now() - 6 * day_ms + 12 * minute_ms,
    chattering: 4,
    evidence: { door: 1, open_s: 340, unheardOf: 'x' },
  },
  {
    ...alarm,
    id: 'a3',
    name: 'productTempHighAlarm',
    severity: 'C',
    state: 'cleared',
    startedAt: now() - 6 * day_ms,
    clearedAt: now() - 6 * day_ms + 40 * minute_ms,
    foldedInto: 'openDoorAlarm',
    excursion: { extreme: 12.4, degree_min: 90 },
    evidence: { holdLimit: 5, forecast_min: 124 },
  },
  { ...alarm, id: 'a4', name: 'ofTomorrowAlarm', state: 'retracted', startedAt: now() - 20 * day_ms, evidence: {} },
];

/** Events of the month, the latest first, with doors and phases among them that have their own place. */
const monthOfEvents = (): ApplianceEvent[] => [
  { at: now() - 2 * hour_ms, type: 'cycle', body: { event: 'ended', function: 0 } },
  { at: now() - 3 * hour_ms, type: 'door', body: { door: 1, open: true } },
  { at: now() - 4 * hour_ms, type: 'cycle', body: { event: 'started', function: 0 } },
  { at: now() - 5 * day_ms, type: 'power', body: { event: 'booted', lostAt: now() - 5 * day_ms - hour_ms } },
  { at: now() - 6 * day_ms, type: 'gap', body: { from: now() - 7 * day_ms, to: now() - 6 * day_ms, samples: 40 } },
  { at: now() - 8 * day_ms, type: 'local', body: { what: 'standby' } },
];

const maintenance = (): Maintenance[] => [
  { ...work, id: 'm1', kind: 'repair', at: now() - 9 * day_ms, note: 'Fan replaced.', company: 'Freddo Assistenza' },
];

/** Curves every four hours, with a day without data; counters that grow by twelve doors and nine hours a day. */
function chart(names: readonly string[]): Chart {
  const to = now();
  const at = Array.from({ length: 180 }, (_, step) => to - (180 - step) * 4 * hour_ms);
  const silent = (step: number) => step >= 60 && step < 66;
  const series = Object.fromEntries(
    names.map((name) => {
      const values = at.map((_, step) => (silent(step) ? null : valueOf(name, step)));
      const shifted = (by: number) => values.map((value) => (value === null ? null : value + by));
      const spread = dailyCounters.some((counter) => counter === name) || name.includes('Set') ? 0 : 1.5;
      return [name, { min: shifted(-spread), mean: values, max: shifted(spread) }];
    }),
  );
  const gaps = [{ from: at[60] ?? to, to: at[66] ?? to, reason: 'link_lost' as const }];
  return { from: to - 30 * day_ms, to, level: '10min', step_ms: 4 * hour_ms, at, series, gaps, arriving: false };
}

function valueOf(name: string, step: number): number {
  const wave = Math.sin(step * 1.7);
  if (name.startsWith('totalOpenDoor1')) return 1000 + step * 2;
  if (name.startsWith('totalOpenDoor')) return 0;
  if (name === 'compressorHours') return 400 + step * 1.5;
  if (name.startsWith('cellSet')) return 2;
  if (name.startsWith('TCondenser')) return 41 + 4 * wave + step / 20;
  if (name.startsWith('TEvap')) return -9 + 3 * wave;
  return 3 + 2 * wave;
}

/** Answers all calls of the thirty days of an appliance. */
export function replyThirtyDays(portal: ReturnType<typeof portalFixture>, serialNumber: string): void {
  const id = { id: serialNumber };
  portal.on('GET', getTelemetry.path.replace('{id}', serialNumber), ({ query }) =>
    Response.json(chart((new URLSearchParams(query).get('metrics') ?? '').split(','))),
  );
  portal.reply(listAlarms, monthOfAlarms, id);
  portal.on('GET', listEvents.path.replace('{id}', serialNumber), ({ query }) => {
    const types = (new URLSearchParams(query).get('types') ?? '').split(',');
    return Response.json(monthOfEvents().filter(({ type }) => types.includes(type)));
  });
  portal.reply(listMaintenance, maintenance, id);
}
