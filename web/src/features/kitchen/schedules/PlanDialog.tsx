import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { filterRecipes, getRecipe, type Recipe } from '@brina/contract/calls/kitchen/recipes';
import { createSchedule, listSchedules } from '@brina/contract/calls/kitchen/schedules';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { weekdays as allWeekdays, plannedLimits } from '@brina/domain/cycles/planned-start';
import { isLocalMinute } from '@brina/domain/language/local-minute';
import { endsByClock } from '@brina/domain/recipes/recipe';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { FoodFields } from '../../../appliance/FoodFields.tsx';
import { ReadyAtField } from '../../../appliance/ReadyAtField.tsx';
import { readyMessages } from '../../../appliance/ready.messages.ts';
import { readyIn } from '../../../appliance/ready-in.ts';
import { argsOf, unsaid } from '../../../appliance/said.ts';
import { useDays } from '../../../appliance/use-days.ts';
import { useErrorText } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import { showToast } from '../../../lib/toast.ts';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './PlanDialog.module.css';
import { scheduleMessages } from './schedules.messages.ts';
import { useWeekdays } from './use-fate-words.ts';

/** Texts to have before the dialog is shown. */
export const messages = [scheduleMessages, applianceMessages, readyMessages, errorMessages, fieldMessages];

/** A start that is worth planning lies so many hours ahead. */
const begins_h = 1;

/** What is planned, by its id and title. */
type Chosen = { readonly id: string; readonly title: string };

/**
 * Plans a start (B3.5): of a cycle that is known, on an appliance to choose among those whose panel asks for it; or on an appliance that is
 * known, of a cycle to choose among those it runs.
 * @param onRun what is offered in its place for a cycle that ends by the clock; absent where that is said by the portal alone
 */
export function PlanDialog(props: {
  serialNumber: string | undefined;
  cycle: Recipe | null;
  onClose: () => void;
  onRun?: () => void;
}) {
  const { cycle, onClose, onRun } = props;
  const { t } = useMessages(scheduleMessages);
  if (cycle === null || !endsByClock(cycle.definition)) return <PlanForm {...props} />;
  return (
    <FormDialog
      title={t('titleOf', { title: cycle.title })}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        onRun?.();
      }}
      submitLabel={t('run')}
      cancelLabel={t('close')}
      pending={false}
      error={null}
    >
      <p className={styles.note}>{t('byClock')}</p>
    </FormDialog>
  );
}

/** The values of the form, and how they are sent. */
function usePlan({ serialNumber: opened, cycle, onClose }: FormProps) {
  const { t } = useMessages(scheduleMessages);
  const { reader } = useFormat();
  const call = useCall(createSchedule, { refresh: [listSchedules, getRecipe] });
  const asking = cycle?.appliances.filter(({ fit, asks }) => fit.kind !== 'refused' && asks) ?? [];
  const first = cycle === null || asking.some((one) => one.serialNumber === opened) ? opened : asking[0]?.serialNumber;
  const [serialNumber, setSerialNumber] = useState(first ?? '');
  const appliance = useQuery(callQuery(listAppliances, {})).data?.find((one) => one.serialNumber === serialNumber);
  const timeZone = appliance?.lab?.timeZone ?? reader.timeZone;
  const { dayAndTime } = useDays(timeZone);
  const [chosen, setChosen] = useState<Chosen | null>(cycle);
  const [typed, setMinute] = useState<string | null>(null);
  const [days, setDays] = useState<readonly number[]>([]);
  const [said, setSaid] = useState(unsaid);
  const [isTried, setTried] = useState(false);
  const minute = typed ?? readyIn(begins_h, timeZone);
  const send = async () => {
    setTried(true);
    if (chosen === null || !isLocalMinute(minute)) return;
    const body = {
      recipeId: chosen.id,
      minute,
      args: argsOf(said),
      ...(days.length > 0 && { weekdays: [...days] }),
    };
    const { body: planned } = await call.send({ params: { id: serialNumber }, body });
    showToast({ kind: 'success', text: t('done', { title: chosen.title, when: dayAndTime(planned.at) }) });
    onClose();
  };
  return {
    serialNumber,
    setSerialNumber,
    asking,
    appliance,
    timeZone,
    chosen,
    setChosen,
    minute,
    setMinute,
    days,
    setDays,
    said,
    setSaid,
    faults: {
      cycle: isTried && chosen === null ? t('choose') : null,
      minute: isTried && !isLocalMinute(minute) ? t('noTime') : null,
    },
    send,
    isPending: call.isPending,
    error: call.error,
  };
}

