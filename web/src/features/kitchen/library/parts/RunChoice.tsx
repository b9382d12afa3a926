import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { Checkbox } from '@mantine/core';
import { useMessages } from '../../../../lib/messages.ts';
import { recipeMessages } from '../recipe.messages.ts';
import { runMessages } from '../run.messages.ts';
import { useFitWords } from '../use-fit-words.ts';
import styles from './RunDialog.module.css';

/** So many appliances are started at once. */
const appliances_max = 20;

/** The appliances that run a cycle, to tick, with what is changed for one and why another cannot begin now. */
export function RunChoice(props: {
  cycle: Recipe;
  offered: Recipe['appliances'];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const { offered, chosen, onChoose } = props;
  const { t } = useMessages(runMessages);
  const { t: page } = useMessages(recipeMessages);
  const words = useFitWords();
  if (offered.length === 0) return null;
  const choose = (serialNumber: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(serialNumber);
    else next.delete(serialNumber);
    onChoose(next);
  };
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{t('choose')}</legend>
      {offered.map(({ serialNumber, name, laboratory, fit, now }) => (
        <Checkbox
          key={serialNumber}
          size="md"
          label={name}
          description={[laboratory, now && page(`now.${now}`), ...words.changes(fit)].filter(Boolean).join(' · ')}
          checked={chosen.has(serialNumber)}
          disabled={!chosen.has(serialNumber) && chosen.size >= appliances_max}
          onChange={(event) => choose(serialNumber, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
