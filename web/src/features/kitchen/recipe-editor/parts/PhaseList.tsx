import { askedPhases_max } from '@brina/domain/appliance/phase-plan';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import styles from '../Editor.module.css';
import { addPhase, hasRoom, kindsOf, movePhase, rowsOf } from '../edit-state.ts';
import { editorMessages } from '../editor.messages.ts';
import type { StepProps } from '../step-props.ts';
import { HoldCard } from './HoldCard.tsx';
import { PhaseCard } from './PhaseCard.tsx';
import { useDragOrder } from './use-drag-order.ts';

/** The phases of a cycle in their order, one of them open, and the holding behind them. */
export function PhaseList(props: StepProps & { open: number | null; onOpen: (key: number | null) => void }) {
  const { edit, onChange, fault, open, onOpen } = props;
  const { t } = useMessages(editorMessages);
  const { t: phaseWord } = useMessages(phaseMessages);
  const [moved, setMoved] = useState('');
  const move = (key: number, place: number) => {
    const at = Math.min(Math.max(0, place), edit.phases.length - 1);
    if (edit.phases[at]?.key === key) return;
    onChange(movePhase(edit, key, at));
    setMoved(t('moved', { n: at + 1, count: edit.phases.length }));
  };
  const { list, dragged, handleOf } = useDragOrder(move);
  const { family } = rowsOf(edit);
  const add = (code: number) => {
    const next = addPhase(edit, code);
    onChange(next);
    onOpen(next.phases.find(({ key }) => !edit.phases.some((phase) => phase.key === key))?.key ?? null);
  };
  const wrong = fault('phases');
  return (
    <>
      {edit.phases.length === 0 && <Notice kind="info">{t('noPhases')}</Notice>}
      <ol ref={list} className={styles.phases}>
        {edit.phases.map((phase, place) => (
          <PhaseCard
            key={phase.key}
            {...props}
            phase={phase}
            place={place}
            isOpen={open === phase.key}
            isDragged={dragged === phase.key}
            handle={handleOf(phase.key)}
            onMove={(to) => move(phase.key, to)}
          />
        ))}
      </ol>
      <p className={styles.hidden} role="status">
        {moved}
      </p>
      <div className={styles.add} role="group" aria-label={t('add')}>
        {kindsOf(edit).map((code) => {
          const key = family.phases[code];
          const name = key ? phaseWord(key) : String(code);
          return (
            <Button
              key={code}
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              aria-label={t('addKind', { phase: name })}
              aria-invalid={wrong !== null || undefined}
              disabled={!hasRoom(edit)}
              onClick={() => add(code)}
            >
              {name}
            </Button>
          );
        })}
      </div>
      {!hasRoom(edit) && <p className={styles.hint}>{t('full', { n: askedPhases_max })}</p>}
      {wrong !== null && <Notice kind="warning">{wrong}</Notice>}
      <HoldCard {...props} />
    </>
  );
}
