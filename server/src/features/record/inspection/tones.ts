import type { BookRecord } from '@brina/contract/calls/record/book';

/** How a verdict looks: what calls for somebody, what is in doubt, what is well, and what says nothing of food. */
type Tone = 'bad' | 'doubtful' | 'good' | 'quiet';

const tones: Readonly<Record<NonNullable<BookRecord['verdict']>, Tone>> = {
  FAIL: 'bad',
  EXCEEDED: 'bad',
  NOT_PROVEN: 'doubtful',
  ABORTED: 'doubtful',
  PASS_WITH_GAP: 'good',
  PASS: 'good',
  KEPT_WITH_GAP: 'good',
  KEPT: 'good',
  NOT_APPLICABLE: 'quiet',
  NOT_IN_USE: 'quiet',
  NO_LIMIT: 'quiet',
};

export const toneOf = (verdict: BookRecord['verdict']): Tone => (verdict === null ? 'quiet' : tones[verdict]);
