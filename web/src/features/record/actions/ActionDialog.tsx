import { type ActionInput, getAction, openAction, saveAction } from '@brina/contract/calls/record/actions';
import type { MissingRecord } from '@brina/contract/calls/record/missing';
import type { ActionCause } from '@brina/domain/haccp/actions/action';
import { type HintingRecord, proposedCauses } from '@brina/domain/haccp/actions/proposed-causes';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { now } from '../../../lib/clock.ts';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import { useFocusReturn, wetDialogProps } from '../../../ui/dialog.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { WetSteps } from '../../../ui/WetSteps.tsx';
import { anew, isComplete, type Secret, SignStep } from '../signatures/SignStep.tsx';
import {
  type Asked,
  draftOf,
  inputOf,
  isAboutFood,
  isExplained,
  isMeasured,
  isWhole,
  type Needle,
  withoutRest,
  withRest,
} from './action-draft.ts';
import { actionMessages } from './actions.messages.ts';
import styles from './parts/Action.module.css';
import type { Ask } from './parts/ask.ts';
import { Cause } from './parts/Cause.tsx';
import { FateOf } from './parts/Fate.tsx';
import { Food } from './parts/Food.tsx';
import { Quantity } from './parts/Quantity.tsx';
import { type Saving, useSigned } from './parts/use-signed.ts';
import { tellOfActions } from './tell-of-actions.ts';

/** One question a step. */
const allSteps = ['food', 'fate', 'kg', 'why', 'sign'] as const;
type Step = (typeof allSteps)[number];

/** A record on which somebody opens an action by hand. */
export type RecordOfAction = {
  kind: 'batch' | 'day';
  id: string;
  record: Omit<HintingRecord, 'verdict'> & { verdict: string | null; serialNumber: string; load_kg?: number | null };
};

/** An action that is open, or what nobody has opened one about: a record, or a missing one. */
export type ActionTarget = { actionId: string } | { missing: MissingRecord } | { on: RecordOfAction };

/**
 * The steps by which somebody says what became of food whose record failed, or is missing, and signs it (B2.5): for a phone and wet hands,
 * nothing has to be typed.
 * @param about what it is about, where no record stands around it
 * @param needle what the needle in the food read last; absent: nobody knows
 * @param instruments with what food of the record was measured before
 */
