import { pathOf } from '@brina/contract/screens';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { withQueries } from '../../../lib/Queries.tsx';
import { session } from '../../../lib/session.ts';
import { useUser } from '../../../lib/use-user.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { RecoveryCodes } from './parts/RecoveryCodes.tsx';
import { SetUp } from './parts/SetUp.tsx';
import { securityMessages } from './security.messages.ts';
import styles from './security.module.css';

/** Texts to have before the screen is shown. */
export const messages = [securityMessages, errorMessages];

/** Sets the second factor up: what somebody whose role needs one sees before anything else, and whoever wants one may open. */
export const SecondFactorScreen = withQueries(Page);

function Page() {
  const { t } = useMessages(securityMessages);
  const user = useUser();
  const navigate = useNavigate();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (!user) return null;
  const isNeeded = user.secondFactor === 'needed';
  /** The user is loaded again first: until then the guard leads back here. */
  const goOn = async (): Promise<void> => {
    await session.reloadUser();
    await navigate({ to: pathOf('dashboard'), replace: true });
  };
  const leave = isNeeded
    ? { label: t('signOut'), onClick: () => session.signOut() }
    : { label: t('cancel'), onClick: () => void navigate({ to: pathOf('account') }) };
  return (
    <div className={styles.form}>
      <h1 className={styles.title}>{codes ? t('codesTitle') : t('title')}</h1>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => void goOn()} />
      ) : (
        <>
          {isNeeded ? <Notice kind="info">{t('needed')}</Notice> : <p className={styles.lead}>{t('hint')}</p>}
          <SetUp leave={leave} onAdded={setCodes} />
        </>
      )}
    </div>
  );
}
