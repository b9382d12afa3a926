import { type FactoryApplianceDetail, getFactoryAppliance } from '@brina/contract/calls/maker/factory-appliances';
import { passportLink } from '@brina/contract/calls/maker/passport';
import { pathOf } from '@brina/contract/screens';
import { CallFailed } from '@brina/contract/wire/client';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { displayModel } from '@brina/domain/appliance/families/families';
import { familyMessages } from '@brina/domain/appliance/families/families.messages';
import { second_ms } from '@brina/domain/language/durations';
import { Button } from '@mantine/core';
import { IconId, IconSearchOff, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { now } from '../../../lib/clock.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useNameOfPlace } from '../../../lib/named-places.ts';
import { callQuery } from '../../../lib/query.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { paper, useNameOnPaper } from '../../../ui/paper.ts';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { lastThirtyDays } from '../service/diagnosis.data.ts';
import { thirtyDaysMessages } from '../service/thirty-days-texts.ts';
import styles from './FactoryApplianceScreen.module.css';
import { factoryApplianceMessages } from './factory-appliance.messages.ts';
import { fleetMessages } from './fleet.messages.ts';
import { newApplianceMessages } from './new-appliance.messages.ts';
import { Identity, NowCard, OwnerCard } from './parts/ApplianceFacts.tsx';
import { Certificates } from './parts/Certificates.tsx';
import { ServicePartners } from './parts/ServicePartners.tsx';

// The curves come after the page.
const LastThirtyDays = lazy(async () => ({ default: (await import('../service/LastThirtyDays.tsx')).LastThirtyDays }));

/** Texts to have before the screen is shown. */
export const messages = [
  factoryApplianceMessages,
  fleetMessages,
  newApplianceMessages,
  familyMessages,
  fieldMessages,
  errorMessages,
  ...thirtyDaysMessages,
];

/** The factory's calls carry no live frames: how often it asks. */
const refetch_ms = 30 * second_ms;

/** One appliance as the maker's staff sees it: what it is, who has it, its certificates, who serves it, its last month (S2.30). */
export function FactoryApplianceScreen() {
  const { serialNumber = '' } = useParams({ strict: false });
  const { t } = useMessages(factoryApplianceMessages);
  const { t: fleet } = useMessages(fleetMessages);
  const failure = useFailure();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    ...callQuery(getFactoryAppliance, { params: { serial: serialNumber } }),
    refetchInterval: refetch_ms,
  });
  useNameOfPlace('factory-appliance', data && `${displayModel(data.model)} ${serialNumber}`);
  // What has not the form of a serial number is none either: asking again would not help.
  const gone = error instanceof CallFailed && (error.status === 404 || error.status === 400);
  return (
    <Screen
      title={data ? `${displayModel(data.model)} ${serialNumber}` : serialNumber}
      lead={<BackLink link={(looks) => <Link {...looks} to={pathOf('factory')} />}>{fleet('appliances')}</BackLink>}
      state={gone ? 'empty' : data ? 'ready' : error ? 'error' : 'loading'}
      actions={data && !gone && <Ways serialNumber={serialNumber} />}
      loading={
        <div className={styles.page} role="status" aria-label={t('loading')}>
          <Skeleton height={320} />
          <Skeleton height={180} />
        </div>
      }
      error={<ErrorState {...failure(error, refetch, t('failed'))} />}
      empty={
        <EmptyState
          icon={IconSearchOff}
          title={t('gone', { serial: serialNumber })}
          action={<Button onClick={() => void navigate({ to: pathOf('factory') })}>{fleet('appliances')}</Button>}
        >
          <p>{t('goneHint')}</p>
        </EmptyState>
      }
    >
      {data && <Page appliance={data} />}
    </Screen>
  );
}

/** Ways on: who uses it, and its public passport where its model has one. */
function Ways({ serialNumber }: { serialNumber: string }) {
  const { t } = useMessages(factoryApplianceMessages);
  const { data } = useQuery(callQuery(passportLink, { params: { serial: serialNumber } }));
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUsers size={18} aria-hidden />}
        renderRoot={(props) => <Link {...props} to={pathOf('factory')} search={{ tab: 'users', serialNumber }} />}
      >
        {t('users')}
      </Button>
      {data?.link && (
        <Button
          component="a"
          href={data.link}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconId size={18} aria-hidden />}
        >
          {t('passport')}
        </Button>
      )}
    </>
  );
}

function Page({ appliance }: { appliance: FactoryApplianceDetail }) {
  const { serialNumber, model, laboratory, may } = appliance;
  // One period for all parts, for as long as the page is open.
  const [period] = useState(() => lastThirtyDays(now()));
  useNameOnPaper(`${displayModel(model)} · ${serialNumber}`);
  return (
    <div className={`${styles.page} ${paper}`}>
      <div className={styles.columns}>
        <div className={styles.page}>
          <NowCard appliance={appliance} />
          <OwnerCard appliance={appliance} />
        </div>
        <Identity appliance={appliance} />
      </div>
      <Certificates appliance={appliance} />
      <ServicePartners appliance={appliance} />
      {may.diagnose && (
        <Suspense fallback={<Skeleton height={420} />}>
          <LastThirtyDays
            appliance={{ serialNumber, model, timeZone: laboratory?.timeZone ?? 'UTC' }}
            period={period}
          />
        </Suspense>
      )}
    </div>
  );
}
