import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { phaseLimits } from '@brina/domain/cycles/phase-check';
import { Input, NativeSelect } from '@mantine/core';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { useMessages } from '../../../../lib/messages.ts';
import { Segments } from '../../../../ui/Segments.tsx';
import styles from '../Editor.module.css';
import {
  type AirKind,
  airKindOf,
  airLimitsOf,
  type HumidityKind,
  humidityKindOf,
  rowsOf,
  withAirKind,
  withHumidityKind,
} from '../edit-state.ts';
import { editorMessages } from '../editor.messages.ts';
import type { PhaseProps } from '../step-props.ts';
import { EndFields } from './EndFields.tsx';

/** Everything that is set of one phase: its kind, its air, fan and humidity, and what ends it; the holding has no end. */
export function PhaseFields(props: PhaseProps) {
  const { edit, plan, kinds, onKind, onChange, fault } = props;
  const { t } = useMessages(editorMessages);
  const { t: phaseWord } = useMessages(phaseMessages);
  const { family } = rowsOf(edit);
  const word = (code: number): string => {
    const key = family.phases[code];
    return key ? phaseWord(key) : String(code);
  };
  return (
    <div className={styles.fields}>
      {kinds.length > 1 && (
        <NativeSelect
          label={t('kind')}
          value={String(plan.phase)}
          error={fault('phase')}
          data={kinds.map((code) => ({ value: String(code), label: word(code) }))}
          onChange={(event) => onKind(Number(event.currentTarget.value))}
        />
      )}
      {!plan.hold && <EndFields {...props} />}
      <AirFields {...props} />
      {plan.fan > 0 || Number.isNaN(plan.fan) ? (
        <QuantityField
          label={t('fan')}
          unit="%"
          limits={phaseLimits.fan}
          step={5}
          value={plan.fan}
          error={fault('fan')}
          onChange={(fan) => onChange({ ...plan, fan: fan ?? Number.NaN })}
        />
      ) : null}
      <HumidityFields {...props} />
    </div>
  );
}

function AirFields({ edit, plan, onChange, fault }: PhaseProps) {
  const { t } = useMessages(editorMessages);
  const limits = airLimitsOf(edit, plan.phase, plan.hold === true);
  const step = rowsOf(edit).row?.air?.step ?? 1;
  const { air } = plan;
  const wrong = fault('air');
  const isWrong = (value: number): boolean => !(value >= limits.min && value <= limits.max);
  return (
    <div className={styles.group}>
      <Segments
        label={t('airKind')}
        value={airKindOf(plan)}
        segments={(['set', 'ramp', 'off'] as const satisfies readonly AirKind[]).map((value) => ({
          value,
          label: t(`airKind.${value}`),
        }))}
        onChange={(kind) => onChange(withAirKind(edit, plan, kind))}
      />
      {air === null && wrong && <Input.Error role="alert">{wrong}</Input.Error>}
      {typeof air === 'number' && (
        <QuantityField
          label={t('air')}
          unit="Cel"
          limits={limits}
          step={step}
          value={air}
          error={wrong}
          onChange={(value) => onChange({ ...plan, air: value ?? Number.NaN })}
        />
      )}
      {air !== null && typeof air !== 'number' && (
        <div className={styles.pair}>
          {([0, 1] as const).map((place) => (
            <QuantityField
              key={place}
              label={t(place === 0 ? 'airFrom' : 'airTo')}
              unit="Cel"
              limits={limits}
              step={step}
              value={air[place]}
              error={wrong !== null && isWrong(air[place]) ? wrong : null}
              onChange={(value) => {
                const set = value ?? Number.NaN;
                onChange({ ...plan, air: place === 0 ? [set, air[1]] : [air[0], set] });
              }}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function HumidityFields({ edit, plan, onChange, fault }: PhaseProps) {
  const { t } = useMessages(editorMessages);
  const { family } = rowsOf(edit);
  const kinds = (['off', 'set', 'max'] as const satisfies readonly HumidityKind[]).filter(
    (kind) =>
      kind === 'off' ||
      kind === humidityKindOf(plan) ||
      Object.values(family.functions).some((row) => (kind === 'set' ? row.rh : row.rhMax)),
  );
  const { rh } = plan;
  // A family that controls no humidity has nothing to choose.
  if (kinds.length === 1) return null;
  return (
    <div className={styles.group}>
      <Segments
        label={t('humidity')}
        value={humidityKindOf(plan)}
        segments={kinds.map((value) => ({ value, label: t(`humidity.${value}`) }))}
        onChange={(kind) => onChange(withHumidityKind(plan, kind))}
      />
      {rh && (
        <QuantityField
          label={t('set' in rh ? 'rh' : 'rhMax')}
          unit="%"
          limits={'set' in rh ? phaseLimits.rhSet : phaseLimits.rhMax}
          step={5}
          value={'set' in rh ? rh.set : rh.max}
          error={fault('rh') ?? fault('rh.set') ?? fault('rh.max')}
          onChange={(value) => {
            const set = value ?? Number.NaN;
            onChange({ ...plan, rh: 'set' in rh ? { set } : { max: set } });
          }}
        />
      )}
    </div>
  );
}
