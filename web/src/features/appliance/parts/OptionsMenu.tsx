import { type Appliance, listAppliances, releaseAppliance } from '@brina/contract/appliances';
import { listLaboratories } from '@brina/contract/laboratories';
import { showActivationCode } from '@brina/domain/activation-code';
import { ActionIcon, Button, Menu, Modal } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDots, IconDoorExit, IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { refresh, useCall } from '../../../lib/query.ts';
import { dialogProps } from '../../../ui/dialog.ts';
import { useConfirm } from '../../../ui/use-confirm.tsx';
import { applianceMessages } from '../appliance.messages.ts';
import { EditDialog } from './EditDialog.tsx';
import styles from './OptionsMenu.module.css';

/** What can be done with an appliance beside running it: rename or move it, or release it to its next owner. */
export function OptionsMenu({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const { ask, dialog } = useConfirm(useErrorText());
  const client = useQueryClient();
  const navigate = useNavigate();
  const release = useCall(releaseAppliance);
  const [editing, setEditing] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const { may } = appliance;
  if (!may.rename && !may.release) return null;

  const askRelease = () =>
    ask({
      title: t('releaseTitle'),
      body: t('releaseBody', { appliance: appliance.name }),
      confirm: t('release'),
      cancel: t('cancel'),
      tone: 'danger',
      run: async () => {
        const { body } = await release.send({ params: { id: appliance.serialNumber } });
        setCode(showActivationCode(body.activationCode.replace('-', '')));
      },
    });
  // The page still stands on the appliance that has just left: the lists are asked again once the code was seen.
  const leave = async () => {
    await navigate({ to: '/' });
    await refresh(client, listAppliances, listLaboratories);
  };

  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon variant="default" size={46} aria-label={t('options')}>
            <IconDots size={22} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {may.rename && (
            <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setEditing(true)}>
              {t('edit')}
            </Menu.Item>
          )}
          {may.release && (
            <Menu.Item leftSection={<IconDoorExit size={18} aria-hidden />} onClick={askRelease}>
              {t('release')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {editing && <EditDialog appliance={appliance} onClose={() => setEditing(false)} />}
      {dialog}
      {code && <ReleasedDialog code={code} onClose={() => void leave()} />}
    </>
  );
}

/** Shows the activation code of the next owner, once. It closes by its button only, so that the code is not lost by a slip. */
function ReleasedDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useMessages(applianceMessages);
  const clipboard = useClipboard();
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={onClose}
      title={t('released')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={styles.words}>{t('releasedBody')}</p>
      <p className={styles.code}>{code}</p>
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => clipboard.copy(code)}
        >
          <span aria-live="polite">{clipboard.copied ? t('copied') : t('copy')}</span>
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </Modal>
  );
}
