/**
 * One simulated unit: an appliance with its board, clock, outbox and link. Its state is kept in a folder, so that ending the process
 * is a power cut for it and starting the process a reboot.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { heartbeat_ms as defaultHeartbeat_ms, type DesiredMessage } from '@brina/contract/devices';
import type { ModelRow } from '@brina/domain/families/family';
import { activeAlarms } from './alarm-watch.ts';
import { type Appliance, type ApplianceState, createAppliance, cycleCode } from './appliance.ts';
import type { Clock } from './clock.ts';
import { type Answered, obey } from './commands.ts';
import { breakProbe, type BreakableProbe, type FaultName, type Faults, noFaults, setFault } from './faults.ts';
import { isZone } from './kitchen.ts';
import { createLink, type Credentials, type Link } from './link.ts';
import { openOutbox, type Outbox, type Stamp } from './outbox.ts';
import { random } from './random.ts';
import type { Board } from './readings.ts';
import { fillBeforeStart } from './routine.ts';
import { createSampler, type Sampler } from './sampler.ts';

/** The unit's clock. It is wrong by what it was set wrong and by what it drifted since. */
type UnitClock = { isSet: boolean; offset_ms: number; setAt_ms: number };

/** Everything that survives the process, apart from the outbox's own journal. */
type UnitState = {
  boot: number;
  booted_ms: number;
  clock: UnitClock;
  /** Server clock minus true clock, as measured over the link. */
  serverOffset_ms: number | null;
  timeZone: string;
  heartbeat_ms: number;
  twinVersion: number;
  desiredVersion: number;
  answered: Answered;
  /** It runs in real time; before, it produces its past. */
  live: boolean;
  faults: Faults;
  /** Hand-set by the control: the cable of the network, the plug in the wall. */
  linkUp: boolean;
  plugIn: boolean;
  appliance: ApplianceState;
};

