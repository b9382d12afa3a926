import { exportOwnData } from '@brina/contract/calls/people/account';
import { Button } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { useFailureToast } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { showToast } from '../../../../lib/toast.ts';
import { ProgressLine } from '../../../../ui/ProgressLine.tsx';
import { ActionRow } from '../../../../ui/RowCard.tsx';
import { accountMessages } from '../account.messages.ts';

/** Brings everything the portal holds about the person as a file (S2.27; GDPR, art. 15 and 20). */
export function ExportRow({ icon }: { icon: TablerIcon }) {
  const { t } = useMessages(accountMessages);
  const tellFailure = useFailureToast();
  const collect = useCall(exportOwnData);
  const download = async () => {
    try {
      saveFile(await collect.send({}));
      showToast({ kind: 'success', text: t('exported') });
    } catch (cause) {
      tellFailure(cause);
    }
  };
  return (
    <ActionRow
      icon={icon}
      title={t('export')}
      hint={t('exportHint')}
      actions={
        <Button variant="default" aria-label={t('export')} loading={collect.isPending} onClick={() => void download()}>
          {t('download')}
        </Button>
      }
    >
      {collect.isPending && <ProgressLine share={null} tone="cold" label={t('exporting')} />}
    </ActionRow>
  );
}
