/** Shapes of the family rows: whatever a screen, the validation or the simulator knows of a family, it reads from these. */
import type { FunctionKey } from '../functions.ts';
import type { MetricName } from '../metrics.ts';
import type { ModeKey, ProgramKey } from '../modes.ts';
import type { PhasePlan } from '../phase-plan.ts';
import type { PhaseKey } from '../phases.ts';
import type { RefusalCode } from '../refusals.ts';
import type { FamilyCode } from './family-code.ts';

/** Category of appliances, as the specification spells it; `families.messages.ts` has its words (S3.8). */
export const gammas = ['ABBATTITORE', 'CONSERVATORE', 'FERMALIEVITA'] as const;

/** Category code. */
export type Gamma = (typeof gammas)[number];

/** Sales packages of units: Essential is a part of Excellence. The names are not translated. */
export const packages = ['Essential', 'Excellence'] as const;

/** Sales package. */
export type Package = (typeof packages)[number];

/** A refrigerant: global warming potential (AR4) and safety class. */
export type Refrigerant = 'R290' | 'R452A' | 'R404A' | 'R744';

/** Marks of a model's picture; H and HM also say how it humidifies (tank or mains water), R that it has a remote condenser. */
export type PictureMark = 'U' | 'D1' | 'D2' | 'T' | 'H' | 'HM' | 'L' | 'G' | 'R';

type AnyModel = {
  readonly id: string;
  readonly family: FamilyCode;
  /** Name as the portal stores it and the rating plate says it. */
  readonly storedName: string;
  /** GN 1/1 or 600 × 400. */
  readonly trays: number;
  readonly trolleys: number;
  readonly power_max_W: number;
  readonly refrigerant: Refrigerant;
  readonly circuits: 1 | 2;
  /** Charge of one circuit. */
  readonly charge_g: number;
  /** How the condenser is cooled: by air, by water in the unit, or remotely. */
  readonly condensation: 'air' | 'water' | 'remote';
  /** 230 V one phase, or 400 V three phases with neutral; 50 Hz. */
  readonly supply: '230V 1N' | '400V 3N';
  readonly width_mm: number;
  readonly depth_mm: number;
  readonly height_mm: number;
  readonly weight_kg: number;
  readonly picture: readonly PictureMark[];
  /** Support ends with December of this year. */
  readonly supportUntil_year: number;
  readonly gtin: string;
  /** Set where the model has one package only; otherwise it belongs to the unit, Excellence by default. */
  readonly package?: Package;
  /** Coldest air where it differs from the family's. */
  readonly air_min?: number;
};

/** One size of a blast-chiller family. */
export type BlastModelRow = AnyModel & {
  readonly kind: 'blast';
  /** Food a cycle chills 70 → 3 °C or freezes 70 → −18 °C. */
  readonly chill_kg: number;
  readonly freeze_kg: number;
  /** Cooling power at −10 °C evaporation. */
  readonly cooling_W: number;
  /** Declared consumption of a full load. */
  readonly chill_kWh_per_kg: number;
  readonly freeze_kWh_per_kg: number;
};

/** One size of a holding-cabinet family. */
export type CabinetModelRow = AnyModel & {
  readonly kind: 'cabinet';
  /** Net volume of all zones together. */
  readonly volume_l: number;
  /** Zones with an air, a mode and a door of their own. */
  readonly zones: 1 | 2;
  /** Declared consumption at 30 °C with 60 door openings a day; null for a mode it has not. */
  readonly negative_kWh_per_day: number | null;
  readonly positive_kWh_per_day: number;
  readonly chocolate_kWh_per_day: number | null;
};

/** One size of a retarder-prover family. */
export type ProverModelRow = AnyModel & {
  readonly kind: 'prover';
  readonly volume_l: number;
  /** Declared consumption of a standard night: 8 h at 2 °C, 3 h waking, 2 h at 28 °C and 78 %. */
  readonly night_kWh: number;
};

/** One size of a family. */
export type ModelRow = BlastModelRow | CabinetModelRow | ProverModelRow;

/** A number a person may set: limits, default and the step of the control. Finer values are accepted, as °F fields need them. */
export type Setting = {
  readonly min: number;
  readonly max: number;
  /** Null: no default, the definition decides. */
  readonly default: number | null;
  readonly step: number;
};

/** Limits of a number. */
export type Limits = Pick<Setting, 'min' | 'max'>;

