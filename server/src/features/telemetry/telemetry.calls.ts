import { getTelemetry } from '@brina/contract/telemetry';
import { isSampledMetric } from '@brina/domain/metrics';
import { handle } from '#core/http/handle.ts';
import { Refusal } from '#core/http/refusal.ts';
import { requireRange } from '#core/http/range.ts';
import { heldWithin } from './evidence.queries.ts';
import { chartOf } from './telemetry.queries.ts';

const defaultPoints = 400;

const chart = handle(getTelemetry, async ({ db, caller, params, query, clock }) => {
  requireRange(query);
  const names = [...new Set(query.metrics.split(','))];
  for (const name of names)
    if (!isSampledMetric(name))
      throw new Refusal('metric_unknown', 400, {
        data: { name },
        fields: [{ path: 'query.metrics', code: 'invalid' }],
      });
  const window = { from: query.from, to: query.to };
  const { appliance, held } = await heldWithin(db, caller, params.id, window);
  return chartOf(db, {
    appliance,
    held,
    window,
    names: names.filter(isSampledMetric),
    points: query.points ?? defaultPoints,
    now_ms: clock.now(),
  });
});

export const telemetryHandlers = [chart];
