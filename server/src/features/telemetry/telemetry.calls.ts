import { getTelemetry } from '@brina/contract/telemetry';
import { isSentMetric } from '@brina/domain/metrics';
import { handle } from '#core/http/handle.ts';
import { Refusal } from '#core/http/refusal.ts';
import { requireRange } from '#core/http/range.ts';
import { tenuresWithin } from './evidence.queries.ts';
import { chartOf } from './telemetry.queries.ts';

const defaultPoints = 400;

const chart = handle(getTelemetry, async ({ db, caller, params, query, clock }) => {
  requireRange(query);
  const names = [...new Set(query.metrics.split(','))];
  for (const name of names)
    if (!isSentMetric(name))
      throw new Refusal('metric_unknown', 400, {
        data: { name },
        fields: [{ path: 'query.metrics', code: 'invalid' }],
      });
  const window = { from: query.from, to: query.to };
  const { appliance, held } = await tenuresWithin(db, caller.companyId, params.id, window);
  return chartOf(db, {
    appliance,
    held,
    window,
    names: names.filter(isSentMetric),
    points: query.points ?? defaultPoints,
    now_ms: clock.now(),
  });
});

export const telemetryHandlers = [chart];
