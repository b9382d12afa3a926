import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { CycleRun } from '@brina/contract/calls/kitchen/cycles';
import { getRecipe } from '@brina/contract/calls/kitchen/recipes';
import { type BlastDefinition, endsByClock } from '@brina/domain/recipes/recipe';
import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FoodFields } from '../../../../appliance/FoodFields.tsx';
import { ReadyAtField } from '../../../../appliance/ReadyAtField.tsx';
import { readyIn } from '../../../../appliance/ready-in.ts';
import { argsOf, type Said } from '../../../../appliance/said.ts';
import { useStateWords } from '../../../../appliance/use-state-words.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import type { CommandHandle } from '../../controls/use-command.ts';
import { RunDialog, readyIn_h, messages as runDialogMessages } from '../../library/RunDialog.tsx';
import { ranMessages } from '../ran.messages.ts';
import styles from './AgainDialog.module.css';

/** Texts to have before the dialog is shown. */
export const messages = [ranMessages, ...runDialogMessages];

type Given = { appliance: Appliance; command: CommandHandle; run: CycleRun; onClose: () => void };

/** What was said of the food then, but for the lot: that is another one. */
const saidOf = ({ load_kg, product }: CycleRun): Said => ({ kg: load_kg, product: product ?? '', lot: '' });

/**
 * Runs once more what ran: a cycle of the library as it was then or as it is now, anything else by its phases. Load and product are those
 * of then until somebody says otherwise.
 * @param definition what the run did; null: it cannot be told
 */
export function AgainDialog({ definition, ...given }: Given & { definition: BlastDefinition | null }) {
  const { recipe } = given.run;
  if (recipe && recipe.newest !== null) return <CycleAgain {...given} recipe={recipe} newest={recipe.newest} />;
  return definition && <PhasesAgain {...given} definition={definition} />;
}

function CycleAgain(props: Given & { recipe: NonNullable<CycleRun['recipe']>; newest: number }) {
  const { appliance, run, recipe, newest, onClose } = props;
  const { t } = useMessages(ranMessages);
  const errorText = useErrorText();
  const [version, setVersion] = useState(String(recipe.version));
  const [isChosen, setChosen] = useState(recipe.version === newest);
  const { serialNumber } = appliance;
  const cycle = useQuery({
    ...callQuery(getRecipe, { params: { recipeId: recipe.id }, query: { serialNumber, version: Number(version) } }),
    enabled: isChosen,
  });
  if (isChosen && cycle.data)
    return <RunDialog cycle={cycle.data} serialNumber={serialNumber} begun={saidOf(run)} onClose={onClose} />;
  const choose = (event: FormEvent) => {
    event.preventDefault();
    setChosen(true);
    if (isChosen) void cycle.refetch();
  };
  return (
    <FormDialog
      title={t('againTitle', { title: recipe.title })}
      onClose={onClose}
      onSubmit={choose}
      submitLabel={t('again')}
      cancelLabel={t('cancel')}
      pending={isChosen && cycle.isFetching}
      error={cycle.error && errorText(cycle.error)}
    >
      {recipe.version === newest ? (
        <Skeleton height={120} />
      ) : (
        <Radio.Group label={t('which')} value={version} onChange={setVersion}>
          <div className={styles.choices}>
            <Radio size="md" value={String(recipe.version)} label={t('asThen', { n: recipe.version })} />
            <Radio size="md" value={String(newest)} label={t('asNow', { n: newest })} />
          </div>
        </Radio.Group>
      )}
    </FormDialog>
  );
}

function PhasesAgain(props: Given & { definition: BlastDefinition }) {
  const { appliance, command, run, definition, onClose } = props;
  const { t } = useMessages(ranMessages);
  const words = useStateWords();
  const errorText = useErrorText();
  const [said, setSaid] = useState<Said>(() => saidOf(run));
  const [error, setError] = useState<string | null>(null);
  const { reader } = useFormat();
  const zone = appliance.lab?.timeZone ?? reader.timeZone;
  const [readyAt, setReadyAt] = useState(() => readyIn(readyIn_h, zone));
  const byClock = endsByClock(definition);
  const start = async (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    const { function: code, phases } = definition;
    try {
      await command.send('startCycle', { function: code, phases, ...argsOf(said), ...(byClock && { readyAt }) });
      onClose();
    } catch (cause) {
      setError(errorText(cause));
    }
  };
  const phases = definition.phases.map(({ phase }) => words.phaseName(appliance.model, phase)).join(' · ');
  return (
    <FormDialog
      title={t('againTitle', {
        title: run.recipe?.title ?? words.functionName(appliance.model, run.function),
      })}
      onClose={onClose}
      onSubmit={(event) => void start(event)}
      submitLabel={t('start')}
      cancelLabel={t('cancel')}
      pending={command.isPending}
      error={error}
    >
      <p className={styles.note}>{t('phases', { phases })}</p>
      {byClock && <ReadyAtField label={t('readyAt')} value={readyAt} timeZone={zone} onChange={setReadyAt} />}
      <FoodFields model={appliance.model} said={said} onSay={setSaid} />
      <p className={styles.note}>{t('checkFood')}</p>
    </FormDialog>
  );
}
