import type { LiveFrame } from '@brina/contract/live';

/** Sections of the live picture that are of the kitchen, and not told to everybody who may see an appliance. */
export type KitchenSection = 'commands' | 'notices';

/** What a viewer may know of an appliance: what is of its company's time (since epoch ms), and which sections of the kitchen. */
export type Held = { heldSince: number; reads: Readonly<Record<KitchenSection, boolean>> };

/**
 * What of a frame belongs to a company that has held the appliance since a moment: a measurement, a cycle, an alarm or
 * a notice of before is the former company's (docs/SECURITY.md). Commands and notices are told to those who work with the appliance.
 */
export function heldPart(frame: LiveFrame, { heldSince, reads }: Held): LiveFrame {
  if ('commands' in frame)
    return { ...frame, commands: frame.commands.filter((one) => reads.commands && one.createdAt >= heldSince) };
  if ('notices' in frame)
    return { ...frame, notices: frame.notices.filter((one) => reads.notices && one.at >= heldSince) };
  if ('cycle' in frame) return frame.cycle && frame.cycle.startedAt < heldSince ? { ...frame, cycle: null } : frame;
  if ('reported' in frame) return frame.at < heldSince ? { ...frame, reported: {} } : frame;
  if ('status' in frame) return frame.at < heldSince ? { ...frame, status: 'unknown' } : frame;
  if ('online' in frame)
    return frame.lastSeenAt !== null && frame.lastSeenAt < heldSince ? { ...frame, lastSeenAt: null } : frame;
  const held = <A extends { since: number }>(alarms: readonly A[]): A[] =>
    alarms.map((one) => ({ ...one, since: Math.max(one.since, heldSince) }));
  if ('alarms' in frame) return { ...frame, alarms: held(frame.alarms) };
  if ('warnings' in frame) return { ...frame, warnings: held(frame.warnings) };
  return frame;
}