type FormProps = { serialNumber: string | undefined; cycle: Recipe | null; onClose: () => void };

function PlanForm(props: FormProps) {
  const { cycle, onClose } = props;
  const { t } = useMessages(scheduleMessages);
  const errorText = useErrorText();
  const plan = usePlan(props);
  const { serialNumber, chosen, faults } = plan;
  return (
    <FormDialog
      title={cycle ? t('titleOf', { title: cycle.title }) : t('plan')}
      onClose={onClose}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // What went wrong stands above the form.
        plan.send().catch(() => undefined);
      }}
      submitLabel={t('submit')}
      cancelLabel={t('cancel')}
      pending={plan.isPending}
      error={plan.error && errorText(plan.error)}
      footer={serialNumber === '' ? <Button onClick={onClose}>{t('close')}</Button> : undefined}
    >
      {serialNumber === '' ? (
        <Notice kind="info">{t('nowhere')}</Notice>
      ) : (
        <>
          <p className={styles.note}>{t('how')}</p>
          {cycle === null ? (
            <CycleField {...{ serialNumber, chosen, error: faults.cycle, onChoose: plan.setChosen }} />
          ) : (
            <NativeSelect
              label={t('appliance')}
              value={serialNumber}
              data={plan.asking.map((one) => ({ value: one.serialNumber, label: one.name }))}
              onChange={(event) => plan.setSerialNumber(event.currentTarget.value)}
            />
          )}
          <ReadyAtField
            label={t('begins')}
            value={plan.minute}
            timeZone={plan.timeZone}
            dayCount={plannedLimits.ahead_days}
            error={faults.minute}
            onChange={plan.setMinute}
          />
          <WeekdayField days={plan.days} onChange={plan.setDays} />
          <FoodFields model={plan.appliance?.model ?? ''} said={plan.said} onSay={plan.setSaid} />
        </>
      )}
    </FormDialog>
  );
}

/** The cycles that an appliance runs, those used last first. */
function CycleField(props: {
  serialNumber: string;
  chosen: Chosen | null;
  error: string | null;
  onChoose: (chosen: Chosen | null) => void;
}) {
  const { serialNumber, chosen, error, onChoose } = props;
  const { t } = useMessages(scheduleMessages);
  const { nRows, first } = filterRecipes.list;
  const { data } = useQuery(
    callQuery(filterRecipes, {
      query: { serialNumber, runs: true },
      body: { page: 0, nRows, orderAttr: first.key, ascOrDesc: first.direction, filterAttributes: [] },
    }),
  );
  const cycles = data?.items ?? [];
  return (
    <FilterSelect
      label={t('cycle')}
      required
      data={cycles.map(({ id, title, number }) => ({ value: id, label: `${title} · ${number}` }))}
      value={chosen?.id ?? null}
      error={error}
      nothingFound={t('noCycle')}
      onChange={(id) => onChoose(cycles.find((one) => one.id === id) ?? null)}
    />
  );
}

/** The days of the week on which it comes again; none: it comes once. */
function WeekdayField({ days, onChange }: { days: readonly number[]; onChange: (days: readonly number[]) => void }) {
  const { t } = useMessages(scheduleMessages);
  const { long } = useWeekdays();
  return (
    <fieldset className={styles.weekdays}>
      <legend>{t('repeats')}</legend>
      <p className={styles.note}>{t('repeatsHint')}</p>
      <div className={styles.days}>
        {allWeekdays.map((day) => (
          <Checkbox
            key={day}
            size="md"
            label={long(day)}
            checked={days.includes(day)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...days, day].sort() : days.filter((one) => one !== day))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
