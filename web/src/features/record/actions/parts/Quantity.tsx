import { Button } from '@mantine/core';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Choices } from '../../../../ui/Choices.tsx';
import { Stepper } from '../../../../ui/Stepper.tsx';
import { canSplit, left_kg, type Part, part_max_kg, rest_kg, step_kg } from '../action-draft.ts';
import { actionMessages } from '../actions.messages.ts';
import styles from './Action.module.css';
import type { Ask } from './ask.ts';
import { Earlier } from './Fate.tsx';
import { OfFate } from './OfFate.tsx';

/** A trolley and more, kg, where nobody has said how much there was. */
const unknownLoad_kg = 100;
const slideOf = (max_kg: number) => ({ min: 0, max: Math.max(step_kg, max_kg), step: step_kg });

/** How much of the food, and what belongs to what happens with it; of what is left something else can be said. */
export function Quantity({ draft, change, asked, onSplit }: Ask & { onSplit: () => void }) {
  const { t } = useMessages(actionMessages);
  const format = useFormat();
  const { part, earlier } = draft;
  const changePart = (by: Partial<Part>) => change({ part: { ...part, ...by } });
  const left = left_kg(draft, asked);
  const rest = rest_kg(draft, asked);
  const weight = (kg: number) => format.quantity(kg, 'kg');
  return (
    <>
      <Earlier draft={draft} />
      <Stepper
        label={t('kg.label')}
        value={part.kg}
        show={weight}
        step={step_kg}
        min={0.1}
        max={part_max_kg(draft, asked)}
        slide={slideOf(left ?? unknownLoad_kg)}
        onChange={(kg) => changePart({ kg })}
        lessLabel={t('less')}
        moreLabel={t('more')}
      />
      {left !== null && left > 0 && (
        <Choices
          choices={[{ value: left, label: t(left === asked.load_kg ? 'kg.all' : 'kg.allRest') }]}
          chosen={part.kg}
          onChoose={(kg) => changePart({ kg })}
        />
      )}
      <OfFate {...{ draft, change, asked }} />
      {rest !== null && asked.load_kg !== null && (rest > 0 || earlier.length > 0) && (
        <p className={styles.rest} aria-live="polite">
          {t('kg.rest', { rest: weight(rest), load: weight(asked.load_kg) })}
        </p>
      )}
      {rest !== 0 && (
        <Button className={styles.big} variant="default" disabled={!canSplit(draft, asked)} onClick={onSplit}>
          {t('kg.split')}
        </Button>
      )}
    </>
  );
}
