/**
 * What a card says of an appliance beside its air and set-point. Which of it there is follows from the rows of its family and from
 * what it reports: food has a core, humid air a set humidity, a plan its phases and an end.
 */
import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { CycleForecast } from '@brina/contract/live';
import { familyOf } from '@brina/domain/appliance/families/families';
import { inZone } from '@brina/domain/appliance/metrics';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { minute_ms } from '@brina/domain/language/durations';
import { coreOf, isWorking, modeOf, reportedNumber, type ZoneNumber } from '../../../appliance/appliance-state.ts';

/** Food temperature and the one it is brought to, °C; null between cycles, when the needle hangs in the air. */
export function foodOf(appliance: Appliance): { core: number; target: number | null } | null {
  const core = isWorking(appliance) ? coreOf(appliance) : null;
  if (core === null) return null;
  return { core, target: appliance.status === 'running' ? (appliance.cycle?.coreTarget ?? null) : null };
}

/** Relative humidity of a zone and its set-point, %; null where none is set. */
export function humidityOf(appliance: Appliance, zone: ZoneNumber = 1): { now: number | null; set: number } | null {
  const set = reportedNumber(appliance, inZone('cellSetHumidity', zone));
  return set === null || !isWorking(appliance, zone)
    ? null
    : { now: reportedNumber(appliance, inZone('levelHumidity', zone)), set };
}

/** Whether a door stands open, as far as anybody knows. */
export const isDoorOpen = (appliance: Appliance): boolean =>
  appliance.online && (appliance.door ?? reportedNumber(appliance, 'door') ?? 0) > 0;

/**
 * Where a plan is: the code of its phase, the place of it (0 unknown), how far it has come, and when it is over. `readyAt_ms` where
 * it was planned for a time of day: the unit says what is left, to the minute it was asked for. `forecast`: when its food will be cold.
 */
export type PlanNow = {
  phase: number;
  index: number;
  count: number;
  share: number | null;
  gone_ms: number | null;
  left_ms: number | null;
  readyAt_ms: number | null;
  forecast: CycleForecast | undefined;
};

/** The plan an appliance follows now: a cycle, or a mode that comes to an end. Null while it keeps what it keeps. */
export function planOf(appliance: Appliance, now_ms: number): PlanNow | null {
  const { online, status, cycle } = appliance;
  const running = status === 'running' ? cycle : null;
  // An estimate that has run out says nothing any more: the food decides when it is cold.
  const left_s = reportedNumber(appliance, 'cycleRemaining') ?? 0;
  const phase = running?.phase ?? reportedNumber(appliance, 'cyclePhase');
  if (!online || phase === null || (!running && (left_s <= 0 || modeOf(appliance) === null))) return null;
  const left_ms = left_s > 0 ? left_s * 1000 : null;
  const gone_s = reportedNumber(appliance, 'cycleElapsed');
  const gone_ms = running ? Math.max(0, now_ms - running.startedAt) : gone_s === null ? null : gone_s * 1000;
  return {
    phase,
    index: running?.phaseIndex ?? 0,
    count: running?.phaseCount ?? 0,
    share: left_ms === null || gone_ms === null ? null : gone_ms / Math.max(1, gone_ms + left_ms),
    gone_ms,
    left_ms,
    forecast: running?.forecast,
    readyAt_ms:
      left_ms !== null && endsByClock(appliance) ? Math.round((now_ms + left_ms) / minute_ms) * minute_ms : null,
  };
}

/** Whether what runs was planned to be ready at a time of day, by the rows of its family. */
function endsByClock(appliance: Appliance): boolean {
  const mode = modeOf(appliance);
  if (mode) return mode.row.definition.some(({ end }: PhasePlan) => end.by === 'auto');
  const { cycle, model } = appliance;
  return cycle !== null && familyOf(model)?.functions[cycle.function]?.ends[0] === 'clock';
}
