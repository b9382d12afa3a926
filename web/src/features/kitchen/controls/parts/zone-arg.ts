import { type ModelRow, zonesOf } from '@brina/domain/appliance/families/family';
import type { ZoneNumber } from '../../../../appliance/appliance-state.ts';

/** The zone as an argument of a command: a model with one zone has none to name. */
export const zoneArg = ({ model }: { model: ModelRow }, zone: ZoneNumber): { zone?: ZoneNumber } =>
  zonesOf(model) === 2 ? { zone } : {};
