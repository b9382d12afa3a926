/**
 * Many units in one process. Each first produces its past, as far as its outbox has room and never beyond now, then lives in real
 * time. A restart is a power cut for the fleet, not a new history.
 */
import { mkdirSync } from 'node:fs';
import { modelRow } from '@brina/domain/appliance/families/families';
import type { Package } from '@brina/domain/appliance/families/family';
import { limits } from '@brina/contract/devices';
import type { Clock } from './clock.ts';
import { type Happening, happeningsOf, type Incident, incidentFault, lateDayOf, usualIncidents } from './incidents.ts';
import { isZone } from './kitchen.ts';
import { backlogRate_per_s } from './link/send-window.ts';
import { type PanelAnswers, panelAnswers } from './unit/panel.ts';
import { type Cook, createCook } from './routines/cook.ts';
import { type Routine, routines } from './routines/kitchen-day.ts';
import { Unit } from './unit/unit.ts';

/** A unit of the fleet file. */
export type FleetUnit = {
  readonly serial: string;
  /** Stored name of the model. */
  readonly model: string;
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
  readonly timeZone: string;
  readonly name: string;
  readonly routine: Routine;
  /** Whether it produces a past. */
  readonly history: boolean;
  /** What was sold; absent: Excellence. */
  readonly package?: Package;
  /** Modes of a cabinet's zones; absent: as it left the factory. */
  readonly modes?: readonly number[];
};

/** The fleet file. */
export type FleetFile = {
  readonly mqttUrl: string;
  /** PEM of the authority that signed the edge's certificate. */
  readonly ca: string;
  /** Port of the control on loopback; 0 any free one. */
  readonly controlPort?: number;
  /** Who answers at the panels; absent: somebody agrees at once. */
  readonly panelAnswers?: PanelAnswers;
  /** What happened in the past; absent: a power cut, and a late batch at each unit. */
  readonly incidents?: readonly Incident[];
  readonly units: readonly FleetUnit[];
};

export type FleetOptions = {
  readonly file: FleetFile;
  readonly clock: Clock;
  readonly seed: number;
  /** Seconds of the process in a second. */
  readonly pace: number;
  /** Length of the past to produce; 0 none. */
  readonly since_ms: number;
  /** Folder of the units' state; absent: in memory. */
  readonly folder?: string;
  readonly onProgress?: (progress: Progress) => void;
  readonly reconnect_ms?: readonly [first: number, longest: number];
};

/** How far a unit's past has come, and the share of the whole fleet's past that the server has acknowledged. */
export type Progress = {
  readonly type: 'history';
  readonly unit: string;
  readonly upTo: number;
  readonly share: number;
};

export type Fleet = AsyncDisposable & {
  readonly members: readonly Member[];
  /** Share of the past that the server has acknowledged, 0..1. */
  readonly history: number;
  find(serial: string): Member | undefined;
};

/** A unit with its row of the fleet file. */
export type Member = { readonly row: FleetUnit; readonly unit: Unit };

type Life = Member & {
  readonly cook: Cook;
  /** Start of its past, null when it has none. */
  readonly past_ms: number | null;
  /** What is still to happen in its past. */
  happenings: readonly Happening[];
  acknowledged_ms: number;
  reported_ms: number;
};

/** Live units move on this often; a process that runs faster needs shorter steps. */
const tick_ms = 1000;
const fastTick_ms = 250;
const stagger_ms = 40;
/** The past is produced in stretches of this length … */
const stretch_ms = 30 * 60_000;
/** … while less than this waits: more would only fill the memory, the edge takes no more than its window at once. */
const waiting_max = 2 * limits.window;
/** Longest the process works on the past before it looks after its connections again. */
const slice_ms = 25;
const progressEvery_ms = 6 * 3_600_000;

