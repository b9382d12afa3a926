import type { Cycle, CycleForecast, LiveFrame } from '@brina/contract/live';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { endNoticesOf, tellNotice } from '#core/notices.ts';
import { loadUnits, saveUnits } from '#core/picture/unit.ts';
import type { Run } from './run.ts';

/** Begins the keys of notices that a cycle's food will be cold in time after all. */
const inTimeKey = 'cold_in_time ';

/**
 * Brings the live pictures of units up to date with the forecasts of the cycles they run, and tells once that a warning of a cycle that
 * still runs is over (B2.14). A picture that shows another run, or one that is over, is left as it is.
 * @returns the frames to send after the commit
 */
export async function showForecasts(db: Db, runs: readonly Run[], now: number): Promise<LiveFrame[]> {
  const moved = new Map(runs.filter(isNews).map((run) => [run.unit.serial, run]));
  if (moved.size === 0) return [];
  const units = [...(await loadUnits(db, [...moved.keys()])).values()];
  for (const unit of units) {
    const run = moved.get(unit.serial);
    if (run?.isForecastOver) await endNoticesOf(db, unit, { start: inTimeKey, at_ms: now });
    const { cycle } = unit.picture;
    if (run === undefined || cycle?.state !== 'running' || cycle.runId !== run.state.cycle?.runId) continue;
    if (run.isForecastMoved) unit.show('cycle', withForecast(cycle, run.state.memory.forecast.said), now);
    for (const { name, startedAt, clearedAt } of run.forecastsSolved)
      await tellNotice(db, unit, {
        key: `${inTimeKey}${name} ${startedAt}`,
        name: 'cold_in_time',
        detail: {},
        at_ms: clearedAt ?? now,
      });
  }
  const told = units.filter((unit) => unit.frames().length > 0);
  if (told.length > 0) await saveUnits(db, told);
  return told.flatMap((unit) => unit.frames());
}

const isNews = ({ isForecastMoved, isForecastOver, forecastsSolved }: Run): boolean =>
  isForecastMoved || isForecastOver || forecastsSolved.length > 0;

/**
 * Keeps what was first said of cycles, to be compared with what came (B2.14). What is kept of a run stays: a forecast is what was said when
 * it was made, and neither late facts nor rules that go over them again make it a better one.
 */
export async function keepForecasts(db: Db, runs: readonly Run[]): Promise<void> {
  const made = runs.flatMap(({ unit: { appliance }, forecasts }) =>
    [...forecasts].map(([run_id, { madeAt, to, at }]) => ({
      appliance,
      run_id,
      made_at: timestamp(madeAt),
      to_c: to,
      at: timestamp(at),
    })),
  );
  if (made.length === 0) return;
  await db
    .insertInto('cycle_forecast')
    .values(made)
    .onConflict((same) => same.columns(['appliance', 'run_id']).doNothing())
    .execute();
}

function withForecast({ forecast: _, ...cycle }: Cycle, said: CycleForecast | null): Cycle {
  return said === null ? cycle : { ...cycle, forecast: said };
}
