import { changePassword, lookAtLink } from '@brina/contract/calls/people/registration';
import { pathOf } from '@brina/contract/screens';
import { CallFailed } from '@brina/contract/wire/client';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFailure } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { withQueries } from '../../../lib/Queries.tsx';
import { callQuery, useCall } from '../../../lib/query.ts';
import { useSearchTexts } from '../../../lib/search-texts.ts';
import { session } from '../../../lib/session.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { SkeletonGrid } from '../../../ui/Skeleton.tsx';
import styles from './ChangePasswordScreen.module.css';
import { changePasswordMessages } from './change-password.messages.ts';
import { headerText } from './header-text.ts';
import { NewPasswordInput } from './NewPasswordInput.tsx';
import { type Invitation, InvitationFacts } from './parts/InvitationFacts.tsx';
import { passwordMessages } from './password.messages.ts';
import { confirmationFault, isGuessed, newPasswordFault } from './password-faults.ts';

/** Texts to have before the screen is shown. */
export const messages = [changePasswordMessages, passwordMessages, errorMessages];

/** The page behind the link of a mail, for a forgotten password or an invitation (S2.11); without its parameters it is the login page. */
export const ChangePasswordScreen = withQueries(Page);

function Page() {
  const { token, email } = useSearchTexts();
  if (!token || !email) return <Navigate to={pathOf('login')} replace />;
  return (
    <div className={styles.page}>
      <MailedLink token={token} email={email} />
    </div>
  );
}

type LinkSecret = { token: string; email: string };

/**
 * What the link is for, as the portal says by its secret: whatever else stands in the address may be anybody's words. Who holds a link
 * that does not work hears so before choosing a password.
 */
function MailedLink({ token, email }: LinkSecret) {
  const { t } = useMessages(changePasswordMessages);
  const failure = useFailure();
  const [changed, setChanged] = useState(false);
  // Not asked again: once it has set the password the link works no more.
  const { data, error, refetch } = useQuery({
    ...callQuery(lookAtLink, { params: { email }, headers: { 'verification-code': token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data && changed) return <Changed isInvited={data.invitation !== null} />;
  if (data)
    return (
      <NewPasswordForm token={token} email={email} invitation={data.invitation} onChanged={() => setChanged(true)} />
    );
  if (!error) return <SkeletonGrid label={t('loading')} cards={1} height={320} />;
  const fault = faultOf(error);
  if (!fault.newLink) return <ErrorState {...failure(error, refetch, t('failed'))} />;
  return (
    <div className={styles.form}>
      <h1 className={styles.title}>{t('title')}</h1>
      <FaultNotice fault={{ ...fault, guessed: null }} />
    </div>
  );
}

/**
 * A refusal: in the server's own words where they tell what to do next, else in the general ones (S8.8); `guessed` is a password that
 * was refused because it is guessed early.
 */
type Fault = { text: string | null; newLink: boolean; guessed: string | null };

function NewPasswordForm(props: LinkSecret & { invitation: Invitation | null; onChanged: () => void }) {
  const { token, email, invitation, onChanged } = props;
  const { t } = useMessages(changePasswordMessages);
  const { t: password } = useMessages(passwordMessages);
  const call = useCall(changePassword);
  const [fault, setFault] = useState<Fault | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', confirmation: '' },
    validate: {
      password: newPasswordFault,
      confirmation: (value, values) => confirmationFault(value, values.password),
    },
  });
  // Errors are kept as codes and worded when they are shown, so that they follow a change of language.
  const worded = (name: 'password' | 'confirmation') => {
    const code = form.errors[name] as ReturnType<typeof newPasswordFault> | undefined;
    return code ? password(code) : undefined;
  };

  async function change(values: { password: string }): Promise<void> {
    setFault(null);
    try {
      const { code } = await call.send({
        params: { email },
        headers: { 'verification-code': token, 'new-password': headerText(values.password) },
      });
      if (code !== '200') throw new Error(`changePassword answered ${code}`);
      onChanged();
    } catch (cause) {
      console.error(cause);
      setFault({ ...faultOf(cause), guessed: isGuessed(cause) ? values.password : null });
    }
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit(change, (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus())}
    >
      <h1 className={styles.title}>{t(invitation ? 'welcome' : 'title')}</h1>
      {invitation && <InvitationFacts invitation={invitation} email={email} />}
      <p className={styles.lead}>{invitation ? t('invited') : t('lead', { email })}</p>
      {fault && <FaultNotice fault={fault} />}
      <Owner email={email} />
      <NewPasswordInput
        autoFocus
        key={form.key('password')}
        {...form.getInputProps('password')}
        guessed={fault?.guessed ?? null}
        error={worded('password')}
      />
      <PasswordField
        label={password('confirmation')}
        autoComplete="new-password"
        revealLabel={password('showPassword')}
        key={form.key('confirmation')}
        {...form.getInputProps('confirmation')}
        error={worded('confirmation')}
      />
      <Button type="submit" fullWidth loading={call.isPending}>
        {t(invitation ? 'accept' : 'submit')}
      </Button>
      {invitation && <p className={styles.lead}>{t('unknown')}</p>}
    </form>
  );
}

/** Tells a password manager whose password this is. */
function Owner({ email }: { email: string }) {
  return (
    <input
      className={styles.owner}
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      aria-hidden
      tabIndex={-1}
    />
  );
}

function FaultNotice({ fault }: { fault: Fault }) {
  const { t } = useMessages(changePasswordMessages);
  return (
    <Notice kind="warning" action={fault.newLink && <ToLogin mode="forgot" label={t('newLink')} />}>
      {fault.text ?? t('problem')}
    </Notice>
  );
}

function Changed({ isInvited }: { isInvited: boolean }) {
  const { t } = useMessages(changePasswordMessages);
  return (
    <div className={styles.form}>
      <h1 className={styles.title}>{t(isInvited ? 'welcome' : 'title')}</h1>
      <Notice kind="success">{t(isInvited ? 'opened' : 'changed')}</Notice>
      <ToLogin label={t('toLogin')} />
    </div>
  );
}

/** The way to the login page, out of a session too: this link belongs to whoever got the mail. */
function ToLogin({ label, mode }: { label: string; mode?: 'forgot' }) {
  const navigate = useNavigate();
  const leave = async () => {
    if (session.live.getState().status === 'signed-in') session.signOut();
    await navigate({ to: pathOf('login'), search: mode ? { mode } : {} });
  };
  return (
    <Button variant={mode ? 'default' : 'filled'} onClick={() => void leave()}>
      {label}
    </Button>
  );
}

/** Refusals whose own words say what to do next. */
const telling = ['link_invalid', 'too_many_requests', 'password_weak', 'password_common', 'password_personal'];

function faultOf(cause: unknown): Omit<Fault, 'guessed'> {
  if (!(cause instanceof CallFailed)) return { text: null, newLink: false };
  const { code, message } = cause.error;
  return { text: telling.includes(code) && message ? message : null, newLink: code === 'link_invalid' };
}
