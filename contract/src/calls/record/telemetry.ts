import { minute_ms } from '@brina/domain/language/durations';
import { membershipRoles, rolesOf } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { instant } from '../../wire/instants.ts';

/** Why nothing was measured: the unit did not send, its link was down, the portal was, the unit dropped samples, its clock was unset. */
const silenceReasons = ['unit_silent', 'link_lost', 'portal_down', 'dropped', 'untimed'] as const;
export type SilenceReason = (typeof silenceReasons)[number];

/** Why nothing is shown: nothing was measured; all of it came too late to be in the rollups yet; it was another company's. */
const gapReasons = [...silenceReasons, 'arriving', 'not_yours'] as const;
export const gap = z.object({ from: z.int(), to: z.int(), reason: z.enum(gapReasons) });
export type Gap = z.output<typeof gap>;

const numbers = z.array(z.nullable(z.number()));

/** A chart: one time axis, per metric the extremes and the mean of each bucket; null where nothing was measured. */
export const chart = z.object({
  from: z.int(),
  to: z.int(),
  /** Rung of the chart ladder the values were read from. */
  level: z.enum(['raw', '10min', 'hour']),
  step_ms: z.int(),
  /** Start of each bucket, epoch ms, ascending. */
  at: z.array(z.int()),
  series: z.record(z.string(), z.object({ min: numbers, mean: numbers, max: numbers })),
  gaps: z.array(gap),
  /** Whether late data of the time wait for the rollups, also where something of it is shown already: ask again. */
  arriving: z.boolean(),
});
export type Chart = z.output<typeof chart>;

export const getTelemetry = call({
  id: 'telemetry.chart',
  spec: 'S3.13 S1.5',
  summary: 'Chart of metrics over a time, in at most `points` buckets; gaps carry their reason',
  method: 'GET',
  path: '/api/v1/appliance/appliances/{id}/telemetry',
  roles: rolesOf('USER', 'SERVICE', 'FACTORY'),
  members: membershipRoles,
  params: z.object({ id: id('applianceRecord') }),
  query: z.object({
    from: instant,
    to: instant,
    /** Names of metrics, separated by commas. */
    metrics: z.string().check(z.minLength(1), z.maxLength(400)),
    points: z.optional(z.int().check(z.gte(10), z.lte(2000))),
  }),
  reply: json(chart),
  errors: ['metric_unknown', 'range_reversed', 'range_too_long'],
  example: {
    params: { id: 'MFL45-26-000123' },
    query: { from: 1_763_676_400_000, to: 1_763_680_000_000, metrics: 'TCell,cellSetTemp', points: 300 },
    reply: {
      from: 1_763_676_400_000,
      to: 1_763_680_000_000,
      level: 'raw',
      step_ms: minute_ms,
      at: [1_763_676_400_000],
      series: { TCell: { min: [3.1], mean: [3.2], max: [3.3] } },
      gaps: [],
      arriving: false,
    },
  },
});

export const telemetryCalls = [getTelemetry] as const;
