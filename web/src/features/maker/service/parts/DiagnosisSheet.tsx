import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { filterServed, type ServedAppliance } from '@brina/contract/calls/maker/service';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { pathOf } from '@brina/contract/screens';
import { CallFailed } from '@brina/contract/wire/client';
import { displayModel, modelRow } from '@brina/domain/appliance/families/families';
import { chargeOf } from '@brina/domain/appliance/families/refrigerants';
import { Button } from '@mantine/core';
import { IconBroadcast, IconPrinter, IconSearchOff, IconShareOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { activeAlarms, troubleTone } from '../../../../appliance/appliance-state.ts';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { useAppliance } from '../../../../lib/appliances.ts';
import { now } from '../../../../lib/clock.ts';
import { useFailure } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useLiveState } from '../../../../lib/live-state.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { BackLink } from '../../../../ui/BackLink.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { DefinitionList } from '../../../../ui/DefinitionList.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { paper, useNameOnPaper } from '../../../../ui/paper.ts';
import { Screen } from '../../../../ui/Screen.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { lastThirtyDays, type Period, pastOf } from '../diagnosis.data.ts';
import { diagnosisMessages } from '../diagnosis.messages.ts';
import { LastThirtyDays } from '../LastThirtyDays.tsx';
import { serviceMessages } from '../service.messages.ts';
import { thirtyDaysMessages } from '../thirty-days-texts.ts';
import { CustomerContact, KitchenAddress } from './Contact.tsx';
import styles from './DiagnosisSheet.module.css';
import { Notices } from './Notices.tsx';

/** Texts to have before it is shown. */
export const messages = thirtyDaysMessages;

/**
 * What a technician who is not on site needs of an appliance, on a phone or on two sheets of A4: what is wrong now, its last thirty
 * days, whom to call (S2.31, S6.9). What has been read stays readable when the connection goes.
 */
export function DiagnosisSheet({ serialNumber }: { serialNumber: string }) {
  const { t } = useMessages(diagnosisMessages);
  const failure = useFailure();
  const live = useLiveState();
  const { data, error, refetch } = useAppliance(serialNumber);
  const served = useServed(serialNumber);
  const refused = error instanceof CallFailed && error.status === 404;
  // What is served no longer is not shown from what was read before: only that it was.
  const appliance = refused ? undefined : data;
  const [nameBefore, setNameBefore] = useState<string | null>(null);
  if (appliance && appliance.name !== nameBefore) setNameBefore(appliance.name);
  return (
    <Screen
      title={appliance ? `${t('title')}: ${appliance.name}` : t('title')}
      lead={<BackLink link={(looks) => <Link {...looks} to={pathOf('service')} />}>{t('back')}</BackLink>}
      actions={
        appliance && (
          <>
            <Button
              variant="default"
              leftSection={<IconBroadcast size={18} aria-hidden />}
              renderRoot={(props) => <Link {...props} to={pathOf('appliance-details', { serialNumber })} />}
            >
              {t('open')}
            </Button>
            <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
              {t('print')}
            </Button>
          </>
        )
      }
      notice={appliance && live === 'lost' && <Notice kind="offline">{t('frozen')}</Notice>}
      state={refused ? 'empty' : appliance ? 'ready' : error ? 'error' : 'loading'}
      loading={
        <div className={styles.sheet} role="status" aria-label={t('loading')}>
          <Skeleton height={220} />
          <Skeleton height={380} />
        </div>
      }
      error={<ErrorState {...failure(error, refetch, t('failed'))} />}
      empty={
        nameBefore === null ? (
          <EmptyState icon={IconSearchOff} title={t('notServed', { serial: serialNumber })}>
            <p>{t('notServedHint')}</p>
          </EmptyState>
        ) : (
          <EmptyState icon={IconShareOff} title={t('sharedNoLonger', { appliance: nameBefore })}>
            <p>{t('sharedNoLongerHint')}</p>
          </EmptyState>
        )
      }
    >
      {appliance && <Sheet appliance={appliance} served={served} />}
    </Screen>
  );
}

