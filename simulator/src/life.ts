import { modelRow } from '@brina/domain/appliance/families/families';
import { phaseEnds } from '@brina/domain/appliance/phase-plan';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import type { Clock } from './clock.ts';
import type { FleetFile, FleetUnit } from './fleet-file.ts';
import { type Happening, happeningsOf, type Incident, inOrder, oddDaysOf, withoutPlug } from './incidents.ts';
import { backlogRate_per_s } from './link/send-window.ts';
import { plugOutOn } from './routines/blast-work.ts';
import { type Cook, createCook } from './routines/cook.ts';
import type { Kitchen, Oddity } from './routines/kitchen-day.ts';
import { Unit } from './unit/unit.ts';

/** What the units of a fleet have in common. */
export type LifeOptions = {
  readonly file: FleetFile;
  readonly clock: Clock;
  readonly seed: number;
  /** Seconds of the process in a second. */
  readonly pace: number;
  /** Length of the past to produce; 0 none. */
  readonly since_ms: number;
  /** Folder of the units' state; absent: in memory. */
  readonly folder?: string;
  readonly reconnect_ms?: readonly [first: number, longest: number];
};

/** The past is produced in stretches of this length. */
const stretch_ms = 30 * minute_ms;
const progressEvery_ms = 6 * hour_ms;

/** A unit of the fleet with the people around it: its past, as far as it was told and acknowledged, then its present. */
export class Life {
  readonly row: FleetUnit;
  readonly unit: Unit;
  readonly #cook: Cook;
  readonly #present_ms: number;
  /** Start of its past, null when it has none. */
  readonly #past_ms: number | null;
  /** What is still to happen in its past. */
  #happenings: readonly Happening[];
  #acknowledged_ms: number;
  #reported_ms: number;

  /**
   * @param present_ms where its past ends
   * @param onAcknowledged the server has something of it
   */
  constructor(
    row: FleetUnit,
    options: LifeOptions,
    present_ms: number,
    incidents: readonly Incident[],
    onAcknowledged: () => void,
  ) {
    const { seed, pace, since_ms } = options;
    const model = modelRow(row.model);
    if (!model) throw new Error(`unit ${row.serial}: unknown model "${row.model}"`);
    this.row = row;
    this.#present_ms = present_ms;
    this.#past_ms = row.history && since_ms > 0 ? present_ms - since_ms : null;
    this.unit = new Unit({
      ...unitOptions(row, options),
      model,
      born_ms: this.#past_ms ?? present_ms,
      onAcknowledged,
    });
    const oddDays = oddDaysOf(row, incidents, present_ms);
    const { cycles } = options.file;
    const kitchen = { ...row, model, seed, pace, present_ms, oddDays, ...(cycles && { cycles }) };
    this.#cook = createCook(kitchen, this.unit);
    const happenings =
      this.#past_ms === null ? [] : [...happeningsOf(row, incidents, present_ms), ...plugsOut(kitchen, oddDays)];
    this.#happenings = inOrder(happenings).filter(({ at_ms }) => at_ms > this.unit.true_ms);
    this.#acknowledged_ms = Math.min(this.#heard_ms, present_ms);
    this.#reported_ms = this.#acknowledged_ms;
  }

  get hasPast(): boolean {
    return this.#past_ms !== null;
  }

  /** Share of its past that the server has acknowledged, 0..1. */
  get share(): number {
    if (this.#past_ms === null) return 1;
    return Math.min(1, (this.#acknowledged_ms - this.#past_ms) / (this.#present_ms - this.#past_ms));
  }

  /** Lives on to an instant, the cook with it. */
  live(true_ms: number): void {
    while (this.#cook.next_ms <= true_ms) {
      this.unit.advance(this.#cook.next_ms);
      this.#cook.act();
    }
    this.unit.advance(true_ms);
  }

  /** Lives a stretch of its past; at its end it goes live. */
  livePast(now: number): void {
    const { unit } = this;
    const until = Math.min(now, unit.true_ms + stretch_ms);
    const [next, ...later] = this.#happenings;
    // A unit without power lives to nothing: what gives it back may lie behind this stretch.
    if (next && (until >= next.at_ms || !unit.plugIn)) {
      this.live(next.at_ms);
      next.happen(unit);
      this.#happenings = later;
      unit.commit();
      return;
    }
    this.live(until);
    unit.commit();
    if (until === now) unit.goLive();
  }

  /** Looks how much of the past has arrived; returns up to which instant when it is time to say so. */
  noteAcknowledged(): number | null {
    if (this.#past_ms === null || this.#acknowledged_ms >= this.#present_ms) return null;
    this.#acknowledged_ms = Math.max(this.#acknowledged_ms, Math.min(this.#heard_ms, this.#present_ms));
    // The history is over: what a later lost connection leaves behind may take its time.
    if (this.#acknowledged_ms >= this.#present_ms) this.unit.setBacklogRate(backlogRate_per_s);
    else if (this.#acknowledged_ms - this.#reported_ms < progressEvery_ms) return null;
    this.#reported_ms = this.#acknowledged_ms;
    return Math.round(this.#reported_ms);
  }

  /** Everything older than what waits longest has arrived. */
  get #heard_ms(): number {
    return this.unit.outbox.fill.oldestTrue_ms ?? this.unit.true_ms;
  }
}

/** When somebody pulls the plug of a blast chiller while it cools. */
function plugsOut(kitchen: Kitchen, oddDays: ReadonlyMap<number, Oddity>): Happening[] {
  const { model } = kitchen;
  if (model.kind !== 'blast') return [];
  return [...oddDays.keys()].flatMap((midnight) => {
    const span = plugOutOn({ ...kitchen, model }, midnight);
    return span ? withoutPlug(span) : [];
  });
}

const unitOptions = (row: FleetUnit, { file, clock, seed, pace, folder, reconnect_ms }: LifeOptions) => ({
  serial: row.serial,
  ...(row.package === undefined ? {} : { package: row.package }),
  ...(row.withoutEnds === undefined ? {} : { ends: phaseEnds.filter((end) => !row.withoutEnds?.includes(end)) }),
  ...(row.modes === undefined ? {} : { modes: row.modes }),
  ...(file.panelAnswers === undefined ? {} : { panel: file.panelAnswers }),
  timeZone: row.timeZone,
  link: {
    url: file.mqttUrl,
    credentials: { ca: file.ca, certificate: row.certificate, key: row.key },
    ...(reconnect_ms ? { reconnect_ms } : {}),
  },
  ...(folder === undefined ? {} : { folder }),
  seed,
  pace,
  clock,
});
