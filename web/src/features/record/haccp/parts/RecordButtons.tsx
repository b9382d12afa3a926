import { makeReport } from '@brina/contract/calls/record/reports';
import type { Input } from '@brina/contract/wire/call';
import { Button } from '@mantine/core';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useFailureToast } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { haccpMessages } from '../haccp.messages.ts';

/** The ways of records out of the house: on paper, and as a file that carries their proof. */
export function RecordButtons({ of }: { of: Input<typeof makeReport>['body'] }) {
  const { t } = useMessages(haccpMessages);
  const tellFailure = useFailureToast();
  const report = useCall(makeReport);
  const save = () => report.send({ body: of }).then(saveFile, tellFailure);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={20} aria-hidden />}
        loading={report.isPending}
        onClick={() => void save()}
      >
        {t('savePdf')}
      </Button>
      <Button variant="default" leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
        {t('print')}
      </Button>
    </>
  );
}
