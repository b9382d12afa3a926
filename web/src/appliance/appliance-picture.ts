/** The picture of an appliance: the proportions and marks of its model, and what it is doing as far as a drawing shows it (S3.23). */
import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { families, modelRow } from '@brina/domain/appliance/families/families';
import { type ModelRow, zonesOf } from '@brina/domain/appliance/families/family';
import type { DrawnState } from '../ui/ApplianceDrawing.tsx';
import type { ApplianceShape } from '../ui/drawing-shape.ts';
import { chamberOf, isDefrosting, isWorking, openDoorsOf, reportedNumber, valueToneOf } from './appliance-state.ts';

/** Air below this leaves frost in the chamber. */
const frostBelow_C = -12;
/** Compressor states in which it turns. */
const turning: readonly (number | null)[] = [1, 3, 4];

/** The shape of an appliance whose model this version knows, or of the nearest it knows: its size, its family, its category. */
export function shapeOf({ model, gamma }: Pick<Appliance, 'model' | 'gamma'>): ApplianceShape {
  const all = Object.values(families);
  const models = all.flatMap((family) => family.models);
  const size = model.replace(/ (W|RWL|F|U|P|Duo)$/, '');
  const found =
    modelRow(model) ??
    models.find(({ storedName }) => storedName.startsWith(size)) ??
    middleOf(all.find(({ code }) => model.startsWith(`${code} `))?.models) ??
    middleOf(all.find((family) => family.gamma === gamma)?.models) ??
    models[0];
  return found ? shapeOfModel(found) : { width_mm: 790, height_mm: 2050, marks: ['D1'], zones: 1, machine: 'above' };
}

const middleOf = (models: readonly ModelRow[] | undefined): ModelRow | undefined =>
  models?.[Math.floor(models.length / 2)];

const shapeOfModel = (model: ModelRow): ApplianceShape => ({
  width_mm: model.width_mm,
  height_mm: model.height_mm,
  marks: model.picture,
  zones: zonesOf(model),
  machine: model.kind === 'blast' ? 'below' : 'above',
});

/** What a drawing shows of an appliance now. */
export function drawnStateOf(appliance: Appliance): DrawnState {
  const air = chamberOf(appliance);
  return {
    tone: valueToneOf(appliance),
    doorsOpen: openDoorsOf(appliance),
    light: reportedNumber(appliance, 'lightState') === 1,
    fanRunning: turning.includes(reportedNumber(appliance, 'compressorState')),
    loaded: isWorking(appliance),
    ice: isDefrosting(appliance) ? 'defrost' : air !== null && air < frostBelow_C ? 'frost' : 'none',
  };
}
