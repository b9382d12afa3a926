import { type Appliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { copyFavourites, getFavourites } from '@brina/contract/calls/kitchen/favourites';
import { getRecipe } from '@brina/contract/calls/kitchen/recipes';
import type { Reply } from '@brina/contract/wire/call';
import { modelRow } from '@brina/domain/appliance/families/families';
import { hasSlots } from '@brina/domain/cycles/slots';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useErrorText } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery, useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { send } from '../../../../lib/transport.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { fitMessages, useFitWords } from '../../library/use-fit-words.ts';
import styles from '../Favourites.module.css';
import { favouriteMessages } from '../favourites.messages.ts';

/** Texts to have before the dialog is shown. */
export const messages = [favouriteMessages, ...fitMessages];

/** So many are asked about at once. */
const appliances_max = 50;

type Row = Reply<typeof copyFavourites>[number];

/** Copies places to other appliances; of each it says beforehand what goes there, and why the rest does not (S8.21). */
export function CopyDialog(props: { appliance: Appliance; slots: readonly number[]; onClose: () => void }) {
  const { appliance, slots, onClose } = props;
  const { t } = useMessages(favouriteMessages);
  const errorText = useErrorText();
  const appliances = useQuery(callQuery(listAppliances, {})).data ?? [];
  const others = appliances
    .filter(({ serialNumber, model }) => {
      const row = modelRow(model);
      return serialNumber !== appliance.serialNumber && row !== undefined && hasSlots(row);
    })
    .slice(0, appliances_max);
  const to = others.map(({ serialNumber }) => serialNumber);
  const params = { id: appliance.serialNumber };
  const looked = useQuery({
    queryKey: [copyFavourites.id, appliance.serialNumber, slots, to],
    queryFn: () => send(copyFavourites, { params, query: { dryRun: true }, body: { slots: [...slots], to } }),
    enabled: to.length > 0,
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { send: copy, isPending, error } = useCall(copyFavourites, { refresh: [getFavourites, getRecipe] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.size === 0) return;
    void copy({ params, query: {}, body: { slots: [...slots], to: [...chosen] } }).then(
      () => {
        showToast({ kind: 'success', text: t('copied', { n: chosen.size }) });
        onClose();
      },
      () => undefined,
    );
  };
  const toggle = (serialNumber: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(serialNumber);
    else next.delete(serialNumber);
    setChosen(next);
  };
  const failure = error ?? looked.error;
  return (
    <FormDialog
      title={t('copyTitle')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('copyDo')}
      cancelLabel={t('cancel')}
      pending={isPending}
      error={failure ? errorText(failure, t('failed')) : null}
    >
      <p className={styles.hint}>{others.length === 0 ? t('copyNowhere') : t('copyHint')}</p>
      {looked.isLoading && <Skeleton height={160} />}
      {looked.data && (
        <fieldset className={styles.choice}>
          <legend>{t('copyTo')}</legend>
          {others.map((other) => {
            const row = looked.data.find(({ serialNumber }) => serialNumber === other.serialNumber);
            return row ? (
              <Target
                key={other.serialNumber}
                {...{ other, row }}
                isChosen={chosen.has(other.serialNumber)}
                onToggle={(isChosen) => toggle(other.serialNumber, isChosen)}
              />
            ) : null;
          })}
        </fieldset>
      )}
    </FormDialog>
  );
}

function Target(props: { other: Appliance; row: Row; isChosen: boolean; onToggle: (isChosen: boolean) => void }) {
  const { other, row, isChosen, onToggle } = props;
  const { t } = useMessages(favouriteMessages);
  const words = useFitWords();
  const goes = row.slots.filter(({ fit, there }) => fit.kind !== 'refused' && (there === 'empty' || there === 'other'));
  const same = row.slots.filter(({ there }) => there === 'same').length;
  const against = row.slots.flatMap(({ slot, title, fit, there }) => {
    const reason = words.against(fit, { family: 'MF' }, other);
    if (reason) return [`${title}: ${reason}`];
    return there === 'own' ? [t('copyOwn', { n: slot })] : [];
  });
  const facts = row.told
    ? [t('copyCount', { n: goes.length, all: row.slots.length }), same > 0 && t('copySame', { n: same })]
    : [t('notTold')];
  return (
    <div>
      <Checkbox
        size="md"
        label={other.name}
        description={facts.filter(Boolean).join(' · ')}
        checked={isChosen}
        disabled={goes.length === 0}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      {against.length > 0 && (
        <ul className={styles.against}>
          {against.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
