import { type Appliance, getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { listMaintenance, recordMaintenance } from '@brina/contract/calls/record/maintenance';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import type { MaintenanceKind } from '@brina/domain/appliance/maintenance';
import { instantOf, localMinute } from '@brina/domain/language/local-minute';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { now } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useCallForm } from '../../../lib/use-call-form.ts';
import { useToldCall } from '../../../lib/use-told-call.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { maintenanceMessages } from './maintenance.messages.ts';

const note_max = 500;

/**
 * Records what was done: a kitchen cleans and checks probes, a service partner also serves and repairs.
 * @param kind what it was, where the advice of an alarm says so
 */
export function RecordDialog(props: { appliance: Appliance; kind?: MaintenanceKind; onClose: () => void }) {
  const { appliance, onClose } = props;
  const { t } = useMessages(maintenanceMessages);
  const { t: page } = useMessages(applianceMessages);
  const { t: field } = useMessages(fieldMessages);
  const format = useFormat();
  const record = useToldCall(recordMaintenance, {
    refresh: [listMaintenance, listAlarms, getAppliance],
    done: t('recorded'),
  });
  const timeZone = appliance.lab?.timeZone ?? format.reader.timeZone;
  const today = localMinute(now(), timeZone).slice(0, 10);
  const kinds = appliance.may.record;
  const { form, dialog } = useCallForm<{ kind: MaintenanceKind; at: string; note: string }>({
    initialValues: { kind: props.kind ?? kinds[0] ?? 'cleaning', at: today, note: '' },
    validate: { at: (day) => (day === '' ? field('required') : null) },
    owners: { maintenance_in_future: 'at', maintenance_too_old: 'at' },
    save: async ({ kind, at: day, note }) => {
      // What was done today was done just now; of another day the noon stands for it.
      const at = day === today ? now() : instantOf(`${day}T12:00`, timeZone);
      await record.send({ params: { id: appliance.serialNumber }, body: { kind, at, note: note.trim() } });
      onClose();
    },
  });

  return (
    <FormDialog
      title={t('record')}
      onClose={onClose}
      submitLabel={t('record')}
      cancelLabel={page('cancel')}
      {...dialog}
    >
      <NativeSelect
        label={t('what')}
        data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <TextInput label={t('when')} type="date" max={today} {...form.getInputProps('at')} />
      <Textarea
        label={t('note')}
        description={page('optional')}
        maxLength={note_max}
        rows={3}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}
