import type { ProbeCheck } from '@brina/contract/calls/record/checks';
import { recordMessages } from '@brina/contract/words/record.messages';
import { IconCircleCheck } from '@tabler/icons-react';
import { Suspense } from 'react';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { type Column, DataTable } from '../../../../ui/DataTable.tsx';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import { actionMessages } from '../../actions/actions.messages.ts';
import { useEffectWords } from '../check-words.ts';
import { checkMessages } from '../checks.messages.ts';
import styles from './Checks.module.css';

// What was done comes where something was.
const Acted = comesLater(async () => {
  const { Acted: Part } = await import('./Acted.tsx');
  return { Part, messages: [actionMessages, recordMessages] };
});

/** What the checks of an appliance's probes found, how they left it, and what they did to records. */
export function CheckList({ checks, timeZone }: { checks: readonly ProbeCheck[]; timeZone: string | undefined }) {
  const { t } = useMessages(checkMessages);
  const acted = checks.filter(({ actions }) => actions.length > 0);
  return (
    <>
      <Suspense>{acted.length > 0 && <Acted checks={acted} timeZone={timeZone} />}</Suspense>
      <DataTable label={t('title')} rows={checks} rowKey={({ id }) => id} columns={useColumns(timeZone)} />
    </>
  );
}

function useColumns(timeZone: string | undefined): Column<ProbeCheck>[] {
  const { t } = useMessages(checkMessages);
  const format = useFormat();
  const effect = useEffectWords();
  return [
    { key: 'at', title: t('at'), cell: ({ at }) => format.dateTime(at, timeZone) },
    { key: 'needle', title: t('needle'), align: 'end', cell: ({ needle }) => format.number(needle) },
    {
      key: 'method',
      title: t('method'),
      cell: ({ setting, instrument, certificate, certificateUntil, source }) => (
        <span>
          {t(`method.${setting.method}`)}
          <span className={styles.sub}>
            {[
              ...(setting.method === 'REFERENCE' ? [instrument, certificate] : []),
              certificateUntil !== null && t('validUntil', { day: format.date(certificateUntil, timeZone) }),
              t(source === 'TELEMETRY' ? 'measured' : 'typed'),
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </span>
      ),
    },
    { key: 'error', title: t('error'), align: 'end', cell: ({ error_K }) => format.temperatureDelta(error_K) },
    {
      key: 'left',
      title: t('left'),
      align: 'end',
      cell: ({ after_C, left_K }) => (after_C === null ? '–' : format.temperatureDelta(left_K)),
    },
    {
      key: 'result',
      title: t('result'),
      cell: ({ foundGood, leftGood }) => (
        <StateBadge
          {...(!leftGood ? { tone: 'alarm' } : { tone: foundGood ? 'proof' : 'hot', icon: IconCircleCheck })}
          label={t(!leftGood ? 'bad' : foundGood ? 'good' : 'adjusted')}
        />
      ),
    },
    {
      key: 'records',
      title: t('records'),
      cell: (check) => {
        const said = effect(check);
        return said.length === 0 ? '–' : said.join('; ');
      },
    },
    {
      key: 'by',
      title: t('by'),
      cell: ({ by, signatures }) => (signatures.length > 0 ? `${by}, ${t('signedBy')}` : by),
    },
  ];
}
