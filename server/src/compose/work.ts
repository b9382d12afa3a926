import { boundAhead } from '#core/ahead.ts';
import type { Feature, Parts } from '#core/feature.ts';
import { inOrder } from '#core/in-order.ts';
import { startIngest } from '#core/ingest/ingest.ts';
import { reviving } from '#core/ingest/revive.ts';
import type { Step } from '#core/ingest/steps.ts';
import { retention } from '#core/retention.ts';
import type { Round } from '#core/worker.ts';
import type { Ground } from './ground.ts';

/** Reads what units send, and hands the facts in it to the features, in the order that their steps say. */
export const followUnits = (ground: Ground, features: readonly Feature[]): AsyncDisposable =>
  startIngest({
    ...ground,
    steps: stepsOf(ground, features),
    ...ground.metrics.ingest,
  });

const stepsOf = (ground: Ground, features: readonly Feature[]): Step[] =>
  inOrder(features.flatMap(({ steps }) => steps?.(ground) ?? []));

/** The work that waits in tables, of all features, in its order, and the removal of what need not be kept any more. */
export const roundsOf = (ground: Ground, features: readonly Feature[], parts: Parts): Round[] => [
  // First, since others find what is due by it, and what the next has brought back.
  boundAhead(
    features.flatMap(({ ahead }) => ahead ?? []),
    ground,
  ),
  reviving({ ...ground, steps: stepsOf(ground, features) }),
  ...inOrder(features.flatMap(({ rounds }) => rounds?.(parts) ?? [])),
  retention(
    features.flatMap(({ keeps }) => keeps ?? []),
    { ...ground, persons: parts.persons, ...ground.metrics.retention },
  ),
];
