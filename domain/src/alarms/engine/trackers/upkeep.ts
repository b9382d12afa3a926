/** Upkeep and link: defrosts by how they ended, boots, signal, clock, software, cleanings and checks. */

import { inZone } from '../../../appliance/metrics.ts';
import { stateCodes } from '../../../appliance/states.ts';
import { day_ms, hour_ms, minute_ms } from '../../../language/durations.ts';
import type { Input } from '../input.ts';
import type { UpkeepMemory } from '../memory.ts';
import type { UnitView } from '../unit-view.ts';

/** Nothing known yet: the unit counts as new. */
export const freshUpkeep = (at: number): UpkeepMemory => ({
  defrosting: [false, false],
  timeOuts: [0, 0],
  boots: [],
  bootedAt: 0,
  powerLostAt: 0,
  signal: '',
  weakHours: 0,
  goodHours: 0,
  hour: 0,
  weak: 0,
  good: 0,
  heard: 0,
  clockWrong: 0,
  clockRight: 0,
  firmwareSince: null,
  firmwareFailed: false,
  checkedAt: at,
  cleanedAt: at,
  compressorHours: null,
  servicedAt: at,
  workingHours: null,
});

/** Takes a fact in. */
export function noteUpkeep(memory: UpkeepMemory, zones: readonly UnitView[], input: Input): void {
  const unit = zones[0] as UnitView;
  const { at } = unit;
  switch (input.kind) {
    case 'sample':
      for (const zone of zones) noteDefrost(memory, zone);
      noteSignal(memory, unit);
      noteClock(memory, unit);
      memory.compressorHours ??= unit.value('compressorHours');
      memory.workingHours ??= unit.value('workingHours');
      break;
    case 'power':
      notePower(memory, at, input);
      break;
    case 'firmware':
      noteFirmware(memory, at, input.event);
      break;
    case 'maintenance':
      if (input.what === 'probeCheck') memory.checkedAt = at;
      if (input.what === 'cleaning' || input.what === 'service') cleaned(memory, unit);
      if (input.what === 'service') Object.assign(memory, { servicedAt: at, workingHours: unit.value('workingHours') });
      break;
    default:
  }
}

/** The condenser was cleaned: as somebody confirmed, or as its temperature shows. */
export function cleaned(memory: UpkeepMemory, unit: UnitView): void {
  Object.assign(memory, { cleanedAt: unit.at, compressorHours: unit.value('compressorHours') });
}

const { pumpDown } = stateCodes('defrostState');
const ends = stateCodes('lastDefrostEnd');

/** With the coil's probe broken every defrost ends by the clock, and says nothing. */
function noteDefrost(memory: UpkeepMemory, unit: UnitView): void {
  const code = unit.zoned('defrostState');
  const index = unit.zone - 1;
  if (code === null) return;
  const ended = memory.defrosting[index] === true && code < pumpDown;
  memory.defrosting[index] = code >= pumpDown;
  if (!ended || unit.broken(unit.zone === 2 ? 'TEvap2' : 'TEvap1') === true) return;
  const end = unit.state.values[inZone('lastDefrostEnd', unit.zone)];
  if (end === ends.temperature) memory.timeOuts[index] = 0;
  if (end === ends.timeOut) memory.timeOuts[index] = (memory.timeOuts[index] ?? 0) + 1;
}

const weakBelow_dBm = -80;
const goodAbove_dBm = -75;
const hoursKept = 24;

/** The median of an hour lies below a value when most of its samples do. */
function noteSignal(memory: UpkeepMemory, unit: UnitView): void {
  const hour = Math.floor(unit.at / hour_ms);
  if (hour !== memory.hour) {
    if (memory.heard > 0) {
      const letter = memory.weak * 2 > memory.heard ? 'w' : memory.good * 2 > memory.heard ? 'g' : 'm';
      memory.signal = (memory.signal + letter).slice(-hoursKept);
      memory.weakHours = memory.signal.split('w').length - 1;
      memory.goodHours = memory.signal.split('g').length - 1;
    }
    Object.assign(memory, { hour, weak: 0, good: 0, heard: 0 });
  }
  const signal = unit.state.seen['wifiRssi'] === unit.at ? unit.value('wifiRssi') : null;
  if (signal === null) return;
  memory.heard += 1;
  if (signal < weakBelow_dBm) memory.weak += 1;
  if (signal > goodAbove_dBm) memory.good += 1;
}

const clockWrong_s = 60;
const clockRight_s = 30;

function noteClock(memory: UpkeepMemory, unit: UnitView): void {
  const offset = unit.state.seen['clockOffset'] === unit.at ? unit.value('clockOffset') : null;
  if (offset === null) return;
  memory.clockWrong = Math.abs(offset) > clockWrong_s ? memory.clockWrong + 1 : 0;
  memory.clockRight = Math.abs(offset) <= clockRight_s ? memory.clockRight + 1 : 0;
}

const explainedWithin_ms = 10 * minute_ms;

function notePower(memory: UpkeepMemory, at: number, input: Extract<Input, { kind: 'power' }>): void {
  if (input.event !== 'booted') {
    memory.powerLostAt = at;
    return;
  }
  const explained =
    input.lostAt_ms !== undefined ||
    (memory.powerLostAt > 0 && at - memory.powerLostAt <= explainedWithin_ms) ||
    memory.firmwareSince !== null;
  if (explained) return;
  memory.bootedAt = at;
  memory.boots = [...memory.boots.filter((booted) => booted > at - day_ms), at].slice(-3);
}

function noteFirmware(memory: UpkeepMemory, at: number, event: string): void {
  memory.firmwareSince = event === 'started' ? at : null;
  if (event === 'failed' || event === 'rolledBack') memory.firmwareFailed = true;
  if (event === 'succeeded' || event === 'cancelled') memory.firmwareFailed = false;
}
