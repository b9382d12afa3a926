import { type Appliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDoorExit, IconDots, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { useConfirm } from '../../../../ui/use-confirm.tsx';
import { EditDialog } from '../EditDialog.tsx';

/**
 * What can be done with an appliance beside running it: rename or move it, or release it to its next owner.
 * @param onReleased gets the next owner's code; by then this menu may be gone, as the appliance is
 */
export function OptionsMenu(props: { appliance: Appliance; onReleased: (activationCode: string) => void }) {
  const { appliance, onReleased } = props;
  const { t } = useMessages(applianceMessages);
  const { ask, dialog } = useConfirm(useErrorText());
  const release = useCall(releaseAppliance);
  const [editing, setEditing] = useState(false);
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
        // What shows the code is here before it is made: it is told once.
        await import('./ReleasedDialog.tsx');
        const { body } = await release.send({ params: { id: appliance.serialNumber } });
        onReleased(body.activationCode);
      },
    });
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
    </>
  );
}
