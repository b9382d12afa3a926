/** Takes a fact into the state of a unit: values, doors, defrosts, modes, cycles. What follows from it is the rules' business. */
import { families } from '../../appliance/families/families.ts';
import { inZone, isMetric } from '../../appliance/metrics.ts';
import type { PhasePlan } from '../../appliance/phase-plan.ts';
import { stateCodes } from '../../appliance/states.ts';
import { classifyValue } from '../../appliance/value-class.ts';
import { hour_ms, minute_ms } from '../../language/durations.ts';
import type { Input, UnitContext } from './input.ts';
import { newProduct, productAir, productDefrost, productDoor, restartProduct } from './product.ts';
import { defrostModes } from './stage.ts';
import type { CycleState, EngineState, ZoneState } from './state.ts';
import { UnitView } from './unit-view.ts';
import { grantDoorMinute, notePull, startPull } from './windows.ts';

const visit_ms = 8 * hour_ms;
/** A shorter time without power gives no grace: the food is still inside. */
const longWithoutPower_ms = 4 * hour_ms;
/** A set-point moved by this much has to be reached anew. */
const setMoved_K = 2;
/** A cycle seen in a sample and the event of its start are the same within this. */
const sameStart_ms = 2 * minute_ms;

/** A zone of which nothing is known yet. */
export const newZone = (): ZoneState => ({
  mode: null,
  set: null,
  defrost: null,
  door: { since: null, closedAt: null, over: false, minutes: [] },
  pull: null,
  product: newProduct(),
});

/** Takes one fact in. Malformed parts of it are left out. */
export function takeIn(state: EngineState, input: Input, context: UnitContext): void {
  switch (input.kind) {
    case 'sample':
      takeSample(state, input.values, context);
      break;
    case 'door': {
      const before = state.values['door'] ?? 0;
      const bit = input.door === 2 ? 2 : 1;
      setValue(state, 'door', input.open === true ? before | bit : before & ~bit);
      takeDoors(state);
      break;
    }
    case 'cycle':
      takeCycle(state, input);
      break;
    case 'phase':
      if (input.state !== 'running' || !isWhole(input.phase)) break;
      setValue(state, 'cyclePhase', input.phase);
      if (isWhole(input.index)) setValue(state, 'cyclePhaseIndex', input.index);
      takePhase(state);
      break;
    case 'power':
      if (input.event === 'lastGasp') break;
      // Before its first start a unit was without power for longer than anybody knows.
      if (state.at_ms - (finite(input.lostAt_ms) ?? state.heardAt ?? Number.NEGATIVE_INFINITY) > longWithoutPower_ms)
        for (const zone of state.zones) pull(state, zone, context);
      break;
    case 'maintenance':
      if (input.what === 'visitOpened') state.visitUntil = state.at_ms + visit_ms;
      if (input.what === 'visitClosed') state.visitUntil = Math.min(state.visitUntil, state.at_ms);
      break;
    default:
  }
}

const finite = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

function setValue(state: EngineState, name: string, value: number | null): void {
  state.values[name] = value;
  state.seen[name] = state.at_ms;
}

function takeSample(state: EngineState, values: unknown, context: UnitContext): void {
  if (typeof values !== 'object' || values === null) return;
  const stoodBy = state.values['powerState'] === 0;
  for (const name in values) {
    const raw = (values as Readonly<Record<string, unknown>>)[name];
    if (raw === undefined || !isMetric(name)) continue;
    const broken = classifyValue(name, raw, context.model.family) === 'fault';
    // JSON knows no negative zero.
    setValue(state, name, broken || typeof raw !== 'number' ? null : raw + 0);
  }
  state.heardAt = state.at_ms;
  takeDoors(state);
  takePhase(state);
  takeRun(state);
  const switchedOn = stoodBy && state.values['powerState'] !== 0;
  state.zones.forEach((zone, index) => takeZone(state, zone, index === 1 ? 2 : 1, context, switchedOn));
}

function takeZone(state: EngineState, zone: ZoneState, number: 1 | 2, context: UnitContext, switchedOn: boolean): void {
  const mode = modeOf(state, number, context);
  const set = state.values[inZone('cellSetTemp', number)] ?? null;
  const changed = mode !== null && zone.mode !== null && mode !== zone.mode;
  const isBlast = context.model.kind === 'blast';
  const moved = set !== null && (zone.set === null || Math.abs(set - zone.set) >= setMoved_K);
  if (changed || switchedOn || state.values['powerState'] === 0) restartProduct(zone.product);
  zone.mode = mode ?? zone.mode;
  zone.set = set ?? zone.set;
  if (switchedOn || moved || (changed && !isBlast)) pull(state, zone, context);

  takeDefrost(zone, state.values[inZone('defrostState', number)] ?? null, state.at_ms);
  const unit = new UnitView(state, context, number);
  if (state.seen[inZone('TCell', number)] === state.at_ms && unit.cell !== null) takeAir(state, zone, unit);
  notePull(zone, state.at_ms, unit.cell, unit.set);
}

function takeAir(state: EngineState, zone: ZoneState, unit: UnitView): void {
  productAir(zone.product, state.at_ms, unit.cell as number, {
    doorSince: zone.door.since,
    start: unit.isBlast ? unit.coreMax : null,
    warming: unit.stage === 'holdHot' || unit.stage === 'heat',
  });
}

