/** Fleets of any size, with every family and every state, for tests. */
import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { type Laboratory, listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { minute_ms } from '@brina/domain/language/durations';
import { applianceWith, chilling, portalWith } from '../../../../appliance/testing/example-appliances.ts';
import { now } from '../../../../lib/clock.ts';

const [example] = listLaboratories.example.reply;
const kitchenNames = ['Main kitchen', 'Pastry', 'Bakery', 'Banqueting', 'Fish', 'Gelato', 'Central production', 'Bar'];

/** The kitchens of the fleet: one for every 25 appliances, two at least. */
export const kitchensOfFleet = (count: number): Laboratory[] =>
  kitchenNames.slice(0, Math.max(2, Math.ceil(count / 25))).map((name, place) => ({
    ...example,
    id: `0198c0de-0000-7000-8000-0000000000${(16 + place).toString(16)}`,
    name,
    applianceCount: Math.floor(count / kitchenNames.length) + 1,
    may: { edit: true, delete: false },
  }));

/** What may stand in a kitchen, one after another: a change of the example appliance. */
const kinds: readonly ((place: number) => Appliance)[] = [
  (place) => ({ ...chilling(), name: `Blast chiller ${place}` }),
  (place) =>
    applianceWith({
      name: `Pantry ${place}`,
      model: 'CP Next 700 Duo',
      gamma: 'CONSERVATORE',
      door: place % 4 === 2 ? 1 : 0,
      reported: {
        operatingMode: 2,
        operatingModeZone2: 1,
        powerState: 1,
        TCell: 2.4,
        TCellZone2: -19.6,
        cellSetTemp: 2,
        cellSetTempZone2: -20,
        levelHumidity: 78,
        cellSetHumidity: 80,
      },
      trend: { ...chilling().trend, air: wave(2.4), set: Array<number>(24).fill(2) },
    }),
  (place) =>
    applianceWith({
      name: `Prover ${place}`,
      model: 'PL Next 20',
      gamma: 'FERMALIEVITA',
      reported: {
        operatingMode: 3,
        powerState: 1,
        TCell: 3.1,
        cellSetTemp: 2,
        levelHumidity: 74,
        cellSetHumidity: 75,
        cyclePhase: 2,
        cycleElapsed: 4 * 3600,
        cycleRemaining: 6 * 3600,
      },
      trend: { ...chilling().trend, air: wave(3.1), set: Array<number>(24).fill(2) },
    }),
  (place) =>
    applianceWith({
      name: `Freezer ${place}`,
      model: 'SF Roll 200 RWL',
      status: 'ended',
      reported: { TCell: -18.4, cellSetTemp: -18 },
      trend: { ...chilling().trend, air: wave(-18), set: Array<number>(24).fill(-18) },
    }),
  (place) =>
    applianceWith({
      name: `Chocolate ${place}`,
      model: 'MYA 20',
      gamma: 'CONSERVATORE',
      anomaly: true,
      reported: {
        operatingMode: 1,
        powerState: 1,
        TCell: 14.2,
        cellSetTemp: 14,
        levelHumidity: 52,
        cellSetHumidity: 50,
      },
      trend: { ...chilling().trend, air: wave(14), set: Array<number>(24).fill(14) },
    }),
  (place) =>
    applianceWith({ name: `EasyFresh ${place}`, model: 'EF Next S 15', reported: { TCell: 21.3, cellSetTemp: null } }),
];

const wave = (around: number): number[] => Array.from({ length: 24 }, (_, step) => around + Math.sin(step) * 0.8);

/** Appliances in every family and kitchen; of each 20 one has an alarm, and one was last heard half an hour ago. */
export function fleet(count: number): Appliance[] {
  const kitchens = kitchensOfFleet(count);
  return Array.from({ length: count }, (_, place): Appliance => {
    const kitchen = kitchens[place % kitchens.length] ?? example;
    const serialNumber = `FLEET-26-${String(place).padStart(6, '0')}`;
    const made = kinds[place % kinds.length]?.(place + 1) ?? chilling();
    return {
      ...made,
      serialNumber,
      twin: { ...made.twin, serialNumber },
      lab: { id: kitchen.id, name: kitchen.name, timeZone: kitchen.timeZone },
      ...(place % 20 === 3 ? { alarms: [{ name: 'openDoorAlarm', active: true, since: now() - 6 * minute_ms }] } : {}),
      ...(place % 20 === 11 ? { online: false, lastSeenAt: now() - 30 * minute_ms } : {}),
    };
  });
}

/** A portal with such a fleet. */
export function portalWithFleet(count: number): ReturnType<typeof portalWith> {
  const portal = portalWith(fleet(count));
  portal.reply(listLaboratories, kitchensOfFleet(count));
  return portal;
}
