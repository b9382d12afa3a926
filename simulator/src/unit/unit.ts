/**
 * One simulated unit: an appliance with its board, clock, outbox and link. Its state is kept in a folder, so that ending the process
 * is a power cut for it and starting the process a reboot.
 */
import { join } from 'node:path';
import type { CommandMessage } from '@brina/contract/devices';
import type { ModelRow, Package } from '@brina/domain/appliance/families/family';
import type { PhaseEndKind } from '@brina/domain/appliance/phase-plan';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { Appliance } from '../appliance.ts';
import type { ApplianceState } from '../appliance-state.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { Credentials } from '../link/line.ts';
import { Link } from '../link/link.ts';
import { Outbox } from '../outbox/outbox.ts';
import { type Random, random } from '../random.ts';
import type { PanelAnswers } from './panel.ts';
import { UnitJournal } from './unit-journal.ts';
import { UnitOrders } from './unit-orders.ts';
import { type BoardState, newBoard, readState, writeState } from './unit-state.ts';
import { Troubles } from './unit-troubles.ts';

export type UnitOptions = {
  readonly serial: string;
  readonly model: ModelRow;
  /** What was sold; Excellence unless the model has one package only. */
  readonly package?: Package;
  readonly panel?: PanelAnswers;
  /** Ends of a phase that its software knows; absent: all. */
  readonly ends?: readonly PhaseEndKind[];
  /** Modes of a cabinet's zones; absent: as it leaves the factory. */
  readonly modes?: readonly number[];
  readonly timeZone: string;
  /** Edge and certificate; without them the unit only fills its outbox. */
  readonly link?: {
    readonly url: string;
    readonly credentials?: Credentials;
    readonly reconnect_ms?: readonly [number, number];
  };
  /** Folder of its state; without one it lives in memory. */
  readonly folder?: string;
  readonly seed: number;
  /** Seconds of the process in a second. */
  readonly pace: number;
  readonly clock: Clock;
  /** The instant (epoch ms) at which a unit without stored state is first switched on. */
  readonly born_ms: number;
  readonly capacity_samples?: number;
  readonly onAcknowledged?: () => void;
};

/** A shorter time without the process is no power cut to speak of. */
const blackout_ms = 3 * minute_ms;
/** State is written down after every event, and this often besides. */
const saveEvery_ms = 30_000;

/** A unit: new, or from what its folder holds. */
export class Unit {
  readonly serial: string;
  readonly model: ModelRow;
  readonly appliance: Appliance;
  readonly outbox: Outbox;
  readonly troubles: Troubles;
  /** Whether the unit went on from stored state. */
  readonly resumed: boolean;
  readonly #s: BoardState;
  readonly #clock: Clock;
  readonly #pace: number;
  readonly #statePath: string | undefined;
  readonly #journal: UnitJournal;
  readonly #orders: UnitOrders;
  readonly #link: Link | null;
  #saved_ms = Number.NEGATIVE_INFINITY;

