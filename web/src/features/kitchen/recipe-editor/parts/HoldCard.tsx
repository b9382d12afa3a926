import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { useRef } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import styles from '../Editor.module.css';
import { hasRoom, holdOf, holdsOf, rowsOf, withHold } from '../edit-state.ts';
import { editorMessages } from '../editor.messages.ts';
import type { StepProps } from '../step-props.ts';
import { BigSwitch } from './BigSwitch.tsx';
import { PhaseFields } from './PhaseFields.tsx';

/** The holding after the cycle, as a switch with what it keeps; nothing where the function does not hold. */
export function HoldCard({ edit, onChange, fault }: StepProps) {
  const { t } = useMessages(editorMessages);
  const { t: phaseWord } = useMessages(phaseMessages);
  /** What it was before it was switched off, for who changes their mind. */
  const before = useRef<PhasePlan | null>(null);
  const kinds = holdsOf(edit);
  const { hold } = edit;
  if (kinds.length === 0) return null;
  const key = hold && rowsOf(edit).family.phases[hold.phase];
  return (
    <section className={styles.hold} data-on={hold !== null || undefined}>
      <BigSwitch
        label={key ? t('holdName', { phase: phaseWord(key) }) : t('hold')}
        hint={t('holdHint')}
        checked={hold !== null}
        disabled={hold === null && !hasRoom({ ...edit, hold: null })}
        onChange={(on) => {
          if (hold) before.current = hold;
          onChange(withHold(edit, on, before.current));
        }}
      />
      {hold && (
        <PhaseFields
          edit={edit}
          plan={hold}
          kinds={kinds}
          onKind={(code) => onChange({ ...edit, hold: holdOf(edit, code) })}
          onChange={(plan) => onChange({ ...edit, hold: plan })}
          fault={(field) =>
            fault(`phases.${edit.phases.length}.${field}`) ??
            // It has no end to choose: what is wrong with its place is told at its kind.
            (field === 'phase' ? fault(`phases.${edit.phases.length}.end.by`) : null)
          }
        />
      )}
    </section>
  );
}
