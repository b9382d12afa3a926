import type { RefusalCode } from '@brina/domain/appliance/refusals';
import { atEase, type Demand } from '@brina/domain/thermal/chamber';
import type { Zone } from '../appliance-state.ts';
import {
  beginDefrost,
  createDefrostClock,
  cutDefrost,
  type DefrostPlan,
  defrostCode,
  defrostEnd,
  isDefrosting,
  stepDefrost,
} from '../defrost.ts';
import type { Machine, Prepared } from '../machine.ts';

/** Air this warm frees a coil by itself. */
const defrostMax = 40;

/** The defrosts of one zone of an appliance that holds: begun by the clock or a person, and the mode it goes back to after them. */
export class ZoneDefrost {
  readonly #machine: Machine;
  readonly #zone: Zone;
  readonly #index: number;
  readonly #plan: () => DefrostPlan;
  readonly #isDue: ReturnType<typeof createDefrostClock>;

  constructor(machine: Machine, zone: Zone, index: number, plan: () => DefrostPlan) {
    this.#machine = machine;
    this.#zone = zone;
    this.#index = index;
    this.#plan = plan;
    this.#isDue = createDefrostClock(machine.serial);
  }

  /** Code of `defrostState`. */
  get code(): number {
    return this.#zone.defrost.code;
  }

  /** Whether the coil is being freed or drips. */
  get isOn(): boolean {
    return isDefrosting(this.#zone.defrost);
  }

  /** What the zone asks for, around its defrosts. */
  demand({ air, rh, fan }: Pick<Demand, 'air' | 'rh' | 'fan'>): Demand {
    switch (this.code) {
      case defrostCode.heating: {
        const { heater } = this.#plan();
        return { air: null, rh, fan: heater ? 0 : fan, defrost: heater ? 'heater' : 'none' };
      }
      case defrostCode.dripping:
        return { ...atEase, rh };
      case defrostCode.fanDelay:
        return { air, rh, fan: 0, defrost: 'none' };
      default:
        return { air, rh, fan, defrost: 'none' };
    }
  }

  /** Moves on; when the coil has dripped the mode goes on. */
  advance(): void {
    const { readings, state } = this.#machine;
    const coil = readings.coil[this.#index] ?? null;
    if (stepDefrost(this.#zone.defrost, this.#plan(), coil, state.time_s)) this.back();
  }

  /** Begins when one is due by the clock. */
  beginIfDue(): void {
    const { state, zoneOffset_ms } = this.#machine;
    if (this.#isDue(this.#zone.defrost, this.#index, state.true_ms + zoneOffset_ms, state.time_s)) this.#begin();
  }

  /** Ends what is under way. */
  cut(end: number): void {
    cutDefrost(this.#zone.defrost, end, this.#machine.state.time_s);
  }

  /** The mode from before a defrost that somebody wanted. */
  back(): void {
    const zone = this.#zone;
    if (zone.before === null) return;
    zone.mode = zone.before;
    zone.before = null;
  }

  /**
   * Somebody wants a defrost, or wants it over.
   * @param refusal why none can begin now, by what the appliance does
   * @param mode what the zone shows meanwhile; NaN where the family has no such mode
   */
  prepare(on: unknown, refusal: () => RefusalCode | null, mode: number): Prepared {
    if (on === this.isOn) return 'already_so';
    if (!on)
      return () => {
        this.cut(defrostEnd.person);
        this.back();
      };
    const refused = refusal() ?? defrostRefusal(this.#machine);
    if (refused) return refused;
    return () => {
      this.#begin();
      if (Number.isNaN(mode)) return;
      this.#zone.before = this.#zone.mode;
      this.#zone.mode = mode;
    };
  }

  #begin(): void {
    const { state } = this.#machine;
    beginDefrost(this.#zone.defrost, state.time_s);
    state.counters.dailyDefrosts++;
  }
}

/** What forbids any appliance to begin a defrost. */
export function defrostRefusal({ state, readings }: Machine): RefusalCode | null {
  if (state.doors.some(({ open }) => open)) return 'door_open';
  return (readings.air[0] ?? 0) > defrostMax ? 'cell_too_hot' : null;
}
