import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { useMessages } from '../lib/messages.ts';
import { type ZoneNumber, zonesIn } from './appliance-state.ts';
import { controlMessages } from './controls.messages.ts';

/** Adds to a name which compartment is meant, where the appliance has two. */
export function useZoned(appliance: Pick<Appliance, 'model'>): (name: string, zone: ZoneNumber) => string {
  const { t } = useMessages(controlMessages);
  const isDuo = zonesIn(appliance).length > 1;
  return (name, zone) => (isDuo ? `${name} · ${t(`zone${zone}`)}` : name);
}
