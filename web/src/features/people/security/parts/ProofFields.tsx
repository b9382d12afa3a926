import { TextInput } from '@mantine/core';
import { useMessages } from '../../../../lib/messages.ts';
import { securityMessages } from '../security.messages.ts';
import styles from '../security.module.css';
import type { Proof } from '../use-proof.ts';

const leads = { totp: 'enterCode', passkey: 'enterPasskey', recovery: 'enterRecovery' } as const;
const uses = { totp: 'useTotp', passkey: 'usePasskey', recovery: 'useRecovery' } as const;

/** The field of the chosen way to prove a second factor, and the other ways. @param error what is wrong with what was typed */
export function ProofFields({ proof, error, autoFocus }: { proof: Proof; error: string | null; autoFocus?: boolean }) {
  const { t } = useMessages(securityMessages);
  const { way, others } = proof;
  return (
    <>
      <p className={styles.lead}>{t(leads[way])}</p>
      {way !== 'passkey' && (
        <TextInput
          key={way}
          label={t(way === 'totp' ? 'code' : 'recoveryCode')}
          name="code"
          autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
          inputMode={way === 'totp' ? 'numeric' : 'text'}
          maxLength={40}
          autoFocus={autoFocus ?? false}
          value={proof.code}
          onChange={({ currentTarget }) => proof.type(currentTarget.value)}
          error={error}
        />
      )}
      <div className={styles.ways}>
        {others.map((other) => (
          <button key={other} className={styles.way} type="button" onClick={() => proof.choose(other)}>
            {t(uses[other])}
          </button>
        ))}
      </div>
    </>
  );
}
