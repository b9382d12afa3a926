import { type LegalHold, listHolds } from '@brina/contract/calls/record/keeping';
import { exportLedger, getLedger } from '@brina/contract/calls/record/ledger';
import { day_ms, hour_ms } from '@brina/domain/language/durations';
import { Button } from '@mantine/core';
import { IconDownload, IconGavel } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFailure, useFailureToast } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Card } from '../../../ui/Card.tsx';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { LiftDialog, SetDialog } from './HoldDialogs.tsx';
import styles from './Keeping.module.css';
import { keepingMessages } from './keeping.messages.ts';
import { useHoldName } from './use-hold-name.ts';

/** How long a company's records are kept, its book, and its legal holds, which a USER sets and lifts here (B2.12). */
export function RecordsCard() {
  const { t } = useMessages(keepingMessages);
  const failure = useFailure();
  const holds = useQuery(callQuery(listHolds, {}));
  const [isSetting, setSetting] = useState(false);
  return (
    <Card>
      <section className={styles.card}>
        <h2 className={styles.title}>{t('title')}</h2>
        {holds.error && !holds.data && <ErrorState {...failure(holds.error, holds.refetch, t('failed'))} />}
        {holds.data && (
          <>
            <p>{t('years', { n: holds.data.years })}</p>
            {holds.data.longer.map(({ labId, name, years }) => (
              <p key={labId ?? ''}>
                {name === null ? t('longerElsewhere', { n: years }) : t('longer', { kitchen: name, n: years })}
              </p>
            ))}
            <Book />
            <h3 className={styles.title}>{t('holds')}</h3>
            <p className={styles.quiet}>{t('holdsHint')}</p>
            {holds.data.holds.length === 0 && <p className={styles.quiet}>{t('noHolds')}</p>}
            <ul className={styles.list}>
              {holds.data.holds.map((hold) => (
                <HoldRow key={hold.id} hold={hold} />
              ))}
            </ul>
            <div className={styles.buttons}>
              <Button
                variant="default"
                leftSection={<IconGavel size={20} aria-hidden />}
                onClick={() => setSetting(true)}
              >
                {t('set')}
              </Button>
            </div>
          </>
        )}
        {isSetting && (
          <DialogSlot>
            <SetDialog onClose={() => setSetting(false)} />
          </DialogSlot>
        )}
      </section>
    </Card>
  );
}

/** Entries that nothing outside has are spoken of after so long. */
const atHome_ms = 7 * day_ms;

/** How long the book is, since when it is sealed, what of it is outside, and the way to all of it. */
function Book() {
  const { t } = useMessages(keepingMessages);
  const format = useFormat();
  const tellFailure = useFailureToast();
  const { data } = useQuery(callQuery(getLedger, {}));
  // What is downloaded is outside from then on.
  const book = useCall(exportLedger, { refresh: [getLedger] });
  const now = useNow(hour_ms);
  if (!data?.book) return null;
  const { size, checkpoint, anchors, waitingSince } = data;
  return (
    <>
      <p>
        {t('size', { n: size })} {checkpoint ? t('sealed', { time: format.dateTime(checkpoint.at) }) : t('notSealed')}
      </p>
      {anchors.map(({ kind, by, at }) => (
        <p key={kind} className={styles.quiet}>
          {t(kind === 'rfc3161' ? 'stamped' : 'witnessed', { time: format.dateTime(at), by })}
        </p>
      ))}
      {waitingSince !== null && now - waitingSince > atHome_ms && (
        <Notice kind="warning">{t('stays', { time: format.dateTime(waitingSince) })}</Notice>
      )}
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          loading={book.isPending}
          onClick={() => void book.send({}).then(saveFile, tellFailure)}
        >
          {t('exportBook')}
        </Button>
      </div>
    </>
  );
}

function HoldRow({ hold }: { hold: LegalHold }) {
  const { t } = useMessages(keepingMessages);
  const format = useFormat();
  const nameOf = useHoldName();
  const [isLifting, setLifting] = useState(false);
  const { set, lifted, inForce } = hold;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <strong>{nameOf(hold.scope)}</strong>
        </p>
        <p>{set.reason}</p>
        <p className={styles.quiet}>{t('setBy', { time: format.dateTime(set.at), name: set.by })}</p>
        {lifted && (
          <>
            <p className={styles.quiet}>{t('liftedBy', { time: format.dateTime(lifted.at), name: lifted.by })}</p>
            <p className={styles.quiet}>{lifted.reason}</p>
            <p>{t(inForce ? 'until' : 'ended', { time: format.dateTime(lifted.endsAt) })}</p>
          </>
        )}
      </div>
      {!lifted && (
        <Button variant="default" onClick={() => setLifting(true)}>
          {t('lift')}
        </Button>
      )}
      {isLifting && (
        <DialogSlot>
          <LiftDialog hold={hold} onClose={() => setLifting(false)} />
        </DialogSlot>
      )}
    </li>
  );
}