/** The mode of a zone, or of a blast chiller its phase. A defrost is no mode of its own: afterwards all is as before. */
function modeOf(state: EngineState, zone: 1 | 2, context: UnitContext): number | null {
  if (context.model.kind === 'blast') return state.values['cyclePhase'] ?? null;
  const mode = state.values[inZone('operatingMode', zone)] ?? null;
  const key = mode === null ? undefined : families[context.model.family].modes[mode]?.key;
  return key && defrostModes.includes(key) ? null : mode;
}

/** From a cold food's set-point up to a hot one's, the way may take different times. */
const hotFrom = 50;
const frozenBelow = -5;

function pull(state: EngineState, zone: ZoneState, context: UnitContext): void {
  const set = zone.set ?? 0;
  const heats = context.model.kind === 'blast' && set >= hotFrom;
  startPull(zone, state.at_ms, heats ? 'hot' : set < frozenBelow ? 'frozen' : 'chilled');
}

/** A defrost goes up through its codes: from the first on the unit defrosts, from the second on the air is warmed. */
const { pumpDown, heating } = stateCodes('defrostState');

function takeDefrost(zone: ZoneState, code: number | null, at: number): void {
  if (code === null) return;
  const under = zone.defrost !== null && zone.defrost.endedAt === null;
  if (code >= pumpDown && !under) zone.defrost = { since: at, endedAt: null };
  if (code < pumpDown && under && zone.defrost) {
    zone.defrost.endedAt = at;
    productDefrost(zone.product, zone.defrost.since, at);
  } else if (code >= heating && zone.defrost) productDefrost(zone.product, zone.defrost.since, null);
}

/** Doors of the zones by the code of all: with one zone any door is its own. */
function takeDoors(state: EngineState): void {
  const code = state.values['door'] ?? null;
  if (code === null) return;
  state.zones.forEach((zone, index) => {
    const open = state.zones.length === 1 ? code > 0 : (code & (index + 1)) !== 0;
    const { door } = zone;
    const since = door.since;
    if (open && since === null) {
      door.since = state.at_ms;
      door.over = false;
      productDoor(zone.product, state.at_ms, null);
      grantDoorMinute(zone, state.at_ms);
    } else if (!open && since !== null) {
      door.since = null;
      door.closedAt = state.at_ms;
      productDoor(zone.product, null, { since, at: state.at_ms });
    }
  });
}

function takePhase(state: EngineState): void {
  const index = state.values['cyclePhaseIndex'];
  const { cycle } = state;
  if (cycle === null || typeof index !== 'number' || index === cycle.phaseIndex) return;
  cycle.phaseIndex = index;
  cycle.phaseStartedAt = state.at_ms;
}

const newCycle = ({ at_ms: at, plan }: EngineState): CycleState => ({
  runId: null,
  startedAt: at,
  function: null,
  cycleId: null,
  plan: null,
  load_kg: null,
  phaseIndex: 0,
  phaseStartedAt: at,
  endedAt: null,
  end: null,
  judgedBy: plan?.primary ?? null,
});

const endOf = { 2: 'ended', 3: 'stopped', 4: 'interrupted' } as const;

/** A run by what the samples say, where no event said it. */
function takeRun(state: EngineState): void {
  const code = state.values['cycleState'] ?? null;
  const running = code === null ? state.values['cycleRunning'] : Number(code === 1);
  if (running === undefined || running === null) return;
  state.inCycle = running === 1;
  if (state.inCycle && (state.cycle === null || state.cycle.endedAt !== null)) state.cycle = newCycle(state);
  const { cycle } = state;
  if (cycle === null) return;
  if (state.inCycle) {
    cycle.function ??= state.values['cycleFunction'] ?? null;
    cycle.cycleId ??= state.values['cycleId'] ?? null;
  } else if (cycle.endedAt === null) {
    cycle.endedAt = state.at_ms;
    cycle.end = endOf[code as 2 | 3 | 4] ?? 'ended';
  }
}

function takeCycle(state: EngineState, input: Extract<Input, { kind: 'cycle' }>): void {
  const started = input.event === 'started';
  if (!started && !Object.values(endOf).includes(input.event)) return;
  setValue(state, 'cycleRunning', started ? 1 : 0);
  setValue(state, 'cycleState', started ? 1 : input.event === 'ended' ? 2 : input.event === 'stopped' ? 3 : 4);
  if (isWhole(input.function)) setValue(state, 'cycleFunction', input.function);
  const { cycle } = state;
  const seen = cycle !== null && cycle.endedAt === null && state.at_ms - cycle.startedAt <= sameStart_ms;
  if (started && !(seen && cycle.runId === null)) state.cycle = newCycle(state);
  const run = state.cycle;
  if (run !== null && started) {
    run.runId = typeof input.runId === 'string' ? input.runId.slice(0, 40) : '';
    run.function = isWhole(input.function) ? input.function : null;
    run.cycleId = finite(input.cycleId);
    run.load_kg = finite(input.load_kg);
    run.plan = planOf(input.plan);
  }
  if (run !== null && !started && run.endedAt === null) {
    run.endedAt = state.at_ms;
    run.end = input.event as CycleState['end'];
  }
  state.inCycle = started;
}

/** The plan of a run, or null when some of it is not as it should be. */
function planOf(plan: unknown): readonly PhasePlan[] | null {
  if (!Array.isArray(plan) || plan.length > 9) return null;
  const sound = plan.every((phase: unknown) => {
    const end = (phase as { readonly end?: { readonly by?: unknown } } | null)?.end;
    return typeof end === 'object' && end !== null && typeof end.by === 'string';
  });
  return sound ? (plan as readonly PhasePlan[]) : null;
}
