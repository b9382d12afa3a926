/** Where the lines of a grid are: round values, and round times of a place. */

const oneSecond_ms = 1000;
const oneMinute_ms = 60 * oneSecond_ms;
const oneHour_ms = 60 * oneMinute_ms;
const oneDay_ms = 24 * oneHour_ms;

/** Distances between two times of an axis. */
const timeSteps_ms = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * oneSecond_ms),
  ...[1, 2, 5, 10, 15, 20, 30].map((minutes) => minutes * oneMinute_ms),
  ...[1, 2, 3, 6, 12].map((hours) => hours * oneHour_ms),
  ...[1, 2, 5, 7, 14, 30].map((days) => days * oneDay_ms),
];

/** Values of 1, 2 or 5 times a power of ten between two bounds, about as many as asked for. */
export function valueTicks(low: number, high: number, about: number): number[] {
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  // Multiples of a whole number: sums of a fraction drift.
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, place) => (first + place) * step);
}

/** Round times of a place between two moments, at most so many, and how far they are apart. */
export function timeTicks(from_ms: number, to_ms: number, most: number, timeZone: string) {
  const span_ms = to_ms - from_ms;
  const step_ms =
    timeSteps_ms.find((step) => span_ms / step <= most) ?? Math.ceil(span_ms / most / oneDay_ms) * oneDay_ms;
  const offsetAt = localOffset(timeZone);
  const at_ms: number[] = [];
  for (let local = Math.ceil((from_ms + offsetAt(from_ms)) / step_ms) * step_ms; ; local += step_ms) {
    // The clocks may have changed since the one before.
    const at = local - offsetAt(local - offsetAt(local));
    if (at > to_ms) return { at_ms, step_ms };
    if (at >= from_ms) at_ms.push(at);
  }
}

/** How far the clocks of a place are ahead of UTC at a moment, ms. */
function localOffset(timeZone: string): (at_ms: number) => number {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at_ms) => {
    const whole_ms = Math.floor(at_ms / oneSecond_ms) * oneSecond_ms;
    const parts = Object.fromEntries(clock.formatToParts(whole_ms).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - whole_ms;
  };
}
