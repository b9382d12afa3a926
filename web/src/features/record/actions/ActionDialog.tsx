import { type ActionInput, getAction, openAction, saveAction } from '@brina/contract/calls/record/actions';
import type { MissingRecord } from '@brina/contract/calls/record/missing';
import { grantSigning } from '@brina/contract/calls/record/signatures';
import { actionCauses, fates } from '@brina/domain/haccp/actions/action';
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { now } from '../../../lib/clock.ts';
import { useErrorText } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import { Choices } from '../../../ui/Choices.tsx';
import { useFocusReturn, wetDialogProps } from '../../../ui/dialog.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { foodSlide_C, Stepper } from '../../../ui/Stepper.tsx';
import { WetSteps } from '../../../ui/WetSteps.tsx';
import { isComplete, type Secret, SignStep } from '../signatures/SignStep.tsx';
import {
  type Asked,
  canSplit,
  type Draft,
  draftOf,
  inputOf,
  isAboutFood,
  isFailed,
  isWhole,
  left_kg,
  type Part,
  part_max_kg,
  rest_kg,
  step_kg,
  withoutRest,
  withRest,
} from './action-draft.ts';
import { actionMessages } from './actions.messages.ts';
import styles from './parts/Action.module.css';
import { tellOfActions } from './tell-of-actions.ts';

/** One question a step. */
const allSteps = ['food', 'fate', 'kg', 'why', 'sign'] as const;
type Step = (typeof allSteps)[number];

type Ask = { draft: Draft; change: (by: Partial<Draft>) => void; asked: Asked };

/** An action that is open, or a missing record about which nobody has opened one. */
export type ActionTarget = { actionId: string } | { missing: MissingRecord };

/**
 * The steps by which somebody says what became of food whose record failed, or is missing, and signs it (B2.5): for a phone and wet hands,
 * nothing has to be typed.
 * @param about what it is about, where no record stands around it
 * @param lastCore_C core of the food as it was measured last; null: nobody knows
 */
export function ActionDialog(props: {
  target: ActionTarget;
  about?: string;
  lastCore_C: number | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const { target, about, lastCore_C, onClose, onDone } = props;
  const { t } = useMessages(actionMessages);
  useFocusReturn(true);
  return (
    <Modal {...wetDialogProps(t('cancel'))} opened onClose={onClose} title={t('title')}>
      {about && <p className={styles.about}>{about}</p>}
      {'actionId' in target ? (
        <KnownSteps {...target} {...{ lastCore_C, onDone }} />
      ) : (
        <NewSteps {...target} {...{ lastCore_C, onDone }} />
      )}
    </Modal>
  );
}

type StepsOf = { lastCore_C: number | null; onDone: () => void };

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

/** Of what is missing: the action is opened with what is said, and not before. */
function NewSteps({ missing, ...rest }: StepsOf & { missing: MissingRecord }) {
  const { id, day, kind, at } = missing;
  const open = useCall(openAction, { refresh: tellOfActions });
  const subject = { kind: 'missing', missing: { kind, day, at }, verdict: null } as const;
  return (
    <Steps
      asked={{ load_kg: null, told_kg: 0, proposedCauses: [], subjects: [subject] }}
      save={open}
      send={(body) => open.send({ body: { subjects: [{ kind: 'missing', missing: id, day }], ...body } })}
      {...rest}
    />
  );
}

type Saving = {
  asked: Asked;
  /** The call by which it is saved, and what it does with what was said and the proof of who signs. */
  save: { isPending: boolean; error: unknown; reset: () => void };
  send: (body: ActionInput & { grant: string }) => Promise<unknown>;
};

function Steps({ asked, lastCore_C, onDone, ...saves }: StepsOf & Saving) {
  const { t } = useMessages(actionMessages);
  const errorText = useErrorText();
  const [draft, setDraft] = useState(() => draftOf(asked));
  const [at, setAt] = useState<Step>(isAboutFood(asked) ? 'food' : 'fate');
  const [secret, setSecret] = useState<Secret | null>(null);
  const saving = useSaveAndSign(saves);
  // Where there was no food, nobody asks how warm, or how much.
  const steps = allSteps.filter(
    (one) => isAboutFood(asked) || (one !== 'food' && !(one === 'kg' && draft.isWithoutFood)),
  );
  const place = steps.indexOf(at);
  const move = (by: number) => setAt(steps[place + by] ?? at);
  const { part, earlier, isWithoutFood } = draft;
  const isReady: Record<Step, boolean> = {
    food: draft.core_C !== undefined,
    fate: isWithoutFood || part.fate !== null,
    kg: isWhole(draft, asked),
    why: draft.cause !== null && (draft.cause !== 'OTHER' || draft.causeText.trim().length >= 5),
    sign: secret !== null && isComplete(secret),
  };
  const goOn = async () => {
    if (at !== 'sign') return move(1);
    if (secret && (await saving.save(draft, secret))) onDone();
  };
  const goBack = () => {
    if (at !== 'fate' || earlier.length === 0) return move(-1);
    setDraft(withoutRest);
    setAt('kg');
  };
  const split = () => {
    setDraft((now) => withRest(now, asked));
    setAt('fate');
  };
  const ask: Ask = { draft, asked, change: (by) => setDraft((now) => ({ ...now, ...by })) };
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
        onClick: () => void goOn(),
      }}
    >
      {at === 'food' && <Food lastCore_C={lastCore_C} {...ask} />}
      {at === 'fate' && <FateOf {...ask} />}
      {at === 'kg' && <Quantity {...ask} onSplit={split} />}
      {at === 'why' && <Cause {...ask} />}
      {at === 'sign' && <SignStep secret={secret} onChange={setSecret} />}
    </WetSteps>
  );
}

