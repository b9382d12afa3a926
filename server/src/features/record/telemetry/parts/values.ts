import { corePoints, type MetricName, metricNames, type SampledMetricName } from '@brina/domain/appliance/metrics';
import { type RawBuilder, sql } from 'kysely';

const columns = (names: readonly MetricName[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));

const points = columns(corePoints);
/** Of the circuits. */
const condensers = columns(metricNames.filter((name) => /^TCondenser\d$/.test(name)));

/**
 * Whether the compressor has run for two minutes, by the samples read up to this one. What came before the first of them nobody
 * sees, so the first two minutes of a read are never settled.
 */
const settled = sql`"compressorState" = 1 and at >= interval '2 minutes' + coalesce(
  max(at) filter (where "compressorState" <> 1) over (order by at), min(at) over (order by at))`;

/** Metrics computed from samples. `greatest` and `least` pass over points that gave no value. */
const computed: Readonly<Partial<Record<SampledMetricName, RawBuilder<unknown>>>> = {
  TCoreMax: sql`greatest(${points})`,
  TCoreMin: sql`least(${points})`,
  condenserApproach: sql`case when ${settled} then greatest(${condensers}) - "TAmbient" end`,
};

/** A metric in a query of `telemetry`; a computed one looks at the rows read before it too. */
export const valueOf = (name: SampledMetricName): RawBuilder<unknown> => computed[name] ?? sql.ref(name);

/** A metric in the select list, named as itself. */
export const namedValueOf = (name: SampledMetricName): RawBuilder<unknown> => sql`${valueOf(name)} as ${sql.ref(name)}`;
