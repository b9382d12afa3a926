import { rememberMeDefault } from '@brina/domain/constants';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, Suspense, useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useMessages } from '../../../lib/messages.ts';
import { type Credentials, type SignIn, session } from '../../../lib/session.ts';
import { SignInFailed, type SignInFault } from '../../../lib/session-user.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import styles from './LoginScreen.module.css';
import { loginMessages } from './login.messages.ts';
import { emailFault, requiredFault } from './login-faults.ts';
import type { LoginMode } from './modes.ts';
import { DocumentLink } from './parts/DocumentLink.tsx';

const TermsForm = comesLater(async () => {
  const { TermsForm: Part, messages } = await import('./parts/TermsForm.tsx');
  return { Part, messages };
});
const SecondFactorForm = comesLater(async () => {
  const { SecondFactorForm: Part, messages } = await import('../security/SecondFactorForm.tsx');
  return { Part, messages };
});
/** What a right password does not end with. */
type FurtherStep = Extract<SignIn, { outcome: 'second-factor' | 'terms' }>;
/** What is wrong with a field, once somebody has tried to sign in (S5.7). */
type Wrong = { email?: ReturnType<typeof emailFault>; password?: ReturnType<typeof requiredFault> };

/**
 * Signs in (S5.1). Who has a second factor, or has not accepted the terms in force, is asked for that first; who has not confirmed its
 * e-mail goes on to the code (S4.3).
 * @param email stands in its field at the start
 * @param onUnconfirmed the account is INACTIVE
 */
export function SignInForm(props: {
  email: string;
  onSignedIn: () => void;
  onUnconfirmed: (credentials: Credentials) => void;
  onMode: (mode: LoginMode) => void;
}) {
  const { email, onSignedIn, onUnconfirmed, onMode } = props;
  const { t } = useMessages(loginMessages);
  const [fault, setFault] = useState<SignInFault | 'ended' | null>(session.live.getState().wasRefused ? 'ended' : null);
  const [further, setFurther] = useState<FurtherStep | null>(null);
  const [values, setValues] = useState<Credentials>({ email, password: '', rememberMe: rememberMeDefault });
  // Kept as codes and worded when they are shown, so that they follow a change of language.
  const [wrong, setWrong] = useState<Wrong>({});
  const [pending, setPending] = useState(false);
  const change = (part: Partial<Credentials>) => {
    setValues((before) => ({ ...before, ...part }));
    setWrong((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((field) => [field, null])) }));
  };

  function goOn(signedIn: SignIn, credentials: Credentials): void {
    if (signedIn.outcome === 'signed-in') onSignedIn();
    else if (signedIn.outcome === 'unconfirmed') onUnconfirmed(credentials);
    else setFurther(signedIn);
  }

  /** @param password after a refusal ready to be typed anew */
  async function signIn(credentials: Credentials, password: HTMLInputElement | null): Promise<void> {
    setFault(null);
    setPending(true);
    try {
      goOn(await session.signIn(credentials), credentials);
    } catch (failure) {
      setFault(failure instanceof SignInFailed ? failure.code : 'user_info_failed');
      password?.focus();
      password?.select();
    } finally {
      setPending(false);
    }
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found: Wrong = { email: emailFault(values.email), password: requiredFault(values.password) };
    setWrong(found);
    const first = found.email ? 'email' : found.password ? 'password' : null;
    const field = event.currentTarget.querySelector<HTMLInputElement>(`[name=${first ?? 'password'}]`);
    if (first) field?.focus();
    else void signIn({ ...values, email: values.email.trim() }, field);
  }

  if (further) return <Further step={further} onGoOn={(next) => goOn(next, values)} onBack={() => setFurther(null)} />;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h1 className={styles.title}>{t('title')}</h1>
      <TextInput
        label={t('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus={email === ''}
        name="email"
        value={values.email}
        onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        error={wrong.email && t(wrong.email)}
      />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        autoFocus={email !== ''}
        revealLabel={t('showPassword')}
        name="password"
        value={values.password}
        onChange={({ currentTarget }) => change({ password: currentTarget.value })}
        error={wrong.password && t(wrong.password)}
      />
      <div className={styles.besides}>
        <Tick label={t('rememberMe')} checked={values.rememberMe} onChange={(rememberMe) => change({ rememberMe })} />
        <button className={styles.link} type="button" onClick={() => onMode('forgot')}>
          {t('forgot')}
        </button>
      </div>
      <Button type="submit" fullWidth loading={pending}>
        {t('submit')}
      </Button>
      {/* Below what is used to sign in, so that none of it moves. */}
      {fault && <Notice kind={fault === 'ended' ? 'info' : 'warning'}>{t(fault)}</Notice>}
      <Foot onSignUp={() => onMode('signup')} />
    </form>
  );
}

/** What leads elsewhere than into the account. */
function Foot({ onSignUp }: { onSignUp: () => void }) {
  const { t, locale } = useMessages(loginMessages);
  return (
    <>
      <div className={styles.newHere}>
        <span>{t('newHere')}</span>
        <Button variant="default" onClick={onSignUp}>
          {t('signUp')}
        </Button>
      </div>
      <DocumentLink className={styles.foot} path={`/html/accessibility_${locale}.html`} title={t('accessibility')} />
    </>
  );
}

/** The browser's own checkbox: that of the library weighs as much as the rest of the form. */
const Tick = (props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) => (
  <label className={styles.tick}>
    <input
      type="checkbox"
      checked={props.checked}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
    {props.label}
  </label>
);

/** What is asked after a right password: the second factor, or the terms in force. */
function Further(props: { step: FurtherStep; onGoOn: (next: SignIn) => void; onBack: () => void }) {
  const { step, onGoOn, onBack } = props;
  return (
    <Suspense>
      {step.outcome === 'second-factor' ? (
        <SecondFactorForm asked={step.asked} prove={async (proof) => onGoOn(await step.prove(proof))} onBack={onBack} />
      ) : (
        <TermsForm terms={step} onAccepted={() => onGoOn({ outcome: 'signed-in' })} onBack={onBack} />
      )}
    </Suspense>
  );
}