/** The row of an appliance in the partner's list: where it stands and whom to call. */
function useServed(serialNumber: string): ServedAppliance | undefined {
  const { data } = useQuery(
    callQuery(filterServed, {
      body: { page: 0, nRows: 20, filterAttributes: [{ attribute: 'serialNumber', value: serialNumber }] },
    }),
  );
  return data?.items.find((one) => one.serialNumber === serialNumber);
}

function Sheet({ appliance, served }: { appliance: Appliance; served: ServedAppliance | undefined }) {
  const { t } = useMessages(diagnosisMessages);
  const format = useFormat();
  const words = useApplianceWords();
  // One moment and one period for all parts, for as long as the page is open.
  const [asOf] = useState(now);
  const [period] = useState(() => lastThirtyDays(asOf));
  const { serialNumber, model, lab, online, lastSeenAt } = appliance;
  const timeZone = lab?.timeZone ?? format.reader.timeZone;
  const row = modelRow(model);
  useNameOnPaper(`${appliance.name} · ${serialNumber}`);
  return (
    <div className={`${styles.sheet} ${paper}`}>
      <p className={styles.asOf}>
        <span>{t('asOf', { time: format.dateTime(asOf, timeZone) })}</span>
        <span>{t('zone', { zone: timeZone })}</span>
      </p>
      <div className={styles.head}>
        {served && <Findings served={served} period={period} />}
        <Block title={t('machine')}>
          <DefinitionList
            items={[
              { term: t('model'), detail: displayModel(model) },
              { term: t('serialNumber'), detail: serialNumber },
              { term: t('firmware'), detail: appliance.currentFirmware || '–' },
              ...(row
                ? [
                    {
                      term: t('refrigerant'),
                      detail: `${row.refrigerant}, ${format.charge(chargeOf(row))}${row.circuits === 1 ? '' : ` (${row.circuits} × ${format.charge(row.charge_g / 1000)})`}`,
                    },
                  ]
                : []),
              {
                term: t('connection'),
                detail: online
                  ? t('online')
                  : lastSeenAt === null
                    ? t('neverSeen')
                    : t('offlineSince', { time: format.dateTime(lastSeenAt, timeZone) }),
              },
              { term: t('state'), detail: words.state(appliance) },
            ]}
          />
        </Block>
        {served && (
          <Block title={t('customer')}>
            <div className={styles.contacts}>
              <CustomerContact {...served} />
              <KitchenAddress {...served} />
            </div>
          </Block>
        )}
      </div>
      <LastThirtyDays appliance={{ serialNumber, model, timeZone }} period={period} />
    </div>
  );
}

/** What is on now, and how often what is over was on in the period: both are said, also when one is nothing. */
function Findings({ served, period }: { served: ServedAppliance; period: Period }) {
  const { t } = useMessages(serviceMessages);
  const { t: own } = useMessages(diagnosisMessages);
  const words = useApplianceWords();
  const { data } = useQuery(callQuery(listAlarms, { params: { id: served.serialNumber }, query: period }));
  const past = pastOf(data ?? []);
  const isFine = activeAlarms(served).length === 0 && !served.anomaly && served.online;
  return (
    <Block title={t('wrong')} tone={troubleTone(served)}>
      {isFine ? <p className={styles.finding}>{own('nothingOn')}</p> : <Notices appliance={served} />}
      {past.length > 0 && (
        <p className={styles.finding}>
          {own('wasOn', {
            alarms: past
              .map(({ name, times }) => own('wasOnTimes', { times, alarm: words.alarmName({ name }) }))
              .join(', '),
          })}
        </p>
      )}
    </Block>
  );
}

function Block({ title, tone, children }: { title: string; tone?: 'alarm' | 'plain'; children: ReactNode }) {
  const heading = useId();
  return (
    <Card as="section" labelledBy={heading} {...(tone && { tone })}>
      <h2 className={styles.title} id={heading}>
        {title}
      </h2>
      {children}
    </Card>
  );
}
