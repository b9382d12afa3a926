import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { isChartedMetric, isProductMetric } from '@brina/domain/appliance/metrics';
import { handle } from '#core/http/handle.ts';
import { requireRange } from '#core/http/range.ts';
import { Refusal } from '#core/http/refusal.ts';
import { heldWithin } from './evidence.queries.ts';
import { withLead } from './food.queries.ts';
import { chartOf } from './telemetry.queries.ts';

const defaultPoints = 400;

const chart = handle(getTelemetry, async ({ db, caller, params, query, clock }) => {
  requireRange(query);
  const names = [...new Set(query.metrics.split(','))];
  for (const name of names)
    if (!isChartedMetric(name))
      throw new Refusal('metric_unknown', 400, {
        data: { name },
        fields: [{ path: 'query.metrics', code: 'invalid' }],
      });
  const window = { from: query.from, to: query.to };
  const { appliance, held } = await heldWithin(db, caller, params.id, window);
  const withFood = names.some(isProductMetric);
  return chartOf(db, {
    appliance,
    held,
    // What came before decides where the food begins, as far as it was the reader's.
    before: withFood ? (await heldWithin(db, caller, params.id, withLead(window))).held : [],
    window,
    names: names.filter(isChartedMetric),
    points: query.points ?? defaultPoints,
    now_ms: clock.now(),
  });
});

export const telemetryHandlers = [chart];
