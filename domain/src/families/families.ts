/** The families this version knows, and what can be asked of a model by its stored name. */
import { type MetricName, metricNames, metrics } from '../metrics.ts';
import type { FamilyRow, Gamma, ModelRow } from './family.ts';
import type { FamilyCode } from './family-code.ts';
import { mf } from './mf.ts';

/** Family rows by code. The families that follow join here and nowhere else. */
export const families = { MF: mf } as const satisfies Partial<Record<FamilyCode, FamilyRow>>;

const known: Readonly<Partial<Record<FamilyCode, FamilyRow>>> = families;
const modelsByName: ReadonlyMap<string, ModelRow> = new Map(
  Object.values(known).flatMap((family) => family.models.map((model) => [model.storedName, model])),
);

/** The row of a model by its stored name, undefined for a model that is not registered (S8.20). */
export const modelRow = (storedName: string): ModelRow | undefined => modelsByName.get(storedName);

/** The family row of a model by its stored name, undefined when the model is not registered. */
export function familyOf(storedName: string): FamilyRow | undefined {
  const code = modelRow(storedName)?.family;
  return code && known[code];
}

/** The category of a model by its stored name. */
export const gammaOf = (storedName: string): Gamma | undefined => familyOf(storedName)?.gamma;

/** Stored names of all registered models, in catalogue order. */
export const storedNames: readonly string[] = [...modelsByName.keys()];

/** The metrics a model is built to measure or have computed, in the catalogue's order. */
export function metricsOf(model: ModelRow): readonly MetricName[] {
  const family = known[model.family];
  return metricNames.filter((name) => {
    const fitted: readonly FamilyCode[] = metrics[name].families;
    return fitted.includes(model.family) && (family?.fittedIf[name]?.(model) ?? true);
  });
}

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
