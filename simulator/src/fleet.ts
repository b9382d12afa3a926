/**
 * Many units in one process. Each first produces its past, as far as its outbox has room and never beyond now, then lives in real
 * time. A restart is a power cut for the fleet, not a new history.
 */
import { mkdirSync } from 'node:fs';
import { limits } from '@brina/contract/devices';
import type { Clock } from './clock.ts';
import type { FleetUnit } from './fleet-file.ts';
import { usualIncidents } from './incidents.ts';
import { Life, type LifeOptions } from './life.ts';
import type { Unit } from './unit/unit.ts';

export type FleetOptions = LifeOptions & { readonly onProgress?: (progress: Progress) => void };

/** How far a unit's past has come, and the share of the whole fleet's past that the server has acknowledged. */
export type Progress = {
  readonly type: 'history';
  readonly unit: string;
  readonly upTo: number;
  readonly share: number;
};

/** A unit with its row of the fleet file. */
export type Member = { readonly row: FleetUnit; readonly unit: Unit };

/** Live units move on this often; a process that runs faster needs shorter steps. */
const tick_ms = 1000;
const fastTick_ms = 250;
const stagger_ms = 40;
/** The past is produced while less than this waits: more would only fill the memory, the edge takes no more than its window at once. */
const waiting_max = 2 * limits.window;
/** Longest the process works on the past before it looks after its connections again. */
const slice_ms = 25;

/** The fleet; it starts when it is made and ends when it is disposed of. */
export class Fleet implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #onProgress: FleetOptions['onProgress'];
  readonly #lives: readonly Life[];
  readonly #timers: readonly Disposable[];
  #ended = false;
  /** Number of the unit that next lives a stretch of its past. */
  #next = 0;
  /** Whether no unit has room for more of its past. */
  #full = false;

  constructor(options: FleetOptions) {
    const { file, clock, seed, pace, since_ms, folder } = options;
    if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#clock = clock;
    this.#onProgress = options.onProgress;
    const present_ms = clock.now();
    const serials = file.units.filter(({ history }) => history).map(({ serial }) => serial);
    const incidents = file.incidents ?? usualIncidents(serials, seed, since_ms);
    this.#lives = file.units.map((row) => {
      const life: Life = new Life(row, options, present_ms, incidents, () => this.#acknowledged(life));
      return life;
    });
    const starts = this.#lives.map(({ unit }, index) => clock.after(index * stagger_ms, () => unit.connect()));
    for (const { hasPast, unit } of this.#lives) {
      if (hasPast) unit.setBacklogRate(Number.POSITIVE_INFINITY);
      else unit.goLive();
    }
    this.#producePast();
    this.#timers = [clock.every(pace > 1 ? fastTick_ms : tick_ms, () => this.#beat()), ...starts];
  }

  get members(): readonly Member[] {
    return this.#lives;
  }

  /** Share of the past that the server has acknowledged, 0..1. */
  get history(): number {
    const pasts = this.#lives.filter(({ hasPast }) => hasPast);
    return pasts.length === 0 ? 1 : pasts.reduce((total, { share }) => total + share, 0) / pasts.length;
  }

  find(serial: string): Member | undefined {
    return this.#lives.find(({ row }) => row.serial === serial);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    for (const timer of this.#timers) timer[Symbol.dispose]();
    await Promise.all(this.#lives.map(({ unit }) => unit.close()));
  }

  #beat(): void {
    const now = this.#clock.now();
    for (const life of this.#lives) if (life.unit.live) life.live(now);
  }

  #acknowledged(life: Life): void {
    const upTo = life.noteAcknowledged();
    if (upTo !== null) this.#onProgress?.({ type: 'history', unit: life.row.serial, upTo, share: this.history });
    if (this.#full) setImmediate(() => this.#producePast());
    this.#full = false;
  }

  /** A slice of the pasts, unit after unit, as long as there is room. */
  #producePast(): void {
    if (this.#ended) return;
    const lives = this.#lives;
    const began = this.#clock.now();
    let idle = 0;
    while (idle < lives.length && this.#clock.now() - began < slice_ms) {
      const life = lives[this.#next++ % lives.length] as Life;
      if (life.unit.live || life.unit.outbox.fill.messages >= waiting_max) {
        idle++;
        continue;
      }
      idle = 0;
      life.livePast(this.#clock.now());
    }
    if (lives.every(({ unit }) => unit.live)) return;
    // With room left the next slice comes right after the sockets; otherwise when something is acknowledged.
    this.#full = idle === lives.length;
    if (!this.#full) setImmediate(() => this.#producePast());
  }
}
