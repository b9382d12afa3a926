import { type Laboratory, listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { type KitchenPoster, listPosters, makePoster, printPoster } from '@brina/contract/calls/record/inspection';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useErrorText, useFailureToast } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery, useCall } from '../../../../lib/query.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { useConfirm } from '../../../../ui/use-confirm.tsx';
import styles from '../Inspection.module.css';
import { inspectionMessages } from '../inspection.messages.ts';

/** A poster for each kitchen: made when it is printed for the first time, and replaced when it is lost. */
export function PosterList() {
  const { t } = useMessages(inspectionMessages);
  const kitchens = useQuery(callQuery(listLaboratories, {}));
  const posters = useQuery(callQuery(listPosters, {}));
  if (!kitchens.data || !posters.data) return null;
  return (
    <section>
      <h3 className={styles.title}>{t('posters')}</h3>
      <p className={styles.quiet}>{t('postersHint')}</p>
      <ul className={styles.list}>
        {kitchens.data.map((kitchen) => (
          <PosterRow
            key={kitchen.id}
            kitchen={kitchen}
            poster={posters.data.find(({ labId }) => labId === kitchen.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function PosterRow({ kitchen, poster }: { kitchen: Laboratory; poster: KitchenPoster | undefined }) {
  const { t } = useMessages(inspectionMessages);
  const tellFailure = useFailureToast();
  const { ask, dialog } = useConfirm(useErrorText());
  const make = useCall(makePoster, { refresh: [listPosters] });
  const print = useCall(printPoster);
  const printed = async (posterId: string) => saveFile(await print.send({ params: { posterId } }));
  const anew = async () => printed((await make.send({ body: { labId: kitchen.id } })).id);
  return (
    <li className={styles.row}>
      <div className={styles.what}>{kitchen.name}</div>
      <div className={styles.buttons}>
        {poster && (
          <Button
            variant="default"
            onClick={() =>
              ask({
                title: t('replaceTitle', { kitchen: kitchen.name }),
                body: t('replaceBody'),
                confirm: t('replace'),
                cancel: t('keep'),
                run: anew,
              })
            }
          >
            {t('replace')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          loading={make.isPending || print.isPending}
          onClick={() => void (poster ? printed(poster.id) : anew()).catch(tellFailure)}
        >
          {t('print')}
        </Button>
      </div>
      {dialog}
    </li>
  );
}
