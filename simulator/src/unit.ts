/**
 * One simulated unit: an appliance with its board, clock, outbox and link. Its state is kept in a folder, so that ending the process
 * is a power cut for it and starting the process a reboot.
 */
import { join } from 'node:path';
import type { DesiredMessage } from '@brina/contract/devices';
import type { ModelRow, Package } from '@brina/domain/appliance/families/family';
import { type Appliance, createAppliance } from './appliance.ts';
import type { Clock } from './clock.ts';
import { answerPanel, type Commanded, obey } from './commands.ts';
import type { Faults } from './faults.ts';
import { isZone } from './kitchen.ts';
import { createLink, type Credentials, type Link } from './link.ts';
import { openOutbox, type Outbox } from './outbox.ts';
import type { PanelAnswers } from './panel.ts';
import { random } from './random.ts';
import { fillBeforeStart } from './routines/filling.ts';
import { setTo } from './unit-clock.ts';
import { createUnitJournal } from './unit-journal.ts';
import { type BoardState, newBoard, readState, writeState } from './unit-state.ts';
import { createTroubles, type Troubles } from './unit-troubles.ts';

export type UnitOptions = {
  readonly serial: string;
  readonly model: ModelRow;
  /** What was sold; Excellence unless the model has one package only. */
  readonly package?: Package;
  readonly panel?: PanelAnswers;
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

export type Unit = Troubles & {
  readonly serial: string;
  readonly model: ModelRow;
  readonly appliance: Appliance;
  readonly outbox: Outbox;
  readonly connected: boolean;
  readonly plugIn: boolean;
  readonly linkUp: boolean;
  readonly boot: number;
  readonly faults: Readonly<Faults>;
  /** Up to which instant it has lived, epoch ms by the true clock. */
  readonly true_ms: number;
  /** Whether the unit went on from stored state. */
  readonly resumed: boolean;
  /** Seconds its clock is ahead of the true one; null while it is not set. */
  readonly clockError_s: number | null;
  /** Lives on to an instant; nothing happens to a unit without power. Of its past nothing is kept before `commit`. */
  advance(true_ms: number): void;
  /** Writes down what was lived, and sends it. */
  commit(): void;
  /** Whether it lives in the present. */
  readonly live: boolean;
  /** Says that it now runs in real time: its facts are live, its whole state is sent. */
  goLive(): void;
  /** Begins to connect, unless its cable is out. */
  connect(): void;
  setBacklogRate(messages_per_s: number): void;
  setLink(up: boolean): void;
  /** Plug out: everything stops at once and nobody says goodbye. Plug in: it boots. Both at the instant it has lived to. */
  setPlug(inWall: boolean, true_ms: number): void;
  /** Name of the command that waits for somebody at the panel. */
  readonly asked: string | null;
  /** Who answers there from now on. */
  setPanel(answers: PanelAnswers): void;
  /** Somebody agrees at the panel, or declines; false when nothing waits. */
  answerPanel(agrees: boolean): boolean;
  /** What a person does at the appliance in real time, reported at once. */
  act<T>(what: (appliance: Appliance) => T): T;
  /** Writes the state down. */
  save(): void;
  close(): Promise<void>;
};

/** A shorter time without the process is no power cut to speak of. */
const blackout_ms = 180_000;
/** State is written down after every event, and this often besides. */
const saveEvery_ms = 30_000;

/** Brings a unit up: new, or from what its folder holds. */
export function createUnit(options: UnitOptions): Unit {
  const { serial, model, clock, pace, folder } = options;
  const statePath = folder === undefined ? undefined : join(folder, `${serial}.json`);
  const outbox = openOutbox({
    ...(folder === undefined ? {} : { path: join(folder, `${serial}.outbox`) }),
    ...(options.capacity_samples === undefined ? {} : { capacity_samples: options.capacity_samples }),
  });
  const stored = statePath === undefined ? null : readState(statePath);
  const personal = random(options.seed, serial);
  const wifi_dBm = -personal.between(48, 72);
  const s: BoardState =
    stored ??
    newBoard(options.born_ms, Math.round(personal.normal() * 300), options.timeZone, options.panel ?? 'always');
  let saved_ms = Number.NEGATIVE_INFINITY;
  let link: Link | null = null;

  const unitPackage = model.package ?? options.package ?? 'Excellence';
  const appliance = createAppliance({
    model,
    serial,
    package: unitPackage,
    clockIsSet: () => s.clock.isSet,
    timeZone: s.timeZone,
    pace,
    faults: s.faults,
    report: {
      sampleNow: () => journal.sample(true),
      event: (body) => journal.put('evt', body),
    },
    runId: (cycle) => `${serial}-${s.boot}-${cycle}`,
    from: stored?.appliance ?? options.born_ms,
    ...(options.modes ? { modes: options.modes } : {}),
  });
  // Whatever holds food does so when its story begins.
  if (!stored) appliance.settle();
  const noise = random(options.seed, serial, 'noise');
  const journal = createUnitJournal(s, appliance, outbox, { pace, unitPackage, wifi_dBm, noise });
  const { clockAt } = journal;
  const now = (): number => appliance.state.true_ms;

  const boot = (true_ms: number, lostAt_ms: number): void => {
    s.boot++;
    s.booted_ms = true_ms;
    journal.startAnew();
    const event = true_ms - lostAt_ms > blackout_ms ? 'returned' : 'booted';
    // Before its first boot it had no power to lose.
    const lost = s.boot === 1 ? {} : { lostAt: clockAt(lostAt_ms) };
    journal.put('evt', { type: 'power', event, ...lost }, true_ms);
    appliance.powerReturned(true_ms);
    // Whoever was asked at the panel finds another picture there.
    answerPanel(false, commanded, s.commands, 'panel_needed');
    journal.sample(true);
    // A number of a boot is never used again, not even when the next kill follows at once.
    save();
  };

  const setClock = (utc_ms: number, timeZone: string): void => {
    outbox.seal();
    s.clock = setTo(utc_ms, now());
    if (isZone(timeZone) && timeZone !== s.timeZone) {
      s.timeZone = timeZone;
      appliance.setTimeZone(timeZone);
    }
  };

  const desire = ({ desired, ver }: DesiredMessage): void => {
    if (ver <= s.desiredVersion) return;
    s.desiredVersion = ver;
    if (typeof desired.heartbeat_s === 'number' && desired.heartbeat_s > 0) s.heartbeat_ms = desired.heartbeat_s * 1000;
    if (typeof desired.runLiveUntil === 'number') s.runLiveUntil_ms = desired.runLiveUntil;
    if (typeof desired.timeZone === 'string' && isZone(desired.timeZone)) {
      s.timeZone = desired.timeZone;
      appliance.setTimeZone(desired.timeZone);
    }
    if (s.live) {
      journal.twin();
      journal.sample(true);
    }
    save();
    link?.pump();
  };

  const step = (until_ms: number): void => {
    const due_ms = journal.sampleDue_ms > now() ? journal.sampleDue_ms : until_ms;
    appliance.stepTo(Math.min(until_ms, due_ms, now() + (appliance.step_s * 1000) / pace));
    journal.changes();
    if (now() >= journal.sampleDue_ms) journal.sample(false);
  };

  function save(): void {
    outbox.flush();
    saved_ms = now();
    journal.unsaved = false;
    if (statePath !== undefined) writeState(statePath, { ...s, appliance: appliance.state });
  }

  const advance = (true_ms: number): void => {
    if (!s.plugIn || true_ms <= now()) return;
    while (now() < true_ms) step(true_ms);
    const { asked } = s.commands;
    if (asked && now() >= asked.until_ms) answerPanel(false, commanded, s.commands, 'panel_needed');
    if (s.live) commit();
  };

  function commit(): void {
    // Events and state are to agree after a kill; samples alone change little.
    if (journal.unsaved || now() - saved_ms >= saveEvery_ms) save();
    else outbox.flush();
    link?.pump();
  }

  const commanded: Commanded = {
    appliance,
    get panel() {
      return s.panel;
    },
    serverTime: () => (s.serverOffset_ms === null ? clockAt(now()) || null : clock.now() + s.serverOffset_ms),
    setClock,
    answer: (id, answer) => journal.put('res', { id, ...answer }),
    reportChanges: journal.changes,
  };

  const connect = (): void => {
    if (s.linkUp && s.plugIn) link?.open();
  };

  if (options.link) {
    link = createLink({
      ...options.link,
      serial,
      outbox,
      clock,
      unitClock: () => clockAt(clock.now()),
      random: personal,
      onConnected: () => {
        if (!s.live) return;
        advance(clock.now());
        journal.twin();
        journal.sample(true);
      },
      onCommand: (command) => {
        // A unit that still produces its past lives days ago: nothing can be started there.
        if (!s.live) return;
        advance(clock.now());
        if (command.name === 'startCycle') fillBeforeStart(appliance, command.args, personal);
        obey(command, commanded, s.commands, now());
        save();
        link?.pump();
      },
      onDesired: desire,
      onServerTime: (server_ms, true_ms) => {
        s.serverOffset_ms = server_ms - true_ms;
        // A clock that was lost is set by the network; one that is merely wrong is the server's to correct.
        if (!s.clock.isSet) setClock(server_ms + (now() - true_ms), s.timeZone);
      },
      ...(options.onAcknowledged ? { onAcknowledged: options.onAcknowledged } : {}),
    });
  }

  if (stored) {
    const lostAt_ms = Math.max(stored.appliance.true_ms, outbox.lastTrue_ms);
    // A past that was not finished goes on where it stopped; a unit that lived in the present was without power until now.
    if (s.plugIn) boot(s.live ? Math.max(clock.now(), lostAt_ms + 1) : lostAt_ms + 1, lostAt_ms);
  } else {
    boot(options.born_ms, options.born_ms);
  }

  return {
    serial,
    model,
    appliance,
    outbox,
    get connected() {
      return link?.connected ?? false;
    },
    get plugIn() {
      return s.plugIn;
    },
    get linkUp() {
      return s.linkUp;
    },
    get boot() {
      return s.boot;
    },
    get faults() {
      return s.faults;
    },
    get true_ms() {
      return now();
    },
    resumed: stored !== null,
    get clockError_s() {
      return s.clock.isSet ? (clockAt(now()) - now()) / 1000 : null;
    },
    advance,
    commit,
    get live() {
      return s.live;
    },
    goLive() {
      if (s.live) return;
      s.live = true;
      outbox.seal();
      if (link?.connected && s.plugIn) {
        journal.twin();
        journal.sample(true);
        link.pump();
      }
      save();
    },
    connect,
    setBacklogRate: (messages_per_s) => link?.setBacklogRate(messages_per_s),
    setLink(up) {
      s.linkUp = up;
      if (up) connect();
      else link?.cut();
      save();
    },
    setPlug(inWall, true_ms) {
      if (inWall === s.plugIn) return;
      if (inWall) {
        s.plugIn = true;
        boot(true_ms, now());
        connect();
      } else {
        advance(true_ms);
        s.plugIn = false;
        // In its past a unit is without power, but its process tells the story over a link of the present.
        if (s.live) link?.cut();
      }
      save();
    },
    ...createTroubles(s, outbox, { now, clockAt, save }),
    get asked() {
      return s.commands.asked?.command.name ?? null;
    },
    setPanel(answers) {
      s.panel = answers;
      save();
    },
    answerPanel(agrees) {
      advance(clock.now());
      const answered = answerPanel(agrees, commanded, s.commands);
      save();
      link?.pump();
      return answered;
    },
    act(what) {
      advance(clock.now());
      const result = what(appliance);
      journal.changes();
      save();
      link?.pump();
      return result;
    },
    save,
    async close() {
      save();
      await link?.close();
      outbox.close();
    },
  };
}