/** Proves who signs, and saves and signs what was said at once: whoever cannot sign saves nothing. */
function useSaveAndSign({ save, send }: Omit<Saving, 'asked'>) {
  const prove = useCall(grantSigning);
  const calls = [prove, save];
  return {
    isPending: calls.some(({ isPending }) => isPending),
    error: calls.find(({ error }) => error !== null)?.error ?? null,
    save: async (draft: Draft, secret: Secret): Promise<boolean> => {
      for (const call of calls) call.reset();
      try {
        const { grant } = await prove.send({ body: secret });
        await send({ ...inputOf(draft, now()), grant });
        return true;
      } catch {
        // Which of the calls was refused, and why, stands in its error.
        return false;
      }
    },
  };
}

/** The stepper begins where the needle was last; what it begins with is no measurement before somebody has said so. */
function Food({ draft: { core_C }, lastCore_C, change }: Ask & { lastCore_C: number | null }) {
  const { t } = useMessages(actionMessages);
  const format = useFormat();
  return (
    <>
      <Stepper
        label={t('food.measured')}
        value={core_C ?? null}
        near={Math.round((lastCore_C ?? 3) * 2) / 2}
        show={(value) => format.temperature(value)}
        step={0.5}
        min={-40}
        max={110}
        slide={foodSlide_C}
        onChange={(value) => change({ core_C: value })}
        lessLabel={t('less')}
        moreLabel={t('more')}
      />
      <Choices
        choices={[
          ...(lastCore_C === null
            ? []
            : [{ value: 'last', label: t('food.last', { temperature: format.temperature(lastCore_C) }) } as const]),
          { value: 'none', label: t('food.skip') } as const,
        ]}
        chosen={core_C === null ? 'none' : core_C !== undefined && core_C === lastCore_C ? 'last' : null}
        onChoose={(choice) => change({ core_C: choice === 'last' ? lastCore_C : null })}
      />
    </>
  );
}

/** What was said of parts of the food before. */
function Earlier({ draft: { earlier } }: Pick<Ask, 'draft'>) {
  const { t } = useMessages(actionMessages);
  const format = useFormat();
  if (earlier.length === 0) return null;
  return (
    <ul className={styles.earlier}>
      {earlier.map(({ fate, kg }, place) => (
        <li key={`${place} ${fate}`}>
          <strong>{format.quantity(kg, 'kg')}</strong> {fate && t(`fate.${fate}`)}
        </li>
      ))}
    </ul>
  );
}

/** What happens with the food, or with what is left of it. */
function FateOf({ draft, change, asked }: Ask) {
  const { t } = useMessages(actionMessages);
  const { part, isWithoutFood, earlier } = draft;
  const mayBeNone = !isAboutFood(asked) && earlier.length === 0;
  return (
    <>
      <Earlier draft={draft} />
      <Choices
        choices={[
          ...(mayBeNone ? [{ value: 'none', label: t('fate.none') } as const] : []),
          ...fates.map((value) => ({ value, label: t(`fate.${value}`) })),
        ]}
        chosen={isWithoutFood ? 'none' : part.fate}
        onChoose={(fate) =>
          change(fate === 'none' ? { isWithoutFood: true } : { isWithoutFood: false, part: { ...part, fate } })
        }
      />
    </>
  );
}

