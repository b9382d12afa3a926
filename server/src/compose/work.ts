import type { Feature, Parts } from '#core/feature.ts';
import { inOrder } from '#core/in-order.ts';
import { startIngest } from '#core/ingest/ingest.ts';
import { retention } from '#core/retention.ts';
import type { Round } from '#core/worker.ts';
import type { Ground } from './ground.ts';

/** Reads what units send, and hands the facts in it to the features, in the order that their steps say. */
export const followUnits = (ground: Ground, features: readonly Feature[]): AsyncDisposable =>
  startIngest({
    ...ground,
    steps: inOrder(features.flatMap(({ steps }) => steps?.(ground) ?? [])),
    committed: ground.metrics.committed,
    quarantined: ground.metrics.quarantined,
    retried: ground.metrics.retried,
  });

/** The work that waits in tables, of all features, in its order, and the removal of what need not be kept any more. */
export const roundsOf = (ground: Ground, features: readonly Feature[], parts: Parts): Round[] => [
  ...inOrder(features.flatMap(({ rounds }) => rounds?.(parts) ?? [])),
  retention(
    features.flatMap(({ keeps }) => keeps ?? []),
    { ...ground, persons: parts.persons, counted: ground.metrics.removed, doubted: ground.metrics.doubted },
  ),
];
