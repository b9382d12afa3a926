import { type Appliance, getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { listMaintenance, recordMaintenance } from '@brina/contract/calls/record/maintenance';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import type { MaintenanceKind } from '@brina/domain/appliance/maintenance';
import { instantOf, localMinute } from '@brina/domain/language/local-minute';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { now } from '../../../lib/clock.ts';
import { useErrorText } from '../../../lib/errors.ts';
import { formFaults } from '../../../lib/form-faults.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useCall } from '../../../lib/query.ts';
import { showToast } from '../../../lib/toast.ts';
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
  const errorText = useErrorText();
  const record = useCall(recordMaintenance, { refresh: [listMaintenance, listAlarms, getAppliance] });
  const timeZone = appliance.lab?.timeZone ?? format.reader.timeZone;
  const today = localMinute(now(), timeZone).slice(0, 10);
  const kinds = appliance.may.record;
  const [kind, setKind] = useState<MaintenanceKind>(props.kind ?? kinds[0] ?? 'cleaning');
  const [day, setDay] = useState(today);
  const [note, setNote] = useState('');
  const [faults, setFaults] = useState<Partial<Record<'at' | 'note', string>>>({});
  const [error, setError] = useState<string | null>(null);

  const submit = async () => {
    setError(null);
    if (day === '') {
      setFaults({ at: field('required') });
      return;
    }
    // What was done today was done just now; of another day the noon stands for it.
    const at = day === today ? now() : instantOf(`${day}T12:00`, timeZone);
    try {
      await record.send({ params: { id: appliance.serialNumber }, body: { kind, at, note: note.trim() } });
      showToast({ kind: 'success', text: t('recorded') });
      onClose();
    } catch (cause) {
      const { byField, rest } = formFaults(cause, ['at', 'note'], {
        maintenance_in_future: 'at',
        maintenance_too_old: 'at',
      });
      setFaults(byField);
      if (rest) setError(errorText(cause));
    }
  };
  return (
    <FormDialog
      title={t('record')}
      opened
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      submitLabel={t('record')}
      cancelLabel={page('cancel')}
      pending={record.isPending}
      error={error}
    >
      <NativeSelect
        label={t('what')}
        value={kind}
        data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(event) => setKind(event.currentTarget.value as MaintenanceKind)}
      />
      <TextInput
        label={t('when')}
        type="date"
        max={today}
        value={day}
        error={faults.at}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <Textarea
        label={t('note')}
        description={page('optional')}
        maxLength={note_max}
        rows={3}
        value={note}
        error={faults.note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
