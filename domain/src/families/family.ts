/** Shapes of the family rows: whatever a screen, the validation or the simulator knows of a family, it reads from these. */
import type { MetricName } from '../metrics.ts';
import type { PhasePlan } from '../phase-plan.ts';
import type { RefusalCode } from '../refusals.ts';
import type { FamilyCode } from './family-code.ts';

/** Category of appliances, as the specification spells it; `families.messages.ts` has its words (S3.8). */
export const gammas = ['ABBATTITORE', 'CONSERVATORE', 'FERMALIEVITA'] as const;

/** Category code. */
export type Gamma = (typeof gammas)[number];

/** Sales package of a unit: Essential is a part of Excellence. The names are not translated. */
export type Package = 'Essential' | 'Excellence';

/** A refrigerant: global warming potential (AR4) and safety class. */
export type Refrigerant = 'R290' | 'R452A' | 'R404A' | 'R744';

/** Marks of a model's picture; H and HM also say how it humidifies (tank or mains water), R that it has a remote condenser. */
export type PictureMark = 'U' | 'D1' | 'D2' | 'T' | 'H' | 'HM' | 'L' | 'G' | 'R';

/** One size of a blast-chiller family. */
export type ModelRow = {
  readonly id: string;
  readonly family: FamilyCode;
  /** Name as the portal stores it and the rating plate says it. */
  readonly storedName: string;
  /** Food a cycle chills 70 → 3 °C or freezes 70 → −18 °C. */
  readonly chill_kg: number;
  readonly freeze_kg: number;
  /** GN 1/1 or 600 × 400. */
  readonly trays: number;
  readonly trolleys: number;
  /** Cooling power at −10 °C evaporation. */
  readonly cooling_W: number;
  readonly power_max_W: number;
  readonly refrigerant: Refrigerant;
  readonly circuits: 1 | 2;
  /** Charge of one circuit. */
  readonly charge_g: number;
  /** Declared consumption of a full load. */
  readonly chill_kWh_per_kg: number;
  readonly freeze_kWh_per_kg: number;
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

/** A number a person may set: limits, default and the step of the control. Finer values are accepted, as °F fields need them. */
export type Setting = {
  readonly min: number;
  readonly max: number;
  /** Null: no default, the definition decides. */
  readonly default: number | null;
  readonly step: number;
};

/** How a function's cycle may end; the first of a row is the default. */
export type FunctionEnd = 'core' | 'time' | 'manual' | 'clock' | 'evaporator';

/** A function of a family: what may be set, and the phases it runs when nothing is. */
export type FunctionRow = {
  /** Key of its words and of its meaning across families. */
  readonly key: string;
  /** Smallest package that has it. */
  readonly package: Package;
  readonly air: Setting | null;
  readonly core: Setting | null;
  readonly time_min: Setting | null;
  readonly fan: Setting | null;
  /** Relative humidity as a set-point, on models that humidify. */
  readonly rh: Setting | null;
  readonly ends: readonly FunctionEnd[];
  /** Air of the holding after the cycle, on unless switched off. */
  readonly holding: Setting | null;
  /** Default definitions by program; null: not started by function alone yet. */
  readonly definition: { readonly hard: readonly PhasePlan[]; readonly soft?: readonly PhasePlan[] } | null;
};

/** What one argument of a command may be. */
export type ArgumentRow = { readonly optional?: true } & (
  | { readonly type: 'boolean' }
  | { readonly type: 'number'; readonly min: number; readonly max: number }
  | { readonly type: 'text'; readonly length_max: number }
);

/** A command a family understands. */
export type CommandRow = {
  /** After this the unit no longer runs it. */
  readonly ttl_s: number;
  /** Who may send it, and whether the person is asked to confirm (S4.14). */
  readonly sentBy: 'person' | 'server';
  readonly confirm: boolean;
  /** Arguments by name; null: checked by `checkStart`. */
  readonly args: Readonly<Record<string, ArgumentRow>> | null;
  /** Reasons the unit may give, besides those of every command. */
  readonly refusals: readonly RefusalCode[];
};

/** An appliance family. */
export type FamilyRow = {
  readonly code: FamilyCode;
  readonly gamma: Gamma;
  readonly models: readonly ModelRow[];
  /** Functions by code, in the family's own numbering. */
  readonly functions: Readonly<Record<number, FunctionRow>>;
  /** Phase keys by code, in the family's own numbering. */
  readonly phases: Readonly<Record<number, string>>;
  readonly commands: Readonly<Record<string, CommandRow>>;
  /** Metrics that only some models have; the others of the family are on every model. */
  readonly fittedIf: Readonly<Partial<Record<MetricName, (model: ModelRow) => boolean>>>;
};

/** Whether a model can raise the humidity of its chamber. */
export const humidifies = (model: ModelRow): boolean => model.picture.includes('H') || model.picture.includes('HM');
