import { gradeOf } from './alarms.ts';

/** Why somebody should look at an appliance, the most urgent first: nobody knows how the food is in one that is offline (S3.8). */
export const attentions = ['alarm', 'offline', 'warning', 'anomaly'] as const;
export type Attention = (typeof attentions)[number];

/**
 * Reasons that an appliance is noticed for by whom it is not entrusted to, in the same order: silence is none of them. Kitchens switch
 * off and lose their network every day; a service partner looks for such appliances by their connection, and first at what is broken.
 */
export const notices = attentions.filter((attention) => attention !== 'offline');

/** What decides how urgent an appliance is; of alarms and warnings only those that are active. Warnings of wear and dirt are upkeep. */
export type Troubles = {
  online: boolean;
  alarms: readonly { active: boolean }[];
  warnings: readonly { name: string; active: boolean }[];
  anomaly: boolean;
};

/**
 * The most urgent reason to look at an appliance; null when there is none. An alarm goes before silence, also of an appliance that
 * is not connected: its power may be what has failed.
 */
export function attentionOf({ online, alarms, warnings, anomaly }: Troubles): Attention | null {
  const isActive = ({ active }: { active: boolean }): boolean => active;
  if (alarms.some(isActive)) return 'alarm';
  if (!online) return 'offline';
  const on = warnings.filter(isActive);
  if (on.some(({ name }) => gradeOf(name) === 'warning')) return 'warning';
  return anomaly || on.length > 0 ? 'anomaly' : null;
}

/** How urgent a reason is among the others, 0 = the most; what needs nobody comes last. */
export const urgencyOf = (attention: Attention | null): number =>
  attention === null ? attentions.length : attentions.indexOf(attention);
