import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { CycleRun } from '@brina/contract/calls/kitchen/cycles';
import { pathOf } from '@brina/contract/screens';
import { definitionOfRun } from '@brina/domain/recipes/run-definition';
import { Menu } from '@mantine/core';
import { IconBookmark, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useUser } from '../../../../lib/use-user.ts';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { OpenedMenu } from '../../../../ui/OpenedMenu.tsx';
import type { CommandHandle } from '../../controls/use-command.ts';
import { placed } from '../../library/placed.ts';
import { ranMessages } from '../ran.messages.ts';

const AgainDialog = comesLater(async () => {
  const { AgainDialog: Part, messages } = await import('./AgainDialog.tsx');
  return { Part, messages };
});

/** What may be done with a run: the same once more, and keeping what it did in the library (S2.41, S1.6). */
export function RunMenu(props: { appliance: Appliance; command: CommandHandle; run: CycleRun }) {
  const { appliance, command, run } = props;
  const { t } = useMessages(ranMessages);
  const format = useFormat();
  const may = useUser()?.may;
  const [isAsked, setAsked] = useState(false);
  const { serialNumber, model, lab } = appliance;
  const definition = run.plan && definitionOfRun(model, run.function, run.plan);
  const isKept = run.recipe?.newest != null;
  return (
    <>
      <OpenedMenu label={t('more', { when: format.dateTime(run.startedAt, lab?.timeZone) })}>
        <Menu.Item
          leftSection={<IconPlayerPlay size={20} aria-hidden />}
          disabled={!appliance.online || !appliance.may.command || (!isKept && !definition)}
          title={appliance.online ? undefined : t('whyOffline')}
          onClick={() => setAsked(true)}
        >
          {t('again')}
        </Menu.Item>
        {may?.editCycles && definition && (
          <Menu.Item
            leftSection={<IconBookmark size={20} aria-hidden />}
            renderRoot={(root) => (
              <Link
                {...root}
                to={placed(pathOf('recipe-create', { function: String(run.function) }), serialNumber)}
                search={{ run: run.id, at: run.startedAt }}
              />
            )}
          >
            {t('save')}
          </Menu.Item>
        )}
      </OpenedMenu>
      {isAsked && (
        <DialogSlot>
          <AgainDialog
            appliance={appliance}
            command={command}
            run={run}
            definition={definition}
            onClose={() => setAsked(false)}
          />
        </DialogSlot>
      )}
    </>
  );
}
