import { fates } from '@brina/domain/haccp/actions/action';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Choices } from '../../../../ui/Choices.tsx';
import { isAboutFood } from '../action-draft.ts';
import { actionMessages } from '../actions.messages.ts';
import styles from './Action.module.css';
import type { Ask } from './ask.ts';

/** What was said of parts of the food before. */
export function Earlier({ draft: { earlier } }: Pick<Ask, 'draft'>) {
  const { t } = useMessages(actionMessages);
  const format = useFormat();
  if (earlier.length === 0) return null;
  return (
    <ul className={styles.earlier}>
      {earlier.map(({ fate, kg }, place) => (
        <li key={`${place} ${fate}`}>
          <strong>{format.quantity(kg, 'kg')}</strong> {fate && t(`fate.${fate}`)}
        </li>
      ))}
    </ul>
  );
}

/** What happens with the food, or with what is left of it. */
export function FateOf({ draft, change, asked }: Ask) {
  const { t } = useMessages(actionMessages);
  const { part, isWithoutFood, earlier } = draft;
  const mayBeNone = !isAboutFood(asked) && earlier.length === 0;
  return (
    <>
      <Earlier draft={draft} />
      <Choices
        choices={[
          ...(mayBeNone ? [{ value: 'none', label: t('fate.none') } as const] : []),
          ...fates.map((value) => ({ value, label: t(`fate.${value}`) })),
        ]}
        chosen={isWithoutFood ? 'none' : part.fate}
        onChoose={(fate) =>
          change(fate === 'none' ? { isWithoutFood: true } : { isWithoutFood: false, part: { ...part, fate } })
        }
      />
    </>
  );
}
