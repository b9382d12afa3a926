/** Whether heating heats and humidifying humidifies. */

import { minute_ms } from '../../../language/durations.ts';
import type { HeatMemory } from '../memory.ts';
import { believed_ms, type UnitView } from '../unit-view.ts';

/** Nothing known yet. */
export const freshHeat = (): HeatMemory => ({
  heating: null,
  failing: false,
  rises: false,
  steaming: null,
  dry: false,
});

const fullHeat = 90;
const heat_ms = 15 * minute_ms;
const heatBelow_K = 5;
const heatRises_K = 3;
const steam_ms = 20 * minute_ms;
const steamBelow = 10;
const steamGains = 5;

/** Takes a sample in. With the door open, or after a hole, a stretch begins anew. */
export function noteHeat(memory: HeatMemory, unit: UnitView, silent_ms: number): void {
  const disturbed = unit.inhibited('door') || unit.doorOpen || silent_ms > believed_ms;
  const heater = unit.value('heaterPercentage');
  if (heater !== null && unit.cell !== null && unit.set !== null) {
    const cold = heater >= fullHeat && unit.cell < unit.set - heatBelow_K;
    if (!cold || disturbed) {
      memory.heating = null;
      if (!cold) memory.failing = false;
    } else {
      memory.heating ??= { since: unit.at, from: unit.cell };
      const risen = unit.cell - memory.heating.from >= heatRises_K;
      const over = unit.at - memory.heating.since >= heat_ms;
      if (risen) Object.assign(memory, { failing: false, rises: true });
      else if (over) Object.assign(memory, { failing: true, rises: false });
      if (risen || over) memory.heating = { since: unit.at, from: unit.cell };
    }
  }
  const [code, level, wanted] = [
    unit.value('humidifierState'),
    unit.value('levelHumidity'),
    unit.value('cellSetHumidity'),
  ];
  if (code === null) return;
  const short = code === 2 && level !== null && wanted !== null && level < wanted - steamBelow;
  if (!short || disturbed) {
    memory.steaming = null;
    if (!short) memory.dry = false;
    return;
  }
  memory.steaming ??= { since: unit.at, from: level };
  const gained = level - memory.steaming.from >= steamGains;
  if (gained) memory.dry = false;
  else if (unit.at - memory.steaming.since >= steam_ms) memory.dry = true;
  if (gained) memory.steaming = { since: unit.at, from: level };
}
