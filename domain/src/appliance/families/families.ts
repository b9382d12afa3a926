/** The families this version knows, and what can be asked of a model by its stored name. */
import { type CorePoint, corePoints, type MetricName, metricNames, metrics, pointsOfNeedle } from '../metrics.ts';
import { cp } from './cp.ts';
import { ef } from './ef.ts';
import {
  doorsOf,
  type FamilyRow,
  type FunctionRow,
  type Gamma,
  type ModelRow,
  type ModeRow,
  type Package,
  type RecordKind,
  zonesOf,
} from './family.ts';
import type { FamilyCode } from './family-code.ts';
import { mf } from './mf.ts';
import { mya } from './mya.ts';
import { pl } from './pl.ts';
import { sf } from './sf.ts';

/** Family rows by code. */
export const families: Readonly<Record<FamilyCode, FamilyRow>> = { MF: mf, EF: ef, SF: sf, CP: cp, MYA: mya, PL: pl };

const modelsByName: ReadonlyMap<string, ModelRow> = new Map(
  Object.values(families).flatMap((family) => family.models.map((model) => [model.storedName, model])),
);

/** The row of a model by its stored name, undefined for a model that is not registered (S8.20). */
export const modelRow = (storedName: string): ModelRow | undefined => modelsByName.get(storedName);

/** The family row of a model by its stored name, undefined when the model is not registered. */
export function familyOf(storedName: string): FamilyRow | undefined {
  const code = modelRow(storedName)?.family;
  return code && families[code];
}

/** The category of a model by its stored name. */
export const gammaOf = (storedName: string): Gamma | undefined => familyOf(storedName)?.gamma;

/** Stored names of all registered models, in catalogue order. */
export const storedNames: readonly string[] = [...modelsByName.keys()];

/** The modes a model has, by code; none on blast chillers (S4.16, S4.17). */
export const modesOf = (model: ModelRow): Readonly<Record<number, ModeRow>> =>
  Object.fromEntries(Object.entries(families[model.family].modes).filter(([, row]) => row.fitted?.(model) ?? true));

/** The metrics a model is built to measure or have computed, in the catalogue's order. */
export const metricsOf = (model: ModelRow): readonly MetricName[] =>
  metricNames.filter((name) => isFitted(model, name));

/**
 * The points of a model's needles, of both needles of a trolley unit; none where it has no needle. A model that is not registered
 * may have any.
 */
export function corePointsOf(model: ModelRow | undefined): readonly CorePoint[] {
  if (!model) return corePoints;
  // Asked for each sample.
  const points = pointsByModel.get(model) ?? corePoints.filter((name) => isFitted(model, name));
  pointsByModel.set(model, points);
  return points;
}

const pointsByModel = new WeakMap<ModelRow, readonly CorePoint[]>();

/** How many needles a model has: a trolley unit two, one for each trolley. */
export const needlesOf = (model: ModelRow): number => Math.ceil(corePointsOf(model).length / pointsOfNeedle);

function isFitted(model: ModelRow, name: MetricName): boolean {
  const fitted: readonly FamilyCode[] = metrics[name].families;
  return (
    fitted.includes(model.family) && hasPlace(model, name) && (families[model.family].fittedIf[name]?.(model) ?? true)
  );
}

/** Whether a model has the zone or the door a metric is named after; where there are two, both have all of their metrics. */
const hasPlace = (model: ModelRow, name: MetricName): boolean =>
  !(name.endsWith('Zone2') && zonesOf(model) === 1) && !(name.includes('Door2') && doorsOf(model) === 1);

/** Beginnings of stored names and what is shown instead; the first that fits is replaced once (S3.23). */
const rewrites = [
  ['MF Next ', 'MultiFresh Next '],
  ['MF Plus ', 'MultiFresh Plus '],
  ['EF Next ', 'EasyFresh Next '],
  ['EF Plus ', 'EasyFresh Plus '],
  ['SF Plus Roll ', 'SteadyFrost Plus Roll '],
  ['SF Roll ', 'SteadyFrost Roll '],
  ['CP Next ', 'ColdPantry Next '],
  ['CP Plus ', 'ColdPantry Plus '],
  ['MYA ', 'Mya '],
  ['PL Next ', 'ProofLine Next '],
  ['PL Roll ', 'ProofLine Roll '],
] as const;

/** The name shown for a stored model name: "MF Next L 45" → "MultiFresh Next L 45"; an unknown name is shown as stored (S3.23). */
export function displayModel(storedName: string): string {
  const rewrite = rewrites.find(([stored]) => storedName.startsWith(stored));
  return rewrite ? rewrite[1] + storedName.slice(rewrite[0].length) : storedName;
}

/** Model and family of a stored name, where this version knows them; of a unit, as it was sold. */
export function knownModel(storedName: string, unitPackage?: Package): { model: ModelRow; family: FamilyRow } | null {
  const model = modelRow(storedName);
  const family = familyOf(storedName);
  if (!model || !family) return null;
  return { model: unitPackage === undefined ? model : { package: unitPackage, ...model }, family };
}

/**
 * Whether runs of a model leave food records: its family has a function that chills or freezes. Of a model that this version does not
 * know nobody can say that it has none.
 */
export function leavesRecords(storedName: string): boolean {
  const functions = familyOf(storedName)?.functions;
  return functions === undefined || Object.values(functions).some(({ record }) => record !== undefined);
}

/**
 * The kind of record that a run leaves, by its function and the phases it was started with: MF treats fish that is eaten raw by its freezing
 * function, with a phase that holds the cold.
 */
export function recordOfRun(
  family: FamilyCode,
  { record }: Pick<FunctionRow, 'record'>,
  plan: readonly { readonly phase: number }[] = [],
): RecordKind | undefined {
  const { phases } = families[family];
  const holdsCold = plan.some(({ phase }) => phases[phase] === 'parasiteHold');
  return record === 'freeze' && holdsCold ? 'parasite' : record;
}
