/** Every rule the server evaluates on one unit. Rules of a whole laboratory stand in `site.ts`. */
import type { AlarmRule } from './rule.ts';
import { airRules } from './rules/air-and-doors.ts';
import { batchRules } from './rules/batch.ts';
import { foodRules } from './rules/food.ts';
import { heatRules } from './rules/heat-and-water.ts';
import { powerRules } from './rules/power-and-boards.ts';
import { probeRules } from './rules/probes.ts';
import { refrigerationRules } from './rules/refrigeration.ts';

export const alarmRules: readonly AlarmRule[] = [
  ...probeRules,
  ...airRules,
  ...refrigerationRules,
  ...heatRules,
  ...powerRules,
  ...foodRules,
  ...batchRules,
];
