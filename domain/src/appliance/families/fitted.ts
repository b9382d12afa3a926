/** Conditions under which a model has a metric, shared by the families. */
import type { ModelRow } from './family.ts';

export const never = (): boolean => false;
export const twoCircuits = (model: ModelRow): boolean => model.circuits === 2;
/** A fan of its own on the condenser. */
export const airCooled = (model: ModelRow): boolean => model.condensation === 'air';
/** Mains water at its humidifier. */
export const onMainsWater = (model: ModelRow): boolean => model.picture.includes('HM');
