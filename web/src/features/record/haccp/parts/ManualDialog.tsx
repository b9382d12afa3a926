import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { listManual, startManual } from '@brina/contract/calls/record/manual';
import { minute_ms } from '@brina/domain/language/durations';
import { Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { now } from '../../../../lib/clock.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery, useCall } from '../../../../lib/query.ts';
import { useSearchTexts } from '../../../../lib/search-texts.ts';
import { Choices } from '../../../../ui/Choices.tsx';
import { useFocusReturn, wetDialogProps } from '../../../../ui/dialog.ts';
import { WetSteps } from '../../../../ui/WetSteps.tsx';
import { manualMessages } from '../manual.messages.ts';
import {
  cooked_C,
  cookedAgo_min,
  instrumentsOf,
  isAnswered,
  type ManualDraft,
  type ManualStep,
  manualSteps,
  startOf,
} from '../manual-draft.ts';
import { useManual } from '../use-manual.ts';
import { Instrument, Temperature } from './HandReading.tsx';

/** The steps by which somebody begins to cool food without an appliance (B2.7): for a phone beside the pot and wet hands. */
export function ManualDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages(manualMessages);
  const { data: kitchens } = useQuery(callQuery(listLaboratories, {}));
  useFocusReturn(true);
  return (
    <Modal {...wetDialogProps(t('cancel'))} opened onClose={onClose} title={t('title')}>
      {kitchens && <Steps kitchens={kitchens} onClose={onClose} />}
    </Modal>
  );
}

type Kitchen = { id: string; name: string };

function Steps({ kitchens, onClose }: { kitchens: readonly Kitchen[]; onClose: () => void }) {
  const { t } = useMessages(manualMessages);
  const errorText = useErrorText();
  const { labId } = useSearchTexts();
  const known = instrumentsOf(useManual().records);
  const [draft, setDraft] = useState<ManualDraft>(() => ({
    labId: kitchens.find(({ id }) => id === labId || kitchens.length === 1)?.id ?? null,
    process: 'chill',
    product: '',
    lot: '',
    cookedAgo_min: undefined,
    instrument: known[0] ?? t('instrument.usual'),
    value_C: null,
  }));
  const [at, setAt] = useState(0);
  const start = useCall(startManual, { refresh: [listManual] });
  const change = (by: Partial<ManualDraft>) => setDraft((one) => ({ ...one, ...by }));
  const steps = manualSteps(kitchens.length);
  const step = steps[at] ?? 'product';
  const isLast = at === steps.length - 1;
  const goOn = async () => {
    if (!isLast) return setAt(at + 1);
    const body = startOf(draft, now());
    try {
      if (body) await start.send({ body });
      onClose();
    } catch {
      // Why it was refused stands in its error.
    }
  };
  return (
    <WetSteps
      count={t('step', { n: at + 1, of: steps.length })}
      question={t(`${step}.title`)}
      error={start.error && errorText(start.error)}
      back={{
        label: t('back'),
        isDisabled: at === 0,
        onClick: () => {
          start.reset();
          setAt(at - 1);
        },
      }}
      next={{
        label: t(isLast ? 'save' : 'next'),
        isDisabled: !isAnswered[step](draft),
        isPending: start.isPending,
        onClick: () => void goOn(),
      }}
    >
      <Answer step={step} draft={draft} change={change} kitchens={kitchens} known={known} />
    </WetSteps>
  );
}

function Answer(props: {
  step: ManualStep;
  draft: ManualDraft;
  change: (by: Partial<ManualDraft>) => void;
  kitchens: readonly Kitchen[];
  known: readonly string[];
}) {
  const { step, draft, change, kitchens, known } = props;
  const { t } = useMessages(manualMessages);
  switch (step) {
    case 'kitchen':
      return (
        <Choices
          choices={kitchens.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={draft.labId}
          onChoose={(labId) => change({ labId })}
        />
      );
    case 'product':
      return (
        <>
          <TextInput
            size="lg"
            label={t('product')}
            maxLength={60}
            value={draft.product}
            onChange={(event) => change({ product: event.currentTarget.value })}
          />
          <TextInput
            size="lg"
            label={t('lot')}
            maxLength={40}
            value={draft.lot}
            onChange={(event) => change({ lot: event.currentTarget.value })}
          />
        </>
      );
    case 'process':
      return (
        <Choices
          choices={(['chill', 'freeze'] as const).map((value) => ({ value, label: t(`process.${value}`) }))}
          chosen={draft.process}
          onChoose={(process) => change({ process })}
        />
      );
    case 'cooked':
      return <Cooked draft={draft} change={change} />;
    case 'instrument':
      return <Instrument known={known} value={draft.instrument} onChange={(instrument) => change({ instrument })} />;
    case 'temperature':
      return <Temperature value_C={draft.value_C} near_C={cooked_C} onChange={(value_C) => change({ value_C })} />;
  }
}

const unknown = -1;

function Cooked({ draft, change }: { draft: ManualDraft; change: (by: Partial<ManualDraft>) => void }) {
  const { t } = useMessages(manualMessages);
  const format = useFormat();
  const { cookedAgo_min: chosen } = draft;
  return (
    <Choices
      choices={[
        ...cookedAgo_min.map((value) => ({
          value: value as number,
          label: value === 0 ? t('cooked.now') : t('cooked.ago', { time: format.duration(value * minute_ms) }),
        })),
        { value: unknown, label: t('cooked.unknown') },
      ]}
      chosen={chosen === undefined ? null : (chosen ?? unknown)}
      onChoose={(value) => change({ cookedAgo_min: value === unknown ? null : value })}
    />
  );
}
