import { minute_ms } from '@brina/domain/language/durations';
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
  /** Cycle of the library that it runs. */
  source?: { id: number; v: number; h: string };
  /** Code of the function; absent: chilling of MF. */
  function?: number;
  /** Food at the second needle of a trolley unit, on a course of its own; absent: it says nothing. */
  second?: Course;
  /** A needle that gives no value. */
  broken?: 1 | 2;
};

type Course = { minutes: number; from?: number; to?: number };

const sample_ms = 30_000;
const samplesPerMessage = 8;
/** The air of the chamber, °C, and the time until the middle of the food feels it. */
const air = -8;
const lag_min = 2;

/** Time in which the distance between core and air falls to a third or so (1/e), minutes. */
const timeConstant_min = ({ minutes, from = 75, to = 2 }: Course): number =>
  (minutes - lag_min) / Math.log((from - air) / (to - air));

/** The core of such a cycle, °C, so many minutes after its start: by Newton's law of cooling, after a lag. */
const coreOn = (course: Course): ((passed_min: number) => number) => {
  const { from = 75 } = course;
  const tau_min = timeConstant_min(course);
  return (passed_min) => air + (from - air) * Math.exp(-Math.max(0, passed_min - lag_min) / tau_min);
};

/**
 * How long the core of such a cycle takes from one temperature to another, minutes: what its record must say. `start` may not lie
 * above what the core begins with.
 */
export const coolingTime_min = (course: Course, start: number, end: number): number =>
  timeConstant_min(course) * Math.log((start - air) / (end - air));

/**
 * The messages of a blast-chilling cycle in order: start, phase, samples every half minute, end, and the sample that closes
 * its last interval. The core falls towards the air as food does.
 */
export function chillMessages(chill: Chill): ChillMessage[] {
  const { runId, startedAt, minutes, product, lot, source, second, broken } = chill;
  const endedAt = startedAt + minutes * minute_ms;
  const courses = { first: coreOn(chill), second: second && coreOn(second) };
  const points = (passed_min: number): Record<string, number | null> => {
    const [first, other] = [courses.first(passed_min), courses.second?.(passed_min)];
    return {
      ...(broken === 1 ? { TCore1: null, TCore2: null } : { TCore1: first - 1, TCore2: first }),
      ...(other !== undefined && { TCore5: other - 1, TCore6: other, TCore7: other - 2, TCore8: other - 3 }),
      ...(broken === 2 && { TCore5: null, TCore6: null, TCore7: null, TCore8: null }),
    };
  };
  const values = (at: number): Record<string, number | null> => ({
    TCell: air,
    ...points((at - startedAt) / minute_ms),
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
  const cycle = { type: 'cycle', runId, function: chill.function ?? 0 };
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
        ...(source && { source }),
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
