import {
  type Appliance,
  getAppliance,
  listAppliances,
  updateAppliance,
} from '@brina/contract/calls/kitchen/appliances';
import { type Laboratory, listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { Menu } from '@mantine/core';
import { IconPencil, IconToolsKitchen2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { useFailureToast } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery, useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { OpenedMenu } from '../../../../ui/OpenedMenu.tsx';
import { EditDialog } from '../../appliance/EditDialog.tsx';
import { dashboardMessages } from '../dashboard.messages.ts';

/** Puts an appliance into another kitchen, or gives it another name (S1.4). */
export function ApplianceMenu({ appliance }: { appliance: Appliance }) {
  const { name, serialNumber } = appliance;
  const { t } = useMessages(dashboardMessages);
  const { t: word } = useMessages(applianceMessages);
  const tellFailure = useFailureToast();
  const { data: labs = [] } = useQuery(callQuery(listLaboratories, {}));
  const update = useCall(updateAppliance, { refresh: [listAppliances, getAppliance, listLaboratories] });
  const [editing, setEditing] = useState(false);
  const others = labs.filter(({ id }) => id !== appliance.lab?.id);

  const moveTo = async (lab: Laboratory) => {
    try {
      await update.send({ params: { id: serialNumber }, body: { name, labId: lab.id } });
      showToast({ kind: 'success', text: t('moved', { appliance: name, kitchen: lab.name }) });
    } catch (cause) {
      tellFailure(cause, t('notSuccessful'));
    }
  };

  return (
    <>
      <OpenedMenu label={t('applianceMenu', { appliance: name })}>
        <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setEditing(true)}>
          {word('edit')}
        </Menu.Item>
        {others.length > 0 && <Menu.Label>{t('moveTo')}</Menu.Label>}
        {others.map((lab) => (
          <Menu.Item
            key={lab.id}
            leftSection={<IconToolsKitchen2 size={18} aria-hidden />}
            disabled={update.isPending}
            onClick={() => void moveTo(lab)}
          >
            {lab.name}
          </Menu.Item>
        ))}
      </OpenedMenu>
      {editing && <EditDialog appliance={appliance} onClose={() => setEditing(false)} />}
    </>
  );
}
