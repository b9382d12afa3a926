import { filterRecords } from '@brina/contract/calls/record/book';
import { getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import { amendBatch } from '@brina/contract/calls/record/remarks';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { correctionReason_min } from '@brina/domain/haccp/by-hand';
import { minute_ms } from '@brina/domain/language/durations';
import { instantOf, localMinute } from '@brina/domain/language/local-minute';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import type { Remarked } from '../remarked.ts';
import { remarkMessages } from '../remarks.messages.ts';
import styles from './Remarks.module.css';

/** How long food mostly stands before it goes in: one tap each. */
const waits_min = [0, 10, 20, 30, 60, 90];

type Props = { record: Remarked; onClose: () => void };

/** Says when the food of a batch was cooked; of a day nothing was. */
export const CookedDialog = ({ record: { food, subject, timeZone }, onClose }: Props) =>
  food && <Cooked food={food} batchId={subject.id} timeZone={timeZone} onClose={onClose} />;

function Cooked(props: {
  food: NonNullable<Remarked['food']>;
  batchId: string;
  timeZone: string;
  onClose: () => void;
}) {
  const { food, batchId, timeZone, onClose } = props;
  const { t } = useMessages(remarkMessages);
  const { t: field } = useMessages(fieldMessages);
  const format = useFormat();
  const begun = localMinute(food.startedAt, timeZone);
  const before = (wait_min: number): string => localMinute(food.startedAt - wait_min * minute_ms, timeZone);
  const isKnown = food.cookedAt !== null;
  const call = useToldCall(amendBatch, { refresh: [getBatch, listBatches, filterRecords], done: t('cooked.done') });
  const { form, dialog } = useCallForm({
    initialValues: { at: food.cookedAt === null ? '' : localMinute(food.cookedAt, timeZone), reason: '' },
    validate: {
      at: (minute) => (minute === '' ? field('required') : null),
      reason: (text) =>
        isKnown && text.trim().length < correctionReason_min ? field('too_short', { min: correctionReason_min }) : null,
    },
    owners: { cooked_at_range: 'at' },
    save: async ({ at, reason }) => {
      const body = { cookedAt: instantOf(at, timeZone), ...(isKnown && { reason: reason.trim() }) };
      await call.send({ params: { serial: food.serialNumber, batchId }, body });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('cooked.open')}
      onClose={onClose}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      {...dialog}
    >
      <p className={styles.hint}>{t('cooked.hint')}</p>
      <div className={styles.waits}>
        {waits_min.map((wait_min) => (
          <Button
            key={wait_min}
            h={64}
            variant={form.values.at === before(wait_min) ? 'filled' : 'default'}
            aria-pressed={form.values.at === before(wait_min)}
            onClick={() => form.setFieldValue('at', before(wait_min))}
          >
            {wait_min === 0 ? t('cooked.start') : t('cooked.before', { time: format.quantity(wait_min, 'min') })}
          </Button>
        ))}
      </div>
      <TextInput type="datetime-local" label={t('cooked.at')} max={begun} {...form.getInputProps('at')} />
      {isKnown && (
        <Textarea label={t('amend.reason')} maxLength={500} autosize minRows={2} {...form.getInputProps('reason')} />
      )}
    </FormDialog>
  );
}
