import { filterRecords } from '@brina/contract/calls/record/book';
import { getBatch, linkBatch, listBatches } from '@brina/contract/calls/record/haccp';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { SignLater } from '../../signatures/SignLater.ts';
import type { Remarked } from '../remarked.ts';
import { remarkMessages } from '../remarks.messages.ts';

type Props = { record: Remarked; onClose: () => void };

/** Says, signed, that a batch goes on with the run before it, or that it does not. */
export function LinkDialog({ record: { food, subject, timeZone }, onClose }: Props) {
  const { t } = useMessages(remarkMessages);
  const format = useFormat();
  const call = useToldCall(linkBatch, { refresh: [getBatch, listBatches, filterRecords], done: t('cooked.done') });
  if (!food) return null;
  const goesOn = food.continues === null;
  const params = { serial: food.serialNumber, batchId: subject.id };
  return (
    <SignLater
      title={t(goesOn ? 'link.open' : 'link.apart')}
      submit={t('link.sign')}
      onSign={(grant) => call.send({ params, body: { goesOn, grant } })}
      onClose={onClose}
    >
      {goesOn ? t('link.openBody', { time: format.dateTime(food.before, timeZone) }) : t('link.apartBody')}
    </SignLater>
  );
}