export function ActionDialog(props: {
  target: ActionTarget;
  about?: string;
  needle?: Needle | null | undefined;
  instruments?: readonly string[] | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const { target, about, needle = null, instruments = [], onClose, onDone } = props;
  const { t } = useMessages(actionMessages);
  const known = { needle, instruments, onDone };
  useFocusReturn(true);
  return (
    <Modal {...wetDialogProps(t('cancel'))} opened onClose={onClose} title={t('title')}>
      {about && <p className={styles.about}>{about}</p>}
      {'actionId' in target ? <KnownSteps {...target} {...known} /> : <NewSteps target={target} {...known} />}
    </Modal>
  );
}

type StepsOf = { needle: Needle | null; instruments: readonly string[]; onDone: () => void };

/** Of an action that is open. */
function KnownSteps({ actionId, ...rest }: StepsOf & { actionId: string }) {
  const errorText = useErrorText();
  const { data, error } = useQuery(callQuery(getAction, { params: { actionId }, query: {} }));
  const save = useCall(saveAction, { refresh: tellOfActions });
  if (!data) return error && <Notice kind="warning">{errorText(error)}</Notice>;
  const { revision } = data;
  return (
    <Steps
      asked={data}
      save={save}
      send={(body) => save.send({ params: { actionId }, headers: { 'if-match': `"${revision}"` }, body })}
      {...rest}
    />
  );
}

type NewTarget = Exclude<ActionTarget, { actionId: string }>;

/** Of a record, or of what is missing: the action is opened with what is said, and not before. */
function NewSteps({ target, ...rest }: StepsOf & { target: NewTarget }) {
  const open = useCall(openAction, { refresh: tellOfActions });
  const { subject, asked } = 'on' in target ? ofRecord(target.on) : ofMissing(target.missing);
  return (
    <Steps
      asked={{ load_kg: null, told_kg: 0, proposedCauses: [], needsPrevention: [], cost_per_kg: null, ...asked }}
      save={open}
      send={(body) => open.send({ body: { subjects: [subject], ...body } })}
      {...rest}
    />
  );
}

const ofRecord = ({ kind, id, record }: RecordOfAction) => {
  const { verdict, serialNumber, load_kg = null, ...hints } = record;
  return {
    subject: { kind, id, excursion: null },
    asked: {
      load_kg,
      proposedCauses: proposedCauses({ ...hints, ...(verdict !== null && { verdict }) }),
      subjects: [{ kind, missing: null, verdict, serialNumber }],
    },
  };
};

const ofMissing = ({ id, day, kind, at, unit }: MissingRecord) => ({
  subject: { kind: 'missing' as const, missing: id, day },
  asked: {
    subjects: [
      {
        kind: 'missing' as const,
        missing: { kind, day, at },
        verdict: null,
        serialNumber: unit?.serialNumber ?? null,
      },
    ],
  },
});

type Saves = {
  /** As it is known before anything is said. */
  asked: Asked;
  /** The call by which it is saved, and what it does with what was said and the proof of who signs. */
  save: Saving;
  send: (body: ActionInput & { grant: string }) => Promise<unknown>;
};

function Steps({ asked: known, needle, instruments, onDone, save, send }: StepsOf & Saves) {
  const { t } = useMessages(actionMessages);
  const errorText = useErrorText();
  const [draft, setDraft] = useState(() => draftOf(known));
  const [at, setAt] = useState<Step>(isAboutFood(known) ? 'food' : 'fate');
  const [secret, setSecret] = useState<Secret | null>(null);
  const [recurring, setRecurring] = useState<readonly ActionCause[]>([]);
  const saving = useSigned(save);
  const asked: Asked = { ...known, needsPrevention: [...known.needsPrevention, ...recurring] };
  // Where there was no food, nobody asks how warm, or how much.
  const steps = allSteps.filter(
    (one) => isAboutFood(asked) || (one !== 'food' && !(one === 'kg' && draft.isWithoutFood)),
  );
  const place = steps.indexOf(at);
  const move = (by: number) => setAt(steps[place + by] ?? at);
  const { part, earlier, isWithoutFood, cause } = draft;
  const isReady: Record<Step, boolean> = {
    food: isMeasured(draft),
    fate: isWithoutFood || part.fate !== null,
    kg: isWhole(draft, asked),
    why: isExplained(draft, asked),
    sign: secret !== null && isComplete(secret),
  };
  const sign = async (by: Secret) => {
    const refused = await saving.run(by, (grant) => send({ ...inputOf(draft, asked, now()), grant }));
    if (refused === null) return onDone();
    if (refused === 'signing_refused') setSecret(anew(by));
    if (refused !== 'prevention_needed' || cause === null) return;
    setRecurring([...recurring, cause]);
    setAt('why');
  };
  const goOn = () => {
    if (at !== 'sign') move(1);
    else if (secret) void sign(secret);
  };
  const goBack = () => {
    if (at !== 'fate' || earlier.length === 0) return move(-1);
    setDraft(withoutRest);
    setAt('kg');
  };
  const split = () => {
    setDraft((said) => withRest(said, asked));
    setAt('fate');
  };
  const ask: Ask = { draft, asked, change: (by) => setDraft((said) => ({ ...said, ...by })) };
  return (
    <WetSteps
      count={t('step', { n: place + 1, of: steps.length })}
      question={t(at === 'fate' && earlier.length > 0 ? 'fate.rest' : `${at}.title`)}
      error={saving.error ? errorText(saving.error) : null}
      back={{ label: t('back'), isDisabled: place === 0 && earlier.length === 0, onClick: goBack }}
      next={{
        label: t(at === 'sign' ? 'sign.now' : 'next'),
        isDisabled: !isReady[at],
        isPending: saving.isPending,
        onClick: goOn,
      }}
    >
      {at === 'food' && <Food {...{ needle, instruments }} {...ask} />}
      {at === 'fate' && <FateOf {...ask} />}
      {at === 'kg' && <Quantity {...ask} onSplit={split} />}
      {at === 'why' && <Cause {...ask} />}
      {at === 'sign' && <SignStep secret={secret} onChange={setSecret} />}
    </WetSteps>
  );
}
