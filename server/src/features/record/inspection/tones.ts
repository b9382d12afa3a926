import type { BookRecord } from '@brina/contract/calls/record/book';

/** How a verdict looks: what calls for somebody, what is in doubt, what is well, and what says nothing of food. */
type Tone = 'bad' | 'doubtful' | 'good' | 'quiet';

/** As in the portal itself (web/src/features/record/haccp/verdict-looks.ts); the one that weighs most comes last. */
const tones: Readonly<Record<NonNullable<BookRecord['verdict']>, Tone>> = {
  NOT_IN_USE: 'quiet',
  NO_LIMIT: 'quiet',
  NOT_APPLICABLE: 'quiet',
  KEPT: 'good',
  PASS: 'good',
  KEPT_WITH_GAP: 'doubtful',
  PASS_WITH_GAP: 'doubtful',
  ABORTED: 'doubtful',
  // Neither a failure nor a pass, and looks like neither.
  NOT_PROVEN: 'quiet',
  EXCEEDED: 'bad',
  FAIL: 'bad',
};
const byWeight = Object.keys(tones);

export const weightOf = (verdict: BookRecord['verdict']): number => byWeight.indexOf(verdict ?? '');
export const toneOf = (verdict: BookRecord['verdict']): Tone => (verdict === null ? 'quiet' : tones[verdict]);
