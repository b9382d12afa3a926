import { type Action, type ActionOfRecord, getAction, saveAction } from '@brina/contract/calls/record/actions';
import { causeOfAction, costOfAction, saidOfAction } from '@brina/contract/words/actions-sheet';
import type { RemarkWords } from '@brina/contract/words/remarks-sheet';
import { mayBecome, text_min } from '@brina/domain/haccp/actions/action';
import { Button, Modal, Textarea } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { useToldCall } from '../../../lib/use-told-call.ts';
import { useFocusReturn, wetDialogProps } from '../../../ui/dialog.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { WetSteps } from '../../../ui/WetSteps.tsx';
import { anew, isComplete, type Secret, SignStep } from '../signatures/SignStep.tsx';
import { restated } from './action-draft.ts';
import { actionTones } from './action-tones.ts';
import { actionMessages } from './actions.messages.ts';
import styles from './parts/Action.module.css';
import { useSigned } from './parts/use-signed.ts';
import { tellOfActions } from './tell-of-actions.ts';

/** What an action can become here; it is done by its own steps, and verified by its own button. */
const changes = [
  { to: 'reopened', key: 'reopen' },
  { to: 'withdrawn', key: 'withdraw' },
] as const;
type Change = (typeof changes)[number];

/** Every revision of an action: who said what, and when (B2.5); and the ways to open it again, or to withdraw it, with a reason. */
export function ActionHistory(props: { of: ActionOfRecord; words: RemarkWords; onClose: () => void }) {
  const { of, words, onClose } = props;
  const { t } = useMessages(actionMessages);
  const errorText = useErrorText();
  const [change, setChange] = useState<Change | null>(null);
  const { data, error } = useQuery(callQuery(getAction, { params: { actionId: of.id }, query: {} }));
  useFocusReturn(true);
  return (
    <Modal {...wetDialogProps(t('cancel'))} opened onClose={onClose} title={t(change?.key ?? 'history')}>
      {!data && (error ? <Notice kind="warning">{errorText(error)}</Notice> : <Skeleton height={64} />)}
      {data && change && <Restate action={data} change={change} onBack={() => setChange(null)} onDone={onClose} />}
      {data && !change && (
        <div className={styles.history}>
          <Revisions action={data} words={words} />
          {data.may.edit &&
            changes
              .filter(({ to }) => mayBecome(data.state, to))
              .map((one) => (
                <Button key={one.to} className={styles.big} variant="default" onClick={() => setChange(one)}>
                  {t(one.key)}
                </Button>
              ))}
        </div>
      )}
    </Modal>
  );
}

/** The revisions, latest first, each with what was said in it. */
function Revisions({ action, words }: { action: Action; words: RemarkWords }) {
  const { t } = useMessages(actionMessages);
  const { id: actionId, revisions } = action;
  const said = useQueries({
    queries: revisions.map(({ revision }) => callQuery(getAction, { params: { actionId }, query: { revision } })),
  });
  return (
    <ol className={styles.revisions}>
      {revisions.map(({ revision, state, by, at }, place) => {
        const one = said[place]?.data;
        return (
          <li key={revision}>
            <StateBadge tone={actionTones[state]} label={t(`state.${state}`)} />
            <span>{words.t('byAt', { name: by ?? t('history.itself'), time: words.time(at) })}</span>
            {one && <Said of={one} words={words} />}
          </li>
        );
      })}
    </ol>
  );
}

function Said({ of, words }: { of: Action; words: RemarkWords }) {
  const { t } = useMessages(actionMessages);
  const all = { ...words, action: t };
  const lines = [...(of.cause ? [causeOfAction(all, of)] : []), ...saidOfAction(all, of), ...costOfAction(all, of)];
  if (lines.length === 0) return <small>{t('history.nothing')}</small>;
  return (
    <ul className={styles.earlier}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Opens an action again, or withdraws it: why, and who signs for that. It says what it said. */
function Restate(props: { action: Action; change: Change; onBack: () => void; onDone: () => void }) {
  const { action, change, onBack, onDone } = props;
  const { t } = useMessages(actionMessages);
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [isSigning, setSigning] = useState(false);
  const [secret, setSecret] = useState<Secret | null>(null);
  const save = useToldCall(saveAction, { refresh: tellOfActions, done: t(`${change.key}.done`) });
  const saving = useSigned(save);
  const sign = async (by: Secret) => {
    const { id: actionId, revision } = action;
    const body = restated(action, change.to, reason);
    const refused = await saving.run(by, (grant) =>
      save.send({ params: { actionId }, headers: { 'if-match': `"${revision}"` }, body: { ...body, grant } }),
    );
    if (refused === null) onDone();
    else if (refused === 'signing_refused') setSecret(anew(by));
  };
  const isReady = isSigning ? secret !== null && isComplete(secret) : reason.trim().length >= text_min;
  return (
    <WetSteps
      count={t('step', { n: isSigning ? 2 : 1, of: 2 })}
      question={t(isSigning ? 'sign.title' : `${change.key}.title`)}
      error={saving.error ? errorText(saving.error) : null}
      back={{ label: t('back'), isDisabled: false, onClick: isSigning ? () => setSigning(false) : onBack }}
      next={{
        label: t(isSigning ? 'sign.now' : 'next'),
        isDisabled: !isReady,
        isPending: saving.isPending,
        onClick: () => {
          if (!isSigning) setSigning(true);
          else if (secret) void sign(secret);
        },
      }}
    >
      {isSigning ? (
        <SignStep secret={secret} onChange={setSecret} />
      ) : (
        <Textarea
          size="lg"
          label={t('why')}
          description={t(`${change.key}.hint`)}
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </WetSteps>
  );
}
