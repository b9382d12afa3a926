import { NativeSelect } from '@mantine/core';
import { Suspense } from 'react';
import { useSanigenWord } from '../../../../appliance/use-sanigen-word.ts';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useMessages } from '../../../../lib/messages.ts';
import styles from '../Editor.module.css';
import { rowsOf } from '../edit-state.ts';
import { editorMessages } from '../editor.messages.ts';
import type { StepProps } from '../step-props.ts';
import { PhaseList } from './PhaseList.tsx';
import { PlanFields } from './PlanFields.tsx';

const AdviceNotes = comesLater(async () => {
  const { AdviceNotes: Part, messages } = await import('./AdviceNotes.tsx');
  return { Part, messages };
});

/** Step 1: what the cycle does. */
export function PhasesStep(props: StepProps & { open: number | null; onOpen: (key: number | null) => void }) {
  const { edit } = props;
  return (
    <div className={styles.step}>
      {edit.family === 'PL' ? <PlanFields {...props} /> : <PhaseList {...props} />}
      <SanigenField {...props} />
      <Suspense>
        <AdviceNotes edit={edit} />
      </Suspense>
    </div>
  );
}

function SanigenField({ edit, onChange, fault }: StepProps) {
  const { t } = useMessages(editorMessages);
  const word = useSanigenWord();
  const levels = rowsOf(edit).row?.sanigen;
  if (!levels) return null;
  return (
    <NativeSelect
      label={t('sanigen')}
      value={String(edit.sanigen ?? levels.default ?? 0)}
      error={fault('sanigen')}
      data={Array.from({ length: levels.max - levels.min + 1 }, (_, n) => ({
        value: String(levels.min + n),
        label: word(levels.min + n),
      }))}
      onChange={(event) => onChange({ ...edit, sanigen: Number(event.currentTarget.value) })}
    />
  );
}
