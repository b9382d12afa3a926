/** How often a unit samples and sends (docs/DEVICE-PROTOCOL.md, cadence), and what follows for whoever reads its samples. */

/** Between two samples while a cycle runs, while none does, and while somebody watches, which lasts for so long after each look. */
export const cadence = { running_ms: 10_000, idle_ms: 60_000, runLive_ms: 2_000, runLiveFor_ms: 300_000 } as const;

/** The next sample of an idle unit is overdue so long after the last: between them is a gap, and nothing holds any longer. */
export const overdue_ms = 2.5 * cadence.idle_ms;
