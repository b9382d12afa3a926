import { signingWays } from '@brina/contract/calls/record/signatures';
import { signingPin_digits } from '@brina/domain/haccp/signing';
import { IconBackspace } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './parts/Sign.module.css';
import { signMessages } from './sign.messages.ts';

/** How somebody proves who signs. */
export type Secret = { pin: string } | { password: string };

export const isComplete = (secret: Secret): boolean =>
  'pin' in secret ? secret.pin.length === signingPin_digits : secret.password !== '';

/** The PIN on a keypad for wet hands, or the password of who has none. */
export function SignStep({ secret, onChange }: { secret: Secret | null; onChange: (secret: Secret) => void }) {
  const { t } = useMessages(signMessages);
  const { data, isError } = useQuery(callQuery(signingWays, {}));
  const [byPassword, setByPassword] = useState(false);
  if (!data && !isError) return <Skeleton height={64} />;
  // A password signs always, also where nobody knows whether there is a PIN.
  if (byPassword || data?.pinSince == null)
    return (
      <PasswordField
        size="lg"
        label={t('password')}
        revealLabel={t('showPassword')}
        autoComplete="current-password"
        value={secret && 'password' in secret ? secret.password : ''}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
    );
  const pin = secret && 'pin' in secret ? secret.pin : '';
  return (
    <div className={styles.asked} role="group" aria-label={t('pin')}>
      <span className={styles.label}>{t('pin')}</span>
      <output className={styles.number}>{'●'.repeat(pin.length).padEnd(signingPin_digits, '○')}</output>
      <div className={styles.keypad}>
        {['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map((digit) => (
          <button
            key={digit}
            type="button"
            className={styles.big}
            onClick={() => onChange({ pin: `${pin}${digit}`.slice(0, signingPin_digits) })}
          >
            {digit}
          </button>
        ))}
        <button
          type="button"
          className={styles.big}
          aria-label={t('delete')}
          onClick={() => onChange({ pin: pin.slice(0, -1) })}
        >
          <IconBackspace size={28} aria-hidden />
        </button>
      </div>
      <button
        type="button"
        className={styles.other}
        onClick={() => {
          setByPassword(true);
          onChange({ password: '' });
        }}
      >
        {t('usePassword')}
      </button>
    </div>
  );
}