export type UnitOptions = {
  readonly serial: string;
  readonly model: ModelRow;
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

export type Unit = {
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
  /** Lives on to an instant; nothing happens to a unit without power. */
  advance(true_ms: number): void;
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
  /** Sets the clock wrong by so many seconds, or loses it. */
  setClockError(offset_s: number | 'unset'): void;
  /** Sets a fault with a size; false when the value lies outside its limits. */
  setFault(name: FaultName, value: number): boolean;
  breakProbe(probe: BreakableProbe, broken: boolean): void;
  leaveProbeInAir(inAir: boolean): void;
  /** What a person does at the appliance in real time, reported at once. */
  act<T>(what: (appliance: Appliance) => T): T;
  /** Writes the state down. */
  save(): void;
  close(): Promise<void>;
};

/** A shorter time without the process is no power cut to speak of. */
const blackout_ms = 180_000;
/** State is written down after every event, and this often besides: in real time, and of a past that is produced. */
const saveEvery_ms = 30_000;
const savePastEvery_ms = 30 * 60_000;
const firmwareVersion = '2.4.1';

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
  const s = stored ?? {
    boot: 0,
    booted_ms: options.born_ms,
    clock: { isSet: true, offset_ms: Math.round(personal.normal() * 300), setAt_ms: options.born_ms },
    serverOffset_ms: null,
    timeZone: options.timeZone,
    heartbeat_ms: defaultHeartbeat_ms,
    twinVersion: 0,
    desiredVersion: 0,
    answered: [],
    live: false,
    faults: noFaults(),
    linkUp: true,
    plugIn: true,
  };
  const noise = random(options.seed, serial, 'noise');
  let sampleDue_ms = Number.NEGATIVE_INFINITY;
  let saved_ms = Number.NEGATIVE_INFINITY;
  let unsavedEvent = false;
  let sampler: Sampler;
  let link: Link | null = null;

  const appliance = createAppliance({
    model,
    timeZone: s.timeZone,
    pace,
    faults: s.faults,
    report: {
      sampleNow: () => sample(true),
      event: (body) => {
        outbox.put('evt', body, stamp());
        unsavedEvent = true;
      },
    },
    runId: (cycle) => `${serial}-${s.boot}-${cycle}`,
    from: stored?.appliance ?? options.born_ms,
  });
  sampler = createSampler(appliance, pace);

  const now = (): number => appliance.state.true_ms;
  const isRunning = (): boolean => appliance.state.cycleState === cycleCode.running;

  /** What the unit's clock shows at an instant; 0 while it is not set. */
  const clockAt = (true_ms: number): number => {
    if (!s.clock.isSet) return 0;
    const drifted_ms = (s.faults.drift * (true_ms - s.clock.setAt_ms)) / 86_400;
    return Math.round(true_ms + s.clock.offset_ms + drifted_ms);
  };

  const stamp = (true_ms = now()): Stamp => ({
    boot: s.boot,
    at: clockAt(true_ms),
    up: Math.round(true_ms - s.booted_ms),
    true_ms: Math.round(true_ms),
  });

  const board = (): Board => {
    const { share, oldestTrue_ms } = outbox.fill;
    return {
      boot: s.boot,
      firmwareVersion,
      wifi_dBm,
      bufferShare: share,
      bufferAge_s: oldestTrue_ms === null ? 0 : Math.max(0, (now() - oldestTrue_ms) / 1000),
      lostSamples: outbox.lostSamples,
      noise,
    };
  };

  const sample = (all: boolean): void => {
    const values = sampler.due(board(), isRunning(), all);
    if (Object.keys(values).length > 0) outbox.sample(values, isRunning() ? 'cycle' : 'idle', stamp());
    // The past is sampled as by default, whatever the portal asks for now.
    const interval_ms = sampler.interval_ms(isRunning(), s.live ? s.heartbeat_ms : defaultHeartbeat_ms);
    sampleDue_ms = now() + interval_ms * noise.between(0.985, 1.015);
  };

  const reportChanges = (): void => {
    const values = sampler.changed(board());
    if (Object.keys(values).length > 0) outbox.sample(values, isRunning() ? 'cycle' : 'idle', stamp());
  };

  const reportTwin = (): void => {
    s.twinVersion++;
    const reported = {
      ...sampler.latest(board()),
      model: model.storedName,
      package: model.package ?? 'Excellence',
      timeZone: s.timeZone,
      heartbeat_s: s.heartbeat_ms / 1000,
      alarms: activeAlarms(appliance.state.alarms),
      desiredVersion: s.desiredVersion,
    };
    outbox.put('twin', { reported, ver: s.twinVersion }, stamp());
    unsavedEvent = true;
  };

  const boot = (true_ms: number, lostAt_ms: number): void => {
    s.boot++;
    s.booted_ms = true_ms;
    sampler = createSampler(appliance, pace);
    const event = true_ms - lostAt_ms > blackout_ms ? 'returned' : 'booted';
    outbox.put('evt', { type: 'power', event, lostAt: clockAt(lostAt_ms) }, stamp(true_ms));
    appliance.powerReturned(true_ms);
    sample(true);
    // A number of a boot is never used again, not even when the next kill follows at once.
    save();
  };

  const setClock = (utc_ms: number, timeZone: string): void => {
    outbox.seal();
    s.clock = { isSet: true, offset_ms: utc_ms - now(), setAt_ms: now() };
    if (isZone(timeZone) && timeZone !== s.timeZone) {
      s.timeZone = timeZone;
      appliance.setTimeZone(timeZone);
    }
  };

  const desire = ({ desired, ver }: DesiredMessage): void => {
    if (ver <= s.desiredVersion) return;
    s.desiredVersion = ver;
    if (typeof desired.heartbeat_s === 'number' && desired.heartbeat_s > 0) s.heartbeat_ms = desired.heartbeat_s * 1000;
    if (typeof desired.timeZone === 'string' && isZone(desired.timeZone)) {
      s.timeZone = desired.timeZone;
      appliance.setTimeZone(desired.timeZone);
    }
    if (s.live) {
      reportTwin();
      sample(true);
    }
    save();
    link?.pump();
  };

  const step = (until_ms: number): void => {
    const due_ms = sampleDue_ms > now() ? sampleDue_ms : until_ms;
    appliance.stepTo(Math.min(until_ms, due_ms, now() + (appliance.step_s * 1000) / pace));
    reportChanges();
    if (now() >= sampleDue_ms) sample(false);
  };

  function save(): void {
    saved_ms = now();
    unsavedEvent = false;
    if (statePath === undefined) return;
    const state: UnitState = { ...s, appliance: appliance.state };
    writeFileSync(`${statePath}.new`, JSON.stringify(state));
    renameSync(`${statePath}.new`, statePath);
  }

  const advance = (true_ms: number): void => {
    if (!s.plugIn || true_ms <= now()) return;
    while (now() < true_ms) step(true_ms);
    link?.pump();
    // Events and state are to agree after a kill; samples alone change little.
    const unsaved_ms = now() - saved_ms;
    if (unsavedEvent || unsaved_ms >= (s.live ? saveEvery_ms : savePastEvery_ms)) save();
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
        reportTwin();
        sample(true);
      },
      onCommand: (command) => {
        // A unit that still produces its past lives days ago: nothing can be started there.
        if (!s.live) return;
        advance(clock.now());
        if (command.name === 'startCycle') fillBeforeStart(appliance, command.args, personal);
        obey(
          command,
          {
            appliance,
            serverTime: () => (s.serverOffset_ms === null ? clockAt(now()) || null : clock.now() + s.serverOffset_ms),
            setClock,
            answer: (id, answer) => {
              outbox.put('res', { id, ...answer }, stamp());
            },
            reportChanges,
          },
          s.answered,
        );
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
    get live() {
      return s.live;
    },
    goLive() {
      if (s.live) return;
      s.live = true;
      outbox.seal();
      if (link?.connected && s.plugIn) {
        reportTwin();
        sample(true);
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
    setClockError(offset_s) {
      outbox.seal();
      if (offset_s === 'unset') s.clock.isSet = false;
      else s.clock = { isSet: true, offset_ms: offset_s * 1000, setAt_ms: now() };
      save();
    },
    setFault(name, value) {
      // Drift counts from now on.
      if (name === 'drift' && s.clock.isSet) {
        outbox.seal();
        s.clock = { isSet: true, offset_ms: clockAt(now()) - now(), setAt_ms: now() };
      }
      const changed = setFault(s.faults, name, value);
      save();
      return changed;
    },
    breakProbe(probe, broken) {
      breakProbe(s.faults, probe, broken);
      save();
    },
    leaveProbeInAir(inAir) {
      s.faults.probeInAir = inAir;
      save();
    },
    act(what) {
      advance(clock.now());
      const result = what(appliance);
      reportChanges();
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

function readState(path: string): UnitState | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as UnitState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
