/** Which text says why an appliance cannot run a cycle, or in what the cycle is changed for it, and the values in it. */
import { families } from '../appliance/families/families.ts';
import type { FunctionKey } from '../appliance/functions.ts';
import type { PhaseKey } from '../appliance/phases.ts';
import type { Values } from '../language/messages.ts';
import type { compatibilityMessages } from './compatibility.messages.ts';
import type { CompatibilityFault } from './compatibility.ts';
import type { CycleChange } from './elsewhere.ts';
import type { RecipeFamily } from './recipe.ts';

/** Key of a text of `compatibility.messages.ts`. */
export type CompatibilityKey = keyof typeof compatibilityMessages.texts;

/** A text and the values it is filled with. */
export type Words = { readonly key: CompatibilityKey; readonly values: Values };

/** How the reader sees what stands in the texts. */
export type Shown = {
  /** Name of the appliance. */
  readonly name: string;
  /** Family of the appliance, and that of the cycle. */
  readonly family: RecipeFamily | (string & {});
  readonly cycleFamily: RecipeFamily;
  readonly quantity: (value: number, unit: 'Cel' | '%') => string;
  readonly functionName: (key: FunctionKey) => string;
  readonly phaseName: (key: PhaseKey) => string;
  /** Words of an end: the text of `end.{by}`; the code itself where there are none. */
  readonly endName: (by: string) => string;
};

const brand = (family: string): string => families[family as keyof typeof families]?.name ?? family;

/** The text of a reason. */
export function faultWords(reason: CompatibilityFault, shown: Shown): Words {
  const { name, quantity } = shown;
  const family = brand(shown.family);
  switch (reason.kind) {
    case 'family':
      return { key: 'family', values: { name, family: brand(shown.cycleFamily) } };
    case 'package':
    case 'faulty':
      return { key: reason.kind, values: { name } };
    case 'function':
      return { key: 'function', values: { family, function: shown.functionName(reason.function) } };
    case 'phase':
      return { key: 'phase', values: { family, phase: shown.phaseName(reason.key), n: reason.phase } };
    case 'phaseCount':
      return { key: 'phaseCount', values: { family, max: reason.max, count: reason.count } };
    case 'air': {
      const key = reason.air < reason.min ? 'airBelow' : 'airAbove';
      const limit = key === 'airBelow' ? { min: quantity(reason.min, 'Cel') } : { max: quantity(reason.max, 'Cel') };
      return { key, values: { name, n: reason.phase, air: quantity(reason.air, 'Cel'), ...limit } };
    }
    case 'core': {
      const [min, max, core] = [reason.min, reason.max, reason.core].map((value) => quantity(value, 'Cel'));
      return { key: 'core', values: { name, n: reason.phase, min: min ?? '', max: max ?? '', core: core ?? '' } };
    }
    case 'coreHold':
      return { key: 'coreHold', values: { name, n: reason.phase } };
    case 'humidity':
      return { key: 'humidity', values: { name, n: reason.phase, rh: quantity(reason.rh, '%') } };
    case 'end':
      return { key: 'end', values: { end: shown.endName(reason.end) } };
  }
}

/** The text of a change. */
export function changeWords(change: CycleChange, { quantity }: Pick<Shown, 'quantity'>): Words {
  switch (change.kind) {
    case 'fan':
      return {
        key: 'change.fan',
        values: { n: change.phase, from: quantity(change.from, '%'), to: quantity(change.to, '%') },
      };
    case 'holding':
      return {
        key: 'change.holding',
        values: { from: quantity(change.from, 'Cel'), to: quantity(change.to, 'Cel') },
      };
    case 'sanigen':
      return { key: 'change.sanigen', values: {} };
    case 'timers':
      return { key: 'change.timers', values: { n: change.count } };
  }
}
