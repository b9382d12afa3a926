import { getBatch } from '@brina/contract/calls/record/haccp';
import { getHoldDay } from '@brina/contract/calls/record/holding';
import { recordReading } from '@brina/contract/calls/record/remarks';
import { readingFault } from '@brina/domain/haccp/by-hand';
import { minute_ms } from '@brina/domain/language/durations';
import { instantOf, localMinute } from '@brina/domain/language/local-minute';
import { Modal, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { now } from '../../../../lib/clock.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { ChoiceOrText } from '../../../../ui/ChoiceOrText.tsx';
import { Choices } from '../../../../ui/Choices.tsx';
import { useFocusReturn, wetDialogProps } from '../../../../ui/dialog.ts';
import { foodSlide_C, Stepper } from '../../../../ui/Stepper.tsx';
import { WetSteps } from '../../../../ui/WetSteps.tsx';
import type { Remarked } from '../remarked.ts';
import { remarkMessages } from '../remarks.messages.ts';

/** One question a step. */
const steps = ['value', 'instrument', 'at'] as const;
type Step = (typeof steps)[number];

/** When somebody measured: so many minutes ago, at the end of the record, or at a minute of the kitchen's time. */
type When = { ago_min: number } | { end: true } | { minute: string };

type Draft = {
  /** °C; null: nobody has said. */
  value_C: number | null;
  instrument: string;
  /** Null: nobody has said. */
  when: When | null;
  where: string;
  note: string;
};
type Ask = { record: Remarked; draft: Draft; change: (by: Partial<Draft>) => void };

/** How long ago somebody may have measured, as it is offered. */
const ago_min = [0, 10, 30] as const;
/** Food that was chilled is about as warm, °C. */
const chilled_C = 3;

/**
 * A temperature that somebody measured by hand (B2.7), in steps for wet hands. It starts with nothing: what the appliance read stands
 * beside it in the record, and is no second measurement.
 */
export function ReadingDialog({ record, onClose }: { record: Remarked; onClose: () => void }) {
  const { t } = useMessages(remarkMessages);
  const errorText = useErrorText();
  const [draft, setDraft] = useState<Draft>(() => ({
    value_C: null,
    instrument: '',
    when: isOfNow(record) ? { ago_min: 0 } : null,
    where: '',
    note: '',
  }));
  const [at, setAt] = useState<Step>('value');
  const call = useToldCall(recordReading, { refresh: [getBatch, getHoldDay], done: t('reading.added') });
  useFocusReturn(true);
  const place = steps.indexOf(at);
  const isReady: Record<Step, boolean> = {
    value: draft.value_C !== null,
    instrument: draft.instrument.trim() !== '',
    at: momentOf(draft.when, record) !== null,
  };
  const save = async () => {
    const { value_C, instrument, where, note, when } = draft;
    // Now is when it is saved, however long ago the step was shown.
    const measuredAt = momentOf(when, record);
    if (value_C === null || measuredAt === null) return;
    const said = { where: where.trim(), instrument: instrument.trim(), note: note.trim() };
    try {
      await call.send({ body: { subject: record.subject, value_C, at: measuredAt, ...said } });
      onClose();
    } catch {
      // Why it was refused stands in its error; what was said stays.
    }
  };
  const ask: Ask = { record, draft, change: (by) => setDraft((said) => ({ ...said, ...by })) };
  return (
    <Modal {...wetDialogProps(t('cancel'))} opened onClose={onClose} title={t('reading.add')}>
      <WetSteps
        count={t('step', { n: place + 1, of: steps.length })}
        question={t(`reading.${at}Title`)}
        error={call.error && errorText(call.error)}
        back={{ label: t('back'), isDisabled: place === 0, onClick: () => setAt(steps[place - 1] ?? at) }}
        next={{
          label: t(at === 'at' ? 'save' : 'next'),
          isDisabled: !isReady[at],
          isPending: call.isPending,
          onClick: () => (at === 'at' ? void save() : setAt(steps[place + 1] ?? at)),
        }}
      >
        {at === 'value' && <Value {...ask} />}
        {at === 'instrument' && (
          <ChoiceOrText
            choices={[...new Set([...record.instruments, t('reading.instrumentUsual')])].slice(0, 4)}
            label={t('reading.instrument')}
            maxLength={100}
            value={draft.instrument}
            onChange={(instrument) => ask.change({ instrument })}
          />
        )}
        {at === 'at' && <At {...ask} />}
      </WetSteps>
    </Modal>
  );
}

/** Whether a reading of now can still be one of the record. */
const isOfNow = ({ endedAt }: Remarked): boolean =>
  readingFault(now(), { began: 0, ended: endedAt }, now()) === undefined;

/** Epoch ms; null: nobody has said. */
function momentOf(when: When | null, { endedAt, timeZone }: Remarked): number | null {
  if (when === null) return null;
  if ('ago_min' in when) return now() - when.ago_min * minute_ms;
  if ('end' in when) return endedAt;
  return when.minute === '' ? null : instantOf(when.minute, timeZone);
}

function Value({ record: { near_C }, draft, change }: Ask) {
  const { t } = useMessages(remarkMessages);
  const format = useFormat();
  return (
    <Stepper
      label={t('reading.value')}
      value={draft.value_C}
      near={Math.round((near_C ?? chilled_C) * 2) / 2}
      show={(value) => format.temperature(value)}
      step={0.5}
      min={-60}
      max={150}
      slide={foodSlide_C}
      onChange={(value_C) => change({ value_C })}
      lessLabel={t('less')}
      moreLabel={t('more')}
    />
  );
}

/** When it was measured, and what else there is to say. */
function At({ record, draft, change }: Ask) {
  const { t } = useMessages(remarkMessages);
  const format = useFormat();
  const { endedAt, timeZone } = record;
  const { when } = draft;
  const ofNow = ago_min.map((ago) => ({
    value: String(ago),
    label: ago === 0 ? t('reading.now') : t('reading.ago', { time: format.quantity(ago, 'min') }),
    when: { ago_min: ago } as When,
  }));
  const choices = [
    ...(isOfNow(record) ? ofNow : []),
    ...(endedAt === null
      ? []
      : [
          {
            value: 'end',
            label: t('reading.end', { time: format.dateTime(endedAt, timeZone) }),
            when: { end: true } as When,
          },
        ]),
  ];
  const chosen = when === null || 'minute' in when ? null : 'end' in when ? 'end' : String(when.ago_min);
  const moment = momentOf(when, record);
  return (
    <>
      <Choices
        choices={choices}
        chosen={chosen}
        onChoose={(value) => change({ when: choices.find((one) => one.value === value)?.when ?? null })}
      />
      <TextInput
        size="lg"
        type="datetime-local"
        label={t('reading.at')}
        max={localMinute(now(), timeZone)}
        value={when && 'minute' in when ? when.minute : moment === null ? '' : localMinute(moment, timeZone)}
        onChange={(event) => change({ when: { minute: event.currentTarget.value } })}
      />
      <TextInput
        size="lg"
        label={t('reading.where')}
        description={t('reading.whereHint')}
        maxLength={200}
        value={draft.where}
        onChange={(event) => change({ where: event.currentTarget.value })}
      />
      <Textarea
        size="lg"
        label={t('note.text')}
        maxLength={500}
        autosize
        minRows={1}
        value={draft.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
    </>
  );
}
