import { type Action, type ActionOfRecord, getAction, verifyAction } from '@brina/contract/calls/record/actions';
import { actionsPart } from '@brina/contract/words/actions-sheet';
import type { RemarkWords } from '@brina/contract/words/remarks-sheet';
import { isOpen } from '@brina/domain/haccp/actions/action';
import { Button } from '@mantine/core';
import { IconCheck, IconClipboardCheck } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { showToast } from '../../../lib/toast.ts';
import { useToldCall } from '../../../lib/use-told-call.ts';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { SheetTable } from '../../../ui/SheetTable.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import type { Tone } from '../../../ui/tones.ts';
import { SignLater } from '../signatures/SignLater.ts';
import { signMessages } from '../signatures/sign.messages.ts';
import { actionMessages } from './actions.messages.ts';
import styles from './parts/Action.module.css';
import { tellOfActions } from './tell-of-actions.ts';

// The steps come when somebody goes them.
const ActionDialog = comesLater(async () => {
  const { ActionDialog: Part } = await import('./ActionDialog.tsx');
  return { Part, messages: [actionMessages, signMessages] };
});

const tones: Record<ActionOfRecord['state'], Tone> = {
  open: 'alarm',
  reopened: 'alarm',
  done: 'hot',
  verified: 'proof',
  withdrawn: 'idle',
};

/** The corrective actions of a record: how each stands, who did what, and the way to say what was done, or that it is enough. */
export function Actions(props: {
  actions: readonly ActionOfRecord[];
  lastCore_C: number | null;
  /** How the record is said. */
  words: RemarkWords;
}) {
  const { actions, lastCore_C, words } = props;
  const { t } = useMessages(actionMessages);
  const [asked, setAsked] = useState<{ id: string; revision: number; to: 'tell' | 'verify' } | null>(null);
  const close = () => setAsked(null);
  const taken = useTaken(actions);
  const verify = useVerify();
  return (
    <>
      {actions.map(({ id, state, cause, revision }) => (
        <div key={id} className={styles.action}>
          <span>
            <StateBadge tone={tones[state]} label={t(`state.${state}`)} />{' '}
            <span>{cause ? t(`cause.${cause}`) : isOpen(state) && t('openHint')}</span>
          </span>
          {isOpen(state) && (
            <Button
              size="lg"
              leftSection={<IconClipboardCheck size={22} aria-hidden />}
              onClick={() => setAsked({ id, revision, to: 'tell' })}
            >
              {t('tell')}
            </Button>
          )}
          {taken.some((one) => one.id === id && one.may.verify) && (
            <Button
              size="lg"
              variant="default"
              leftSection={<IconCheck size={22} aria-hidden />}
              onClick={() => setAsked({ id, revision, to: 'verify' })}
            >
              {t('verify')}
            </Button>
          )}
        </div>
      ))}
      {taken.length > 0 && (
        <SheetTable part={{ ...actionsPart({ ...words, action: t }, taken, taken), title: words.t('fate') }} />
      )}
      <DialogSlot>
        {asked?.to === 'tell' && (
          <ActionDialog
            target={{ actionId: asked.id }}
            lastCore_C={lastCore_C}
            onClose={close}
            onDone={() => {
              close();
              showToast({ kind: 'success', text: t('told') });
            }}
          />
        )}
        {asked?.to === 'verify' && (
          <SignLater
            title={t('verify')}
            submit={t('sign.title')}
            onSign={(grant) => verify(asked, grant)}
            onClose={close}
          >
            {t('verifyBody')}
          </SignLater>
        )}
      </DialogSlot>
    </>
  );
}

/** Says that what another person did is enough, and signs that. */
function useVerify() {
  const { t } = useMessages(actionMessages);
  const verify = useToldCall(verifyAction, {
    refresh: tellOfActions,
    done: t('verified'),
  });
  return ({ id, revision }: { id: string; revision: number }, grant: string) =>
    verify.send({ params: { actionId: id }, headers: { 'if-match': `"${revision}"` }, body: { grant } });
}

/** The actions that somebody took, in full: what became of the food, and who stands for it. */
const useTaken = (actions: readonly ActionOfRecord[]): Action[] =>
  useQueries({
    queries: actions
      .filter(({ state }) => !isOpen(state))
      .map(({ id }) => callQuery(getAction, { params: { actionId: id }, query: {} })),
  }).flatMap(({ data }) => data ?? []);
