import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Command } from '@brina/contract/live';
import { knownModel } from '@brina/domain/appliance/families/families';
import { needsPanel, standingOf } from '@brina/domain/commands/commands';
import { IconAlertCircle, IconHourglass } from '@tabler/icons-react';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { useReasonText } from '../../../appliance/use-reason-text.ts';
import { useMessages } from '../../../lib/messages.ts';
import styles from './Controls.module.css';
import type { Wish } from './wishes.ts';

/**
 * What was asked for beside what is: on its way, or refused and why (S8.21).
 * @param wanted what was asked for, in words @param now what the unit reports, in words
 */
export function WishNote({
  appliance,
  wish,
  wanted,
  now,
}: {
  appliance: Appliance;
  wish: Wish | null;
  wanted: string;
  now: string;
}) {
  const { t } = useMessages(controlMessages);
  const reasonText = useReasonText(appliance);
  if (!wish) return null;
  const refused = wish.state === 'refused';
  const Icon = refused ? IconAlertCircle : IconHourglass;
  return (
    <p className={styles.wish} data-refused={refused || undefined} role="status">
      <Icon size={18} aria-hidden />
      <span>
        {refused ? (
          <>
            {t('notTaken', { wanted })} {reasonText(wish.reason)}
          </>
        ) : (
          <>
            {t('wish', { wanted, now })}{' '}
            {waitsForPanel(appliance, wish.command) && <strong className={styles.place}>{t('panelNow')}</strong>}
          </>
        )}
      </span>
    </p>
  );
}

/** Whether the unit has it and somebody there has to agree. */
function waitsForPanel({ model, twin, package: sold }: Appliance, { state, name, args }: Command): boolean {
  const known = knownModel(model);
  return state !== 'done' && known !== null && needsPanel(known.model, name, args, standingOf(twin.reported, sold));
}
