/** What people asked of an appliance and it has not reported yet: shown beside what it does, until the two agree (S4.16, S8.21). */
import type { Command } from '@brina/contract/live';
import { isOpenState } from '@brina/domain/commands/command-states';
import { minute_ms, second_ms } from '@brina/domain/language/durations';

/** A command that was carried out is reported within this time. */
const reportedWithin_ms = 2 * minute_ms;
/** A refusal stays in its place as long, unless something newer takes it. */
const refusalShown_ms = 10 * minute_ms;
/** The portal marks a command as expired a little after its end. */
const expiryNoticed_ms = 15 * second_ms;

/** The latest command of a name that concerns the same thing, such as the same zone. */
export const latestOf = (
  commands: readonly Command[],
  name: string,
  same: Readonly<Record<string, unknown>> = {},
): Command | undefined =>
  commands
    .filter(({ name: one, args }) => one === name && Object.entries(same).every(([key, value]) => args[key] === value))
    .reduce<Command | undefined>((last, one) => (last && last.createdAt >= one.createdAt ? last : one), undefined);

/** How a wish stands while it differs from what is reported. */
export type Wish = { state: 'underWay'; command: Command } | { state: 'refused'; command: Command; reason: string };

/**
 * What is left to say of a command; null once it is reported, forgotten, or there is none.
 * @param agreed whether the unit reports what was asked for
 */
export function wishOf(command: Command | undefined, agreed: boolean, now_ms: number): Wish | null {
  if (!command || agreed) return null;
  const { state, expiresAt, finishedAt, reason } = command;
  if (isOpenState(state))
    return now_ms <= expiresAt + expiryNoticed_ms
      ? { state: 'underWay', command }
      : { state: 'refused', command, reason: 'expired' };
  const ago_ms = now_ms - (finishedAt ?? expiresAt);
  if (state === 'done') return ago_ms < reportedWithin_ms ? { state: 'underWay', command } : null;
  return ago_ms < refusalShown_ms ? { state: 'refused', command, reason: reason ?? state } : null;
}
