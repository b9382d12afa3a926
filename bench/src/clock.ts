/** Epoch milliseconds by the monotonic clock, with fractions: comparable between the processes of one machine. */
export const now_ms = (): number => performance.timeOrigin + performance.now();
