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
import { SignLater } from '../signatures/SignLater.ts';
import { signMessages } from '../signatures/sign.messages.ts';
import type { RecordOfAction } from './ActionDialog.tsx';
import type { Needle } from './action-draft.ts';
import { actionTones } from './action-tones.ts';
import { actionMessages } from './actions.messages.ts';
import styles from './parts/Action.module.css';
import { tellOfActions } from './tell-of-actions.ts';

// The steps come when somebody goes them.
const ActionDialog = comesLater(async () => {
  const { ActionDialog: Part } = await import('./ActionDialog.tsx');
  return { Part, messages: [actionMessages, signMessages] };
});

const ActionHistory = comesLater(async () => {
  const { ActionHistory: Part } = await import('./ActionHistory.tsx');
  return { Part, messages: [actionMessages, signMessages] };
});

type Props = {
  actions: readonly ActionOfRecord[];
  /** How the record is said. */
  words: RemarkWords;
  /** What is said of one of which nobody has said anything yet; absent: that of food. */
  openHint?: string;
  /** On what an action can be opened by hand where there is none; absent: on nothing. */
  on?: RecordOfAction;
  /** What the needle in the food read last; absent: nobody knows. */
  needle?: Needle | null;
  /** With what its food was measured before. */
  instruments?: readonly string[];
};

type Asked = { to: 'tell' | 'verify' | 'history'; of: ActionOfRecord } | { to: 'record'; on: RecordOfAction };

/**
 * The corrective actions of a record: how each stands, who did what, and the way to say what was done, that it is enough, or that it has to
 * be done anew; on a record without any a quiet way to record one.
 */
export function Actions({ actions, words, openHint, on, needle, instruments }: Props) {
  const { t } = useMessages(actionMessages);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const taken = useTaken(actions);
  return (
    <>
      {actions.map((of) => (
        <ActionRow
          key={of.id}
          of={of}
          openHint={openHint ?? t('openHint')}
          mayVerify={taken.some(({ id, may }) => id === of.id && may.verify)}
          onAsk={(to) => setAsked({ to, of })}
        />
      ))}
      {taken.length > 0 && (
        <SheetTable part={{ ...actionsPart({ ...words, action: t }, taken, taken), title: words.t('fate') }} />
      )}
      {on && actions.length === 0 && (
        <Button
          className={styles.quiet ?? ''}
          variant="default"
          size="lg"
          leftSection={<IconClipboardCheck size={22} aria-hidden />}
          onClick={() => setAsked({ to: 'record', on })}
        >
          {t('record')}
        </Button>
      )}
      <DialogSlot>
        {(asked?.to === 'tell' || asked?.to === 'record') && (
          <ActionDialog
            target={'of' in asked ? { actionId: asked.of.id } : { on: asked.on }}
            needle={needle}
            instruments={instruments}
            onClose={close}
            onDone={() => {
              close();
              showToast({ kind: 'success', text: t('told') });
            }}
          />
        )}
        {asked?.to === 'history' && <ActionHistory of={asked.of} words={words} onClose={close} />}
        {asked?.to === 'verify' && <Verify of={asked.of} onClose={close} />}
      </DialogSlot>
    </>
  );
}

/** How one action stands, and what can be done about it. */
function ActionRow(props: {
  of: ActionOfRecord;
  openHint: string;
  mayVerify: boolean;
  onAsk: (to: 'tell' | 'verify' | 'history') => void;
}) {
  const { of, openHint, mayVerify, onAsk } = props;
  const { state, cause } = of;
  const { t } = useMessages(actionMessages);
  return (
    <div className={styles.action}>
      <span>
        <StateBadge tone={actionTones[state]} label={t(`state.${state}`)} />{' '}
        <span>{cause ? t(`cause.${cause}`) : isOpen(state) && openHint}</span>
      </span>
      <span className={styles.ways}>
        <Button size="lg" variant="subtle" onClick={() => onAsk('history')}>
          {t('history')}
        </Button>
        {isOpen(state) && (
          <Button size="lg" leftSection={<IconClipboardCheck size={22} aria-hidden />} onClick={() => onAsk('tell')}>
            {t('tell')}
          </Button>
        )}
        {mayVerify && (
          <Button
            size="lg"
            variant="default"
            leftSection={<IconCheck size={22} aria-hidden />}
            onClick={() => onAsk('verify')}
          >
            {t('verify')}
          </Button>
        )}
      </span>
    </div>
  );
}

/** Says that what another person did is enough, and signs that. */
function Verify({ of: { id, revision }, onClose }: { of: ActionOfRecord; onClose: () => void }) {
  const { t } = useMessages(actionMessages);
  const verify = useToldCall(verifyAction, { refresh: tellOfActions, done: t('verified') });
  return (
    <SignLater
      title={t('verify')}
      submit={t('sign.title')}
      onSign={(grant) =>
        verify.send({ params: { actionId: id }, headers: { 'if-match': `"${revision}"` }, body: { grant } })
      }
      onClose={onClose}
    >
      {t('verifyBody')}
    </SignLater>
  );
}

/** The actions that somebody took, in full: what became of the food, and who stands for it. */
const useTaken = (actions: readonly ActionOfRecord[]): Action[] =>
  useQueries({
    queries: actions
      .filter(({ state }) => !isOpen(state))
      .map(({ id }) => callQuery(getAction, { params: { actionId: id }, query: {} })),
  }).flatMap(({ data }) => data ?? []);
