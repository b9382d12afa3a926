import { second_ms } from '@brina/domain/language/durations';
import type { Appliance } from '../appliance.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Random } from '../random.ts';
import type { Board } from '../readings.ts';
import type { BoardState } from './unit-state.ts';

/** What a unit's board knows of itself. It is read at every step: what costs something is looked up when a metric asks for it. */
export const boardOf = (
  s: BoardState,
  { state }: Appliance,
  outbox: Outbox,
  place: { wifi_dBm: number; noise: Random },
): Board => ({
  ...place,
  get boot() {
    return s.boot;
  },
  get firmwareVersion() {
    return s.firmware.running.version;
  },
  get bufferShare() {
    return outbox.fill.share;
  },
  get bufferAge_s() {
    const { oldestTrue_ms } = outbox.fill;
    return oldestTrue_ms === null ? 0 : Math.max(0, (state.true_ms - oldestTrue_ms) / second_ms);
  },
  get lostSamples() {
    return outbox.lostSamples;
  },
});
