/** Probes that do what no temperature does: stand still while the compressor works, jump up and down, disagree at rest. */

import { corePoints, type MetricName } from '../../../appliance/metrics.ts';
import { minute_ms } from '../../../language/durations.ts';
import type { Probe, ProbeMemory } from '../memory.ts';
import { condenserMetrics, type UnitView } from '../unit-view.ts';
import { afterDoor_ms } from '../windows.ts';

/** Nothing known yet. */
export const freshProbes = (): ProbeMemory => ({
  probes: {},
  compressor: null,
  restSince: null,
  looked: false,
  disagreed: 0,
  agreed: 0,
});

const judged: readonly MetricName[] = ['TCell', 'TEvap1', 'TEvap2', ...condenserMetrics];
const still_ms = 60 * minute_ms;
const stillInCycle_ms = 30 * minute_ms;
const stillChanges = 2;
const block_ms = 10 * minute_ms;
const blockSamples = 8;
const noise_K = 1;
/** Noise jumps all the time; a compressor that runs for one sample does so once. */
const jumpFrom_K = 0.5;
const jumpShare = 0.3;
/** Mean square of the smaller of two jumps there and back in noise of 1 K: a step alone counts nothing. */
const jumpsOfNoise = 0.78;

/** Takes a sample in. */
export function noteProbes(memory: ProbeMemory, unit: UnitView): void {
  const running = unit.value('compressorState');
  const changed = running !== null && memory.compressor !== null && (running === 1) !== (memory.compressor === 1);
  memory.compressor = running ?? memory.compressor;
  noteRest(memory, unit);
  const { since, closedAt } = unit.here.door;
  const doorAside = since === null && unit.at - (closedAt ?? 0) > afterDoor_ms;
  const quiet = unit.inhibited('defrost') || !doorAside;
  for (const name of judged) noteProbe(memory, unit, name, changed, quiet);
  for (const name of corePoints) {
    // Outside of a cycle nobody minds where the needle is.
    if (unit.inCycle) noteProbe(memory, unit, name, changed, quiet);
    else if (memory.probes[name]) delete memory.probes[name];
  }
}

function noteProbe(memory: ProbeMemory, unit: UnitView, name: MetricName, changed: boolean, quiet: boolean): void {
  const { at } = unit;
  const value = unit.state.seen[name] === at ? unit.value(name) : null;
  if (value === null) {
    if (unit.state.values[name] === null && memory.probes[name]) delete memory.probes[name];
    return;
  }
  const probe = memory.probes[name];
  if (probe === undefined) {
    memory.probes[name] = {
      value,
      before: value,
      since: at,
      changes: 0,
      blockAt: at,
      samples: 0,
      jumps: 0,
      squares: 0,
      noisy: false,
    };
    return;
  }
  if (value !== probe.value || quiet) {
    probe.since = at;
    probe.changes = 0;
  } else if (changed) probe.changes += 1;
  const [to, back] = [probe.value - probe.before, value - probe.value];
  probe.before = probe.value;
  probe.value = value;
  if (quiet) {
    Object.assign(probe, { blockAt: at, samples: 0, jumps: 0, squares: 0 });
    return;
  }
  probe.samples += 1;
  const jump = to * back < 0 ? Math.min(Math.abs(to), Math.abs(back)) : 0;
  if (jump >= jumpFrom_K) probe.jumps += 1;
  probe.squares += jump ** 2;
  if (at - probe.blockAt < block_ms) return;
  if (probe.samples >= blockSamples) {
    const often = probe.jumps >= jumpShare * probe.samples;
    probe.noisy = often && probe.squares / probe.samples > jumpsOfNoise * noise_K ** 2;
  }
  Object.assign(probe, { blockAt: at, samples: 0, jumps: 0, squares: 0 });
}

/** The probe that cannot be believed, or null. */
export function implausible({ probes }: ProbeMemory, unit: UnitView): string | null {
  const limit_ms = unit.inCycle ? stillInCycle_ms : still_ms;
  for (const name in probes) {
    const probe = probes[name] as Probe;
    if (probe.noisy || (probe.changes >= stillChanges && unit.at - probe.since >= limit_ms)) return name;
  }
  return null;
}

const rest_ms = 4 * 60 * minute_ms;
const disagree_K = 3;
const agree_K = 2;

/** After hours of rest with the door shut all probes inside read alike. */
function noteRest(memory: ProbeMemory, unit: UnitView): void {
  const fan = unit.value('evapFanPercentage') ?? 0;
  const heater = unit.value('heaterPercentage') ?? 0;
  const working = unit.value('compressorState') !== 0 || fan > 0 || heater > 0 || (unit.value('defrostState') ?? 0) > 0;
  if (working || unit.doorOpen || unit.inCycle) {
    Object.assign(memory, { restSince: null, looked: false });
    return;
  }
  memory.restSince ??= unit.at;
  if (memory.looked || unit.at - memory.restSince < rest_ms) return;
  memory.looked = true;
  const inside = insideProbes.map((name) => unit.value(name)).filter((value) => value !== null);
  if (inside.length < 2) return;
  const apart = Math.max(...inside) - Math.min(...inside);
  memory.disagreed = apart > disagree_K ? memory.disagreed + 1 : 0;
  memory.agreed = apart < agree_K ? memory.agreed + 1 : 0;
}

const insideProbes: readonly MetricName[] = ['TCell', 'TCell2', 'TEvap1', ...corePoints];
