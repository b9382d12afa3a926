import { range_max_days } from '@brina/contract/wire/range';
import { NativeSelect, TextInput } from '@mantine/core';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Segments } from '../../../../ui/Segments.tsx';
import { type Period, type PeriodFault, type PeriodKey, periodKeys } from '../haccp.data.ts';
import { haccpMessages } from '../haccp.messages.ts';
import styles from './PeriodChoice.module.css';

/** Chooses the period of a report (S9.2). What it hands back goes into the URL. @param props.fault what is wrong with the days chosen */
export function PeriodChoice(props: {
  period: Period;
  fault: PeriodFault | undefined;
  onChange: (search: { period: PeriodKey; from?: string; to?: string }) => void;
}) {
  const { period, fault, onChange } = props;
  const { t } = useMessages(haccpMessages);
  const format = useFormat();
  const faultText =
    fault === 'tooLong' ? t('days.tooLong', { days: format.number(range_max_days) }) : fault && t('days.reversed');
  const choices = periodKeys.map((value) => ({ value, label: t(`period.${value}`) }));
  return (
    <div className={styles.choice}>
      <div className={styles.wide}>
        <Segments
          label={t('period')}
          hideLabel
          segments={choices}
          value={period.key}
          onChange={(key) => onChange({ period: key })}
        />
      </div>
      <NativeSelect
        className={styles.narrow}
        aria-label={t('period')}
        data={choices}
        value={period.key}
        onChange={(event) => {
          const key = periodKeys.find((one) => one === event.currentTarget.value);
          if (key) onChange({ period: key });
        }}
      />
      {period.key === 'custom' && (
        <div className={styles.days}>
          <TextInput
            className={styles.day}
            type="date"
            label={t('from')}
            value={period.from}
            max={period.to}
            onChange={(event) => onChange({ period: 'custom', from: event.currentTarget.value, to: period.to })}
          />
          <TextInput
            className={styles.day}
            type="date"
            label={t('to')}
            value={period.to}
            min={period.from}
            error={faultText}
            onChange={(event) => onChange({ period: 'custom', from: period.from, to: event.currentTarget.value })}
          />
        </div>
      )}
    </div>
  );
}
