import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { phaseLimits } from '@brina/domain/cycles/phase-check';
import { NativeSelect } from '@mantine/core';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { useMessages } from '../../../../lib/messages.ts';
import styles from '../Editor.module.css';
import { airLimitsOf, type EndChoice, endChoiceOf, endChoicesOf, withEnd } from '../edit-state.ts';
import { editorMessages } from '../editor.messages.ts';
import type { PhaseProps } from '../step-props.ts';
import { DifferenceField } from './DifferenceField.tsx';
import { MinutesField } from './MinutesField.tsx';

/** What ends a phase: in which way, at which value, and what happens when that never comes. */
export function EndFields(props: PhaseProps) {
  const { edit, plan, onChange, fault } = props;
  const { t } = useMessages(editorMessages);
  return (
    <div className={styles.group}>
      <NativeSelect
        label={t('ends')}
        value={endChoiceOf(plan)}
        error={fault('end.by')}
        data={endChoicesOf(edit, plan).map((value) => ({ value, label: t(`ends.${value}`) }))}
        onChange={(event) => onChange(withEnd(edit, plan, event.currentTarget.value as EndChoice))}
      />
      <EndValue {...props} />
      {needsLimits(plan) && <EndLimits {...props} />}
    </div>
  );
}

function EndValue({ edit, plan, onChange, fault }: PhaseProps) {
  const { t } = useMessages(editorMessages);
  const { end } = plan;
  const limits = end.by === 'air' ? airLimitsOf(edit, plan.phase, false) : phaseLimits.target;
  switch (end.by) {
    case 'core':
    case 'surface':
    case 'air':
      return (
        <div className={styles.pair}>
          <QuantityField
            label={t(end.by === 'air' ? 'chamber' : end.by)}
            unit="Cel"
            limits={limits}
            step={1}
            value={end.target}
            error={fault('end.target')}
            onChange={(value) => onChange({ ...plan, end: { ...end, target: value ?? Number.NaN } })}
          />
          {end.by === 'core' && end.hold_min !== undefined && (
            <MinutesField
              label={t('heldFor')}
              limits={phaseLimits.time_min}
              value={end.hold_min}
              error={fault('end.hold_min')}
              onChange={(value) => onChange({ ...plan, end: { ...end, hold_min: value ?? Number.NaN } })}
            />
          )}
        </div>
      );
    case 'even':
      return (
        <DifferenceField
          label={t('within')}
          limits={phaseLimits.within_K}
          value={end.within_K}
          error={fault('end.within_K')}
          onChange={(value) => onChange({ ...plan, end: { by: 'even', within_K: value ?? Number.NaN } })}
        />
      );
    case 'time':
      return (
        <MinutesField
          label={t('time')}
          limits={phaseLimits.time_min}
          value={end.time_min}
          error={fault('end.time_min')}
          onChange={(value) => onChange({ ...plan, end: { by: 'time', time_min: value ?? Number.NaN } })}
        />
      );
    default:
      return null;
  }
}

/** Whether a phase waits for something that may never come. */
const needsLimits = ({ end }: PhasePlan): boolean =>
  end.by === 'core' || end.by === 'surface' || end.by === 'air' || end.by === 'even';

type LimitName = 'fallback_min' | 'late_min' | 'max_min';
const limitLabels = { fallback_min: 'fallback', late_min: 'late', max_min: 'givenUp' } as const;

/** Times that are seldom changed: how long it takes without a needle, and when it is late or given up. */
function EndLimits({ plan, onChange, fault }: PhaseProps) {
  const { t } = useMessages(editorMessages);
  const names: readonly LimitName[] =
    plan.end.by === 'air' ? ['late_min', 'max_min'] : ['fallback_min', 'late_min', 'max_min'];
  const isFaulty = names.some((name) => fault(name) !== null);
  const put = (name: LimitName, value: number | null) => {
    const { [name]: _before, ...others } = plan;
    onChange(value === null ? others : { ...others, [name]: value });
  };
  return (
    <details className={styles.more} open={isFaulty || undefined}>
      <summary>{t('more')}</summary>
      <div className={styles.pair}>
        {names.map((name) => (
          <MinutesField
            key={name}
            label={t(limitLabels[name])}
            limits={phaseLimits.time_min}
            value={plan[name] ?? null}
            error={fault(name)}
            onChange={(value) => put(name, value)}
          />
        ))}
      </div>
      <p className={styles.hint}>{t('fromStart')}</p>
    </details>
  );
}