/** How a function's cycle may end; the first of a row is the default. `clock`: at the `readyAt` the person asks for. */
export type FunctionEnd = 'core' | 'surface' | 'time' | 'manual' | 'clock' | 'evaporator';

/** The phases a function runs when nothing is set, by program. Null in its place: it is not started by a person. */
export type FunctionDefinition = {
  readonly hard: readonly PhasePlan[];
  readonly soft?: readonly PhasePlan[];
  /** What follows the function's own phases unless `hold` is switched off: hot food is chilled. */
  readonly after?: readonly PhasePlan[];
  /** What follows where it is switched off. */
  readonly otherwise?: readonly PhasePlan[];
  /** Code of the phase in which `holdAir` keeps the food hot, in place of `after`. */
  readonly heldAt?: number;
};

/**
 * What a HACCP record proves: that food was cooled, frozen or heated again in time, that it stayed cold while it thawed, or that fish which
 * is eaten raw was frozen for long enough.
 */
export type RecordKind = 'chill' | 'freeze' | 'reheat' | 'thaw' | 'parasite';

/** A function of a family: what may be set, and the phases it runs when nothing is. */
export type FunctionRow = {
  /** Key of its words and of its meaning across families. */
  readonly key: FunctionKey;
  /** Kind of HACCP record its runs need; absent: none. */
  readonly record?: RecordKind;
  /** Smallest package that has it. */
  readonly package: Package;
  readonly air: Setting | null;
  readonly core: Setting | null;
  /** How long the core is held at its target. */
  readonly coreHold_min: Setting | null;
  /** Target of the outermost probe point. */
  readonly surface: Setting | null;
  /** Length of the cycle; where `timers` is set, of each tray's or trolley's timer. */
  readonly time_min: Setting | null;
  readonly fan: Setting | null;
  /** Relative humidity as a set-point, on models that humidify. */
  readonly rh: Setting | null;
  /** Relative humidity as an upper limit, on every model: dry air needs no water. */
  readonly rhMax: Setting | null;
  /** Level of the Sanigen, where it may be chosen with the start. */
  readonly sanigen: Setting | null;
  readonly ends: readonly FunctionEnd[];
  /** What has a timer of its own in a run that goes on, and how many there are at most. */
  readonly timers?: {
    readonly of: 'tray' | 'trolley';
    readonly max?: number;
    /** Kind of HACCP record that each of them needs: the run itself has no food of its own. */
    readonly record: RecordKind;
  };
  /** What `setTemperature` and `setHumidity` may change while it runs. */
  readonly adjusts?: readonly ('temperature' | 'humidity')[];
  /** Whether `skipPhase` may end a phase of it early. */
  readonly skips?: true;
  /** Somebody confirms its start on the unit, whatever its phases do. */
  readonly panel?: true;
  /** Air of the holding after the cycle, on unless switched off. */
  readonly holding: Setting | null;
  /** Air where the gentle program has limits of its own. */
  readonly softAir?: Setting;
  /** Air of its phases where they are written one by one: hard and gentle chilling count together. Absent: `air` and `softAir`. */
  readonly phaseAir?: Limits;
  readonly definition: FunctionDefinition | null;
};

/** A program of an automatic mode. */
export type ProgramRow = {
  readonly key: ProgramKey;
  readonly air: number;
  readonly rh: number;
  /** The Sanigen stays off in it. */
  readonly sanigenOff?: true;
};

/** A mode of a holding cabinet or a prover: what may be set in it, and the phases it runs. */
export type ModeRow = {
  readonly key: ModeKey;
  /** Set-points of a zone; null: not controlled in this mode. */
  readonly air: Setting | null;
  readonly rh: Setting | null;
  /** Length and fan speed, where `setMode` may bring them. */
  readonly time_min?: Setting;
  readonly fan?: Setting;
  /** Whether `setTemperature` and `setHumidity` work in it; absent: what is controlled may be changed. */
  readonly fixed?: true;
  /** Codes of the modes from which it may be chosen; absent: from every mode. */
  readonly from?: readonly number[];
  /** Whether a person chooses it with `setMode`; the others come by a command of their own or by themselves. */
  readonly chosen: boolean;
  /** Somebody confirms on the unit: to enter it from another mode, or to leave it for a warmer one. */
  readonly panel?: 'enter' | 'leave';
  /** Of a cabinet: cooling until 1 K from the set-point, then keeping it. */
  readonly definition: readonly PhasePlan[];
  /** Models that have it; absent: all of the family. */
  readonly fitted?: (model: ModelRow) => boolean;
  /** Programs of an automatic mode, by number; set-points move by no more than `air_K` and `rh` around a program's own. */
  readonly programs?: Readonly<Record<number, ProgramRow>>;
  readonly programLimits?: { readonly air_K: number; readonly rh: number };
};

