/** Check of a command before it is sent, from the family's row and from what is in force on the unit. */
import {
  badArgument,
  inconsistent,
  integerFaults,
  nameFaults,
  notCompatible,
  numberFaults,
  type StartFault,
  standbyNeeded,
  textFaults,
} from '../appliance/argument-fault.ts';
import { familyOf, modesOf } from '../appliance/families/families.ts';
import {
  type ArgumentRow,
  type CommandRow,
  humidifies,
  type ModelRow,
  type ModeRow,
  type Package,
  type Setting,
} from '../appliance/families/family.ts';
import { endsKnown, type PhaseEndKind } from '../appliance/phase-plan.ts';
import { type CycleState, cycleStateOf } from '../cycles/cycle.ts';
import { checkStart, planFor, type StartCycleArgs, timersOf } from '../cycles/cycle-plan.ts';
import { checkProofing } from '../cycles/proofing.ts';
import { checkProposal } from '../cycles/proposal.ts';
import { checkSlot } from '../cycles/slots.ts';
import { numbersOf } from './command-rows.ts';
import { familyCommands } from './family-commands.ts';

/**
 * What is in force on a unit; absent or null: not known, as before it has reported. What depends on something unknown is left to the
 * unit, which has the last word.
 */
export type Standing = {
  readonly package?: Package;
  /** Ends of a phase its software knows. */
  readonly cycleEnds?: readonly PhaseEndKind[];
  readonly function?: number | null;
  /** State of the cycle: in `ended` the food is held. */
  readonly cycleState?: CycleState | null;
  readonly mode?: number | null;
  readonly modeZone2?: number | null;
  /** Program of an automatic mode. */
  readonly program?: number | null;
};

/** What is in force by the metrics a unit reported. An automatic mode reports its program as `cycleId`. */
export function standingOf(reported: Readonly<Record<string, unknown>>, unitPackage?: Package): Standing {
  const code = (name: string): number | null => {
    const value = reported[name];
    return typeof value === 'number' ? value : null;
  };
  const state = code('cycleState');
  return {
    ...(unitPackage === undefined ? {} : { package: unitPackage }),
    cycleEnds: endsKnown(reported.cycleEnds),
    function: code('cycleFunction'),
    cycleState: state === null ? null : (cycleStateOf(state) ?? null),
    mode: code('operatingMode'),
    modeZone2: code('operatingModeZone2'),
    program: code('cycleId'),
  };
}

/** The commands a model is fitted for, by name. */
export function commandsOf(model: ModelRow): Readonly<Record<string, CommandRow>> {
  const family = familyOf(model.storedName);
  const commands = family ? familyCommands[family.code] : {};
  return Object.fromEntries(Object.entries(commands).filter(([, row]) => row.fitted?.(model) ?? true));
}

