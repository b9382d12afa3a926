import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { pathOf } from '@brina/contract/screens';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import { type Column, DataTable } from '../../../../ui/DataTable.tsx';
import styles from '../Recipe.module.css';
import { recipeMessages } from '../recipe.messages.ts';
import { Took } from '../Took.tsx';
import { useExpected } from '../use-expected.ts';

type Run = Recipe['runs'][number];

/** So many are shown at first: on a phone each is a card. */
const latest = 5;

/** How a cycle went: its latest runs, what was made, how long it took and should have, and the verdict on the food (B3.3). */
export function RunList({ cycle }: { cycle: Recipe }) {
  const { t } = useMessages(recipeMessages);
  const [isWhole, setWhole] = useState(cycle.runs.length <= latest);
  const shown = isWhole ? cycle.runs : cycle.runs.slice(0, latest);
  const columns = useColumns(shown);
  return (
    <Card as="section">
      <h2 className={styles.heading}>{t('runs')}</h2>
      {cycle.runs.length === 0 ? (
        <p className={styles.note}>{t('noRuns')}</p>
      ) : (
        <>
          <p className={styles.note}>{t('used', { n: cycle.uses })}</p>
          <DataTable label={t('runs')} columns={columns} rows={shown} rowKey={({ id }) => id} />
          {!isWhole && (
            <Button variant="default" className={styles.all} onClick={() => setWhole(true)}>
              {t('allRuns', { n: cycle.runs.length })}
            </Button>
          )}
        </>
      )}
    </Card>
  );
}

function useColumns(runs: readonly Run[]): Column<Run>[] {
  const { t } = useMessages(recipeMessages);
  const { t: rule, has } = useMessages(ruleMessages);
  const format = useFormat();
  const expected = useExpected(runs);
  return [
    {
      key: 'started',
      title: t('started'),
      plain: true,
      cell: ({ startedAt }) => <strong>{format.dateTime(startedAt)}</strong>,
    },
    { key: 'appliance', title: t('appliance'), cell: ({ name, serialNumber }) => name ?? serialNumber },
    {
      key: 'product',
      title: t('product'),
      cell: ({ product, load_kg }) =>
        [product, load_kg !== null && format.quantity(load_kg, 'kg')].filter(Boolean).join(' · ') || '–',
    },
    {
      key: 'version',
      title: t('version', { n: '' }).trim(),
      cell: ({ version, differs }) => (
        <>
          {version ?? '–'}
          {differs && <span className={styles.note}> {t('differs', { n: version ?? 0 })}</span>}
        </>
      ),
    },
    {
      key: 'duration',
      title: t('duration'),
      align: 'end',
      cell: (run) => <Took run={run} expected_min={expected.get(run.id)} />,
    },
    {
      key: 'verdict',
      title: t('verdict'),
      cell: ({ batchId, verdict, serialNumber }) => {
        const key = `verdict.${verdict}` as const;
        if (!batchId || verdict === null || !has(key)) return '–';
        return (
          <Link
            className={styles.link}
            to={pathOf('haccp-reports-historyback', { serialNumber })}
            search={{ batch: batchId }}
          >
            {rule(key)}
          </Link>
        );
      },
    },
  ];
}
