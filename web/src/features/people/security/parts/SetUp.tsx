import { addPasskey, addTotp, beginPasskey, beginTotp, listFactors } from '@brina/contract/calls/people/security';
import type { Reply } from '@brina/contract/wire/call';
import { CallFailed } from '@brina/contract/wire/client';
import type { FactorKind } from '@brina/domain/people/factors';
import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useErrorText, useFailure } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery, useCall } from '../../../../lib/query.ts';
import { ChoiceCards } from '../../../../ui/ChoiceCards.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { canUsePasskeys, makePasskey, passkeysElsewhere } from '../passkeys.ts';
import { securityMessages } from '../security.messages.ts';
import styles from '../security.module.css';

/** What is said when a device is there; codes only with the first one. */
export type OnAdded = (recoveryCodes: readonly string[]) => void;
type Leave = { label: string; onClick: () => void };

/**
 * Sets a device up for the second step: which kind, then what that kind needs.
 * @param leave the way out
 */
export function SetUp({ onAdded, leave }: { onAdded: OnAdded; leave: Leave }) {
  const { t } = useMessages(securityMessages);
  const failure = useFailure();
  const { data, error, refetch } = useQuery(callQuery(listFactors, {}));
  const [kind, setKind] = useState<FactorKind>('totp');
  const [chosen, setChosen] = useState(false);
  if (error && !data) return <ErrorState {...failure(error, refetch, t('loadFailed'))} />;
  if (!data) return <Waiting />;
  // Where there is one way only, nobody is asked for it.
  const canChoose = canUsePasskeys(data.passkeysOf);
  const out = canChoose ? { label: t('back'), onClick: () => setChosen(false) } : leave;
  if (canChoose && !chosen)
    return (
      <form
        className={styles.steps}
        onSubmit={(event) => {
          event.preventDefault();
          setChosen(true);
        }}
      >
        <ChoiceCards
          label={t('choose')}
          value={kind}
          onChange={setKind}
          choices={[
            { value: 'totp', label: t('totp'), detail: t('totpHint') },
            { value: 'passkey', label: t('passkey'), detail: t('passkeyHint') },
          ]}
        />
        <Buttons leave={leave}>
          <Button type="submit">{t('next')}</Button>
        </Buttons>
      </form>
    );
  return kind === 'passkey' && canChoose ? (
    <PasskeyForm onAdded={onAdded} leave={out} />
  ) : (
    <AppForm onAdded={onAdded} leave={out} passkeysAt={passkeysElsewhere(data.passkeysOf)} />
  );
}