/** A trolley and more, kg, where nobody has said how much there was. */
const unknownLoad_kg = 100;
const slideOf = (max_kg: number) => ({ min: 0, max: Math.max(step_kg, max_kg), step: step_kg });

/** How much of the food, and what belongs to what happens with it; of what is left something else can be said. */
function Quantity({ draft, change, asked, onSplit }: Ask & { onSplit: () => void }) {
  const { t } = useMessages(actionMessages);
  const format = useFormat();
  const { part, earlier } = draft;
  const changePart = (by: Partial<Part>) => change({ part: { ...part, ...by } });
  const left = left_kg(draft, asked);
  const rest = rest_kg(draft, asked);
  const weight = (kg: number) => format.quantity(kg, 'kg');
  return (
    <>
      <Earlier draft={draft} />
      <Stepper
        label={t('kg.label')}
        value={part.kg}
        show={weight}
        step={step_kg}
        min={0.1}
        max={part_max_kg(draft, asked)}
        slide={slideOf(left ?? unknownLoad_kg)}
        onChange={(kg) => changePart({ kg })}
        lessLabel={t('less')}
        moreLabel={t('more')}
      />
      {left !== null && left > 0 && (
        <Choices
          choices={[{ value: left, label: t(left === asked.load_kg ? 'kg.all' : 'kg.allRest') }]}
          chosen={part.kg}
          onChoose={(kg) => changePart({ kg })}
        />
      )}
      <OfFate part={part} onChange={changePart} isFailed={isFailed(asked)} />
      {rest !== null && asked.load_kg !== null && (rest > 0 || earlier.length > 0) && (
        <p className={styles.rest} aria-live="polite">
          {t('kg.rest', { rest: weight(rest), load: weight(asked.load_kg) })}
        </p>
      )}
      {rest !== 0 && (
        <Button className={styles.big} variant="default" disabled={!canSplit(draft, asked)} onClick={onSplit}>
          {t('kg.split')}
        </Button>
      )}
    </>
  );
}

/** What belongs to what happens with some food. */
function OfFate(props: { part: Part; onChange: (by: Partial<Part>) => void; isFailed: boolean }) {
  const { part, onChange, isFailed } = props;
  const { t } = useMessages(actionMessages);
  const format = useFormat();
  if (part.fate === 'REHEATED')
    return (
      <Stepper
        label={t('core.label')}
        value={part.heated_C}
        show={(value) => format.temperature(value)}
        step={1}
        min={60}
        max={120}
        onChange={(heated_C) => onChange({ heated_C })}
        lessLabel={t('less')}
        moreLabel={t('more')}
      />
    );
  if (part.fate === 'MOVED')
    return (
      <TextInput
        size="lg"
        label={t('where.label')}
        maxLength={200}
        value={part.where}
        onChange={(event) => onChange({ where: event.currentTarget.value })}
      />
    );
  if (part.fate === 'HELD')
    return (
      <Choices
        label={t('decide.label')}
        choices={[1, 2, 4, 8].map((n) => ({ value: n, label: t('decide.hours', { n }) }))}
        chosen={part.decideIn_h}
        onChoose={(decideIn_h) => onChange({ decideIn_h })}
      />
    );
  if (part.fate !== 'KEPT') return null;
  return (
    <Textarea
      size="lg"
      label={t('reason.label')}
      description={isFailed ? t('reason.hint') : undefined}
      maxLength={500}
      autosize
      minRows={2}
      value={part.reason}
      onChange={(event) => onChange({ reason: event.currentTarget.value })}
    />
  );
}

/** The causes that fit the record first; none is chosen before somebody does. */
function Cause({ draft, change, asked: { proposedCauses } }: Ask) {
  const { t } = useMessages(actionMessages);
  const worded = (causes: readonly (typeof actionCauses)[number][]) =>
    causes.map((value) => ({ value, label: t(`cause.${value}`) }));
  const choose = { chosen: draft.cause, onChoose: (cause: (typeof actionCauses)[number]) => change({ cause }) };
  return (
    <>
      <Choices label={t('proposed')} choices={worded(proposedCauses)} {...choose} />
      <Choices
        label={t('others')}
        choices={worded(actionCauses.filter((one) => !proposedCauses.includes(one)))}
        {...choose}
      />
      {draft.cause === 'OTHER' && (
        <TextInput
          size="lg"
          label={t('cause.text')}
          maxLength={500}
          value={draft.causeText}
          onChange={(event) => change({ causeText: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={t('prevention')}
        maxLength={500}
        autosize
        value={draft.prevention}
        onChange={(event) => change({ prevention: event.currentTarget.value })}
      />
    </>
  );
}
