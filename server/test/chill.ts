import type { TestDevice } from './device.ts';

/** One message of a cycle as a device sends it: topic and body, without number. */
export type ChillMessage = { topic: 'tel' | 'evt'; body: Record<string, unknown> & { at: number } };

export type Chill = {
  runId: string;
  startedAt: number;
  /** How long the cycle takes, and what the core's line falls from and to in that time, °C. */
  minutes: number;
  from?: number;
  to?: number;
  product?: string;
  lot?: string;
};

const sample_ms = 30_000;
const samplesPerMessage = 8;

/**
 * The messages of a blast-chilling cycle in order: start, phase, samples every half minute, end, and the sample that closes
 * its last interval. The core falls in a straight line, so that a reader can tell what its record must say.
 */
export function chillMessages({ runId, startedAt, minutes, from = 75, to = 2, product, lot }: Chill): ChillMessage[] {
  const endedAt = startedAt + minutes * 60_000;
  const core = (at: number): number => from + ((to - from) * (at - startedAt)) / (endedAt - startedAt);
  const values = (at: number): Record<string, number> => ({
    TCell: -8,
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
    { length: Math.floor((minutes * 60_000) / sample_ms) },
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
