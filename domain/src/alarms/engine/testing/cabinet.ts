/** A chamber that holds its temperature: compressor, defrosts, a busy kitchen. Plain signals, no physics. */
import type { Input } from '../input.ts';
import { day, hour, minute, second, seeded, start } from './scenario.ts';

/** How a chamber lives. */
export type ChamberLife = {
  readonly set: number;
  readonly mode?: number;
  readonly days: number;
  readonly seed: number;
  /** Defrosts a day; the air rises by `defrost_K` over 28 minutes. */
  readonly defrosts?: number;
  readonly defrost_K?: number;
  /** Openings between 7 and 22 o'clock, how long each, how warm the air gets. */
  readonly openings?: number;
  readonly open_s?: number;
  readonly airPeak?: number;
  readonly ambient?: number;
  readonly humidity?: number;
  /** Share of the time the compressor runs; the air's swing around the set-point. */
  readonly duty?: number;
  /** What to change in a sample. */
  readonly fault?: (at: number, values: Record<string, number | null>) => void;
};

const heating = 28 * minute;
const dripping = 2 * minute;
const delay = 4 * minute;
const recovery = 30 * minute;
const compressorPeriod = 19.5 * minute;
const mixes_ms = 60 * second;

/** The facts of a chamber's life: samples every minute, and the door's own events. */
export function* chamber(life: ChamberLife): Generator<Input> {
  const { set, days, seed, defrosts = 4, defrost_K = 12, openings = 60, open_s = 20, ambient = 30, duty = 0.3 } = life;
  const { airPeak = set + 10, humidity = 80 } = life;
  const random = seeded(seed);
  const begin = start - (start % day);
  let warmth = 0;
  let warmedAt = begin;
  const air = (at: number): number => {
    const phase = (at % compressorPeriod) / compressorPeriod;
    const swing = phase < duty ? 1 - (2 * phase) / duty : -1 + (2 * (phase - duty)) / (1 - duty);
    return set + 1.2 * swing + defrostRise(at, defrosts) * defrost_K + warmth * Math.exp(-(at - warmedAt) / mixes_ms);
  };
  for (let today = begin; today < begin + days * day; today += day) {
    const opened = Array.from({ length: openings }, () => today + 7 * hour + Math.floor(random() * 15 * hour)).sort(
      (a, b) => a - b,
    );
    const facts: { at: number; open: boolean }[] = [];
    let shut = 0;
    for (const at of opened) {
      if (at <= shut + 20 * second) continue;
      shut = at + open_s * second;
      facts.push({ at, open: true }, { at: shut, open: false });
    }
    let next = 0;
    for (let at = today; at < today + day; at += minute) {
      for (let fact = facts[next]; fact && fact.at <= at; fact = facts[++next]) {
        if (!fact.open) {
          const still = warmth * Math.exp(-(fact.at - warmedAt) / mixes_ms);
          warmth = Math.max(still, airPeak - set);
          warmedAt = fact.at;
        }
        yield { at_ms: fact.at, kind: 'door', door: 1, open: fact.open };
      }
      const open = next % 2 === 1;
      yield { at_ms: at, kind: 'sample', values: sampleOf(at, open) };
    }
  }

  function sampleOf(at: number, open: boolean): Record<string, number | null> {
    const state = defrostCode(at, defrosts);
    const running = state === 0 && at % compressorPeriod < duty * compressorPeriod;
    const cell = air(at) + (random() - 0.5) * 0.2;
    const values: Record<string, number | null> = {
      powerState: 1,
      operatingMode: life.mode ?? (set < -5 ? 1 : 2),
      TCell: round(cell),
      cellSetTemp: set,
      levelHumidity: round(humidity - (at - warmedAt < 5 * minute && warmedAt > begin ? 20 : 0) + (random() - 0.5) * 6),
      cellSetHumidity: set < -5 ? null : humidity,
      TEvap1: round(running ? cell - 8 : state > 2 ? Math.min(8, cell + 5) : cell - 1),
      TCondenser1: round(running ? ambient + 12 + random() : ambient + 1),
      TAmbient: ambient,
      compressorState: running ? 1 : 0,
      evapFanPercentage: open || state > 0 ? 0 : 60,
      defrostState: state,
      lastDefrostEnd: 1,
      door: open ? 1 : 0,
      mainsVoltage: round(230 + (random() - 0.5) * 12),
      TBoard: 42,
      wifiRssi: -62,
      bufferFill: 0,
      clockOffset: 1,
    };
    life.fault?.(at, values);
    return values;
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Minutes of a defrost, first at 03:00, evenly over the day; null between them. */
function sinceDefrost(at: number, defrosts: number): number | null {
  if (defrosts === 0) return null;
  const every = day / defrosts;
  const since = (at - 3 * hour) % every;
  return since < heating + dripping + delay + recovery ? since : null;
}

function defrostRise(at: number, defrosts: number): number {
  const since = sinceDefrost(at, defrosts);
  if (since === null) return 0;
  const cooling = since - heating - dripping - delay;
  return cooling > 0 ? Math.exp(-(3 * cooling) / recovery) : Math.min(1, since / heating);
}

function defrostCode(at: number, defrosts: number): number {
  const since = sinceDefrost(at, defrosts);
  if (since === null || since >= heating + dripping + delay) return 0;
  return since < heating ? 3 : since < heating + dripping ? 4 : 5;
}
