import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import type { Alarm } from '@brina/contract/live';
import { alarms, isAlarm } from '@brina/domain/alarms/alarms';
import { cycleCan, cycleStateOf } from '@brina/domain/cycles/cycle';

/** What decides whether a unit can begin a cycle at this moment, as it was told last. */
type Told = {
  readonly online: boolean;
  readonly reported: Readonly<Record<string, unknown>>;
  readonly alarms: readonly Alarm[];
};

/** Why a unit cannot begin a cycle at this moment; null: nothing is known that stands in the way. The unit itself decides. */
export function nowOf({ online, reported, alarms: told }: Told): Recipe['appliances'][number]['now'] {
  if (!online) return 'offline';
  if (reported.powerState === 0) return 'off';
  const state = typeof reported.cycleState === 'number' ? cycleStateOf(reported.cycleState) : undefined;
  if (state && !cycleCan.start(state)) return 'busy';
  if (typeof reported.door === 'number' && reported.door !== 0) return 'door';
  return told.some(({ name, active }) => active && isAlarm(name) && alarms[name].blocks) ? 'alarm' : null;
}
