import { endLink, type InspectionLink, listLinks, listVisits } from '@brina/contract/calls/record/inspection';
import { spanOfDay } from '@brina/domain/language/local-day';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFailure, useFailureToast } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import styles from '../Inspection.module.css';
import { inspectionMessages } from '../inspection.messages.ts';

/** Links that are open, or were within the last 30 days, with how often each was opened. */
export function LinkList() {
  const { t } = useMessages(inspectionMessages);
  const failure = useFailure();
  const { data, error, refetch } = useQuery(callQuery(listLinks, {}));
  return (
    <section>
      <h3 className={styles.title}>{t('links')}</h3>
      {error && !data && <ErrorState {...failure(error, refetch, t('failed'))} />}
      {data?.length === 0 && <p className={styles.quiet}>{t('noLinks')}</p>}
      <ul className={styles.list}>
        {data?.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
    </section>
  );
}

function LinkRow({ link }: { link: InspectionLink }) {
  const { t } = useMessages(inspectionMessages);
  const format = useFormat();
  const { timeZone } = format.reader;
  const tellFailure = useFailureToast();
  const end = useToldCall(endLink, { refresh: [listLinks], done: t('endedToast') });
  const day = (text: string): string => format.date(spanOfDay(text, timeZone).from, timeZone);
  const of = [...link.laboratories, ...link.units].map(({ name }) => name).join(', ') || '–';
  const state =
    link.endedAt === null
      ? t('until', { time: format.dateTime(link.expiresAt) })
      : t('ended', { time: format.dateTime(link.endedAt) });
  const how = [
    link.endedWhy !== null && t('wrongPins'),
    link.atPoster && t('atPoster'),
    link.hasPin && t('hasPin'),
    link.by !== null && t('by', { name: link.by }),
  ].filter(Boolean);
  const visits =
    link.lastVisitAt === null
      ? t('notOpened')
      : t('visits', { n: link.visits, time: format.dateTime(link.lastVisitAt) });
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <strong>{of}</strong>
        </p>
        <p className={styles.quiet}>{t('days', { from: day(link.from), to: day(link.to) })}</p>
        <p className={styles.quiet}>{[state, ...how].join(' · ')}</p>
        {link.visits === 0 ? <p className={styles.quiet}>{visits}</p> : <Visits of={link.id} told={visits} />}
      </div>
      {link.endedAt === null && (
        <Button
          variant="default"
          loading={end.isPending}
          onClick={() => void end.send({ params: { linkId: link.id } }).catch(tellFailure)}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}

/** When a link was opened, on what and from where, once somebody wants to know. */
function Visits({ of, told }: { of: string; told: string }) {
  const { t } = useMessages(inspectionMessages);
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const { data } = useQuery({ ...callQuery(listVisits, { params: { linkId: of } }), enabled: opened });
  return (
    <details className={styles.quiet} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{told}</summary>
      {data?.map(({ at, device, network, pages }) => (
        <p key={`${at} ${device} ${network}`}>
          {[format.dateTime(at), device, network, t('pages', { n: pages })].filter(Boolean).join(' · ')}
        </p>
      ))}
    </details>
  );
}
