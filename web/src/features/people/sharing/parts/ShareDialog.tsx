import type { Member, SharedAppliance } from '@brina/contract/calls/people/sharing';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { Button, Checkbox, Modal } from '@mantine/core';
import { useMessages } from '../../../../lib/messages.ts';
import { dialogProps, useFocusReturn } from '../../../../ui/dialog.ts';
import { nameOf } from '../sharing.data.ts';
import { sharingMessages } from '../sharing.messages.ts';
import { useSharing } from '../use-sharing.ts';
import styles from './ShareDialog.module.css';

/** Who sees one appliance, to tick; each choice takes effect at once (S2.29). */
export function ShareDialog(props: { appliance: SharedAppliance; members: readonly Member[]; onClose: () => void }) {
  const { appliance, members, onClose } = props;
  const { t } = useMessages(sharingMessages);
  const { t: roleName } = useMessages(roleMessages);
  const share = useSharing();
  useFocusReturn(true);
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={onClose}
      title={t('shareTitle', { appliance: appliance.name })}
      withCloseButton={false}
    >
      <p className={styles.hint}>{t('shareHint')}</p>
      <ul className={styles.members}>
        {members.map((member) => (
          <li key={member.email}>
            <Checkbox
              label={nameOf(member)}
              description={`${roleName(member.role)} · ${member.email}`}
              checked={appliance.sharedWith.includes(member.email)}
              onChange={(event) => share(member, [appliance], event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </Modal>
  );
}
