import { redirectAfterLogin_ms, rememberMeDefault } from '@brina/domain/constants';
import { hasLiveUpdates } from '@brina/domain/roles';
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { isEmail, isNotEmpty, useForm } from '@mantine/form';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { queryClient } from '../../lib/query.ts';
import { type Credentials, localStore, session, SignInFailed, type SignInFault } from '../../lib/session.ts';
import { clearForLogin } from '../../lib/storage.ts';
import { Notice } from '../../ui/Notice.tsx';
import { loginMessages } from './login.messages.ts';
import styles from './LoginScreen.module.css';
import { Splash } from './Splash.tsx';

export const messages = [loginMessages];

/** The sign-in page (S5.1): what an earlier session left is gone when it opens (S4.2). */
export function LoginScreen() {
  const [arriving, setArriving] = useState(false);
  const router = useRouter();
  const { to } = useSearch({ strict: false }) as { to?: string };
  useEffect(() => {
    clearForLogin(localStore);
    queryClient.clear();
  }, []);

  async function arrive(): Promise<void> {
    setArriving(true);
    await Promise.all([pause(redirectAfterLogin_ms), fetchAppliances()]);
    router.history.replace(wantedPath(to));
  }
  return arriving ? <Splash /> : <SignInForm onSignedIn={() => void arrive()} />;
}

function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useMessages(loginMessages);
  const [fault, setFault] = useState<SignInFault | null>(null);
  const email = session.kept.getState().email ?? '';
  // Errors are kept as codes and worded when they are shown, so that they follow a change of language.
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { email, password: '', rememberMe: rememberMeDefault },
    validate: {
      email: (value) => isNotEmpty('required')(value) ?? isEmail('invalid_email')(value.trim()),
      password: isNotEmpty('required'),
    },
  });
  const worded = (name: 'email' | 'password') => {
    const code: unknown = form.errors[name];
    return code === 'required' || code === 'invalid_email' ? t(code) : undefined;
  };

  async function signIn(values: Credentials): Promise<void> {
    setFault(null);
    try {
      await session.signIn({ ...values, email: values.email.trim() });
      onSignedIn();
    } catch (failure) {
      setFault(failure instanceof SignInFailed ? failure.code : 'user_info_failed');
    }
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit(signIn, (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus())}
    >
      <h1 className={styles.title}>{t('title')}</h1>
      {fault && <Notice kind="warning">{t(fault)}</Notice>}
      <TextInput
        label={t('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus={email === ''}
        key={form.key('email')}
        {...form.getInputProps('email')}
        error={worded('email')}
      />
      <PasswordInput
        label={t('password')}
        autoComplete="current-password"
        autoFocus={email !== ''}
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
        key={form.key('password')}
        {...form.getInputProps('password')}
        error={worded('password')}
      />
      <Checkbox
        label={t('rememberMe')}
        key={form.key('rememberMe')}
        {...form.getInputProps('rememberMe', { type: 'checkbox' })}
      />
      <Button type="submit" fullWidth loading={form.submitting}>
        {t('submit')}
      </Button>
    </form>
  );
}

/** Only a path of our own is followed: the parameter may come from anybody's link. */
const wantedPath = (to: string | undefined): string => (to?.startsWith('/') && !/^\/[/\\]/.test(to) ? to : '/');

const pause = (for_ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, for_ms));

/** Fetches the appliances behind the splash, for the roles that have some; a failure counts as none (S4.4, S4.25). */
async function fetchAppliances(): Promise<void> {
  if (!hasLiveUpdates(localStore.getState().user?.role)) return;
  const { appliancesQuery } = await import('../../lib/appliances.ts');
  await queryClient.fetchQuery({ ...appliancesQuery, retry: false }).catch(() => {
    // Old from the start, so that the dashboard asks once more.
    queryClient.setQueryData(appliancesQuery.queryKey, [], { updatedAt: 0 });
  });
}
