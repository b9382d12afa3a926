import {
  deleteRecipe,
  exportRecipes,
  filterRecipes,
  getRecipe,
  type Recipe,
  restoreRecipe,
} from '@brina/contract/calls/kitchen/recipes';
import { pathOf } from '@brina/contract/screens';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDotsVertical,
  IconFileDownload,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useFailureToast } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { showToast } from '../../../../lib/toast.ts';
import { placed } from '../placed.ts';
import { recipeMessages } from '../recipe.messages.ts';

const RunDialog = comesLater(async () => {
  const { RunDialog: Part, messages } = await import('./RunDialog.tsx');
  return { Part, messages };
});

/** What a person may do with a cycle: run it first of all. */
export function RecipeActions({ cycle, serialNumber }: { cycle: Recipe; serialNumber: string | undefined }) {
  const { t } = useMessages(recipeMessages);
  const [isRunning, setRunning] = useState(false);
  const { may } = cycle;
  const isCustom = cycle.type === 'Custom';
  const edit = isCustom
    ? { to: placed(pathOf('recipe-edit', { recipeId: cycle.id }), serialNumber), search: {} }
    : {
        to: placed(pathOf('recipe-create', { function: String(cycle.function ?? 0) }), serialNumber),
        search: { family: cycle.family, from: cycle.id },
      };
  const isEditable = isCustom ? may.edit : may.copy;
  return (
    <>
      <MoreMenu cycle={cycle} serialNumber={serialNumber} />
      {isEditable && (
        <Button
          variant="default"
          leftSection={isCustom ? <IconPencil size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
          renderRoot={(root) => <Link {...root} {...edit} />}
        >
          {isCustom ? t('edit') : t('copyAndEdit')}
        </Button>
      )}
      {may.run && (
        <Button leftSection={<IconPlayerPlay size={20} aria-hidden />} onClick={() => setRunning(true)}>
          {t('run')}
        </Button>
      )}
      <Suspense>
        {isRunning && <RunDialog cycle={cycle} serialNumber={serialNumber} onClose={() => setRunning(false)} />}
      </Suspense>
    </>
  );
}

/** What is done seldom. */
function MoreMenu({ cycle, serialNumber }: { cycle: Recipe; serialNumber: string | undefined }) {
  const { t } = useMessages(recipeMessages);
  const failed = useFailureToast();
  const navigate = useNavigate();
  const files = useCall(exportRecipes);
  const removal = useCall(deleteRecipe, { refresh: [filterRecipes] });
  const restoring = useCall(restoreRecipe, { refresh: [filterRecipes, getRecipe] });
  const { may, id, title } = cycle;
  if (!may.export && !may.delete) return null;
  const save = () => files.send({ body: { ids: [id] } }).then(saveFile, failed);
  const remove = async () => {
    await removal.send({ params: { recipeId: id } });
    await navigate({
      to: serialNumber === undefined ? pathOf('library') : pathOf('appliance-library', { serialNumber }),
    });
    showToast({
      kind: 'success',
      text: t('deleted', { title }),
      action: { label: t('undo'), run: () => void restoring.send({ params: { recipeId: id } }).catch(failed) },
    });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={46} aria-label={t('more')}>
          <IconDotsVertical size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may.export && (
          <Menu.Item leftSection={<IconFileDownload size={20} aria-hidden />} onClick={() => void save()}>
            {t('file')}
          </Menu.Item>
        )}
        {may.delete && (
          <Menu.Item
            color="alarm"
            leftSection={<IconTrash size={20} aria-hidden />}
            onClick={() => void remove().catch(failed)}
          >
            {t('delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
