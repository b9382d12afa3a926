import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { Button } from '@mantine/core';
import {
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react';
import { type DOMAttributes, type ReactNode, useId } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import styles from '../Editor.module.css';
import { changePhase, duplicatePhase, type EditedPhase, hasRoom, kindsOf, removePhase, rowsOf } from '../edit-state.ts';
import { editorMessages } from '../editor.messages.ts';
import type { StepProps } from '../step-props.ts';
import { usePhaseSummary } from '../use-phase-summary.ts';
import { PhaseFields } from './PhaseFields.tsx';

/** A phase in the list: what it does in a line, and when it is open, its fields and what may be done with it. */
export function PhaseCard(
  props: StepProps & {
    phase: EditedPhase;
    place: number;
    isOpen: boolean;
    isDragged: boolean;
    handle: DOMAttributes<HTMLElement>;
    onOpen: (key: number | null) => void;
    onMove: (place: number) => void;
  },
) {
  const { edit, onChange, fault, phase, place, isOpen, isDragged, handle, onOpen } = props;
  const { key, plan } = phase;
  const { t } = useMessages(editorMessages);
  const { t: phaseWord } = useMessages(phaseMessages);
  const summaryOf = usePhaseSummary();
  const id = useId();
  const kind = rowsOf(edit).family.phases[plan.phase];
  const name = kind ? phaseWord(kind) : String(plan.phase);
  const faultOf = (field: string): string | null => fault(`phases.${place}.${field}`);
  const isFaulty = props.isFaulty(`phases.${place}`);
  return (
    <li className={styles.phase} data-dragged={isDragged || undefined} data-faulty={isFaulty || undefined}>
      <div className={styles.phaseHead}>
        <span className={styles.grip} {...handle} title={t('move', { phase: name })} aria-hidden>
          <IconGripVertical size={22} />
        </span>
        <h3 className={styles.phaseName}>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => onOpen(isOpen ? null : key)}
          >
            <span className={styles.number}>{place + 1}</span>
            <span className={styles.names}>
              <span>{name}</span>
              <span className={styles.summary}>{summaryOf(plan)}</span>
            </span>
            {isFaulty && <IconAlertCircle className={styles.faulty} size={22} aria-hidden />}
            <IconChevronDown className={styles.chevron} size={22} aria-hidden />
          </button>
        </h3>
      </div>
      {isOpen && (
        <div id={id} className={styles.phaseBody} role="group" aria-label={t('phase', { n: place + 1, name })}>
          <PhaseFields
            edit={edit}
            plan={plan}
            kinds={kindsOf(edit)}
            onKind={(code) => onChange(changePhase(edit, key, { ...plan, phase: code }))}
            onChange={(next) => onChange(changePhase(edit, key, next))}
            fault={faultOf}
          />
          <PhaseTools {...props} />
        </div>
      )}
    </li>
  );
}

function PhaseTools({
  edit,
  onChange,
  onOpen,
  phase: { key },
  place,
  onMove,
}: Pick<Parameters<typeof PhaseCard>[0], 'edit' | 'onChange' | 'onOpen' | 'phase' | 'place' | 'onMove'>) {
  const { t } = useMessages(editorMessages);
  const tool = (label: string, icon: ReactNode, disabled: boolean, onClick: () => void) => (
    <Button variant="default" leftSection={icon} disabled={disabled} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <div className={styles.tools}>
      {tool(t('up'), <IconArrowUp size={18} aria-hidden />, place === 0, () => onMove(place - 1))}
      {tool(t('down'), <IconArrowDown size={18} aria-hidden />, place === edit.phases.length - 1, () =>
        onMove(place + 1),
      )}
      {tool(t('duplicate'), <IconCopy size={18} aria-hidden />, !hasRoom(edit), () =>
        onChange(duplicatePhase(edit, key)),
      )}
      {tool(t('remove'), <IconTrash size={18} aria-hidden />, false, () => {
        onChange(removePhase(edit, key));
        onOpen(null);
      })}
    </div>
  );
}
