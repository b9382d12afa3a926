import { getRecipe, type Recipe } from '@brina/contract/calls/kitchen/recipes';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { editOf } from '../edit-state.ts';
import { saveMessages } from '../save.messages.ts';
import { Differences } from './Differences.tsx';

/** Texts to have before the dialog is shown. */
export const messages = [saveMessages];

/**
 * Offers the draft that was left, and says what has been saved since it was begun.
 * @param saved the cycle as it is saved now; null: there is none yet
 */
export function DraftDialog(props: {
  at: number;
  baseVersion: number | null;
  saved: Recipe | null;
  onContinue: () => void;
  onStartOver: () => void;
}) {
  const { at, baseVersion, saved, onContinue, onStartOver } = props;
  const { t } = useMessages(saveMessages);
  const format = useFormat();
  const isOld = saved !== null && baseVersion !== null && saved.version > baseVersion;
  return (
    <FormDialog
      title={t('draftTitle')}
      onClose={onContinue}
      onSubmit={(event) => {
        event.preventDefault();
        onContinue();
      }}
      submitLabel={t('continue')}
      cancelLabel={t('startOver')}
      pending={false}
      error={null}
      footer={
        <>
          <Button variant="default" onClick={onStartOver}>
            {t('startOver')}
          </Button>
          <Button type="submit">{t('continue')}</Button>
        </>
      }
    >
      <p>{t('draftBody', { when: format.dateTime(at) })}</p>
      {isOld && <SinceThen saved={saved} baseVersion={baseVersion} />}
    </FormDialog>
  );
}

/** What the saved version changed of the one that the draft began with. */
function SinceThen({ saved, baseVersion }: { saved: Recipe; baseVersion: number }) {
  const { t } = useMessages(saveMessages);
  const { data: base } = useQuery(
    callQuery(getRecipe, { params: { recipeId: saved.id }, query: { version: baseVersion } }),
  );
  const { version } = saved;
  return (
    <>
      <p>{saved.editedBy ? t('draftNewer', { by: saved.editedBy, version }) : t('draftNewerSomebody', { version })}</p>
      {base && <Differences before={editOf(base)} after={editOf(saved)} heads={[t('before'), t('now')]} />}
    </>
  );
}
