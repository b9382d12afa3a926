/** Durations, in milliseconds as everywhere in code. A day is 24 hours: a kitchen's day may have 23 or 25 (`time.ts`). */
export const second_ms = 1000;
export const minute_ms = 60_000;
export const hour_ms = 3_600_000;
export const day_ms = 86_400_000;

/** A day where seconds or minutes are counted: those of a unit's process and those of a kitchen's clock. */
export const day_s = day_ms / second_ms;
export const day_min = day_ms / minute_ms;
