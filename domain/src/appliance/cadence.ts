/** How often a unit samples and sends (docs/DEVICE-PROTOCOL.md, cadence), and what follows for whoever reads its samples. */

import { minute_ms, second_ms } from '../language/durations.ts';

/** Between two samples while a cycle runs, while none does, and while somebody watches, which lasts for so long after each look. */
export const cadence = {
  running_ms: 10 * second_ms,
  idle_ms: minute_ms,
  runLive_ms: 2 * second_ms,
  runLiveFor_ms: 5 * minute_ms,
} as const;

/** The next sample of an idle unit is overdue so long after the last: between them is a gap, and nothing holds any longer. */
export const overdue_ms = 2.5 * cadence.idle_ms;
