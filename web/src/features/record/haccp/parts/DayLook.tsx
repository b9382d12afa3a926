import { getHoldDay, type HoldDaySummary, listHoldDays, lookAtDay } from '@brina/contract/calls/record/holding';
import { holdMessages } from '@brina/contract/words/hold.messages';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useErrorText } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import styles from './Holding.module.css';

/** Who has looked at what a kitchen held in a day, or the one tap by which somebody says so. */
export function DayLook({ of }: { of: Pick<HoldDaySummary, 'day' | 'labId' | 'look' | 'timeZone'> }) {
  const { t } = useMessages(holdMessages);
  const format = useFormat();
  const errorText = useErrorText();
  const call = useCall(lookAtDay, { refresh: [listHoldDays, getHoldDay] });
  const { day, labId, look, timeZone } = of;
  if (look)
    return t(look.isLate ? 'lookedLate' : 'lookedBy', {
      name: look.by ?? '–',
      time: format.dateTime(look.at, timeZone),
    });
  if (labId === null) return t('nobody');
  return (
    <span className={styles.look}>
      <span>{t('nobody')}</span>
      <Button
        variant="default"
        leftSection={<IconEye size={18} aria-hidden />}
        loading={call.isPending}
        onClick={() => void call.send({ body: { labId, day } }).catch(() => undefined)}
      >
        {t('lookNow')}
      </Button>
      {call.error && <span role="alert">{errorText(call.error)}</span>}
    </span>
  );
}
