import { type Factor, listFactors, newRecoveryCodes, removeFactor } from '@brina/contract/calls/people/security';
import { Button } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint, IconKey, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useErrorText, useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import { session } from '../../../lib/session.ts';
import { useToldCall } from '../../../lib/use-told-call.ts';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { ActionRow, AwaitedRow, RowCard } from '../../../ui/RowCard.tsx';
import { useConfirm } from '../../../ui/use-confirm.tsx';
import { securityMessages } from './security.messages.ts';

// Dialogs come when they are opened, not with the screen.
const SetUpDialog = comesLater(async () => {
  const { SetUpDialog: Part, messages } = await import('./parts/SetUpDialog.tsx');
  return { Part, messages };
});
const RenameDialog = comesLater(async () => {
  const { RenameDialog: Part, messages } = await import('./parts/RenameDialog.tsx');
  return { Part, messages };
});

/** The card of the second factor in the account: its devices, its recovery codes. */
export function Factors() {
  const { t } = useMessages(securityMessages);
  const failure = useFailure();
  const { data, error, refetch } = useQuery(callQuery(listFactors, {}));
  const [opened, setOpened] = useState<{ codes: readonly string[] | null } | null>(null);
  const isOn = (data?.factors.length ?? 0) > 0;
  return (
    <RowCard
      title={t('title')}
      hint={t('hint')}
      action={
        data &&
        isOn && (
          <Button variant="default" onClick={() => setOpened({ codes: null })}>
            {t('add')}
          </Button>
        )
      }
    >
      {!data && <AwaitedRow loading={t('loading')} failure={error && failure(error, refetch, t('loadFailed'))} />}
      {data && !isOn && (
        <ActionRow
          icon={IconShieldCheck}
          title={t('off')}
          actions={
            <Button variant="default" onClick={() => setOpened({ codes: null })}>
              {t('setUp')}
            </Button>
          }
        />
      )}
      {data?.factors.map((factor) => (
        <Device key={factor.id} factor={factor} isLast={data.factors.length === 1} />
      ))}
      {isOn && <Codes left={data?.recoveryCodesLeft ?? 0} onMade={(codes) => setOpened({ codes })} />}
      {opened && (
        <DialogSlot>
          <SetUpDialog codes={opened.codes} onClose={() => setOpened(null)} />
        </DialogSlot>
      )}
    </RowCard>
  );
}

function Device({ factor, isLast }: { factor: Factor; isLast: boolean }) {
  const { id, kind, name, createdAt, usedAt } = factor;
  const { t } = useMessages(securityMessages);
  const format = useFormat();
  const { ask, dialog } = useConfirm(useErrorText());
  const remove = useToldCall(removeFactor, { refresh: [listFactors], done: t('removed') });
  const [renaming, setRenaming] = useState(false);
  const askRemove = () =>
    ask({
      title: t('removeTitle', { name }),
      body: t(isLast ? 'removeLast' : 'removeBody'),
      confirm: t('remove'),
      cancel: t('cancel'),
      tone: 'danger',
      run: async () => {
        await remove.send({ params: { id } });
        void session.reloadUser();
      },
    });
  const facts = [
    t(kind),
    t('since', { date: format.date(createdAt) }),
    usedAt !== null && t('lastUsed', { date: format.date(usedAt) }),
  ];
  return (
    <ActionRow
      icon={kind === 'totp' ? IconDeviceMobile : IconFingerprint}
      title={name}
      hint={facts.filter(Boolean).join(' · ')}
      actions={
        <>
          <Button variant="default" aria-label={t('renameOf', { name })} onClick={() => setRenaming(true)}>
            {t('rename')}
          </Button>
          <Button variant="default" aria-label={t('removeOf', { name })} onClick={askRemove}>
            {t('remove')}
          </Button>
        </>
      }
    >
      {dialog}
      {renaming && (
        <DialogSlot>
          <RenameDialog factor={factor} onClose={() => setRenaming(false)} />
        </DialogSlot>
      )}
    </ActionRow>
  );
}

function Codes({ left, onMade }: { left: number; onMade: (codes: readonly string[]) => void }) {
  const { t } = useMessages(securityMessages);
  const { ask, dialog } = useConfirm(useErrorText());
  const renew = useCall(newRecoveryCodes, { refresh: [listFactors] });
  const askNew = () =>
    ask({
      title: t('newCodesTitle'),
      body: t('newCodesBody'),
      confirm: t('newCodes'),
      cancel: t('cancel'),
      run: async () => onMade((await renew.send({})).recoveryCodes),
    });
  return (
    <ActionRow
      icon={IconKey}
      title={t('codes')}
      hint={t('codesLeft', { n: left })}
      actions={
        <Button variant="default" onClick={askNew}>
          {t('newCodes')}
        </Button>
      }
    >
      {dialog}
    </ActionRow>
  );
}
