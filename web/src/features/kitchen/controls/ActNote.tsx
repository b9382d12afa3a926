import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { IconAlertCircle } from '@tabler/icons-react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { useReasonText } from '../../../appliance/use-reason-text.ts';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { lastAct } from './acts.ts';
import styles from './Controls.module.css';
import type { CommandHandle } from './use-command.ts';

/**
 * Beside a control: why what was sent from here was not done (B1.5).
 * @param isWished a `WishNote` there says already why the unit has refused it
 */
export function ActNote(props: {
  appliance: Appliance;
  command: CommandHandle;
  name: string;
  args?: Readonly<Record<string, unknown>> | undefined;
  isWished?: boolean;
}) {
  const { appliance, command, name, args, isWished = false } = props;
  const { t } = useMessages(applianceMessages);
  const reasonText = useReasonText(appliance);
  const errorText = useErrorText();
  const act = lastAct(command.acts, name, args);
  const words = () => {
    switch (act?.state) {
      case 'failed':
        return errorText(act.cause);
      case 'unknown':
        return t('resultUnknown');
      case 'refused':
        return isWished ? null : reasonText(act.reason);
      default:
        return null;
    }
  };
  const why = words();
  return (
    why !== null && (
      <p className={styles.wish} data-refused>
        <IconAlertCircle size={18} aria-hidden />
        <span>{why}</span>
      </p>
    )
  );
}
