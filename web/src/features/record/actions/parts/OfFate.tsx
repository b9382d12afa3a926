import { displayModel } from '@brina/domain/appliance/families/families';
import { formatMoneyOf, parseNumber } from '@brina/domain/language/numbers';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApplianceSerials, useAppliances } from '../../../../lib/appliances.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { ChoiceOrText } from '../../../../ui/ChoiceOrText.tsx';
import { Choices } from '../../../../ui/Choices.tsx';
import { Stepper } from '../../../../ui/Stepper.tsx';
import { type Asked, isFailed, type Part, plannedCost } from '../action-draft.ts';
import { actionMessages } from '../actions.messages.ts';
import type { Ask } from './ask.ts';

/** What belongs to what happens with some food. */
export function OfFate({ draft, change, asked }: Ask) {
  const { part } = draft;
  const onChange = (by: Partial<Part>) => change({ part: { ...part, ...by } });
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
    return <Place asked={asked} value={part.where} onChange={(where) => onChange({ where })} />;
  if (part.fate === 'HELD')
    return (
      <Choices
        label={t('decide.label')}
        choices={[1, 2, 4, 8].map((n) => ({ value: n, label: t('decide.hours', { n }) }))}
        chosen={part.decideIn_h}
        onChoose={(decideIn_h) => onChange({ decideIn_h })}
      />
    );
  if (part.fate === 'DISCARDED') return <Cost {...{ draft, change, asked }} />;
  if (part.fate !== 'KEPT') return null;
  return (
    <Textarea
      size="lg"
      label={t('reason.label')}
      description={isFailed(asked) ? t('reason.hint') : undefined}
      maxLength={500}
      autosize
      minRows={2}
      value={part.reason}
      onChange={(event) => onChange({ reason: event.currentTarget.value })}
    />
  );
}

/** Where food was moved: into another unit of its kitchen by one tap, or anywhere else. */
function Place({ asked, value, onChange }: { asked: Asked; value: string; onChange: (where: string) => void }) {
  const { t } = useMessages(actionMessages);
  return <ChoiceOrText label={t('where.label')} choices={usePlaces(asked)} maxLength={200} {...{ value, onChange }} />;
}

/** The names of the other units of the kitchens that an action is about. */
function usePlaces({ subjects }: Asked): string[] {
  useApplianceSerials();
  const own = subjects.map(({ serialNumber }) => serialNumber);
  return useAppliances((all) => {
    const labs = all.filter((one) => own.includes(one.serialNumber)).map(({ lab }) => lab?.id);
    const others = all.filter((one) => one.lab && labs.includes(one.lab.id) && !own.includes(one.serialNumber));
    return [...new Set(others.map(({ name, model }) => name || displayModel(model)))];
  });
}

/** What the food that is thrown away costs: as the plan has it, unless somebody knows better. */
function Cost({ draft, change, asked }: Ask) {
  const { t } = useMessages(actionMessages);
  const { locale } = useFormat().reader;
  const [text, setText] = useState(draft.cost === null ? '' : String(draft.cost));
  const planned = plannedCost(draft, asked);
  if (!planned) return null;
  return (
    <TextInput
      label={`${t('cost.label')} (${planned.currency})`}
      description={t('cost.hint')}
      placeholder={formatMoneyOf(planned.amount, planned.currency, locale)}
      inputMode="decimal"
      autoComplete="off"
      error={Number.isNaN(draft.cost)}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        change({ cost: value.trim() === '' ? null : amountOf(parseNumber(value, locale)) });
      }}
    />
  );
}

/** As much as an amount of money may be. */
const amount_max = 10_000_000;
/** An amount of money to its hundredths; NaN: it is none. */
const amountOf = (typed: number | null): number =>
  typed === null || typed < 0 || typed > amount_max ? Number.NaN : Math.round(typed * 100) / 100;
