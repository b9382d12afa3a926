import type { PlansOfKitchen } from '@brina/contract/calls/record/plans';
import type { FoodPlan } from '@brina/domain/haccp/plans/food-plan';
import { Button } from '@mantine/core';
import { DataTable } from '../../../../ui/DataTable.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { differencesOf, usePlanWords } from '../use-plan-words.ts';
import styles from './Plan.module.css';

/** That somebody else has saved a plan while one was written, with both side by side; which of them holds is the reader's to say. */
export function Overtaken(props: {
  theirs: NonNullable<PlansOfKitchen['current']>;
  mine: FoodPlan | null;
  timeZone: string;
  onKeep: () => void;
  onTake: () => void;
}) {
  const { theirs, mine, timeZone, onKeep, onTake } = props;
  const { t, format, linesOf } = usePlanWords(timeZone);
  const time = format.dateTime(theirs.fromAt, timeZone);
  return (
    <Notice kind="warning">
      <p className={styles.words}>
        {theirs.by === null ? t('overtaken') : t('overtakenBy', { name: theirs.by, time })}
      </p>
      {mine && (
        <DataTable
          label={t('theirs')}
          rows={differencesOf(linesOf(theirs.plan), linesOf(mine))}
          rowKey={({ key }) => key}
          columns={[
            { key: 'what', title: t('what'), cell: ({ term }) => term },
            { key: 'theirs', title: t('theirs'), cell: ({ one }) => one },
            { key: 'mine', title: t('mine'), cell: ({ other }) => other },
          ]}
        />
      )}
      <div className={styles.choices}>
        <Button variant="default" onClick={onTake}>
          {t('takeTheirs')}
        </Button>
        <Button onClick={onKeep}>{t('keepMine')}</Button>
      </div>
    </Notice>
  );
}
