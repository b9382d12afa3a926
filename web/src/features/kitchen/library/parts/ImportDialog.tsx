import { importRecipes } from '@brina/contract/calls/kitchen/recipe-files';
import { filterRecipes } from '@brina/contract/calls/kitchen/recipes';
import type { Reply } from '@brina/contract/wire/call';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import type { StartFault } from '@brina/domain/appliance/argument-fault';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { recipeLimits } from '@brina/domain/recipes/recipe';
import { Button, Checkbox, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useErrorText } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { importMessages } from '../import.messages.ts';
import { recipeFaultMessages } from '../recipe-fault.messages.ts';
import { useRecipeFaultText } from '../use-recipe-fault-text.ts';
import styles from './ImportDialog.module.css';

/** Texts to have before the dialog is shown. */
export const messages = [importMessages, recipeFaultMessages, errorMessages, fieldMessages, refusalMessages];

/** Where the portal says what a file of cycles is made of, for who writes one. */
const schemaOfFiles = '/api/cycles.schema.json';

type Found = Reply<typeof importRecipes>;
type Row = Found['rows'][number];

/** Takes cycles out of a file: first what is in it and what is wrong with a line, then the chosen ones, all or none (B3.6). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages(importMessages);
  const errorText = useErrorText();
  const { send, isPending } = useCall(importRecipes, { refresh: [filterRecipes] });
  const [file, setFile] = useState<{ name: string; text: string; found: Found } | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [error, setError] = useState<string | null>(null);

  const look = async (given: File | null) => {
    if (!given) return;
    setError(null);
    setFile(null);
    if (given.size > recipeLimits.file) {
      setError(t('tooLarge'));
      return;
    }
    try {
      const text = await given.text();
      const found = await send({ query: { dryRun: true }, body: { text } });
      setFile({ name: given.name, text, found });
      setChosen(new Set(found.rows.filter(isOffered).map(({ index }) => index)));
    } catch (cause) {
      setError(errorText(cause));
    }
  };
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (!file || chosen.size === 0) return;
    try {
      await send({ query: {}, body: { text: file.text, chosen: [...chosen] } });
      showToast({ kind: 'success', text: t('done', { n: chosen.size }) });
      onClose();
    } catch (cause) {
      setError(errorText(cause));
    }
  };

  return (
    <FormDialog
      title={t('title')}
      onClose={onClose}
      onSubmit={(event) => void keep(event)}
      submitLabel={t('keep', { n: chosen.size })}
      cancelLabel={t('cancel')}
      pending={isPending}
      error={error}
    >
      <FileButton accept="application/json,.json" onChange={(given) => void look(given)}>
        {(button) => (
          <Button {...button} variant="default" leftSection={<IconFileUpload size={20} aria-hidden />}>
            {file ? file.name : t('choose')}
          </Button>
        )}
      </FileButton>
      <Button component="a" href={schemaOfFiles} target="_blank" rel="noreferrer" variant="transparent" px={0}>
        {t('format')}
      </Button>
      {file && <FoundRows found={file.found} chosen={chosen} onChoose={setChosen} />}
    </FormDialog>
  );
}

/** What is in the file, to tick. */
function FoundRows(props: {
  found: Found;
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
}) {
  const { found, chosen, onChoose } = props;
  const { t } = useMessages(importMessages);
  const choose = (index: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(index);
    else next.delete(index);
    onChoose(next);
  };
  return (
    <>
      {found.unknownFields > 0 && <p className={styles.note}>{t('unknown', { n: found.unknownFields })}</p>}
      <ul className={styles.rows} aria-label={t('inFile')}>
        {found.rows.map((row) => (
          <li key={row.index}>
            <FoundRow row={row} isChosen={chosen.has(row.index)} onChoose={choose} />
          </li>
        ))}
      </ul>
    </>
  );
}

const isOffered = ({ state }: Row): boolean => state === 'new' || state === 'renamed';

function FoundRow(props: { row: Row; isChosen: boolean; onChoose: (index: number, isChosen: boolean) => void }) {
  const { row, isChosen, onChoose } = props;
  const { t } = useMessages(importMessages);
  const faultText = useRecipeFaultText();
  const [fault] = row.faults as StartFault[];
  const title = row.title || t('line', { n: row.index + 1 });
  const hint = {
    new: t('new'),
    renamed: t('renamed', { title: row.as ?? '' }),
    same: t('same', { title: row.as ?? '' }),
    faulty: fault ? faultText(fault) : '',
  }[row.state];
  return (
    <Checkbox
      label={title}
      description={hint}
      disabled={row.state === 'faulty'}
      checked={isChosen}
      onChange={(event) => onChoose(row.index, event.currentTarget.checked)}
    />
  );
}
