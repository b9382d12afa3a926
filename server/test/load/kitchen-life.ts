import { cadence } from '@brina/domain/appliance/cadence';
import type { Measuring, Told } from '../faults/journalling-device.ts';

/** Models of the fleet under load, taken in turns: each kind of appliance has alarm rules of its own. */
export const models = ['MF Next L 45', 'CP Next 700', 'PL Next 20 F'] as const;

/** Between two PINGREQ: well within the keep-alive. */
const tick_ms = 15_000;
/** A door is opened so often, as a share of the messages. */
const doors = 0.05;

/**
 * How a unit lives in a kitchen: one that runs tells what it measures every ten seconds, one that is idle every minute; doors
 * open now and then. The first message comes at a moment of its own, so that the fleet is spread as a fleet is.
 */
export function kitchenLife(isRunning: boolean, random: () => number): Measuring {
  const every_ms = isRunning ? cadence.running_ms : cadence.idle_ms;
  const near = (value: number, by: number): number => Math.round((value + (random() - 0.5) * by) * 10) / 10;
  let core = 60;
  let isOpen = false;
  return {
    first_ms: random() * every_ms,
    every_ms,
    tick_ms,
    tell(seq) {
      core = Math.max(3, core - 0.2);
      const values = {
        TCell: near(isRunning ? -15 : 3, 1),
        TCore1: isRunning ? Math.round(core * 10) / 10 : near(3, 1),
        TEvap1: near(-22, 2),
        TCondenser1: near(38, 2),
        cellSetTemp: isRunning ? -18 : 3,
        compressorState: 1,
        evapFanPercentage: isRunning ? 100 : 40,
        door: isOpen ? 1 : 0,
        powerState: 1,
        instantPower: near(isRunning ? 1400 : 180, 40),
        mainsVoltage: near(230, 4),
        compressorStarts: seq,
      };
      const told: Told[] = [{ topic: 'tel', body: { s: [[0, values]] } }];
      if (isOpen || random() < doors) {
        isOpen = !isOpen;
        told.push({ topic: 'evt', body: { type: 'door', door: 1, open: isOpen } });
      }
      return told;
    },
  };
}
