import type { AlarmView } from './alarm-watch.ts';
import { type Chambers, compression_K } from './chambers.ts';
import type { ControllerView, Machine } from './machine.ts';
import { saturation_bar } from './refrigerant.ts';

/** What the alarms of an appliance look at, at every step: what costs something is computed when a rule asks for it. */
export const alarmViewOf = (
  machine: Machine,
  chambers: Chambers,
  view: ControllerView,
  clockIsSet: () => boolean,
): AlarmView => ({
  model: machine.model,
  state: machine.state,
  faults: machine.faults,
  view,
  get readings() {
    return machine.readings;
  },
  get suction_bar() {
    return saturation_bar(machine.model.refrigerant, chambers.evaporating);
  },
  get discharge() {
    return (machine.readings.condenser[0] ?? 0) + compression_K;
  },
  get doorOpen() {
    return chambers.anyOpen;
  },
  get openAtWork() {
    return machine.state.chambers.some((_, zone) => chambers.isOpen(zone) && !view.standsBy(zone));
  },
  get clockIsSet() {
    return clockIsSet();
  },
});
