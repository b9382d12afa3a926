import { pathOf } from '@brina/contract/screens';
import { families, familyOf } from '@brina/domain/appliance/families/families';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { type RecipeFamily, recipeFamilies } from '@brina/domain/recipes/recipe';
import { isCreatable } from '@brina/domain/recipes/recipe-check';
import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { libraryMessages } from '../library.messages.ts';
import { newCycleMessages } from '../new-cycle.messages.ts';
import { placed } from '../placed.ts';

/** Texts to have before the dialog is shown. */
export const messages = [newCycleMessages, libraryMessages, functionMessages];

/**
 * What a new cycle is to do: its family and its function, with which the editor opens (S2.43).
 * @param appliance for whose family it is made; absent: any
 */
export function NewCycleDialog(props: {
  appliance: { serialNumber: string; model: string } | undefined;
  onClose: () => void;
}) {
  const { appliance, onClose } = props;
  const { t } = useMessages(newCycleMessages);
  const { t: library } = useMessages(libraryMessages);
  const { t: functionWord } = useMessages(functionMessages);
  const navigate = useNavigate();
  const own = recipeFamilies.find((one) => one === (appliance && familyOf(appliance.model)?.code));
  const [family, setFamily] = useState<RecipeFamily>(own ?? 'MF');
  const codes = functionsOf(family);
  const [chosen, setChosen] = useState(0);
  const code = codes.find((one) => one === chosen) ?? codes[0] ?? 0;
  const open = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    const path = pathOf('recipe-create', { function: String(code) });
    void navigate({
      to: placed(path, appliance?.serialNumber),
      search: family === 'MF' && !appliance ? {} : { family },
    });
  };
  return (
    <FormDialog
      title={library('create')}
      onClose={onClose}
      onSubmit={open}
      submitLabel={t('continue')}
      cancelLabel={t('cancel')}
      pending={false}
      error={null}
    >
      {!own && (
        <NativeSelect
          label={library('family')}
          value={family}
          data={recipeFamilies.map((value) => ({ value, label: families[value].name }))}
          onChange={(event) => setFamily(recipeFamilies.find((one) => one === event.currentTarget.value) ?? 'MF')}
        />
      )}
      {family !== 'PL' && (
        <NativeSelect
          label={library('function')}
          description={t('hint')}
          value={String(code)}
          data={codes.map((one) => ({ value: String(one), label: wordOf(family, one, functionWord) }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
    </FormDialog>
  );
}

const functionsOf = (family: RecipeFamily): readonly number[] =>
  Object.keys(families[family].functions)
    .map(Number)
    .filter((code) => isCreatable(family, code));

function wordOf(
  family: RecipeFamily,
  code: number,
  functionWord: (key: keyof typeof functionMessages.texts) => string,
): string {
  const key = families[family].functions[code]?.key;
  return key ? functionWord(key) : String(code);
}
