import { makeReport } from '@brina/contract/calls/record/reports';
import { Button } from '@mantine/core';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useFailureToast } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { haccpMessages } from '../haccp.messages.ts';

/** The ways of a record out of the house: on paper, and as a file that carries its proof. */
export function RecordButtons({ batchId }: { batchId: string }) {
  const { t } = useMessages(haccpMessages);
  const tellFailure = useFailureToast();
  const report = useCall(makeReport);
  const save = () => report.send({ body: { batches: [batchId] } }).then(saveFile, tellFailure);
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
