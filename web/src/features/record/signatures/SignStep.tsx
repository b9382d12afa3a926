import { listSigners, signingWays } from '@brina/contract/calls/record/signatures';
import { signingPin_digits } from '@brina/domain/haccp/signing';
import { IconBackspace } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { useUser } from '../../../lib/use-user.ts';
import { Choices } from '../../../ui/Choices.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './parts/Sign.module.css';
import { signMessages } from './sign.messages.ts';

/** How somebody proves who signs; `person`: who that is, where it is not who is signed in. */
export type Secret = { pin: string; person?: string } | { password: string };

export const isComplete = (secret: Secret): boolean =>
  'pin' in secret ? secret.pin.length === signingPin_digits : secret.password !== '';

/** Whoever mistyped begins anew, as the same person. */
export const anew = (secret: Secret): Secret | null =>
  'person' in secret && secret.person ? { pin: '', person: secret.person } : null;

type Ask = { secret: Secret | null; onChange: (secret: Secret) => void };

/**
 * Who signs, and the proof: the PIN on a keypad for wet hands, or the password of who has none. On a tablet that several people use, who
 * else has a PIN is a tap away (docs/decisions/042-a-tablet-is-signed-on-by-whoever-is-there.md).
 * @param isOwn what is signed nobody but who is signed in decides
 */
export function SignStep({ secret, onChange, isOwn = false }: Ask & { isOwn?: boolean }) {
  const { t } = useMessages(signMessages);
  const { data, isError } = useQuery(callQuery(signingWays, {}));
  const others = useQuery({ ...callQuery(listSigners, {}), enabled: !isOwn });
  const [byPassword, setByPassword] = useState(false);
  // Nothing moves under a finger that types already.
  if ((!data && !isError) || others.isLoading) return <Skeleton height={64} />;
  const person = secret && 'pin' in secret ? (secret.person ?? null) : null;
  const people = others.data ?? [];
  const chosen = people.find(({ id }) => id === person);
  // A password signs always, also where nobody knows whether there is a PIN.
  const isPassword = byPassword || data?.pinSince == null;
  return (
    <>
      {people.length > 0 && (
        <Who
          people={people}
          person={person}
          onChoose={(id) =>
            onChange(id !== null ? { pin: '', person: id } : isPassword ? { password: '' } : { pin: '' })
          }
        />
      )}
      {chosen ? (
        <Keypad key={chosen.id} label={t('pinOf', { name: chosen.name })} {...{ secret, onChange }} />
      ) : isPassword ? (
        <PasswordField
          size="lg"
          label={t('password')}
          revealLabel={t('showPassword')}
          autoComplete="current-password"
          value={secret && 'password' in secret ? secret.password : ''}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      ) : (
        <Keypad
          label={t('pin')}
          {...{ secret, onChange }}
          onPassword={() => {
            setByPassword(true);
            onChange({ password: '' });
          }}
        />
      )}
    </>
  );
}

/** So many people are one tap away; of more, who signs stands alone until somebody asks for the others. */
const people_max = 3;

/** Who signs: who is signed in, unless somebody else is tapped. */
function Who(props: {
  people: readonly { id: string; name: string }[];
  /** Null: who is signed in. */
  person: string | null;
  onChoose: (person: string | null) => void;
}) {
  const { people, person, onChoose } = props;
  const { t } = useMessages(signMessages);
  const user = useUser();
  const [isUnfolded, setUnfolded] = useState(people.length <= people_max);
  const own = user && (`${user.firstName} ${user.lastName}`.trim() || user.email);
  const all = [{ value: '', label: own ?? t('myself') }, ...people.map(({ id, name }) => ({ value: id, label: name }))];
  const chosen = person ?? '';
  const shown = isUnfolded ? all : all.filter(({ value }) => value === chosen);
  return (
    <Choices
      label={t('who')}
      choices={[...shown, ...(isUnfolded ? [] : [{ value: 'others', label: t('somebodyElse') }])]}
      chosen={chosen}
      onChoose={(value) => {
        setUnfolded(value === 'others' || people.length <= people_max);
        if (value !== 'others' && value !== chosen) onChoose(value === '' ? null : value);
      }}
    />
  );
}

/** The keypad, for who has a PIN; `onPassword`: the way to sign by password instead. */
function Keypad({ label, secret, onChange, onPassword }: Ask & { label: string; onPassword?: () => void }) {
  const { t } = useMessages(signMessages);
  const { pin = '', person } = secret && 'pin' in secret ? secret : {};
  const type = (digits: string) => onChange({ pin: digits.slice(0, signingPin_digits), ...(person && { person }) });
  return (
    <div className={styles.asked} role="group" aria-label={label}>
      <span className={styles.label}>{label}</span>
      <output className={styles.number}>{'●'.repeat(pin.length).padEnd(signingPin_digits, '○')}</output>
      <div className={styles.keypad}>
        {['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map((digit) => (
          <button key={digit} type="button" className={styles.big} onClick={() => type(`${pin}${digit}`)}>
            {digit}
          </button>
        ))}
        <button type="button" className={styles.big} aria-label={t('delete')} onClick={() => type(pin.slice(0, -1))}>
          <IconBackspace size={28} aria-hidden />
        </button>
      </div>
      {onPassword && (
        <button type="button" className={styles.other} onClick={onPassword}>
          {t('usePassword')}
        </button>
      )}
    </div>
  );
}
