import { type Laboratory, listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { createLink, listLinks } from '@brina/contract/calls/record/inspection';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { type LinkLife, linkDays_usual, linkLives, linkPin_digits } from '@brina/domain/haccp/inspection';
import { day_ms } from '@brina/domain/language/durations';
import { localDay } from '@brina/domain/language/local-day';
import { Button, Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApplianceSerials, useAppliances } from '../../../lib/appliances.ts';
import { now } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { QrCode } from '../../../lib/QrCode.tsx';
import { callQuery, useCall } from '../../../lib/query.ts';
import { useCallForm } from '../../../lib/use-call-form.ts';
import dialogStyles from '../../../ui/dialog.module.css';
import { dialogProps } from '../../../ui/dialog.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { MultiChoice } from '../../../ui/MultiChoice.tsx';
import styles from './Inspection.module.css';
import { inspectionMessages } from './inspection.messages.ts';
import { LinkList } from './parts/LinkList.tsx';
import { PosterList } from './parts/PosterList.tsx';

const isPin = (typed: string): boolean => typed === '' || new RegExp(`^\\d{${linkPin_digits}}$`).test(typed);

/** Makes a link to records, shows it once, and lists those that were made before with the posters of the kitchens (B2.10). */
export function InspectionDialog({ labId, onClose }: { labId: string | undefined; onClose: () => void }) {
  const [address, setAddress] = useState<string | null>(null);
  return address === null ? (
    <NewLink labId={labId} onClose={onClose} onMade={setAddress} />
  ) : (
    <MadeLink address={address} onClose={onClose} />
  );
}

/** What is open to inspectors, for who may let in and end, and not open more. */
export function LinksDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages(inspectionMessages);
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={onClose}
      title={t('title.links')}
      closeButtonProps={{ 'aria-label': t('done') }}
    >
      <LinkList />
    </Modal>
  );
}

function NewLink(props: { labId: string | undefined; onClose: () => void; onMade: (address: string) => void }) {
  const { labId, onClose, onMade } = props;
  const { t } = useMessages(inspectionMessages);
  const { t: field } = useMessages(fieldMessages);
  const { timeZone } = useFormat().reader;
  const kitchens = useQuery(callQuery(listLaboratories, {}));
  const create = useCall(createLink, { refresh: [listLinks] });
  const [now_ms] = useState(now);
  const { form, dialog } = useCallForm({
    initialValues: {
      // Null: nobody has chosen. Of one kitchen there is nothing to choose.
      labIds: (labId === undefined ? null : [labId]) as string[] | null,
      from: localDay(now_ms - (linkDays_usual - 1) * day_ms, timeZone),
      to: localDay(now_ms, timeZone),
      serials: [] as string[],
      lasts: 'week' as LinkLife,
      pin: '',
    },
    validate: {
      from: (typed) => (typed === '' ? field('required') : null),
      to: (typed) => (typed === '' ? field('required') : null),
      pin: (typed) => (isPin(typed) ? null : t('pinForm', { n: linkPin_digits })),
    },
    owners: { link_of_nothing: 'labIds', range_reversed: 'to', link_too_long: 'from', pin_guessable: 'pin' },
    save: async ({ pin, labIds: _, ...values }) => {
      const { address } = await create.send({ body: { ...values, labIds, ...(pin !== '' && { pin }) } });
      onMade(address);
    },
  });
  const all = kitchens.data?.map(({ id }) => id) ?? [];
  const labIds = form.values.labIds ?? (all.length === 1 ? all : []);
  return (
    <FormDialog title={t('title')} onClose={onClose} submitLabel={t('create')} cancelLabel={t('cancel')} {...dialog}>
      <Text c="dimmed">{t('intro')}</Text>
      <Kitchens
        kitchens={kitchens.data ?? []}
        chosen={labIds}
        onChange={(chosen) => form.setFieldValue('labIds', chosen)}
        error={form.errors['labIds']}
      />
      <Units
        chosen={form.values.serials}
        onChange={(chosen) => form.setFieldValue('serials', chosen)}
        error={form.errors['serials']}
      />
      <div className={styles.days}>
        <TextInput type="date" label={t('from')} max={form.values.to} {...form.getInputProps('from')} />
        <TextInput type="date" label={t('to')} min={form.values.from} {...form.getInputProps('to')} />
      </div>
      <NativeSelect
        label={t('lasts')}
        data={linkLives.map((value) => ({ value, label: t(`lasts.${value}`) }))}
        {...form.getInputProps('lasts')}
      />
      <TextInput
        label={t('pin')}
        description={t('pinHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={linkPin_digits}
        {...form.getInputProps('pin')}
      />
      <LinkList />
      <PosterList />
    </FormDialog>
  );
}

type Choosing = { chosen: string[]; onChange: (chosen: string[]) => void; error: ReactNode };

/** The kitchens whose records a link opens. */
function Kitchens({ kitchens, chosen, ...field }: Choosing & { kitchens: readonly Laboratory[] }) {
  const { t } = useMessages(inspectionMessages);
  return (
    <MultiChoice
      label={t('kitchens')}
      placeholder={t('kitchensChoose')}
      nothingFound={t('nothingFound')}
      removeLabel={(name) => t('remove', { name })}
      data={kitchens.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen}
      {...field}
    />
  );
}

/** Appliances whose records it opens besides. */
function Units({ chosen, ...field }: Choosing) {
  const { t } = useMessages(inspectionMessages);
  useApplianceSerials();
  const units = useAppliances((appliances) =>
    appliances.map(({ serialNumber, name, lab }) => ({
      value: serialNumber,
      label: [name, lab?.name].filter(Boolean).join(' · '),
    })),
  );
  return (
    <MultiChoice
      label={t('units')}
      placeholder={t('unitsChoose')}
      nothingFound={t('nothingFound')}
      removeLabel={(name) => t('remove', { name })}
      data={units}
      value={chosen}
      {...field}
    />
  );
}

/** The address as a code for the phone of who stands there, and to send to who does not. */
function MadeLink({ address, onClose }: { address: string; onClose: () => void }) {
  const { t } = useMessages(inspectionMessages);
  const clipboard = useClipboard();
  return (
    // By its button only, so that the address is not lost by a slip.
    <Modal
      {...dialogProps}
      opened
      onClose={onClose}
      title={t('made')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <div className={dialogStyles.fields}>
        <Text c="dimmed">{t('madeHint')}</Text>
        <QrCode className={styles.code} of={address} label={t('address')} />
        <p className={styles.address}>{address}</p>
        <div className={dialogStyles.buttons}>
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            onClick={() => clipboard.copy(address)}
          >
            <span aria-live="polite">{clipboard.copied ? t('copied') : t('copy')}</span>
          </Button>
          <Button data-autofocus onClick={onClose}>
            {t('done')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
