import type { CommandMessage, PanelTold } from '@brina/contract/devices';
import { cadence } from '@brina/domain/appliance/cadence';
import { defaultHeartbeat_ms } from '@brina/domain/appliance/connection';
import type { Package } from '@brina/domain/appliance/families/family';
import { second_ms } from '@brina/domain/language/durations';
import { type Appliance, alarmsOf } from '../appliance.ts';
import { cycleCode } from '../appliance-state.ts';
import type { SampleValues, Stamp } from '../outbox/entry.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Random } from '../random.ts';
import type { Board } from '../readings.ts';
import { createSampler, type Sampler } from './sampler.ts';
import { boardOf } from './unit-board.ts';
import { shownAt } from './unit-clock.ts';
import type { BoardState } from './unit-state.ts';

/** Where Modbus TCP is served, by its own standard. */
const modbusPort = 502;

/** What a journal tells of: a unit as it was built and where it stands. `pace`: seconds of the process in a second. */
export type JournalOptions = {
  readonly state: BoardState;
  readonly appliance: Appliance;
  readonly outbox: Outbox;
  readonly pace: number;
  readonly unitPackage: Package;
  readonly wifi_dBm: number;
  readonly noise: Random;
};

/** What a unit writes into its outbox: samples at their times, changes at once, events, answers, and its whole state. */
export class UnitJournal {
  /** An event, a twin or an answer was written since the state was saved. */
  unsaved = false;
  readonly #options: JournalOptions;
  readonly #s: BoardState;
  readonly #appliance: Appliance;
  readonly #board: Board;
  #sampler: Sampler;
  #sampleDue_ms = Number.NEGATIVE_INFINITY;
  /** What the panel keeps was told as of so many changes of it. */
  #toldChanges = -1;

  constructor(options: JournalOptions) {
    const { state, appliance, outbox, wifi_dBm, noise, pace } = options;
    this.#options = options;
    this.#s = state;
    this.#appliance = appliance;
    this.#board = boardOf(state, appliance, outbox, { wifi_dBm, noise });
    this.#sampler = createSampler(appliance, pace);
  }

  /** When the next sample is due, by the true clock. */
  get sampleDue_ms(): number {
    return this.#sampleDue_ms;
  }

  /** What the unit's clock shows at an instant; 0 while it is not set. */
  clockAt(true_ms: number): number {
    return shownAt(this.#s.clock, this.#s.faults.drift, true_ms);
  }

  put(topic: 'evt' | 'res' | 'twin', body: Readonly<Record<string, unknown>>, true_ms?: number): void {
    this.#options.outbox.put(topic, body, this.#stamp(true_ms));
    this.unsaved = true;
  }

  /** A sample of what is due, or of everything. */
  sample(all: boolean): void {
    const { live, runLiveUntil_ms, heartbeat_ms } = this.#s;
    const now = this.#now;
    const often = this.#isSampledOften;
    this.#write(this.#sampler.due(this.#board, often, all || now < runLiveUntil_ms));
    // The past is sampled as by default, whatever the portal asks for now.
    const usual_ms = this.#sampler.interval_ms(often, live ? heartbeat_ms : defaultHeartbeat_ms);
    const interval_ms = live && now < runLiveUntil_ms ? Math.min(usual_ms, cadence.runLive_ms) : usual_ms;
    this.#sampleDue_ms = now + interval_ms * this.#options.noise.between(0.985, 1.015);
  }

  /** What changed and must not wait for its turn. */
  changes(): void {
    this.#write(this.#sampler.changed(this.#board));
    if (this.#s.live && this.#toldChanges !== this.#appliance.state.panelChanges) this.twin();
  }

  /** The whole reported state. */
  twin(): void {
    const s = this.#s;
    s.twinVersion++;
    this.#toldChanges = this.#appliance.state.panelChanges;
    const reported = {
      ...this.#sampler.latest(this.#board),
      model: this.#appliance.model.storedName,
      package: this.#options.unitPackage,
      firmware: s.firmware,
      timeZone: s.timeZone,
      port: modbusPort,
      heartbeat_s: s.heartbeat_ms / second_ms,
      alarms: alarmsOf(this.#appliance),
      desiredVersion: s.desiredVersion,
      ...(s.holder === null ? {} : { holder: s.holder }),
      ...this.#appliance.panelTold((true_ms) => this.clockAt(true_ms)),
      ...(this.#appliance.panel ? { proposals: s.commands.proposals.map(proposalTold) } : {}),
    };
    this.put('twin', { reported, ver: s.twinVersion });
  }

  /** After a boot nothing counts as said. */
  startAnew(): void {
    this.#sampler = createSampler(this.#appliance, this.#options.pace);
  }

  get #now(): number {
    return this.#appliance.state.true_ms;
  }

  get #isRunning(): boolean {
    return this.#appliance.state.cycleState === cycleCode.running;
  }

  /** Whether it samples often. Of its past a cabinet and a prover tell no more than each minute. */
  get #isSampledOften(): boolean {
    if (this.#s.live) return this.#appliance.isBusy;
    return this.#isRunning && this.#appliance.model.kind === 'blast';
  }

  #write(values: SampleValues): void {
    if (Object.keys(values).length === 0) return;
    this.#options.outbox.sample(values, this.#isRunning ? 'cycle' : 'idle', this.#stamp());
  }

  #stamp(true_ms = this.#now): Stamp {
    return {
      boot: this.#s.boot,
      at: this.clockAt(true_ms),
      up: Math.round(true_ms - this.#s.booted_ms),
      true_ms: Math.round(true_ms),
    };
  }
}

const proposalTold = ({ id, args }: CommandMessage): NonNullable<PanelTold['proposals']>[number] => ({
  command: id,
  title: String(args.title),
  at: String(args.at),
});
