import {
  type DeviceSession,
  endOneSession,
  endOtherSessions,
  listSessions,
} from '@brina/contract/calls/people/sessions';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText, useFailure } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { ActionRow, AwaitedRow, RowCard } from '../../../../ui/RowCard.tsx';
import { useConfirm } from '../../../../ui/use-confirm.tsx';
import { accountMessages } from '../account.messages.ts';

/** A list that is longer is folded. */
const folded_max = 5;

/** The devices on which the person is signed in; any but this one can be signed out from here (S2.27). */
export function Devices() {
  const { t } = useMessages(accountMessages);
  const errorText = useErrorText();
  const failure = useFailure();
  const { ask, dialog } = useConfirm(errorText);
  const { data, error, refetch } = useQuery(callQuery(listSessions, {}));
  const endOthers = useToldCall(endOtherSessions, { refresh: [listSessions], done: t('othersEnded') });
  const askEndOthers = () =>
    ask({
      title: t('endOthersTitle'),
      body: t('endOthersBody'),
      confirm: t('endOthers'),
      cancel: t('cancel'),
      run: () => endOthers.send({}),
    });

  const devices = data ?? [];
  const hasOthers = devices.some(({ current }) => !current);
  const [showsAll, setShowsAll] = useState(false);
  // This one, and the newest of the others.
  const shown = showsAll
    ? devices
    : devices
        .toSorted((a, b) => Number(b.current) - Number(a.current) || b.createdAt - a.createdAt)
        .slice(0, folded_max);
  return (
    <RowCard
      title={t('devices')}
      action={
        hasOthers && (
          <Button variant="default" onClick={askEndOthers}>
            {t('endOthers')}
          </Button>
        )
      }
    >
      {!data && <AwaitedRow loading={t('loading')} failure={error && failure(error, refetch, t('loadFailed'))} />}
      {shown.map((device) => (
        <Device key={device.id} device={device} />
      ))}
      {shown.length < devices.length && (
        <Button variant="subtle" onClick={() => setShowsAll(true)}>
          {t('showAll', { n: devices.length })}
        </Button>
      )}
      {dialog}
    </RowCard>
  );
}

function Device({ device: { id, device, address, createdAt, current } }: { device: DeviceSession }) {
  const { t } = useMessages(accountMessages);
  const format = useFormat();
  const { ask, dialog } = useConfirm(useErrorText());
  const end = useToldCall(endOneSession, { refresh: [listSessions], done: t('sessionEnded') });
  const name = device || t('unknownDevice');
  const askEnd = () =>
    ask({
      title: t('endSessionTitle'),
      body: t('endSessionBody', { device: name }),
      confirm: t('endSession'),
      cancel: t('cancel'),
      run: () => end.send({ params: { id } }),
    });
  return (
    <ActionRow
      icon={/android|iphone|ipad|ios/i.test(device) ? IconDeviceMobile : IconDeviceDesktop}
      title={name}
      mark={current && t('thisDevice')}
      hint={[t('signedInSince', { time: format.dateTime(createdAt) }), address].filter(Boolean).join(' · ')}
      actions={
        !current && (
          <Button variant="default" aria-label={t('endSessionOf', { device: name })} onClick={askEnd}>
            {t('endSession')}
          </Button>
        )
      }
    >
      {dialog}
    </ActionRow>
  );
}
