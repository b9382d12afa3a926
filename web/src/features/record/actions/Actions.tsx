import { type ActionOfRecord, verifyAction } from '@brina/contract/calls/record/actions';
import { filterRecords, getBookMonth } from '@brina/contract/calls/record/book';
import { getBatch } from '@brina/contract/calls/record/haccp';
import { getHoldDay } from '@brina/contract/calls/record/holding';
import { isOpen } from '@brina/domain/haccp/actions/action';
import { Button } from '@mantine/core';
import { IconClipboardCheck, IconEyeCheck } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useCall } from '../../../lib/query.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import type { Tone } from '../../../ui/tones.ts';
import { actionMessages } from './actions.messages.ts';
import styles from './parts/Action.module.css';

// The steps come when somebody goes them.
const ActionDialog = comesLater(async () => {
  const { ActionDialog: Part } = await import('./ActionDialog.tsx');
  return { Part, messages: [actionMessages] };
});

const tones: Record<ActionOfRecord['state'], Tone> = {
  open: 'alarm',
  reopened: 'alarm',
  done: 'hot',
  verified: 'proof',
  withdrawn: 'idle',
};

/** The corrective actions of a record: how each stands, and the way to say what was done, or that it is enough. */
export function Actions(props: { actions: readonly ActionOfRecord[]; lastCore_C: number | null }) {
  const { actions, lastCore_C } = props;
  const { t } = useMessages(actionMessages);
  const errorText = useErrorText();
  const [asked, setAsked] = useState<string | null>(null);
  const [isTold, setTold] = useState(false);
  const verify = useCall(verifyAction, { refresh: [getBatch, getHoldDay, filterRecords, getBookMonth] });
  return (
    <>
      {actions.map(({ id, state, cause, revision }) => (
        <div key={id} className={styles.action}>
          <span>
            <StateBadge tone={tones[state]} label={t(`state.${state}`)} />{' '}
            <span>{cause ? t(`cause.${cause}`) : t('openHint')}</span>
          </span>
          {isOpen(state) && (
            <Button size="lg" leftSection={<IconClipboardCheck size={22} aria-hidden />} onClick={() => setAsked(id)}>
              {t('tell')}
            </Button>
          )}
          {state === 'done' && (
            <Button
              variant="default"
              leftSection={<IconEyeCheck size={20} aria-hidden />}
              loading={verify.isPending}
              onClick={() =>
                void verify
                  .send({ params: { actionId: id }, headers: { 'if-match': `"${revision}"` } })
                  .catch(() => undefined)
              }
            >
              {t('verify')}
            </Button>
          )}
        </div>
      ))}
      {isTold && <Notice kind="success">{t('told')}</Notice>}
      {verify.error && <Notice kind="warning">{errorText(verify.error)}</Notice>}
      {asked && (
        <Suspense>
          <ActionDialog
            actionId={asked}
            lastCore_C={lastCore_C}
            onClose={() => setAsked(null)}
            onDone={() => {
              setAsked(null);
              setTold(true);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
