import type { Asked, Draft } from '../action-draft.ts';

/** What each step is given: what was said so far, how more is said, and what it is about. */
export type Ask = { draft: Draft; change: (by: Partial<Draft>) => void; asked: Asked };
