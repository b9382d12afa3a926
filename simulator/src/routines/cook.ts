/** Somebody at an appliance, doing what is due. Everything follows from the seed. */

import { minute_ms } from '@brina/domain/language/durations';
import type { Appliance } from '../appliance.ts';
import { type BlastKitchen, blastWork } from './blast-work.ts';
import { cabinetWork } from './cabinet-work.ts';
import { type Kitchen } from './kitchen-day.ts';
import { proverWork } from './prover-work.ts';

/** Somebody at the appliance, doing what is due. */
export type Cook = {
  /** When the next thing is done, by the true clock. */
  readonly next_ms: number;
  /** Does it. The appliance has lived to `next_ms`. */
  act(): void;
};

/** What the cook has hands on: an appliance, and whether it has power. */
export type AtHand = { readonly appliance: Appliance; readonly plugIn: boolean };

/** Brings a cook to an appliance. */
export function createCook(kitchen: Kitchen, unit: AtHand): Cook {
  const steps = work(kitchen, unit.appliance);
  const next = (): number => steps.next().value ?? Number.POSITIVE_INFINITY;
  let next_ms = next();
  return {
    get next_ms() {
      return next_ms;
    },
    act() {
      // Nobody works at an appliance without power; they come back when it is there again.
      next_ms = unit.plugIn ? next() : next_ms + minute_ms;
    },
  };
}

/** The work, as the instants at which somebody does the next thing. */
function* work(kitchen: Kitchen, appliance: Appliance): Generator<number, undefined, void> {
  if (kitchen.routine === 'idle') return undefined;
  switch (kitchen.model.kind) {
    case 'blast':
      return yield* blastWork(kitchen as BlastKitchen, appliance);
    case 'cabinet':
      return yield* cabinetWork(kitchen, appliance);
    case 'prover':
      return yield* proverWork(kitchen, appliance);
  }
}
