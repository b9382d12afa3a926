import { filterRecords } from '@brina/contract/calls/record/book';
import { getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import { amendBatch } from '@brina/contract/calls/record/remarks';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { recordMessages } from '@brina/contract/words/record.messages';
import { correctionReason_min } from '@brina/domain/haccp/by-hand';
import { Textarea, TextInput } from '@mantine/core';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { useMessages } from '../../../../lib/messages.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import type { Remarked } from '../remarked.ts';
import { remarkMessages } from '../remarks.messages.ts';
import styles from './Remarks.module.css';

/** More than any chamber holds: what was typed wrong may be anything. */
const load_kg = { min: 0.1, max: 10_000 };

type Said = { kg: number | null; product: string; lot: string };
type Props = { record: Remarked; onClose: () => void };

/** Corrects what was typed wrong of the food of a batch; of a day nothing was typed. */
export const AmendDialog = ({ record: { food, subject }, onClose }: Props) =>
  food && <Amend food={food} batchId={subject.id} onClose={onClose} />;

function Amend(props: { food: NonNullable<Remarked['food']>; batchId: string; onClose: () => void }) {
  const { food, batchId, onClose } = props;
  const { t } = useMessages(remarkMessages);
  const { t: of } = useMessages(recordMessages);
  const { t: field } = useMessages(fieldMessages);
  const call = useToldCall(amendBatch, { refresh: [getBatch, listBatches, filterRecords], done: t('amend.done') });
  const { form, dialog } = useCallForm({
    initialValues: { kg: food.load_kg, product: food.product ?? '', lot: food.lot ?? '', reason: '' },
    validate: {
      kg: (kg) => (Number.isNaN(kg) ? field('invalid') : null),
      reason: (text) =>
        text.trim().length < correctionReason_min ? field('too_short', { min: correctionReason_min }) : null,
    },
    save: async (said) => {
      await call.send({
        params: { serial: food.serialNumber, batchId },
        body: { ...changesOf(food, said), reason: said.reason.trim() },
      });
      onClose();
    },
  });
  return (
    <FormDialog title={t('amend.open')} onClose={onClose} submitLabel={t('save')} cancelLabel={t('cancel')} {...dialog}>
      <p className={styles.hint}>{t('amend.hint')}</p>
      <TextInput label={of('product')} maxLength={60} {...form.getInputProps('product')} />
      <TextInput label={of('lot')} maxLength={40} {...form.getInputProps('lot')} />
      <QuantityField
        label={of('load')}
        unit="kg"
        limits={load_kg}
        step={1}
        value={form.values.kg}
        onChange={(kg) => form.setFieldValue('kg', kg)}
        error={form.errors.kg as string | undefined}
      />
      <Textarea label={t('amend.reason')} maxLength={500} autosize minRows={2} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}

/** What is said otherwise than it was; what was emptied is not known. */
function changesOf(was: NonNullable<Remarked['food']>, { kg, product, lot }: Said) {
  const now = { product: product.trim() || null, lot: lot.trim() || null, load_kg: kg };
  return {
    ...(now.product !== was.product && { product: now.product }),
    ...(now.lot !== was.lot && { lot: now.lot }),
    ...(now.load_kg !== was.load_kg && { load_kg: now.load_kg }),
  };
}
