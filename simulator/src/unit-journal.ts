/** What a unit writes into its outbox: samples at their times, changes at once, events, answers, and its whole state. */
import { cadence, heartbeat_ms as defaultHeartbeat_ms } from '@brina/contract/devices';
import type { Package } from '@brina/domain/appliance/families/family';
import { alarmsOf, type Appliance } from './appliance.ts';
import { cycleCode } from './appliance-state.ts';
import type { Outbox, Stamp } from './outbox.ts';
import type { Random } from './random.ts';
import type { Board } from './readings.ts';
import { createSampler, type Sampler } from './sampler.ts';
import { shownAt } from './unit-clock.ts';
import type { BoardState } from './unit-state.ts';

export type UnitJournal = {
  /** When the next sample is due, by the true clock. */
  readonly sampleDue_ms: number;
  /** An event, a twin or an answer was written since the state was saved. */
  unsaved: boolean;
  /** What the unit's clock shows at an instant; 0 while it is not set. */
  clockAt(true_ms: number): number;
  put(topic: 'evt' | 'res' | 'twin', body: Readonly<Record<string, unknown>>, true_ms?: number): void;
  /** A sample of what is due, or of everything. */
  sample(all: boolean): void;
  /** What changed and must not wait for its turn. */
  changes(): void;
  /** The whole reported state. */
  twin(): void;
  /** After a boot nothing counts as said. */
  startAnew(): void;
};

/** The journal of a unit. */
export function createUnitJournal(
  s: BoardState,
  appliance: Appliance,
  outbox: Outbox,
  { pace, unitPackage, wifi_dBm, noise }: { pace: number; unitPackage: Package; wifi_dBm: number; noise: Random },
): UnitJournal {
  const { model } = appliance;
  let sampler: Sampler = createSampler(appliance, pace);
  let sampleDue_ms = Number.NEGATIVE_INFINITY;

  const now = (): number => appliance.state.true_ms;
  const isRunning = (): boolean => appliance.state.cycleState === cycleCode.running;
  const clockAt = (true_ms: number): number => shownAt(s.clock, s.faults.drift, true_ms);

  const stamp = (true_ms = now()): Stamp => ({
    boot: s.boot,
    at: clockAt(true_ms),
    up: Math.round(true_ms - s.booted_ms),
    true_ms: Math.round(true_ms),
  });

  // Read at every step: what costs something is looked up when a metric asks for it.
  const board: Board = {
    wifi_dBm,
    noise,
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
      return oldestTrue_ms === null ? 0 : Math.max(0, (now() - oldestTrue_ms) / 1000);
    },
    get lostSamples() {
      return outbox.lostSamples;
    },
  };

  /** Whether it samples often. Of its past a cabinet and a prover tell no more than each minute. */
  const isSampledOften = (): boolean => (s.live ? appliance.isBusy : isRunning() && model.kind === 'blast');

  const write = (values: ReturnType<Sampler['changed']>): void => {
    if (Object.keys(values).length > 0) outbox.sample(values, isRunning() ? 'cycle' : 'idle', stamp());
  };

  const journal: UnitJournal = {
    get sampleDue_ms() {
      return sampleDue_ms;
    },
    unsaved: false,
    clockAt,
    put(topic, body, true_ms) {
      outbox.put(topic, body, stamp(true_ms));
      journal.unsaved = true;
    },
    sample(all) {
      const often = isSampledOften();
      write(sampler.due(board, often, all || now() < s.runLiveUntil_ms));
      // The past is sampled as by default, whatever the portal asks for now.
      const usual_ms = sampler.interval_ms(often, s.live ? s.heartbeat_ms : defaultHeartbeat_ms);
      const interval_ms = s.live && now() < s.runLiveUntil_ms ? Math.min(usual_ms, cadence.runLive_ms) : usual_ms;
      sampleDue_ms = now() + interval_ms * noise.between(0.985, 1.015);
    },
    changes: () => write(sampler.changed(board)),
    twin() {
      s.twinVersion++;
      const reported = {
        ...sampler.latest(board),
        model: model.storedName,
        package: unitPackage,
        firmware: s.firmware,
        timeZone: s.timeZone,
        heartbeat_s: s.heartbeat_ms / 1000,
        alarms: alarmsOf(appliance),
        desiredVersion: s.desiredVersion,
      };
      journal.put('twin', { reported, ver: s.twinVersion });
    },
    startAnew() {
      sampler = createSampler(appliance, pace);
    },
  };
  return journal;
}
