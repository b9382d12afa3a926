import type { ModelRow } from '@brina/domain/appliance/families/family';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { planProofing, proofingPhases } from '@brina/domain/cycles/proofing';
import { hour_ms, second_ms } from '@brina/domain/language/durations';
import { intlTag, type Locale } from '@brina/domain/language/locales';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { daysFrom, minuteOf } from '../../../../appliance/clock-input.ts';
import { controlMessages } from '../../../../appliance/controls.messages.ts';
import { OpenDoor } from '../../../../appliance/OpenDoor.tsx';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { days, ReadyAtField } from '../../../../appliance/ReadyAtField.tsx';
import { readyMessages } from '../../../../appliance/ready.messages.ts';
import { readyIn } from '../../../../appliance/ready-in.ts';
import { useFaultText } from '../../../../appliance/use-fault-text.ts';
import { now } from '../../../../lib/clock.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { Segments } from '../../../../ui/Segments.tsx';
import type { Orders } from '../../controls/use-orders.tsx';
import { useReadyText } from '../../cycles/use-ready-text.ts';
import styles from '../Proofing.module.css';
import { proofingMessages } from '../proofing.messages.ts';
import { type ProofingChoice, phaseUnits, proofingArgs, settingsOf } from '../proofing-form.ts';
import { PlanTimeline } from './PlanTimeline.tsx';

/** A night: what most dough is planned for. */
const night_h = 14;
/** When a bakery begins to bake, minutes after midnight. */
const baking_min = 5 * 60;
const begun = {
  repeat: 'none',
  days: [1, 2, 3, 4, 5],
  rests: true,
  numbers: {},
} as const satisfies Partial<ProofingChoice>;

/** The next begin of baking by which dough that is put in now can be ready; undefined: none within the days that are offered. */
const nextBaking = (model: ModelRow, timeZone: string): string | undefined =>
  daysFrom(now(), days, timeZone)
    .map((day) => minuteOf(day, baking_min))
    .find(
      (readyAt) => 'phases' in planProofing(model, proofingArgs({ ...begun, readyAt }), { now_ms: now(), timeZone }),
    );

/** Monday 1 January 2024 and the days after it, to write the names of weekdays. */
const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, at_ms: Date.UTC(2024, 0, day, 12) }));

type Props = { orders: Orders; timeZone: string; onClose: () => void };

/**
 * Plans a proving: when the dough is to be ready, how often, and what each phase keeps. The timeline below moves with every change, and
 * a time that cannot be kept is answered with the nearest that can, before anything is sent (S4.17).
 */
export function ProofingDialog({ orders, timeZone, onClose }: Props) {
  const { model, family } = orders;
  const { t } = useMessages(proofingMessages);
  const { t: page } = useMessages(applianceMessages);
  const { t: control } = useMessages(controlMessages);
  const { t: ready } = useMessages(readyMessages);
  const { t: phaseWord } = useMessages(phaseMessages);
  const format = useFormat();
  const errorText = useErrorText();
  const faultText = useFaultText();
  const readyText = useReadyText();
  const now_ms = useNow(30 * second_ms);
  const [choice, setChoice] = useState<ProofingChoice>(() => ({
    ...begun,
    readyAt: nextBaking(model, timeZone) ?? readyIn(night_h, timeZone),
  }));
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const row = family.proofing;
  if (!row) return null;

  const args = proofingArgs(choice);
  const plan = planProofing(model, args, { now_ms, timeZone });
  const faults = 'faults' in plan ? plan.faults : [];
  const fault = faults.find(({ path }) => path === 'readyAt');
  const readyFault =
    fault && (fault.code === 'ready_too_soon' || fault.code === 'ready_too_late')
      ? readyText(fault, timeZone)
      : fault && ready('noTime', { example: format.clock(6.5 * hour_ms, 'UTC') });
  const noDays = choice.repeat === 'days' && choice.days.length === 0;

  const submit = async () => {
    setTried(true);
    setError(null);
    if (faults.length > 0 || noDays) return;
    try {
      await orders.send('setProofingPlan', args);
      onClose();
    } catch (cause) {
      setError(errorText(cause));
    }
  };
  return (
    <FormDialog
      title={control('command.setProofingPlan')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      submitLabel={t('start')}
      cancelLabel={page('cancel')}
      pending={orders.pending}
      error={error}
    >
      <OpenDoor appliance={orders.appliance} />
      <ReadyAtField
        label={t('doughReady')}
        value={choice.readyAt}
        timeZone={timeZone}
        error={tried && readyFault ? readyFault : null}
        onChange={(readyAt) => setChoice({ ...choice, readyAt })}
      />
      {'phases' in plan ? (
        <PlanTimeline phases={plan.phases} readyAt={plan.readyAt} timeZone={timeZone} now_ms={null} />
      ) : (
        !tried && readyFault && <Notice kind="info">{readyFault}</Notice>
      )}
      <Segments
        label={t('repeat')}
        value={choice.repeat}
        segments={(['none', 'daily', 'days'] as const).map((value) => ({ value, label: t(`repeat.${value}`) }))}
        onChange={(repeat) => setChoice({ ...choice, repeat })}
      />
      {choice.repeat === 'days' && (
        <Checkbox.Group
          label={t('repeat.days')}
          value={choice.days.map(String)}
          error={tried && noDays ? t('noDays') : null}
          onChange={(days) => setChoice({ ...choice, days: days.map(Number).sort() })}
        >
          <div className={styles.days}>
            {weekdays.map(({ day, at_ms }) => (
              <Checkbox key={day} value={String(day)} label={weekdayName(at_ms, format.reader.locale)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {choice.repeat !== 'none' && <p className={styles.hint}>{t('repeatHint')}</p>}
      <Checkbox
        label={t('rests')}
        checked={choice.rests}
        onChange={(event) => setChoice({ ...choice, rests: event.currentTarget.checked })}
      />
      <details className={styles.more} open={(tried && faults.some(({ path }) => path !== 'readyAt')) || undefined}>
        <summary>{t('phases')}</summary>
        {proofingPhases
          .filter((phase) => phase !== 'sleeping' || choice.rests)
          .map((phase) => (
            <fieldset key={phase} className={styles.phase}>
              <legend>{phaseWord(phase)}</legend>
              {settingsOf(model, row, phase).map(([name, setting]) => {
                const path = `${phase}.${name}` as const;
                const wrong = faults.find((one) => one.path === path);
                return (
                  <QuantityField
                    key={name}
                    label={t(`setting.${name}`)}
                    unit={phaseUnits[name]}
                    limits={setting}
                    step={setting.step}
                    value={choice.numbers[path] ?? setting.default}
                    error={
                      tried && wrong && wrong.code !== 'ready_too_soon' && wrong.code !== 'ready_too_late'
                        ? faultText(wrong, phaseUnits[name])
                        : null
                    }
                    onChange={(value) => {
                      const { [path]: _before, ...others } = choice.numbers;
                      setChoice({ ...choice, numbers: value === null ? others : { ...others, [path]: value } });
                    }}
                  />
                );
              })}
            </fieldset>
          ))}
      </details>
    </FormDialog>
  );
}

const weekdayName = (at_ms: number, locale: Locale): string =>
  new Intl.DateTimeFormat(intlTag(locale), { weekday: 'long', timeZone: 'UTC' }).format(at_ms);
