import type { LiveFrame } from '@brina/contract/live';

/** What a viewer may know of an appliance: what is of its company's time (since epoch ms), and who commanded what. */
export type Held = { heldSince: number; readsCommands: boolean };

/**
 * What of a frame belongs to a company that has held the appliance since a moment: a measurement, a cycle or an alarm of
 * before is the former company's (docs/SECURITY.md). Commands are told to those who may ask for them.
 */
export function heldPart(frame: LiveFrame, { heldSince, readsCommands }: Held): LiveFrame {
  if ('commands' in frame)
    return { ...frame, commands: frame.commands.filter((one) => readsCommands && one.createdAt >= heldSince) };
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
