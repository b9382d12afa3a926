import type { Cycle, CycleForecast, LiveFrame } from '@brina/contract/live';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { loadUnits, saveUnits } from '#core/picture/unit.ts';
import type { Run } from './run.ts';

/**
 * Brings the live pictures of units up to date with the forecasts of the cycles they run (B2.14). A picture that shows another run, or one
 * that is over, is left as it is.
 * @returns the frames to send after the commit
 */
export async function showForecasts(db: Db, runs: readonly Run[], now: number): Promise<LiveFrame[]> {
  const moved = new Map(runs.flatMap((run) => (run.isForecastMoved ? [[run.unit.serial, run]] : [])));
  if (moved.size === 0) return [];
  const units = [...(await loadUnits(db, [...moved.keys()])).values()];
  for (const unit of units) {
    const state = moved.get(unit.serial)?.state;
    const { cycle } = unit.picture;
    if (state === undefined || cycle?.state !== 'running' || cycle.runId !== state.cycle?.runId) continue;
    unit.show('cycle', withForecast(cycle, state.memory.forecast.said), now);
  }
  const told = units.filter((unit) => unit.frames().length > 0);
  if (told.length > 0) await saveUnits(db, told);
  return told.flatMap((unit) => unit.frames());
}

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
