/** Takes facts into what the rules remember: each part has a file of its own. */

import { hour_ms, minute_ms } from '../../language/durations.ts';
import type { Input } from './input.ts';
import type { Memory } from './memory.ts';
import { freshCompressor, noteCompressor } from './trackers/compressor.ts';
import { freshForecast, noteForecast } from './trackers/core-forecast.ts';
import { freshDays, noteDay } from './trackers/days.ts';
import { freshDoors, noteDoors } from './trackers/doors.ts';
import { freshHeat, noteHeat } from './trackers/heat.ts';
import { noteLasting } from './trackers/lasting.ts';
import { freshNeedle, noteNeedle } from './trackers/needle.ts';
import { freshProbes, noteProbes } from './trackers/probes.ts';
import { freshProcess, noteProcess } from './trackers/process.ts';
import { freshRuns, noteRuns } from './trackers/runs.ts';
import { freshUpkeep, noteUpkeep } from './trackers/upkeep.ts';
import type { UnitView } from './unit-view.ts';

/** Memory of a unit of which nothing is known yet. */
export const freshMemory = (at: number, zones: number): Memory => ({
  sampledAt: null,
  holes: [],
  lasting: {},
  heat: freshHeat(),
  doors: freshDoors(at),
  compressor: freshCompressor(zones),
  process: freshProcess(),
  needle: freshNeedle(),
  forecast: freshForecast(),
  probes: freshProbes(),
  upkeep: freshUpkeep(at),
  days: freshDays(),
  runs: freshRuns(),
});

const holeInCycle_ms = 5 * minute_ms;
const hole_ms = hour_ms;

/** Takes a fact in, once the state has it. */
export function remember(memory: Memory, zones: readonly UnitView[], input: Input): void {
  const unit = zones[0] as UnitView;
  const { at } = unit;
  const silent_ms = input.kind === 'sample' && memory.sampledAt !== null ? at - memory.sampledAt : 0;
  if (silent_ms > (unit.inCycle ? holeInCycle_ms : hole_ms))
    memory.holes.push({ from: memory.sampledAt as number, to: at, due: at + hole_ms });
  noteDoors(memory.doors, unit, input);
  noteProcess(memory.process, unit, input);
  noteUpkeep(memory.upkeep, zones, input);
  noteRuns(memory.runs, unit, input);
  if (input.kind === 'sample') {
    noteLasting(memory.lasting, zones);
    noteCompressor(memory.compressor, zones, silent_ms);
    noteHeat(memory.heat, unit, silent_ms);
    noteNeedle(memory.needle, unit);
    noteForecast(memory.forecast, unit);
    noteProbes(memory.probes, unit);
    memory.sampledAt = at;
  }
  noteDay(memory.days, unit, input, silent_ms);
}