  constructor(options: UnitOptions) {
    const { serial, model, clock, pace, folder, seed, capacity_samples } = options;
    this.serial = serial;
    this.model = model;
    this.#clock = clock;
    this.#pace = pace;
    this.#statePath = folder === undefined ? undefined : join(folder, `${serial}.json`);
    this.outbox = new Outbox({
      ...(folder === undefined ? {} : { path: join(folder, `${serial}.outbox`) }),
      ...(capacity_samples === undefined ? {} : { capacity_samples }),
    });
    const stored = this.#statePath === undefined ? null : readState(this.#statePath);
    this.resumed = stored !== null;
    const personal = random(seed, serial);
    const wifi_dBm = -personal.between(48, 72);
    this.#s = stored ?? boardOf(options, personal);
    const unitPackage = model.package ?? options.package ?? 'Excellence';
    this.appliance = this.#applianceOf(options, unitPackage, stored?.appliance ?? options.born_ms);
    // Whatever holds food does so when its story begins.
    if (!stored) this.appliance.hands.settle();
    const parts = { state: this.#s, appliance: this.appliance, outbox: this.outbox };
    const noise = random(seed, serial, 'noise');
    this.#journal = new UnitJournal({ ...parts, pace, unitPackage, wifi_dBm, noise });
    this.troubles = new Troubles({
      ...parts,
      now: () => this.true_ms,
      clockAt: (true_ms) => this.#journal.clockAt(true_ms),
      save: () => this.save(),
    });
    this.#orders = new UnitOrders({
      ...parts,
      journal: this.#journal,
      clock,
      random: personal,
      catchUp: () => this.#catchUp(),
      tell: () => this.#tell(),
    });
    this.#link = options.link ? this.#linkOf(options.link, personal, options.onAcknowledged) : null;
    this.#begin(stored?.appliance ?? null, options.born_ms);
  }

  get connected(): boolean {
    return this.#link?.connected ?? false;
  }

  get plugIn(): boolean {
    return this.#s.plugIn;
  }

  get linkUp(): boolean {
    return this.#s.linkUp;
  }

  get boot(): number {
    return this.#s.boot;
  }

  get faults(): Readonly<Faults> {
    return this.#s.faults;
  }

  /** Up to which instant it has lived, epoch ms by the true clock. */
  get true_ms(): number {
    return this.appliance.state.true_ms;
  }

  /** Seconds its clock is ahead of the true one; null while it is not set. */
  get clockError_s(): number | null {
    return this.#s.clock.isSet ? (this.#journal.clockAt(this.true_ms) - this.true_ms) / second_ms : null;
  }

  /** Whether it lives in the present. */
  get live(): boolean {
    return this.#s.live;
  }

  /** Name of the command that waits for somebody at the panel. */
  get asked(): string | null {
    return this.#s.commands.asked?.command.name ?? null;
  }

  /** Lives on to an instant; nothing happens to a unit without power. Of its past nothing is kept before `commit`. */
  advance(true_ms: number): void {
    if (!this.#s.plugIn || true_ms <= this.true_ms) return;
    while (this.true_ms < true_ms) this.#step(true_ms);
    this.#orders.look();
    if (this.#s.live) this.commit();
  }

  /** Writes down what was lived, and sends it. */
  commit(): void {
    // Events and state are to agree after a kill; samples alone change little.
    if (this.#journal.unsaved || this.true_ms - this.#saved_ms >= saveEvery_ms) this.save();
    else this.outbox.flush();
    this.#link?.pump();
  }

  /** Says that it now runs in real time: its facts are live, its whole state is sent. */
  goLive(): void {
    if (this.#s.live) return;
    this.#s.live = true;
    this.outbox.seal();
    if (this.connected && this.#s.plugIn) {
      this.#tellAll();
      this.#link?.pump();
    }
    this.save();
  }

  /** Begins to connect, unless its cable is out. */
  connect(): void {
    if (this.#s.linkUp && this.#s.plugIn) this.#link?.open();
  }

  setBacklogRate(messages_per_s: number): void {
    this.#link?.setBacklogRate(messages_per_s);
  }

  setLink(up: boolean): void {
    this.#s.linkUp = up;
    if (up) this.connect();
    else this.#link?.cut();
    this.save();
  }

  /** Plug out: everything stops at once and nobody says goodbye. Plug in: it boots. Both at the instant it has lived to. */
  setPlug(inWall: boolean, true_ms: number): void {
    if (inWall === this.#s.plugIn) return;
    if (inWall) {
      this.#s.plugIn = true;
      this.#boot(true_ms, this.true_ms);
      this.connect();
    } else {
      this.advance(true_ms);
      this.#s.plugIn = false;
      // In its past a unit is without power, but its process tells the story over a link of the present.
      if (this.#s.live) this.#link?.cut();
    }
    this.save();
  }

  /** Who answers at the panel from now on. */
  setPanel(answers: PanelAnswers): void {
    this.#s.panel = answers;
    this.save();
  }

  /** Somebody agrees at the panel, or declines; false when nothing waits. */
  answerPanel(agrees: boolean): boolean {
    return this.#orders.answerPanel(agrees);
  }

  /** Planned starts that wait at the panel. */
  get proposals(): readonly CommandMessage[] {
    return this.#s.commands.proposals;
  }

  /** Somebody at the panel starts what was proposed, or declines it; a reason why not. */
  answerProposal(id: string, agrees: boolean): string | null {
    return this.#orders.answerProposal(id, agrees);
  }

  /** What a person does at the appliance in real time, reported at once. */
  act<T>(what: (appliance: Appliance) => T): T {
    this.#catchUp();
    const result = what(this.appliance);
    this.#journal.changes();
    this.#tell();
    return result;
  }

  /** Writes the state down. */
  save(): void {
    this.outbox.flush();
    this.#saved_ms = this.true_ms;
    this.#journal.unsaved = false;
    if (this.#statePath !== undefined) writeState(this.#statePath, { ...this.#s, appliance: this.appliance.state });
  }

  async close(): Promise<void> {
    this.save();
    await this.#link?.close();
    this.outbox.close();
  }

  #applianceOf(options: UnitOptions, unitPackage: Package, from: ApplianceState | number): Appliance {
    const { serial, model, pace, modes, ends } = options;
    return new Appliance({
      model,
      serial,
      package: unitPackage,
      clockIsSet: () => this.#s.clock.isSet,
      timeZone: this.#s.timeZone,
      pace,
      faults: this.#s.faults,
      report: {
        sampleNow: () => this.#journal.sample(true),
        event: (body) => this.#journal.put('evt', body),
      },
      runId: (cycle) => `${serial}-${this.#s.boot}-${cycle}`,
      from,
      ...(modes ? { modes } : {}),
      ...(ends ? { ends } : {}),
    });
  }

  #linkOf(edge: NonNullable<UnitOptions['link']>, personal: Random, onAcknowledged: (() => void) | undefined): Link {
    return new Link({
      ...edge,
      serial: this.serial,
      outbox: this.outbox,
      clock: this.#clock,
      unitClock: () => this.#journal.clockAt(this.#clock.now()),
      random: personal,
      onConnected: () => {
        if (!this.#s.live) return;
        this.#catchUp();
        this.#tellAll();
      },
      onCommand: (command) => this.#orders.command(command),
      onDesired: (desired) => this.#orders.desire(desired),
      onServerTime: (server_ms, true_ms) => this.#orders.learnTime(server_ms, true_ms),
      ...(onAcknowledged ? { onAcknowledged } : {}),
    });
  }

  #begin(stored: ApplianceState | null, born_ms: number): void {
    if (!stored) return this.#boot(born_ms, born_ms);
    if (!this.#s.plugIn) return;
    const lostAt_ms = Math.max(stored.true_ms, this.outbox.lastTrue_ms);
    // A past that was not finished goes on where it stopped; a unit that lived in the present was without power until now.
    this.#boot(this.#s.live ? Math.max(this.#clock.now(), lostAt_ms + 1) : lostAt_ms + 1, lostAt_ms);
  }

  #boot(true_ms: number, lostAt_ms: number): void {
    this.#s.boot++;
    this.#s.booted_ms = true_ms;
    this.#journal.startAnew();
    const event = true_ms - lostAt_ms > blackout_ms ? 'returned' : 'booted';
    // Before its first boot it had no power to lose.
    const lost = this.#s.boot === 1 ? {} : { lostAt: this.#journal.clockAt(lostAt_ms) };
    this.#journal.put('evt', { type: 'power', event, ...lost }, true_ms);
    this.appliance.powerReturned(true_ms);
    // Whoever was asked at the panel finds another picture there.
    this.#orders.leavePanel();
    this.#journal.sample(true);
    // A number of a boot is never used again, not even when the next kill follows at once.
    this.save();
  }

  #step(until_ms: number): void {
    const { appliance } = this;
    const now = this.true_ms;
    const due_ms = this.#journal.sampleDue_ms > now ? this.#journal.sampleDue_ms : until_ms;
    appliance.stepTo(Math.min(until_ms, due_ms, now + (appliance.step_s * second_ms) / this.#pace));
    this.#journal.changes();
    if (this.true_ms >= this.#journal.sampleDue_ms) this.#journal.sample(false);
  }

  #catchUp(): void {
    this.advance(this.#clock.now());
  }

  /** Writes the state down, and sends what is new. */
  #tell(): void {
    this.save();
    this.#link?.pump();
  }

  #tellAll(): void {
    this.#journal.twin();
    this.#journal.sample(true);
  }
}

/** The board of a unit that never had power. */
const boardOf = ({ born_ms, timeZone, panel = 'always' }: UnitOptions, personal: Random): BoardState =>
  newBoard(born_ms, Math.round(personal.normal() * 300), timeZone, panel);
