import type { ActionOfRecord } from '@brina/contract/calls/record/actions';
import type { Tone } from '../../../ui/tones.ts';

/** How each state of an action looks. */
export const actionTones: Record<ActionOfRecord['state'], Tone> = {
  open: 'alarm',
  reopened: 'alarm',
  done: 'hot',
  verified: 'proof',
  withdrawn: 'idle',
};
