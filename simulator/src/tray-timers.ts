/** Timers of single trays, or trolleys, in a run that goes on. They count on while the power is out. */
import type { EventBody, PanelTold } from '@brina/contract/devices';
import type { TrayTimer } from './appliance-state.ts';
import type { Machine } from './machine.ts';

/** What is set for a tray; `min` null takes its timer away. `needle`: the one that is in it, which a person in front of it can tell. */
export type TimerSetting = {
  readonly tray: number;
  readonly min: number | null;
  readonly product?: string;
  readonly needle?: number;
};

/** The timers of an appliance. */
export class TrayTimers {
  readonly #machine: Machine;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  has(tray: number): boolean {
    return this.#timers.some((timer) => timer.tray === tray);
  }

  /** Starts the timer of a tray, anew when it has one, or takes it away. There must be a run. */
  set({ tray, min, product, needle }: TimerSetting): void {
    const { state } = this.#machine;
    const before = this.#timers.find((timer) => timer.tray === tray);
    const others = this.#timers.filter((timer) => timer.tray !== tray);
    if (min === null) {
      this.#keep(others);
      if (before) this.#tell(before, 'cleared');
      return;
    }
    const timer: TrayTimer = {
      runId: state.run?.runId ?? '',
      tray,
      min,
      product: product ?? null,
      needle: needle ?? null,
      since_s: state.time_s,
      from_ms: Math.round(state.true_ms),
      done: false,
    };
    this.#keep([...others, timer].sort((a, b) => a.tray - b.tray));
    this.#tell(timer, 'started');
  }

  /** Tells which are done since the last look. They stay, until they are taken away or the run is over. */
  advance(): void {
    for (const timer of this.#timers) {
      if (timer.done || this.#machine.state.time_s - timer.since_s < timer.min * 60) continue;
      timer.done = true;
      this.#machine.state.panelChanges++;
      this.#tell(timer, 'done');
    }
  }

  /** The run is over: so are its timers. */
  clearAll(): void {
    const timers = this.#timers;
    if (timers.length === 0) return;
    this.#keep([]);
    for (const timer of timers) this.#tell(timer, 'cleared');
  }

  /** What the unit tells of them; their moments by its clock. */
  told(clockAt: (true_ms: number) => number): NonNullable<PanelTold['trayTimers']> {
    return this.#timers.map(({ tray, min, product, from_ms }) => ({ tray, from: clockAt(from_ms), min, product }));
  }

  /** Minutes that are left of each, by its tray. */
  get left_min(): Readonly<Record<string, number>> {
    const { time_s } = this.#machine.state;
    return Object.fromEntries(
      this.#timers.map(({ tray, min, since_s }) => [tray, Math.max(0, min - (time_s - since_s) / 60)]),
    );
  }

  get #timers(): readonly TrayTimer[] {
    return this.#machine.state.timers ?? [];
  }

  #keep(timers: readonly TrayTimer[]): void {
    this.#machine.state.timers = [...timers];
    this.#machine.state.panelChanges++;
  }

  #tell({ runId, tray, needle }: TrayTimer, event: Extract<EventBody, { type: 'tray' }>['event']): void {
    this.#machine.report.event({ type: 'tray', runId, tray, ...(needle === null ? {} : { needle }), event });
  }
}