/** Starts the fleet; it ends when it is disposed of. */
export function startFleet(options: FleetOptions): Fleet {
  const { file, clock, seed, pace, since_ms, folder } = options;
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const present_ms = clock.now();
  const serials = file.units.filter(({ history }) => history).map(({ serial }) => serial);
  const incidents = file.incidents ?? usualIncidents(serials, seed, since_ms);

  let ended = false;
  let next = 0;
  /** Whether no unit has room for more of its past. */
  let full = false;

  const lives: Life[] = file.units.map((row) => {
    const model = modelRow(row.model);
    if (!model) throw new Error(`unit ${row.serial}: unknown model "${row.model}"`);
    const past_ms = row.history && since_ms > 0 ? present_ms - since_ms : null;
    const life: { value?: Life } = {};
    const unit = new Unit({
      serial: row.serial,
      model,
      ...(row.package === undefined ? {} : { package: row.package }),
      ...(row.modes === undefined ? {} : { modes: row.modes }),
      ...(file.panelAnswers === undefined ? {} : { panel: file.panelAnswers }),
      timeZone: row.timeZone,
      link: {
        url: file.mqttUrl,
        credentials: { ca: file.ca, certificate: row.certificate, key: row.key },
        ...(options.reconnect_ms ? { reconnect_ms: options.reconnect_ms } : {}),
      },
      ...(folder === undefined ? {} : { folder }),
      seed,
      pace,
      clock,
      born_ms: past_ms ?? present_ms,
      onAcknowledged: () => {
        if (life.value) noteAcknowledged(life.value);
        if (full) setImmediate(producePast);
        full = false;
      },
    });
    const kitchen = { ...row, model, seed, pace, present_ms, lateDay_ms: lateDayOf(row, incidents, present_ms) };
    const happenings = past_ms === null ? [] : happeningsOf(row.serial, incidents, present_ms);
    life.value = {
      row,
      unit,
      cook: createCook(kitchen, unit),
      past_ms,
      happenings: happenings.filter(({ at_ms }) => at_ms > unit.true_ms),
      acknowledged_ms: 0,
      reported_ms: 0,
    };
    life.value.acknowledged_ms = life.value.reported_ms = Math.min(
      unit.outbox.fill.oldestTrue_ms ?? unit.true_ms,
      present_ms,
    );
    return life.value;
  });

  const share = (): number => {
    const pasts = lives.filter((life) => life.past_ms !== null);
    if (pasts.length === 0) return 1;
    const sum = pasts.reduce((total, life) => total + shareOf(life), 0);
    return sum / pasts.length;
  };

  const shareOf = (life: Life): number => {
    if (life.past_ms === null) return 1;
    return Math.min(1, (life.acknowledged_ms - life.past_ms) / (present_ms - life.past_ms));
  };

  const noteAcknowledged = (life: Life): void => {
    if (life.past_ms === null || life.acknowledged_ms >= present_ms) return;
    // Everything older than what waits longest has arrived.
    const upTo = life.unit.outbox.fill.oldestTrue_ms ?? life.unit.true_ms;
    life.acknowledged_ms = Math.max(life.acknowledged_ms, Math.min(upTo, present_ms));
    // The history is over: what a later lost connection leaves behind may take its time.
    if (life.acknowledged_ms >= present_ms) life.unit.setBacklogRate(backlogRate_per_s);
    else if (life.acknowledged_ms - life.reported_ms < progressEvery_ms) return;
    life.reported_ms = life.acknowledged_ms;
    options.onProgress?.({
      type: 'history',
      unit: life.row.serial,
      upTo: Math.round(life.reported_ms),
      share: share(),
    });
  };

  /** Lives on to an instant, the cook with it. */
  const live = (life: Life, true_ms: number): void => {
    const { unit, cook } = life;
    while (cook.next_ms <= true_ms) {
      unit.advance(cook.next_ms);
      cook.act();
    }
    unit.advance(true_ms);
  };

  const livePast = (life: Life, now: number): void => {
    const { unit } = life;
    const until = Math.min(now, unit.true_ms + stretch_ms);
    const [next, ...later] = life.happenings;
    // A unit without power lives to nothing: what gives it back may lie behind this stretch.
    if (next && (until >= next.at_ms || !unit.plugIn)) {
      live(life, next.at_ms);
      next.happen(unit);
      life.happenings = later;
      unit.commit();
      return;
    }
    live(life, until);
    unit.commit();
    if (until === now) unit.goLive();
  };

  const starts = lives.map((life, index) => clock.after(index * stagger_ms, () => life.unit.connect()));
  for (const life of lives) {
    if (life.past_ms === null) life.unit.goLive();
    else life.unit.setBacklogRate(Number.POSITIVE_INFINITY);
  }

  /** A slice of the pasts, unit after unit, as long as there is room. */
  const producePast = (): void => {
    if (ended) return;
    const began = clock.now();
    let idle = 0;
    while (idle < lives.length && clock.now() - began < slice_ms) {
      const life = lives[next++ % lives.length] as Life;
      if (life.unit.live || life.unit.outbox.fill.messages >= waiting_max) {
        idle++;
        continue;
      }
      idle = 0;
      livePast(life, clock.now());
    }
    if (lives.every((life) => life.unit.live)) return;
    // With room left the next slice comes right after the sockets; otherwise when something is acknowledged.
    full = idle === lives.length;
    if (!full) setImmediate(producePast);
  };
  producePast();

  const beat = clock.every(pace > 1 ? fastTick_ms : tick_ms, () => {
    const now = clock.now();
    for (const life of lives) if (life.unit.live) live(life, now);
  });

  return {
    members: lives,
    get history() {
      return share();
    },
    find: (serial) => lives.find((life) => life.row.serial === serial),
    async [Symbol.asyncDispose]() {
      ended = true;
      for (const timer of [beat, ...starts]) timer[Symbol.dispose]();
      await Promise.all(lives.map((life) => life.unit.close()));
    },
  };
}

/** Checks a fleet file; throws with every fault it has. */
export function parseFleet(text: string): FleetFile {
  const file = JSON.parse(text) as Partial<FleetFile>;
  const faults: string[] = [];
  if (typeof file.mqttUrl !== 'string') faults.push('mqttUrl is missing');
  if (typeof file.ca !== 'string') faults.push('ca is missing');
  if (!Array.isArray(file.units)) faults.push('units are missing');
  if (file.panelAnswers !== undefined && !panelAnswers.includes(file.panelAnswers)) faults.push('panelAnswers');
  for (const incident of file.incidents ?? []) {
    const fault = incidentFault(incident);
    if (fault) faults.push(fault);
  }
  for (const unit of (file.units ?? []) as readonly Partial<FleetUnit>[]) {
    const name = `unit ${unit.serial ?? '?'}`;
    if (!/^[A-Za-z0-9-]{1,64}$/.test(unit.serial ?? '')) faults.push(`${name}: serial`);
    if (!modelRow(unit.model ?? '')) faults.push(`${name}: unknown model "${unit.model}"`);
    if (typeof unit.certificate !== 'string' || typeof unit.key !== 'string')
      faults.push(`${name}: certificate or key`);
    if (!isZone(unit.timeZone ?? '')) faults.push(`${name}: unknown time zone "${unit.timeZone}"`);
    if (!routines.some((routine) => routine === unit.routine))
      faults.push(`${name}: unknown routine "${unit.routine}"`);
  }
  if (faults.length > 0) throw new Error(`The fleet file is not usable: ${faults.join('; ')}.`);
  return file as FleetFile;
}