/** The row of a command a model is fitted for; undefined when it is not, or does not know it. */
export function commandRow(model: ModelRow, name: string): CommandRow | undefined {
  const commands = commandsOf(model);
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/** Whether people send a command of this name to some family; what the server alone sends, as `setClock`, is none of theirs. */
export const isCommandOfPeople = (name: string): boolean =>
  Object.values(familyCommands).some(
    (commands) => Object.hasOwn(commands, name) && commands[name]?.sentBy === 'person',
  );

/** The rows of the mode in force in a zone; null on families without modes, undefined while it is not known. */
function modeIn(model: ModelRow, standing: Standing, zone: 1 | 2): ModeRow | null | undefined {
  const modes = modesOf(model);
  if (Object.keys(modes).length === 0) return null;
  const code = zone === 1 ? standing.mode : standing.modeZone2;
  return typeof code === 'number' ? modes[code] : undefined;
}

/**
 * Limits, default and step of a set-point now; null: it cannot be changed now. In an automatic mode the set-point moves around its
 * program's own, which is the default then; while the program is not known, within the mode's limits.
 */
export function settingOf(
  model: ModelRow,
  command: 'setTemperature' | 'setHumidity',
  standing: Standing,
  zone: 1 | 2 = 1,
): Setting | null {
  if (!commandRow(model, command)) return null;
  const mode = modeIn(model, standing, zone);
  if (mode === null) return settingInCycle(model, command, standing);
  if (!mode || mode.fixed) return null;
  const setting = command === 'setTemperature' ? mode.air : mode.rh;
  if (!setting) return null;
  const { programs, programLimits } = mode;
  if (!programs || !programLimits) return setting;
  const program = typeof standing.program === 'number' ? programs[standing.program] : undefined;
  if (!program) return setting;
  const [middle, by] =
    command === 'setTemperature' ? [program.air, programLimits.air_K] : [program.rh, programLimits.rh];
  return {
    min: Math.max(setting.min, middle - by),
    max: Math.min(setting.max, middle + by),
    default: middle,
    step: setting.step,
  };
}

/** A function in force may be adjusted while it runs, and its holding afterwards. */
function settingInCycle(
  model: ModelRow,
  command: 'setTemperature' | 'setHumidity',
  { function: code, cycleState }: Standing,
): Setting | null {
  const row = typeof code === 'number' ? familyOf(model.storedName)?.functions[code] : undefined;
  if (!row) return null;
  if (cycleState === 'ended') return command === 'setTemperature' ? row.holding : null;
  if (cycleState !== undefined && cycleState !== null && cycleState !== 'running') return null;
  if (command === 'setHumidity') {
    return row.adjusts?.includes('humidity') && humidifies(model) ? row.rh : null;
  }
  if (!row.adjusts?.includes('temperature') || !row.air) return null;
  return { ...row.air, min: Math.max(row.air.min, model.air_min ?? row.air.min) };
}

/**
 * Checks a command's name and arguments, any JSON, for a model and what is in force on the unit; an empty list: it may be sent. A
 * command the model does not know is `not_compatible` at path `name`.
 */
export function checkCommand(
  model: ModelRow,
  name: string,
  args: Readonly<Record<string, unknown>>,
  standing: Standing = {},
): readonly StartFault[] {
  const row = commandRow(model, name);
  if (!row) return [notCompatible('name')];
  if (!row.args) return plans[name]?.(model, args, standing) ?? [notCompatible('name')];
  const rows = row.args;
  const faults = [
    ...nameFaults(args, Object.keys(rows)),
    ...Object.entries(rows).flatMap(([path, argument]) => argumentFaults(path, argument, args[path])),
    ...Object.entries(numbersOf(model)).flatMap(([path, count]) => {
      const value = Object.hasOwn(rows, path) ? args[path] : undefined;
      return typeof value === 'number' && value > count ? [notCompatible(path)] : [];
    }),
  ];
  return faults.length > 0 ? faults : (further[name]?.(model, args, standing) ?? []);
}

/**
 * Faults of a command as a person sends it: those of `checkCommand`, and arguments that only the portal adds (`bad_argument`).
 */
export const checkOrder = (
  model: ModelRow,
  name: string,
  args: Readonly<Record<string, unknown>>,
  standing: Standing = {},
): readonly StartFault[] => [
  ...(commandRow(model, name)?.ofServer ?? []).filter((path) => args[path] !== undefined).map(badArgument),
  ...checkCommand(model, name, args, standing),
];

function argumentFaults(path: string, row: ArgumentRow, value: unknown): readonly StartFault[] {
  if (value === undefined) return row.optional ? [] : [badArgument(path)];
  switch (row.type) {
    case 'boolean':
      return typeof value === 'boolean' ? [] : [badArgument(path)];
    case 'number':
      return numberFaults(path, value, row);
    case 'integer':
      return integerFaults(path, value, row);
    case 'text':
      return textFaults(path, value, row.length_max);
    case 'setting':
      if (value === null && row.off) return [];
      return typeof value === 'number' && Number.isFinite(value) ? [] : [badArgument(path)];
  }
}

type Further = (model: ModelRow, args: Readonly<Record<string, unknown>>, standing: Standing) => readonly StartFault[];

/** Checks of arguments that hold a plan. */
const plans: Readonly<Record<string, Further>> = {
  startCycle: (model, args, { package: sold, cycleEnds }) => checkStart(model, args, sold, cycleEnds),
  proposeStart: (model, args, { package: sold, cycleEnds }) => checkProposal(model, args, sold, cycleEnds),
  loadPreset: (model, args, { package: sold, cycleEnds }) => checkSlot(model, args, sold, cycleEnds),
  setProofingPlan: (model, args) => checkProofing(model, args),
};

const zoneOf = ({ zone }: Readonly<Record<string, unknown>>): 1 | 2 => (zone === 2 ? 2 : 1);

const checkSetting =
  (command: 'setTemperature' | 'setHumidity'): Further =>
  (model, args, standing) => {
    const zone = zoneOf(args);
    // Nothing is known of the unit yet: it judges itself.
    const isKnown = (zone === 1 ? standing.mode : standing.modeZone2) != null || standing.function != null;
    if (!isKnown) return [];
    const setting = settingOf(model, command, standing, zone);
    if (!setting) return [notCompatible('target')];
    return args.target === null ? [] : numberFaults('target', args.target, setting);
  };

/** Checks that the rows of the arguments cannot express. */
const further: Readonly<Record<string, Further>> = {
  setTemperature: checkSetting('setTemperature'),
  setHumidity: checkSetting('setHumidity'),
  setMode(model, args, standing) {
    const row = modesOf(model)[Number(args.mode)];
    if (!row?.chosen) return [notCompatible('mode')];
    const before = zoneOf(args) === 2 ? standing.modeZone2 : standing.mode;
    if (row.from && typeof before === 'number' && !row.from.includes(before)) return [standbyNeeded('mode')];
    return [...programFaults(row, args.program), ...broughtFaults(row, args)];
  },
  setSanigen(model, args, standing) {
    const mode = modeIn(model, standing, 1);
    const program = typeof standing.program === 'number' ? mode?.programs?.[standing.program] : undefined;
    return program?.sanigenOff && args.level !== 0 ? [notCompatible('level')] : [];
  },
  setTrayTimer(model, args, { function: code }) {
    const row = typeof code === 'number' ? familyOf(model.storedName)?.functions[code] : undefined;
    if (!row) return [];
    const max = timersOf(model, row);
    if (max === 0 || !row.time_min) return [notCompatible('name')];
    return [
      ...integerFaults('tray', args.tray, { min: 1, max }),
      ...(args.min === null ? [] : numberFaults('min', args.min, row.time_min)),
    ];
  },
  skipPhase(model, _args, { function: code }) {
    const row = typeof code === 'number' ? familyOf(model.storedName)?.functions[code] : undefined;
    return row && !row.skips ? [notCompatible('name')] : [];
  },
};

/** An automatic mode needs one of its programs, the others take none. */
function programFaults({ programs }: ModeRow, program: unknown): readonly StartFault[] {
  if (!programs) return program === undefined ? [] : [inconsistent('program')];
  return typeof program === 'number' && programs[program] ? [] : [badArgument('program')];
}

/** What a mode brings along lies within its row. */
const broughtFaults = (row: ModeRow, args: Readonly<Record<string, unknown>>): readonly StartFault[] =>
  (['air', 'rh', 'time_min', 'fan'] as const).flatMap((path) => {
    if (args[path] === undefined) return [];
    const setting = row[path];
    return setting ? numberFaults(path, args[path], setting) : [notCompatible(path)];
  });

/** Above this air the unit asks somebody in front of it before it starts: it burns. */
const askedAbove_C = 55;

/**
 * Whether somebody has to confirm a command on the unit: before hot air, before stocked cabinets are switched off or warmed, before a
 * test. The arguments must have passed `checkCommand`.
 */
export function needsPanel(
  model: ModelRow,
  name: string,
  args: Readonly<Record<string, unknown>>,
  standing: Standing = {},
): boolean {
  const family = familyOf(model.storedName);
  if (!family) return false;
  switch (name) {
    case 'startCycle': {
      const start = args as StartCycleArgs;
      const heats = planFor(family, start, model, standing.package).some(({ air }) =>
        (typeof air === 'object' && air !== null ? air : [air ?? 0]).some((one) => one > askedAbove_C),
      );
      return heats || (family.functions[start.function]?.panel ?? false);
    }
    case 'setPower':
      return args.on === false && family.gamma !== 'ABBATTITORE';
    case 'setMode':
      return (
        family.modes[Number(args.mode)]?.panel === 'enter' || modeIn(model, standing, zoneOf(args))?.panel === 'leave'
      );
    default:
      return false;
  }
}
