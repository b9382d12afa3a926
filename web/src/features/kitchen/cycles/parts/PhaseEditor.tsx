import type { FamilyRow, ModelRow } from '@brina/domain/appliance/families/family';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { phaseLimits } from '@brina/domain/cycles/phase-check';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { useStateWords } from '../../../../appliance/use-state-words.ts';
import { useMessages } from '../../../../lib/messages.ts';
import styles from '../CyclePages.module.css';
import { cyclePageMessages } from '../cycle-pages.messages.ts';

/** The phases of a cycle one by one: air, fan, and what ends each. What may be is said by the check before the start. */
export function PhaseEditor(props: {
  model: ModelRow;
  family: FamilyRow;
  phases: readonly PhasePlan[];
  faults: Readonly<Record<string, string>>;
  onChange: (phases: readonly PhasePlan[]) => void;
}) {
  const { model, family, phases, faults, onChange } = props;
  const { t } = useMessages(cyclePageMessages);
  const words = useStateWords();
  const air = { min: Math.max(family.air.min, model.air_min ?? family.air.min), max: family.air.max };
  const put = (index: number, change: Partial<PhasePlan>) =>
    onChange(phases.map((phase, place) => (place === index ? { ...phase, ...change } : phase)));
  return phases.map((phase, index) => {
    const { end } = phase;
    const fault = (name: string) => faults[`phases.${index}.${name}`] ?? null;
    return (
      // A cycle may hold the same phase twice; its place is its identity.
      <fieldset key={index} className={styles.phase}>
        <legend>{words.phaseName(model.storedName, phase.phase)}</legend>
        {typeof phase.air === 'number' && (
          <QuantityField
            label={t('air')}
            unit="Cel"
            limits={air}
            step={1}
            value={phase.air}
            error={fault('air')}
            onChange={(value) => put(index, { air: value ?? Number.NaN })}
          />
        )}
        {phase.fan > 0 && (
          <QuantityField
            label={t('fan')}
            unit="%"
            limits={phaseLimits.fan}
            step={5}
            value={phase.fan}
            error={fault('fan')}
            onChange={(value) => put(index, { fan: value ?? Number.NaN })}
          />
        )}
        {(end.by === 'core' || end.by === 'surface') && (
          <QuantityField
            label={t(`end.${end.by}`)}
            unit="Cel"
            limits={phaseLimits.target}
            step={1}
            value={end.target}
            error={fault('end')}
            onChange={(value) => put(index, { end: { ...end, target: value ?? Number.NaN } })}
          />
        )}
        {end.by === 'time' && (
          <QuantityField
            label={t('time')}
            unit="min"
            limits={phaseLimits.time_min}
            step={5}
            value={end.time_min}
            error={fault('end')}
            onChange={(value) => put(index, { end: { by: 'time', time_min: value ?? Number.NaN } })}
          />
        )}
      </fieldset>
    );
  });
}
