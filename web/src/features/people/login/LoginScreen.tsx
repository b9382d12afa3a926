import { pathOf } from '@brina/contract/screens';
import { redirectAfterLogin_ms } from '@brina/domain/constants';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { emptyCaches } from '../../../lib/caches.ts';
import { comesLater } from '../../../lib/comes-later.ts';
import { pictureIsThere } from '../../../lib/first-picture.ts';
import { useSearchTexts } from '../../../lib/search-texts.ts';
import { type Credentials, localStore, session } from '../../../lib/session.ts';
import { clearForLogin } from '../../../lib/storage.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { loginMessages } from './login.messages.ts';
import { type LoginMode, modeOf } from './modes.ts';
import { SignInForm } from './SignInForm.tsx';
import { Splash } from './Splash.tsx';

// Most people sign in: the other modes come when somebody asks for them.
const SignUpForm = comesLater(async () => {
  const { SignUpForm: Part, messages: texts } = await import('./parts/SignUpForm.tsx');
  return { Part, messages: texts };
});
const ConfirmForm = comesLater(async () => {
  const { ConfirmForm: Part, messages: texts } = await import('./parts/ConfirmForm.tsx');
  return { Part, messages: texts };
});
const ForgotForm = comesLater(async () => {
  const { ForgotForm: Part, messages: texts } = await import('./parts/ForgotForm.tsx');
  return { Part, messages: texts };
});

export const messages = [loginMessages];

/**
 * The login page in its four modes (S2.9, S4.1). What an earlier session left is gone when it opens (S4.2). The mode stands in the
 * address, so that the browser's way back works; what was typed stays in memory only.
 */
export function LoginScreen() {
  const [arriving, setArriving] = useState(false);
  const [known, setKnown] = useState<Credentials | null>(null);
  const [email, setEmail] = useState(() => session.kept.getState().email ?? '');
  const router = useRouter();
  const navigate = useNavigate();
  const { to, mode: asked } = useSearchTexts();
  const mode = modeOf(asked, known);
  useEffect(() => {
    clearForLogin(localStore);
    emptyCaches();
    pictureIsThere();
  }, []);

  const turnTo = (next: LoginMode, options: { replace?: boolean } = {}) =>
    void navigate({
      to: '.',
      search: { ...(to === undefined ? {} : { to }), ...(next === 'signin' ? {} : { mode: next }) },
      ...options,
    });
  /** Sign-up has worked, or an INACTIVE user has signed in: the code is asked for with these credentials (S4.1, S4.27). */
  const confirm = (credentials: Credentials) => {
    setKnown(credentials);
    setEmail(credentials.email);
    turnTo('confirm');
  };
  /** The e-mail is confirmed: its user signs in, and types the password anew (S4.1). */
  const confirmed = () => {
    setKnown(null);
    turnTo('signin', { replace: true });
  };

  async function arrive(): Promise<void> {
    setArriving(true);
    await Promise.all([pause(redirectAfterLogin_ms), fetchAppliances()]);
    router.history.replace(wantedPath(to));
  }

  if (arriving) return <Splash />;
  if (mode === 'signin') {
    return (
      <SignInForm
        email={email}
        onSignedIn={() => void arrive()}
        onUnconfirmed={confirm}
        onMode={(next) => turnTo(next)}
      />
    );
  }
  const back = () => turnTo('signin');
  return (
    <Suspense fallback={<Skeleton height={420} width="min(400px, 100%)" />}>
      {mode === 'signup' && <SignUpForm onSignedUp={confirm} onBack={back} />}
      {mode === 'confirm' && known && <ConfirmForm credentials={known} onConfirmed={confirmed} onBack={back} />}
      {mode === 'forgot' && <ForgotForm email={email} onBack={back} />}
    </Suspense>
  );
}

/** Only a path of our own is followed: the parameter may come from anybody's link. */
const wantedPath = (to: string | undefined): string =>
  to?.startsWith('/') && !/^\/[/\\]/.test(to) ? to : pathOf('dashboard');

const pause = (for_ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, for_ms));

/** Fetches the appliances behind the splash, for whoever may see some; a failure counts as none (S4.4, S4.25). */
async function fetchAppliances(): Promise<void> {
  if (!localStore.getState().user?.may.readAppliances) return;
  const [{ appliancesQuery }, { queryClient }] = await Promise.all([
    import('../../../lib/appliances.ts'),
    import('../../../lib/query.ts'),
  ]);
  await queryClient.fetchQuery({ ...appliancesQuery, retry: false }).catch(() => {
    // Old from the start, so that the dashboard asks once more.
    queryClient.setQueryData(appliancesQuery.queryKey, [], { updatedAt: 0 });
  });
}
