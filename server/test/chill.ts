import type { TestDevice } from './device.ts';

/** One message of a cycle as a device sends it: topic and body, without number. */
export type ChillMessage = { topic: 'tel' | 'evt'; body: Record<string, unknown> & { at: number } };

export type Chill = {
  runId: string;
  startedAt: number;
  /** How long the cycle takes, and what the core falls from and to in that time, °C. */
  minutes: number;
  from?: number;
  to?: number;
  product?: string;
  lot?: string;
};

const minute_ms = 60_000;
const sample_ms = 30_000;
const samplesPerMessage = 8;
/** The air of the chamber, °C, and the time until the middle of the food feels it. */
const air = -8;
const lag_min = 2;

type Course = Pick<Chill, 'minutes' | 'from' | 'to'>;

/** Time in which the distance between core and air falls to a third or so (1/e), minutes. */
const timeConstant_min = ({ minutes, from = 75, to = 2 }: Course): number =>
  (minutes - lag_min) / Math.log((from - air) / (to - air));

/**
 * How long the core of such a cycle takes from one temperature to another, minutes: what its record must say. `start` may not lie
 * above what the core begins with.
 */
export const coolingTime_min = (course: Course, start: number, end: number): number =>
  timeConstant_min(course) * Math.log((start - air) / (end - air));

/**
 * The messages of a blast-chilling cycle in order: start, phase, samples every half minute, end, and the sample that closes
 * its last interval. After a lag the core falls towards the air as food does, by Newton's law of cooling.
 */
export function chillMessages({ runId, startedAt, minutes, from = 75, to = 2, product, lot }: Chill): ChillMessage[] {
  const endedAt = startedAt + minutes * minute_ms;
  const tau_min = timeConstant_min({ minutes, from, to });
  const core = (at: number): number =>
    air + (from - air) * Math.exp(-Math.max(0, (at - startedAt) / minute_ms - lag_min) / tau_min);
  const values = (at: number): Record<string, number> => ({
    TCell: air,
    TCore1: core(at) - 1,
    TCore2: core(at),
    cellSetTemp: -10,
    cycleState: 1,
    powerState: 1,
  });
  const telemetry = (moments: readonly number[]): ChillMessage => ({
    topic: 'tel',
    body: { at: moments[0] ?? 0, s: moments.map((at) => [at - (moments[0] ?? 0), values(at)]), hist: false },
  });
  const moments = Array.from(
    { length: Math.floor((minutes * minute_ms) / sample_ms) },
    (_, i) => startedAt + i * sample_ms,
  );
  const parts = Array.from({ length: Math.ceil(moments.length / samplesPerMessage) }, (_, i) =>
    telemetry(moments.slice(i * samplesPerMessage, (i + 1) * samplesPerMessage)),
  );
  const plan = [
    { phase: 2, air: -10, fan: 100, rh: null, end: { by: 'core', target: 3 } },
    { phase: 5, air: 2, fan: 60, rh: null, end: { by: 'stop' }, hold: true },
  ];
  const cycle = { type: 'cycle', runId, function: 0 };
  return [
    {
      topic: 'evt',
      body: {
        at: startedAt,
        ...cycle,
        event: 'started',
        plan,
        load_kg: 40,
        ...(product && { product }),
        ...(lot && { lot }),
      },
    },
    { topic: 'evt', body: { at: startedAt, type: 'phase', runId, index: 1, phase: 2, state: 'running' } },
    ...parts,
    { topic: 'evt', body: { at: endedAt, ...cycle, event: 'ended', reason: 'target' } },
    telemetry([endedAt + 5000]),
  ];
}

/** Sends messages in order, and waits for each to be held. */
export async function sendAll(device: TestDevice, messages: readonly ChillMessage[]): Promise<void> {
  for (const { topic, body } of messages) {
    const answer = await device.send(topic, body);
    if (answer !== 'got') throw new Error(`a ${topic} was not taken: ${answer}`);
  }
}