/** How a family numbers its Sanigen levels on the wire: the raw code of each level, from 0 not active to 5 very high (S4.18). */
export type SanigenScale = readonly [number, number, number, number, number, number];

/** Limits of one phase of a proofing plan; a null setting is not the person's to choose. */
export type ProofingPhaseRow = {
  readonly phase: number;
  readonly air: Setting;
  readonly rh: Setting | null;
  /** Null: computed from the time the dough is to be ready. */
  readonly time_min: Setting | null;
  readonly fan: Setting;
};

/** What may be planned on a prover (`planProofing` of `proofing.ts`). */
export type ProofingRow = {
  readonly blocking: ProofingPhaseRow;
  readonly storing: ProofingPhaseRow;
  readonly waking: ProofingPhaseRow;
  readonly proofing: ProofingPhaseRow;
  readonly sleeping: ProofingPhaseRow;
  /** Longest cold time (blocking and storing) with storing above, and at or below, the frozen limit. */
  readonly cold_max_h: number;
  readonly frozen_max_h: number;
  readonly frozen_C: number;
};

/** What one argument of a command may be. */
export type ArgumentRow = { readonly optional?: true } & (
  | { readonly type: 'boolean' }
  | ({ readonly type: 'number' | 'integer' } & Limits)
  | { readonly type: 'text'; readonly length_max: number }
  /** A number whose limits depend on what is in force on the unit (`settingOf`); `off`: null switches the control off. */
  | { readonly type: 'setting'; readonly off?: true }
);

/** A command a family understands. */
export type CommandRow = {
  /** After this the unit no longer runs it. */
  readonly ttl_s: number;
  /** Who may send it, and whether the person is asked to confirm (S4.14). */
  readonly sentBy: 'person' | 'server';
  readonly confirm: boolean;
  /** Arguments by name; null: they hold a plan, checked by a function of its own (`plans` of `commands.ts`). */
  readonly args: Readonly<Record<string, ArgumentRow>> | null;
  /** Arguments that only the portal adds: a person's own are `bad_argument`. */
  readonly ofServer?: readonly string[];
  /** Reasons the unit may give, besides those of every command. */
  readonly refusals: readonly RefusalCode[];
  /** Models that have it; absent: all of the family. */
  readonly fitted?: (model: ModelRow) => boolean;
};

/** An appliance family. */
export type FamilyRow = {
  readonly code: FamilyCode;
  /** Brand name, which is not translated. */
  readonly name: string;
  readonly gamma: Gamma;
  readonly models: readonly ModelRow[];
  /** No air set-point of any phase or mode lies outside. */
  readonly air: Limits;
  /** Functions by code, in the family's own numbering. */
  readonly functions: Readonly<Record<number, FunctionRow>>;
  /** Modes by code, in the family's own numbering; none on blast chillers. */
  readonly modes: Readonly<Record<number, ModeRow>>;
  /** Phase keys by code, in the family's own numbering. */
  readonly phases: Readonly<Record<number, PhaseKey>>;
  /** Null: no Sanigen on any model. */
  readonly sanigen: SanigenScale | null;
  /** Null: it proofs by functions, or not at all. */
  readonly proofing: ProofingRow | null;
  /** Metrics that only some models have; the others of the family are on every model. */
  readonly fittedIf: Readonly<Partial<Record<MetricName, (model: ModelRow) => boolean>>>;
};

/** Doors of a model: two on the models of two doors and of two zones. */
export const doorsOf = (model: ModelRow): 1 | 2 => (model.picture.includes('D2') ? 2 : 1);

/** Zones of a model with a mode and set-points of their own. */
export const zonesOf = (model: ModelRow): 1 | 2 => (model.kind === 'cabinet' ? model.zones : 1);

/** Whether a model can raise the humidity of its chamber. */
export const humidifies = (model: ModelRow): boolean => model.picture.includes('H') || model.picture.includes('HM');
