import { advance, openIntervals } from '@brina/domain/alarms/engine/engine';
import type { Input } from '@brina/domain/alarms/engine/input';
import { type Interval, retold } from '@brina/domain/alarms/engine/interval';
import type { FirstForecast, SaidForecast } from '@brina/domain/alarms/engine/memory';
import { minute_ms } from '@brina/domain/language/durations';
import type { Slices } from '#core/slices.ts';
import type { Failure } from './failures.ts';
import { type Beginning, isCheckpoint, type KeptState, readState, type StateText, writeState } from './states.ts';

/** States of the last minutes are at hand for facts that come a little late: no closer to each other than this, and so many. */
const recentEvery_ms = minute_ms;
const recent_max = 3;

/** What a run takes facts with; `now`: epoch ms. */
export type Taking = { now: number; slices: Slices };

/** The rules of one unit on their way from a state to the present. Moments are epoch ms. */
export class Run {
  readonly unit: Beginning;
  /** Everything up to then is in the state. */
  at: number;
  state: KeptState['state'];
  /** What is news: an interval that opened, closed or says something else than before, or a plan. */
  isChanged: boolean;
  /** States of the last minutes, oldest first. */
  readonly recent: StateText[];
  readonly #saidBefore: SaidForecast | null;
  /** When the cycle began that has a forecast, or may have one; null: none does. */
  readonly #forecastBefore: number | null;
  readonly #isCareful: boolean;
  readonly #failures: Failure[];
  readonly #intervals: Map<string, Interval>;
  readonly #checkpoints: Map<number, StateText>;
  readonly #forecasts = new Map<string, FirstForecast>();
  #firstBefore: FirstForecast | null;

  /**
   * @param recent states at hand of before `unit.at`, oldest first
   * @param isCareful a fact that the rules refuse is left out, whole; it costs a copy of the state for each fact
   */
  constructor(unit: Beginning, recent: readonly StateText[] = [], isCareful = false) {
    this.unit = unit;
    this.#isCareful = isCareful;
    this.#failures = unit.isDamaged ? [{ kind: 'damaged', error: null }] : [];
    this.at = unit.at;
    this.state = unit.state;
    this.#saidBefore = unit.state.memory.forecast.said;
    this.#forecastBefore = forecastOf(unit.state);
    this.#firstBefore = unit.state.memory.forecast.first;
    this.recent = [...recent];
    this.#intervals = new Map(openIntervals(unit.state).map((interval) => [keyOf(interval), interval]));
    // The first state is kept too: late facts of the first hour would otherwise begin without what was before them.
    this.#checkpoints = new Map(unit.isFirst ? [[unit.at, writeState(unit)]] : []);
    // What is still on is news to who has claimed the unit since.
    this.isChanged = unit.again || (unit.heldSince !== null && unit.at < unit.heldSince);
  }

  /** Whether everything is as it was: nothing is to be written. */
  get isIdle(): boolean {
    return (this.at === this.unit.at && !this.isChanged && !this.unit.isFirst) || this.isEmpty;
  }

  /** Whether the rules of a unit would begin, and no fact is there with which: what comes first may be of an earlier moment. */
  get isEmpty(): boolean {
    return this.unit.isFirst && this.unit.engineAt === null && this.at === this.unit.at;
  }

  /** Whether the forecast of the cycle that runs says something else than where the run began. */
  get isForecastMoved(): boolean {
    return this.state.memory.forecast.said !== this.#saidBefore;
  }

  /** Whether the cycle that ran where the run began, and might have a forecast, is over. */
  get isForecastOver(): boolean {
    return this.#forecastBefore !== null && forecastOf(this.state) !== this.#forecastBefore;
  }

  /** Warnings that food of the cycle that runs will be late, which are over since the run began. Of a former cycle its end ended them. */
  get forecastsSolved(): readonly Interval[] {
    const { cycle } = this.state;
    if (cycle === null) return [];
    return this.intervals.filter(
      ({ name, state, startedAt }) => isForecastWarning(name) && state === 'cleared' && startedAt >= cycle.startedAt,
    );
  }

  /** The forecasts that are to be compared with what comes, as they were made on the way, by the `runId` of their cycle. */
  get forecasts(): ReadonlyMap<string, FirstForecast> {
    return this.#forecasts;
  }

  /** Every interval that was on at the beginning or began since, as it stands. */
  get intervals(): readonly Interval[] {
    return [...this.#intervals.values()];
  }

  /** States on the way that are worth keeping. */
  get checkpoints(): readonly StateText[] {
    return [...this.#checkpoints.values()];
  }

  /** What went wrong since this was asked last. */
  takeFailures(): readonly Failure[] {
    return this.#failures.splice(0);
  }

  /**
   * Takes facts in, in the order of their moments.
   * @throws what the rules throw at one that they refuse, unless the run is careful: the state may have a part of it then, and is void
   */
  async take(inputs: readonly Input[], { now, slices }: Taking): Promise<void> {
    await slices.each(inputs, (input) => {
      // No time passes with a plan, which is known before what a unit has kept.
      if (input.kind === 'plan') this.isChanged = true;
      else this.#passTo(input.at_ms, now);
      if (this.#isCareful) this.#attempt(input);
      else this.#advance(input);
    });
  }

  /** Takes a fact in or leaves it out: no unit stands still for one of its facts. */
  #attempt(input: Input): void {
    const before = writeState(this);
    try {
      this.#advance(input);
    } catch (error) {
      this.state = readState(before).state;
      this.#firstBefore = this.state.memory.forecast.first;
      this.#failures.push({ kind: 'refused', error });
    }
  }

  #passTo(at_ms: number, now: number): void {
    // A state is kept between two moments, never within one.
    if (at_ms <= this.at) return;
    if (isCheckpoint(this.at, at_ms, now)) this.#checkpoints.set(this.at, writeState(this));
    if (now - at_ms < recent_max * recentEvery_ms) this.#holdRecent();
    this.at = at_ms;
  }

  #advance(input: Input): void {
    const { state, changed } = advance(this.state, input, this.unit.context);
    this.state = state;
    for (const interval of changed) {
      const key = keyOf(interval);
      const before = this.#intervals.get(key);
      this.#intervals.set(key, before ? retold(before, interval) : interval);
    }
    this.isChanged ||= changed.length > 0;
    this.#noteForecast();
  }

  #noteForecast(): void {
    const { cycle, memory } = this.state;
    const { first } = memory.forecast;
    if (first === this.#firstBefore) return;
    this.#firstBefore = first;
    if (first !== null && cycle?.runId) this.#forecasts.set(cycle.runId, first);
  }

  #holdRecent(): void {
    const last = this.recent.at(-1);
    if (last && this.at - last.at < recentEvery_ms) return;
    this.recent.push(writeState(this));
    if (this.recent.length > recent_max) this.recent.shift();
  }
}

const forecastOf = ({ memory: { forecast } }: KeptState['state']): number | null =>
  forecast.kind === null ? null : forecast.cycleAt;

const isForecastWarning = (name: string): boolean =>
  name === 'chillForecastWarning' || name === 'freezeForecastWarning';

/** One alarm of a unit by where and when it began. */
export const keyOf = ({ name, zone, startedAt }: Interval): string => `${name} ${zone ?? 1} ${startedAt}`;
