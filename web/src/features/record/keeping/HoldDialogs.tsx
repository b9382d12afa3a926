import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { type LegalHold, liftHold, listHolds, setHold } from '@brina/contract/calls/record/keeping';
import { getLedger } from '@brina/contract/calls/record/ledger';
import { grantSigning } from '@brina/contract/calls/record/signatures';
import { holdReason, holdScopes } from '@brina/domain/haccp/keeping/legal-hold';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import { showToast } from '../../../lib/toast.ts';
import { useCallForm } from '../../../lib/use-call-form.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { keepingMessages } from './keeping.messages.ts';
import { useHoldName } from './use-hold-name.ts';

type Signed = { reason: string; password: string };
type Values = Signed & { kind: (typeof holdScopes)[number]; labId: string; lot: string };

const refresh = [listHolds, getLedger];

/** Sets a legal hold on all records, those of a kitchen or of a lot. */
export function SetDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages(keepingMessages);
  const kitchens = useQuery(callQuery(listLaboratories, {})).data ?? [];
  const grant = useCall(grantSigning);
  const set = useCall(setHold, { refresh });
  const words = useSignedWords();
  const { form, dialog } = useCallForm<Values>({
    initialValues: { kind: 'company', labId: '', lot: '', reason: '', password: '' },
    validate: {
      ...words.validate,
      labId: (id, { kind }) => (kind === 'kitchen' && id === '' ? t('required') : null),
      lot: (lot, { kind }) => (kind === 'lot' && lot.trim() === '' ? t('required') : null),
    },
    owners: words.owners,
    save: async ({ kind, labId, lot, reason, password }) => {
      const scope = kind === 'kitchen' ? { kind, labId } : kind === 'lot' ? { kind, lot } : { kind };
      const proof = await grant.send({ body: { password } });
      await set.send({ body: { scope, reason, grant: proof.grant } });
      showToast({ kind: 'success', text: t('setDone') });
      onClose();
    },
  });
  const labels = { company: t('ofCompany'), kitchen: t('kitchen'), lot: t('lot') };
  return (
    <FormDialog title={t('set')} onClose={onClose} submitLabel={t('set')} cancelLabel={t('cancel')} {...dialog}>
      <Text c="dimmed">{t('setHint')}</Text>
      <NativeSelect
        size="lg"
        label={t('what')}
        data={holdScopes.map((value) => ({ value, label: labels[value] }))}
        {...form.getInputProps('kind')}
      />
      {form.values.kind === 'kitchen' && (
        <NativeSelect
          size="lg"
          label={t('whichKitchen')}
          data={[{ value: '', label: '' }, ...kitchens.map(({ id, name }) => ({ value: id, label: name }))]}
          {...form.getInputProps('labId')}
        />
      )}
      {form.values.kind === 'lot' && (
        <TextInput size="lg" label={t('whichLot')} maxLength={80} autoComplete="off" {...form.getInputProps('lot')} />
      )}
      <SignedFields reason={form.getInputProps('reason')} password={form.getInputProps('password')} />
    </FormDialog>
  );
}

/** Lifts a legal hold, and says what follows. */
export function LiftDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const { t } = useMessages(keepingMessages);
  const nameOf = useHoldName();
  const grant = useCall(grantSigning);
  const lift = useCall(liftHold, { refresh });
  const words = useSignedWords();
  const { form, dialog } = useCallForm<Signed>({
    initialValues: { reason: '', password: '' },
    validate: words.validate,
    owners: words.owners,
    save: async ({ reason, password }) => {
      const proof = await grant.send({ body: { password } });
      await lift.send({ params: { holdId: hold.id }, body: { reason, grant: proof.grant } });
      showToast({ kind: 'success', text: t('liftDone') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('liftTitle')}
      onClose={onClose}
      submitLabel={t('liftTitle')}
      submitTone="danger"
      cancelLabel={t('cancel')}
      {...dialog}
    >
      <Text fw={600}>{nameOf(hold.scope)}</Text>
      <Text c="dimmed">{t('liftHint')}</Text>
      <SignedFields reason={form.getInputProps('reason')} password={form.getInputProps('password')} />
    </FormDialog>
  );
}

/** What both dialogs demand: a reason, and a proof of who signs. */
function useSignedWords() {
  const { t } = useMessages(keepingMessages);
  return {
    validate: {
      reason: (typed: string) => (typed.trim().length < holdReason.min ? t('reasonHint') : null),
      password: (typed: string) => (typed === '' ? t('required') : null),
    },
    owners: { signing_refused: 'password', signing_locked: 'password' },
  } as const;
}

function SignedFields(props: { reason: GetInputPropsReturnType; password: GetInputPropsReturnType }) {
  const { reason, password } = props;
  const { t } = useMessages(keepingMessages);
  return (
    <>
      <TextInput
        size="lg"
        label={t('reason')}
        description={t('reasonHint')}
        maxLength={holdReason.max}
        autoComplete="off"
        {...reason}
      />
      <PasswordField
        size="lg"
        label={t('password')}
        revealLabel={t('reveal')}
        autoComplete="current-password"
        {...password}
      />
    </>
  );
}
