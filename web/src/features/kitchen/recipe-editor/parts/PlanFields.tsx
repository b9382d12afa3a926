import { families } from '@brina/domain/appliance/families/families';
import type { FamilyRow } from '@brina/domain/appliance/families/family';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { type ProofingPhase, type ProofingPhaseArgs, proofingPhases } from '@brina/domain/cycles/proofing';
import { widestModel } from '@brina/domain/recipes/recipe-check';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { useMessages } from '../../../../lib/messages.ts';
import { proofingMessages } from '../../proofing/proofing.messages.ts';
import { phaseUnits, settingsOf } from '../../proofing/proofing-form.ts';
import styles from '../Editor.module.css';
import { editorMessages } from '../editor.messages.ts';
import type { StepProps } from '../step-props.ts';
import { BigSwitch } from './BigSwitch.tsx';
import { MinutesField } from './MinutesField.tsx';

/** The plan of a prover, phase by phase; what is not set takes its usual value. */
export function PlanFields({ edit, onChange, fault }: StepProps) {
  const { t } = useMessages(editorMessages);
  const { plan } = edit;
  const rests = plan.sleeping !== false;
  const put = (name: ProofingPhase, args: ProofingPhaseArgs | false | undefined) => {
    const { [name]: _before, ...others } = plan;
    const isNothing = args === undefined || (args !== false && Object.keys(args).length === 0);
    onChange({ ...edit, plan: isNothing ? others : { ...others, [name]: args } });
  };
  return (
    <>
      <p className={styles.hint}>{t('planHint')}</p>
      {proofingPhases
        .filter((name) => name !== 'sleeping')
        .map((name) => (
          <PlanPhase
            key={name}
            name={name}
            args={plan[name] || {}}
            onChange={(args) => put(name, args)}
            fault={fault}
          />
        ))}
      <BigSwitch label={t('rests')} checked={rests} onChange={(on) => put('sleeping', on ? undefined : false)} />
      {rests && (
        <PlanPhase
          name="sleeping"
          args={plan.sleeping || {}}
          onChange={(args) => put('sleeping', args)}
          fault={fault}
        />
      )}
    </>
  );
}

function PlanPhase(props: {
  name: ProofingPhase;
  args: ProofingPhaseArgs;
  onChange: (args: ProofingPhaseArgs) => void;
  fault: StepProps['fault'];
}) {
  const { name, args, onChange, fault } = props;
  const { t } = useMessages(editorMessages);
  const { t: phaseWord } = useMessages(phaseMessages);
  const { t: proofing } = useMessages(proofingMessages);
  const { proofing: row }: FamilyRow = families.PL;
  if (!row) return null;
  return (
    <fieldset className={styles.planPhase}>
      <legend>{phaseWord(name)}</legend>
      <div className={styles.pair}>
        {settingsOf(widestModel('PL'), row, name).map(([setting, limits]) => {
          const shared = {
            label: proofing(`setting.${setting}`),
            limits,
            value: args[setting] ?? limits.default,
            error: fault(`plan.${name}.${setting}`),
            onChange: (value: number | null) => onChange({ ...args, [setting]: value ?? Number.NaN }),
          };
          return setting === 'time_min' ? (
            <MinutesField key={setting} {...shared} />
          ) : (
            <QuantityField key={setting} {...shared} unit={phaseUnits[setting]} step={limits.step} />
          );
        })}
      </div>
      {row[name].time_min === null && <p className={styles.hint}>{t('computed')}</p>}
    </fieldset>
  );
}
