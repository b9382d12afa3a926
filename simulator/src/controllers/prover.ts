/**
 * Controller of a retarder prover (PL): continuous, direct and programmed by the kitchen's clock, defrosts in between, and plans that
 * repeat.
 */
import { isSkippable } from '@brina/domain/cycles/cycle';
import { localMinute } from '@brina/domain/language/local-minute';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { planProofing } from '@brina/domain/cycles/proofing';
import { type ApplianceState, cycleCode, type Zone } from '../appliance-state.ts';
import { atEase, type Demand } from '../chamber.ts';
import { createRuns } from '../cycle-run.ts';
import {
  beginDefrost,
  createDefrostClock,
  cutDefrost,
  defrostCode,
  defrostEnd,
  type DefrostPlan,
  isDefrosting,
  stepDefrost,
} from '../defrost.ts';
import { type Controller, type Handler, type Machine, phaseCode, type Prepared } from '../machine.ts';

/** Codes of its modes. */
const modes = { standby: 0, continuous: 1, direct: 2, programmed: 3, defrosting: 4 } as const;

/** The coil ices up below this air only. */
const icesBelow = 8;
const defrostMax = 40;
const day_ms = 86_400_000;

/** Steers a prover. */
export function createProver(machine: Machine): Controller {
  const { model, family, state: s } = machine;
  const zone: Zone = firstZone(s);
  const code = {
    storing: phaseCode(family, 'storing'),
    sleeping: phaseCode(family, 'sleeping'),
    defrosting: phaseCode(family, 'defrosting'),
    dripping: phaseCode(family, 'dripping'),
  };
  const isDue = createDefrostClock(machine.serial);

  const standBy = (): void =>
    void Object.assign(zone, { mode: modes.standby, before: null, air: null, rh: null, fan: null });

  const runs = createRuns(machine, {
    onEnd: (event) => {
      if (s.repeats) s.repeats.armed = false;
      if (event !== 'ended' || !s.run) standBy();
    },
  });

  const mode = (): number => zone.before ?? zone.mode;
  const row = (): (typeof family.modes)[number] | undefined => family.modes[mode()];

  const set = (): number | null => {
    if (!s.on) return null;
    if (runs.phase) return runs.air;
    return mode() === modes.continuous ? (zone.air ?? row()?.air?.default ?? null) : null;
  };

  const humidity = (): PhasePlan['rh'] => {
    if (!s.on || zone.rh === 'off') return null;
    if (runs.phase) return runs.phase.rh;
    const value = mode() === modes.continuous ? (zone.rh ?? row()?.rh?.default ?? null) : null;
    return value === null ? null : { set: value };
  };

  const fan = (): number => {
    if (runs.phase) return runs.phase.fan / 100;
    return mode() === modes.continuous ? (zone.fan ?? row()?.fan?.default ?? 0) / 100 : 0;
  };

  const defrostPlan = (): DefrostPlan => ({
    heater: true,
    until: 8,
    max_s: 30 * 60,
    fanBelow: Math.min(-2, (set() ?? 0) - 4),
  });

  const back = (): void => {
    if (zone.before === null) return;
    zone.mode = zone.before;
    zone.before = null;
  };

  const begin = (): void => {
    beginDefrost(zone.defrost, s.time_s);
    s.counters.dailyDefrosts++;
  };

  /** The plan of a person as a run: storing gives way when the rest needs the time that is left. */
  const planRun = (args: Readonly<Record<string, unknown>>, command?: string): Prepared => {
    const schedule = planProofing(model, args, { now_ms: s.true_ms, timeZone: machine.timeZone });
    if ('faults' in schedule) return schedule.faults[0]?.code ?? 'bad_argument';
    const plan = schedule.phases.map(({ phase, air, rh, fan: speed, from, to }): PhasePlan => {
      const time_min = (to - from) / 60_000;
      const rests = phase === code.sleeping;
      return {
        phase,
        air,
        rh,
        fan: speed,
        end: phase === code.storing ? { by: 'auto' } : { by: 'time', time_min },
        ...(rests ? { hold: true } : {}),
      };
    });
    return () => {
      Object.assign(zone, { mode: modes.programmed, before: null });
      const ready_s = s.time_s + (schedule.readyAt - s.true_ms) / 1000;
      runs.start({ function: modes.programmed, plan, ready_s, facts: command === undefined ? {} : { command } });
    };
  };

  const setProofingPlan: Handler = (args, command) => {
    if (runs.isRunning) return 'cycle_running';
    if (machine.faults.waterOff > 0) return 'no_water';
    const start = planRun(args, command);
    if (typeof start === 'string') return start;
    return () => {
      start();
      s.repeats = args.repeat === undefined || args.repeat === 'none' ? null : { args, armed: false };
    };
  };

  /** A plan that repeats begins anew when the dough was taken out and new dough put in. */
  const repeat = (): void => {
    if (!s.repeats?.armed || s.run || !s.on || s.doors.some(({ open }) => open)) return;
    const { args } = s.repeats;
    const minute = String(args.readyAt).slice(10);
    for (let days = 0; days <= 7; days++) {
      const at_ms = s.true_ms + days * day_ms;
      const day = localMinute(at_ms, machine.timeZone).slice(0, 10);
      // Sunday is the seventh day of the plan.
      const weekday = new Date(`${day}T12:00Z`).getUTCDay() || 7;
      const wanted = args.repeat === 'daily' || (Array.isArray(args.repeat) && args.repeat.includes(weekday));
      const start = wanted ? planRun({ ...args, readyAt: `${day}${minute}` }) : null;
      if (typeof start !== 'function') continue;
      start();
      s.repeats.armed = false;
      return;
    }
  };

  const setMode: Handler = (args, command) => {
    const wanted = args.mode as number;
    const wantedRow = family.modes[wanted];
    if (!wantedRow?.chosen) return 'not_compatible';
    if (wanted === modes.continuous && mode() === modes.continuous && args.air === undefined) return 'already_so';
    const isProgram = runs.isRunning && mode() === modes.programmed;
    if (isProgram || (runs.isRunning && wanted === modes.direct)) return 'cycle_running';
    if (isDefrosting(zone.defrost)) return 'defrosting';
    if (s.doors.some(({ open }) => open)) return 'door_open';
    const given = (name: 'air' | 'rh' | 'fan'): number | null => (args[name] as number | undefined) ?? null;
    return () => {
      if (s.run) runs.stop();
      Object.assign(zone, {
        mode: wanted,
        before: null,
        steady: false,
        air: given('air'),
        rh: given('rh'),
        fan: given('fan'),
      });
      if (wanted !== modes.direct) return;
      const time_min = (args.time_min as number | undefined) ?? wantedRow.time_min?.default ?? 0;
      const plan = wantedRow.definition.map((phase, index): PhasePlan => {
        const isLast = index === wantedRow.definition.length - 1;
        const rh = given('rh');
        return {
          ...phase,
          air: given('air') ?? phase.air,
          rh: rh === null ? phase.rh : { set: rh },
          fan: given('fan') ?? phase.fan,
          end: isLast ? { by: 'time', time_min } : phase.end,
        };
      });
      runs.start({ function: modes.direct, plan, facts: command === undefined ? {} : { command } });
    };
  };

  const stop = (): void => {
    if (s.run) runs.stop();
    standBy();
  };

  const mayDefrost = (): boolean =>
    zone.mode === modes.standby || zone.mode === modes.continuous || runs.phase?.phase === code.storing;

  return {
    demand(): Demand {
      if (!s.on) return atEase;
      const rh = humidity();
      switch (zone.defrost.code) {
        case defrostCode.heating:
          return { air: null, rh, fan: 0, defrost: 'heater' };
        case defrostCode.dripping:
          return { ...atEase, rh };
        case defrostCode.fanDelay:
          return { air: set(), rh, fan: 0, defrost: 'none' };
        default:
          return { air: set(), rh, fan: fan(), defrost: 'none' };
      }
    },
    advance() {
      const coil = machine.readings.coil[0] ?? null;
      if (stepDefrost(zone.defrost, defrostPlan(), coil, s.time_s)) back();
      const target = set();
      const mayIce =
        target !== null && target < icesBelow && (runs.phase === null || runs.phase.phase === code.storing);
      if (mayIce && isDue(zone.defrost, 0, s.true_ms + machine.zoneOffset_ms, s.time_s)) begin();
      // What follows storing needs its air, not a warm coil.
      if (runs.phase && runs.phase.phase !== code.storing && isDefrosting(zone.defrost))
        cutDefrost(zone.defrost, defrostEnd.temperature, s.time_s);
      runs.advance();
      const { run } = s;
      const resting =
        s.cycleState === cycleCode.ended && runs.phase?.end.by === 'time' ? runs.phase.end.time_min : null;
      if (run && resting !== null && s.time_s - run.phase_s >= resting * 60) stop();
      repeat();
    },
    blocked() {
      if (runs.isRunning) runs.interrupt('alarm');
    },
    powerReturned() {
      cutDefrost(zone.defrost, defrostEnd.powerLoss, s.time_s);
      back();
    },
    commands: {
      setMode,
      setProofingPlan,
      cancelProofingPlan: () => {
        if (mode() !== modes.programmed && !s.repeats) return 'not_running';
        return () => {
          s.repeats = null;
          if (mode() === modes.programmed) stop();
        };
      },
      stopCycle: () => (mode() === modes.standby ? 'not_running' : stop),
      skipPhase: ({ phase }) => {
        const { run } = s;
        if (!run || !runs.isRunning) return 'not_running';
        return phase === run.index + 1 && isSkippable(run.plan, phase) ? () => runs.skip() : 'inconsistent';
      },
      setTemperature: ({ target }) =>
        mode() === modes.continuous ? () => void Object.assign(zone, { air: target, steady: false }) : 'not_running',
      setHumidity: ({ target }) => {
        if (mode() !== modes.continuous) return 'not_running';
        if (target !== null && machine.faults.waterOff > 0) return 'no_water';
        return () => void (zone.rh = (target as number | null) ?? 'off');
      },
      setDefrost: ({ on }) => {
        if (on === isDefrosting(zone.defrost)) return 'already_so';
        if (!on)
          return () => {
            cutDefrost(zone.defrost, defrostEnd.person, s.time_s);
            back();
          };
        if (!mayDefrost()) return 'cycle_running';
        if (s.doors.some(({ open }) => open)) return 'door_open';
        if ((machine.readings.air[0] ?? 0) > defrostMax) return 'cell_too_hot';
        return () => {
          begin();
          zone.before = zone.mode;
          zone.mode = modes.defrosting;
        };
      },
    },
    view: {
      get phase() {
        return runs.phase;
      },
      get phaseCode() {
        if (zone.defrost.code === defrostCode.heating) return code.defrosting;
        if (zone.defrost.code === defrostCode.dripping) return code.dripping;
        return runs.phase?.phase ?? (mode() === modes.continuous ? (row()?.definition[0]?.phase ?? 0) : 0);
      },
      set,
      humiditySet() {
        const rh = humidity();
        return rh === null ? null : 'set' in rh ? rh.set : rh.max;
      },
      coreTarget: null,
      mode: () => zone.mode,
      get functionCode() {
        return mode();
      },
      defrost: () => zone.defrost.code,
      get isBusy() {
        return s.cycleState === cycleCode.running;
      },
    },
  };
}

function firstZone({ zones: [zone] }: ApplianceState): Zone {
  if (!zone) throw new Error('an appliance has a zone');
  return zone;
}
