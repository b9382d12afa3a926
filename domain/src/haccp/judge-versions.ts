/**
 * Versions of the judge. A record keeps by which it was judged, and what a later version says of a record it concerns comes as a new
 * revision beside it.
 */

import { needlesOf } from '../appliance/families/families.ts';
import type { ModelRow } from '../appliance/families/family.ts';
import type { ruleMessages } from './rules.messages.ts';

/** A version after the first. */
export type JudgeVersion = {
  readonly version: number;
  /** Whether those before got records of this model wrong. */
  readonly concerns: (model: ModelRow) => boolean;
  /** Key of what is said of such a record of theirs. */
  readonly before: Extract<keyof (typeof ruleMessages)['texts'], `before.${string}`>;
};

/** What the judge learnt, oldest first. */
export const judgeVersions: readonly JudgeVersion[] = [
  // Every point of every needle is judged; the first version knew the first needle only.
  { version: 2, concerns: (model) => needlesOf(model) > 1, before: 'before.2' },
  // What a needle says counts only while it is in the food, and the last fall through the target, not the first.
  { version: 3, concerns: () => true, before: 'before.3' },
  // Each point of a needle is compared with the air by itself, and a needle is back only in what can be the same food.
  { version: 4, concerns: () => true, before: 'before.4' },
  // Moves of a needle that make no step, food that warms again for moments, what was held before something was lost; of food that was
  // loaded cold no stage applies.
  { version: 5, concerns: () => true, before: 'before.5' },
  // Food that a needle was back in for too short a time to count speaks of what it is put into next.
  { version: 6, concerns: () => true, before: 'before.6' },
];

/** The newest of some versions; 1 where there is none after the first. */
export const newestOf = (versions: readonly JudgeVersion[]): number =>
  Math.max(1, ...versions.map(({ version }) => version));

/** The version that judges now. */
export const judgeVersion = newestOf(judgeVersions);

/** The newest version that concerns a model, of one that is not known any more each; what an older one judged is judged again. */
export const judgeVersionOf = (model: ModelRow | undefined, versions = judgeVersions): number =>
  newestOf(versions.filter(({ concerns }) => !model || concerns(model)));

/** What later versions put right in a record of this model that one of this number judged. */
export const putRightSince = (judge: number, model: ModelRow): readonly JudgeVersion[] =>
  judgeVersions.filter(({ version, concerns }) => version > judge && concerns(model));