/** @param passkeysAt where one of the other kind could be made instead */
function AppForm({ onAdded, leave, passkeysAt }: { onAdded: OnAdded; leave: Leave; passkeysAt: string | null }) {
  const { t } = useMessages(securityMessages);
  const failure = useFailure();
  const errorText = useErrorText();
  // One secret as long as the form stands: what was scanned must stay what is asked for.
  const begun = useQuery({ ...callQuery(beginTotp, {}), staleTime: Infinity, gcTime: 0 });
  const add = useCall(addTotp, { refresh: [listFactors] });
  // Until one is typed: the kind's name, in the language of the moment.
  const [typed, setName] = useState<string | null>(null);
  const name = typed ?? t('totp');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  if (begun.error && !begun.data) return <ErrorState {...failure(begun.error, begun.refetch, t('loadFailed'))} />;
  if (!begun.data) return <Waiting />;
  const { setUp } = begun.data;
  const said = fault === null ? '' : errorText(fault);
  const isWrong = fault instanceof CallFailed && fault.error.code === 'factor_code_wrong';
  const required = (value: string) => (tried && value.trim() === '' ? t('required') : null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const focus = (field: 'name' | 'code') => form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
    setTried(true);
    setFault(null);
    if (name.trim() === '') return focus('name');
    if (code.trim() === '') return focus('code');
    try {
      onAdded((await add.send({ body: { setUp, code: code.trim(), name: name.trim() } })).recoveryCodes);
    } catch (cause) {
      setFault(cause);
      focus('code');
      // What was begun too long ago is begun anew, with another secret.
      if (cause instanceof CallFailed && cause.error.code === 'challenge_over') void begun.refetch();
    }
  }

  return (
    <form className={styles.steps} noValidate onSubmit={(event) => void submit(event)}>
      {said && !isWrong && <Notice kind="warning">{said}</Notice>}
      <Key {...begun.data} />
      {passkeysAt !== null && <p className={styles.lead}>{t('passkeysAt', { host: passkeysAt })}</p>}
      <NameField name={name} onChange={setName} error={required(name)} />
      <TextInput
        label={t('code')}
        description={t('codeHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={40}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
        error={isWrong ? said : required(code)}
      />
      <Buttons leave={leave}>
        <Button type="submit" loading={add.isPending}>
          {t('confirm')}
        </Button>
      </Buttons>
    </form>
  );
}

/** The key of an app: a code for the camera of a phone, or, on the phone itself, a link that its app opens. */
function Key({ secret, qr, uri }: Pick<Reply<typeof beginTotp>, 'secret' | 'qr' | 'uri'>) {
  const { t } = useMessages(securityMessages);
  const clipboard = useClipboard();
  return (
    <div className={styles.ways}>
      <div className={styles.scan}>
        <p className={styles.lead}>{t('scan')}</p>
        <svg className={styles.qr} role="img" aria-label={t('qr')} viewBox={`0 0 ${qr.size} ${qr.size}`}>
          <path d={qr.path} fill="currentColor" shapeRendering="crispEdges" />
        </svg>
      </div>
      <Button component="a" href={uri} className={styles.open}>
        {t('openApp')}
      </Button>
      <div>
        <p className={styles.secretLabel}>{t('secret')}</p>
        <div className={styles.secret}>
          <span className={styles.key}>{secret.replace(/.{4}(?=.)/g, '$& ')}</span>
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            onClick={() => clipboard.copy(secret)}
          >
            <span aria-live="polite">{clipboard.copied ? t('copied') : t('copyKey')}</span>
          </Button>
        </div>
      </div>
    </div>
  );
}

function PasskeyForm({ onAdded, leave }: { onAdded: OnAdded; leave: Leave }) {
  const { t } = useMessages(securityMessages);
  const errorText = useErrorText();
  const begin = useCall(beginPasskey);
  const add = useCall(addPasskey, { refresh: [listFactors] });
  const [typed, setName] = useState<string | null>(null);
  const name = typed ?? t('passkey');
  const [making, setMaking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (name.trim() === '') return;
    setFault(null);
    setMaking(true);
    try {
      const { options, setUp } = await begin.send({});
      const attestation = await makePasskey(options);
      onAdded((await add.send({ body: { setUp, attestation, name: name.trim() } })).recoveryCodes);
    } catch (cause) {
      setFault(cause instanceof CallFailed ? errorText(cause) : t('passkeyNotMade'));
    } finally {
      setMaking(false);
    }
  }

  return (
    <form className={styles.steps} noValidate onSubmit={(event) => void submit(event)}>
      {fault && <Notice kind="warning">{fault}</Notice>}
      <p className={styles.lead}>{t('passkeyLead')}</p>
      <NameField name={name} onChange={setName} error={name.trim() === '' ? t('required') : null} />
      <Buttons leave={leave}>
        <Button type="submit" loading={making}>
          {t('makePasskey')}
        </Button>
      </Buttons>
    </form>
  );
}

function NameField({
  name,
  onChange,
  error,
}: {
  name: string;
  onChange: (name: string) => void;
  error: string | null;
}) {
  const { t } = useMessages(securityMessages);
  return (
    <TextInput
      label={t('name')}
      name="name"
      autoComplete="off"
      maxLength={60}
      value={name}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  );
}

function Buttons({ leave, children }: { leave: Leave; children: ReactNode }) {
  return (
    <div className={styles.buttons}>
      <Button variant="default" onClick={leave.onClick}>
        {leave.label}
      </Button>
      {children}
    </div>
  );
}

function Waiting() {
  const { t } = useMessages(securityMessages);
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={320} />
    </div>
  );
}
