/**
 * What the part `backlog` and the program of its units both use. It is apart from that program because importing a program runs it, and
 * it waits for an order for ever.
 */

/** Samples of a message of a backlog. */
export const samplesPerMessage = 60;
/** Messages of a backlog that wait for their acknowledgement. */
export const inFlight = 4;
/** An alarm comes, and is over so long after: judged later than that, both are judged together, and nobody is told that it was on. */
export const turn_ms = 2000;

/** How both ends name what a frame tells of an alarm. */
export const alarmKey = (serial: string, name: string, active: boolean, since: number): string =>
  [serial, name, active, since].join(' ');
