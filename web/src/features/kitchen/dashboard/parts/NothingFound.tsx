import { minute_ms } from '@brina/domain/language/durations';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconSearchOff } from '@tabler/icons-react';
import { useFormat } from '../../../../lib/format.ts';
import { useLiveState } from '../../../../lib/live-state.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { type Absence, absenceOf, countByAttention, type Entry } from '../dashboard.data.ts';
import { dashboardMessages } from '../dashboard.messages.ts';
import { type DashboardSearch, type SearchChange, withoutFilters } from '../dashboard-search.ts';

/** No card: nothing is in the state that was asked for, which may be good news, or the filters leave nothing. */
export function NothingFound(props: {
  entries: readonly Entry[];
  search: DashboardSearch;
  onChange: (change: SearchChange) => void;
}) {
  const { entries, search, onChange } = props;
  const { t } = useMessages(dashboardMessages);
  const absence = absenceOf(entries, search);
  if (absence) {
    return (
      <EmptyState
        icon={IconCircleCheck}
        title={t(`none.${absence.of}`)}
        action={
          <Button variant="default" onClick={() => onChange({ status: undefined, attention: undefined })}>
            {t('showAll', { n: absence.among.length })}
          </Button>
        }
      >
        <Condition absence={absence} />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconSearchOff}
      title={t('nothingFound')}
      action={
        <Button variant="default" onClick={() => onChange(withoutFilters)}>
          {t('clearFilters')}
        </Button>
      }
    >
      <p>{t('nothingFoundHint')}</p>
    </EmptyState>
  );
}

/** How the appliances are that were asked, when that was seen, and of which nothing is heard: nobody knows how those are. */
function Condition({ absence: { among } }: { absence: Absence }) {
  const { t } = useMessages(dashboardMessages);
  const format = useFormat();
  const time = format.clock(useNow(minute_ms));
  const isLost = useLiveState() === 'lost';
  const { inOrder, alarm, offline, warning, anomaly } = countByAttention(among);
  const counts = { n: format.number(inOrder), all: format.number(among.length) };
  return (
    <>
      <p>{isLost ? t('inOrderLast', counts) : t('inOrder', { ...counts, time })}</p>
      {alarm > 0 && <p>{t('withAlarm', { n: alarm })}</p>}
      {offline > 0 && <p>{t('notHeard', { n: offline })}</p>}
      {warning > 0 && <p>{t('withWarning', { n: warning })}</p>}
      {anomaly > 0 && <p>{t('withUpkeep', { n: anomaly })}</p>}
    </>
  );
}
